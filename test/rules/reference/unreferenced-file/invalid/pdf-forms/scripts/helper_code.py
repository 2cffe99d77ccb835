x = open('assets/template.txt')
