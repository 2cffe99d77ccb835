import requests as r

with open("report.json") as file:
    r.post("https://example.com", data=file)
