"""Damages files at random places, and asks the server about them at others.

usage: fuzz.py SEED CUTS EDITS FILE...

Cuts each file CUTS times, and edits it EDITS times by an incremental change; each time the
server has to answer everything it is asked. After the edits, errors have to be those of
the same text in a document of its own: the server has the same text as we.
"""

import random
import sys

from client import Client, Document, Failure

METHODS = ("hover", "definition", "references", "completion")
SNIPPETS = ("", " ", "\n", "%", "#", "!", "(", ")", "<", ">", "{", "}", '"', ":", "// -----\n",
            "tensor<", "#ttg.blocked<{", "%0", "@f", "loc(", "\u00e9", "\U0001d11e", "0", "-", "\0",
            "tensor<4611686018427387904x4xf16, #blocked>", "!ttg.memdesc<")


def ask_everything(document, chance, places):
    for _ in range(places):
        position = document.position(chance.randrange(len(document.text) + 1))
        for method in METHODS:
            document.ask(method, position)
    # Positions that do not exist.
    for line, character in ((10 ** 9, 0), (0, 10 ** 9), (-1, -1)):
        document.ask("hover", {"line": line, "character": character})
        document.ask("completion", {"line": line, "character": character})
    document.lenses()
    if chance.randrange(16) == 0:
        document.kernels()
    document.ask("documentSymbol")
    document.ask("inlayHint", range={"start": document.position(0),
                                     "end": document.position(len(document.text))})


def cut(client, text, chance):
    begin = chance.randrange(len(text))
    ends = ((0, begin), (begin, len(text)), (begin, min(len(text), begin + 2000)))
    begin, end = chance.choice(ends)
    document = Document(client, text[begin:end])
    document.errors()
    ask_everything(document, chance, 3)


def edit(document, chance):
    begin = chance.randrange(len(document.text) + 1)
    end = min(len(document.text), begin + chance.choice((0, 0, 1, 1, 5, 200)))
    new = chance.choice(SNIPPETS)
    if chance.randrange(3) == 0:
        other = chance.randrange(len(document.text) + 1)
        new = document.text[other:other + chance.randrange(200)]
    document.edit(begin, end, new)
    if chance.randrange(4) != 0:  # else together with the next
        ask_everything(document, chance, 1)


def main():
    seed, cuts, edits = map(int, sys.argv[1:4])
    for path in sys.argv[4:]:
        chance = random.Random(f"{seed} {path.split('/')[-1]}")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with Client() as client:
            for _ in range(cuts):
                cut(client, text, chance)
            document = Document(client, text)
            for _ in range(edits):
                edit(document, chance)
            errors = document.errors()
            again = Document(client, document.text)
            expected = again.errors()
            for finding in errors + expected:
                finding.pop("relatedInformation", None)
            assert errors == expected, (errors, expected)
    print(f"{len(sys.argv) - 4} files, every question is answered")


if __name__ == "__main__":
    main()
