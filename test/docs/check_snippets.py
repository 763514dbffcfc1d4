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


def snippets():
    """(place, code) of every block, with the line where the code starts."""
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = document.read_text()
        for block in re.finditer(r"^```cpp\n(.*?)^```", text, re.M | re.S):
            line = text.count("\n", 0, block.start(1)) + 1
            yield document.relative_to(ROOT), line, block.group(1)


def program():
    # Not of the core, most with MLIR.
    above = {"analysis", "codegen", "driver", "ir", "lowering", "sim", "simt", "transforms"}
    headers = sorted(header for header in (ROOT / "include").rglob("*.h")
                     if header.parent.name not in above)
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
        parts = ["plan", "target", "view", "encoding", "layout", "f2"]  # users before what they use
        libraries = [build / f"lib/{part}/libheddle_{part}.a" for part in parts]
        compiled = subprocess.run(
            ["clang++-22", "-std=c++20", "-I", ROOT / "include", source, *libraries,
             "-o", f"{folder}/snippets"])
        if compiled.returncode != 0:
            return 1
        return subprocess.run([f"{folder}/snippets"]).returncode


if __name__ == "__main__":
    sys.exit(main())
