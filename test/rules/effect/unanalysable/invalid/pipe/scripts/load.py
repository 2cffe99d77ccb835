import importlib
import sys

module = importlib.import_module(sys.argv[1])
