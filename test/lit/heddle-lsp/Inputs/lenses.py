"""Prints the lenses of files: line and title."""

import pathlib
import sys

from client import Client, Document

with Client() as client:
    for path in sys.argv[1:]:
        print(f"=== {pathlib.Path(path).name}")
        document = Document.open(client, path)
        for line, title in document.lenses():
            print(f"{line}: {title}")
        print("kernels:", *document.kernels())
