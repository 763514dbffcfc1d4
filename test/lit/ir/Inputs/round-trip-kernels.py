#!/usr/bin/env python3
"""usage: round-trip-kernels.py RELEASE FILE...

heddle-opt reads each file and prints it as the release does; what it prints, it
prints again the same. Names what fails.
"""

import subprocess
import sys

FLAGS = ["--mlir-print-debuginfo", "--mlir-use-nameloc-as-prefix"]


def printed(release, text):
    run = subprocess.run(["heddle-opt", "--triton", release, *FLAGS], input=text,
                         text=True, capture_output=True)
    return run.stdout if run.returncode == 0 else "failed: " + run.stderr


def main():
    release, *files = sys.argv[1:]
    wrong = 0
    for file in files:
        with open(file, encoding="utf-8") as opened:
            first = printed(release, opened.read())
        if first.startswith("failed") or printed(release, first) != first:
            wrong += 1
            print(f"{file}: {first[:300]}")
    print(f"{len(files)} files, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
