import sys
if sys.stdin.isatty():
    input('Go on?')
