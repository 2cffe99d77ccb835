# input()
name = input("Name? ")
