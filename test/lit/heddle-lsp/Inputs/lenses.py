"""Prints the lenses of files: line and title."""

import pathlib
import sys

from client import Client, Document

with Client() as client:
    for path in sys.argv[1:]:
        print(f"=== {pathlib.Path(path).name}")
        for line, title in Document.open(client, path).lenses():
            print(f"{line}: {title}")
