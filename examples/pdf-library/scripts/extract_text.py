#!/usr/bin/env python3
"""Prints the text of a PDF file, page by page, as JSON lines: {"page": 1, "text": "..."}."""
import argparse
import json
import sys


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="the PDF file to read")
    arguments = parser.parse_args()
    try:
        from pypdf import PdfReader
    except ImportError:
        print("pypdf is missing: python3 -m pip install pypdf", file=sys.stderr)
        return 3
    for number, page in enumerate(PdfReader(arguments.file).pages, start=1):
        print(json.dumps({"page": number, "text": page.extract_text() or ""}, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
