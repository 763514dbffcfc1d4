#!/usr/bin/env python3
"""How long an editor waits for heddle-lsp.

usage: lsp_latency.py BUILD [--lines N] [--edits N]

Repeats the functions of the longest example until the text has N lines (2000), types a
comment into its middle, character by character, and prints the median and the worst time
from an edit to its errors, and to the answers to questions at random places.
"""

import argparse
import os
import pathlib
import random
import re
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/lit/heddle-lsp/Inputs"))
from client import Client, Document  # noqa: E402


def long_text(lines):
    """A module of so many lines at least, from copies of one function."""
    path = max((ROOT / "examples/kernels").rglob("*.ttgir"),
               key=lambda path: path.read_text().count("\n"))
    text = path.read_text()
    begin = text.index("  tt.func")
    end = text.rindex("\n}") + 1
    body = text[begin:end]
    name = re.search(r"@(\w+)", body).group(1)
    copies = []
    while sum(copy.count("\n") for copy in copies) < lines:
        copies.append(body.replace(f"@{name}", f"@{name}_{len(copies)}"))
    return text[:begin] + "".join(copies) + text[end:]


def report(name, times):
    print(f"{name:32} {1000 * statistics.median(times):8.1f} {1000 * max(times):8.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--edits", type=int, default=50)
    arguments = parser.parse_args()
    os.environ["PATH"] = f"{arguments.build.resolve()}/bin:{os.environ['PATH']}"
    text = long_text(arguments.lines)
    print(f"{text.count(chr(10))} lines, {len(text) // 1024} KB")
    print(f"{'milliseconds':32} {'median':>8} {'worst':>8}")
    with Client() as client:
        start = time.time()
        document = Document(client, text)
        assert document.errors() == [], document.errors()
        report("open", [time.time() - start])
        start = time.time()
        lenses = document.lenses()
        report(f"{len(lenses)} lenses, the first time", [time.time() - start])

        edits = []
        at = text.index("\n", len(text) // 2)
        for count, character in enumerate(" // typed by the benchmark" * arguments.edits):
            if count == arguments.edits:
                break
            start = time.time()
            document.edit(at + count, at + count, character)
            document.errors()
            edits.append(time.time() - start)
        report("an edit, to its errors", edits)

        wrong = []
        at = document.text.index("arith.addi")
        for count in range(arguments.edits // 2):
            for begin, end, letters in ((at, at + 1, "x"), (at, at + 1, "a")):
                start = time.time()
                document.edit(begin, end, letters)
                document.errors()
                wrong.append(time.time() - start)
        report("an edit to a wrong text and back", wrong)

        chance = random.Random(1)
        places = [document.position(chance.randrange(len(text))) for _ in range(200)]
        for method in ("hover", "definition", "completion"):
            times = []
            for place in places:
                start = time.time()
                document.ask(method, place)
                times.append(time.time() - start)
            report(method, times)
        unresolved = [lens for lens in document.ask("codeLens") if "command" not in lens]
        start = time.time()
        client.ask("codeLens/resolve", unresolved[0])
        report("a kernel, compiled", [time.time() - start])
        for method in ("codeLens", "documentSymbol"):
            times = []
            for _ in range(10):
                start = time.time()
                document.ask(method)
                times.append(time.time() - start)
            report(f"{method}, again", times)


if __name__ == "__main__":
    main()
