#!/usr/bin/env python3
"""The installed headers are for users without LLVM.

usage: check_headers.py PREFIX

Each compiles on its own, with no folder of headers but the installed one, and
heddle/heddle.h includes them all. Headers of the compiler are not installed.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys


def compiles(include, header):
    run = subprocess.run(
        ["clang++-22", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", include,
         "-fsyntax-only", "-fno-exceptions", "-fno-rtti", "-x", "c++", "-"],
        input=f"#include <{header}>\n", text=True)
    return run.returncode == 0


def main():
    include = pathlib.Path(sys.argv[1]) / "include"
    headers = sorted(path.relative_to(include) for path in include.rglob("*.h"))
    umbrella = pathlib.Path("heddle/heddle.h")
    if umbrella not in headers:
        print(f"expects {umbrella} in {include}, but it is missing")
        return 1
    named = set(map(pathlib.Path, re.findall(
        r'#include "(heddle/[^"]*)"', (include / umbrella).read_text())))
    failed = False
    for header in sorted(set(headers) - {umbrella} - named):
        print(f"expects {umbrella} to include every installed header, but {header} "
              "is missing")
        failed = True
    for header in headers:
        text = (include / header).read_text()
        for foreign in re.findall(r'#include [<"]((?:mlir|llvm)/[^>"]*)', text):
            print(f"expects no header of LLVM, but {header} includes {foreign}")
            failed = True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failed |= not all(pool.map(lambda header: compiles(include, header), headers))
    print(f"{len(headers)} headers")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
