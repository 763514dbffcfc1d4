"""Prints hovers: hover.py FILE WORDS[+N]..., each at N characters (1) into the words."""

import sys

from client import Client, Document

with Client() as client:
    document = Document.open(client, sys.argv[1])
    for place in sys.argv[2:]:
        words, _, inside = place.partition("+")
        print(f"=== {place}\n{document.hover(words, int(inside or 1))}")
