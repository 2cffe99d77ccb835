import ast
import re

print(ast.literal_eval("1"), re.compile("eval(x)"))  # eval(x)
