#!/usr/bin/env python3
"""Merges PDF files in the order given. Writes nothing when one of them cannot be read."""
import argparse
import sys


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", help="the PDF file to write")
    parser.add_argument("inputs", nargs="+", help="the PDF files to merge")
    arguments = parser.parse_args()
    try:
        from pypdf import PdfWriter
    except ImportError:
        print("pypdf is missing: python3 -m pip install pypdf", file=sys.stderr)
        return 3
    writer = PdfWriter()
    for path in arguments.inputs:
        writer.append(path)
    writer.write(arguments.output)
    print(f"wrote {arguments.output}: {len(writer.pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
