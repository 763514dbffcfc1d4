#!/usr/bin/env python3
"""The C++ in the documents compiles, and its assertions hold.

usage: check_snippets.py BUILD

Every ```cpp block of README.md and docs/*.md becomes a function; all of them run
in one program, linked with the core of BUILD. The driver is no part of the core.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What documents may use, users before what they use: above it most has MLIR.
CORE = ["plan", "target", "view", "encoding", "layout", "solve", "f2"]


def snippets():
    """(place, code) of every block, with the line where the code starts."""
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = document.read_text()
        for block in re.finditer(r"^```cpp\n(.*?)^```", text, re.M | re.S):
            line = text.count("\n", 0, block.start(1)) + 1
            yield document.relative_to(ROOT), line, block.group(1)


def program():
    headers = sorted(header for part in CORE
                     for header in (ROOT / "include/heddle" / part).glob("*.h"))
    lines = ["#undef NDEBUG", "#include <cassert>"]
    lines += [f'#include "{header.relative_to(ROOT / "include")}"' for header in headers]
    lines += ["using namespace heddle;"]
    calls = []
    for place, line, code in snippets():
        calls.append(f"snippet{len(calls)}();")
        lines += [f"static void snippet{len(calls) - 1}() {{", f'#line {line} "{place}"',
                  code, "}"]
    lines += ["int main() {", *calls, f"return {len(calls)} == 0;", "}"]
    return "\n".join(lines)


def main():
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "snippets.cpp"
        source.write_text(program())
        libraries = [build / f"lib/{part}/libheddle_{part}.a" for part in CORE]
        compiled = subprocess.run(
            ["clang++-22", "-std=c++20", "-I", ROOT / "include", source, *libraries,
             "-o", f"{folder}/snippets"])
        if compiled.returncode != 0:
            return 1
        return subprocess.run([f"{folder}/snippets"]).returncode


if __name__ == "__main__":
    sys.exit(main())
