#!/usr/bin/env python3
"""Programs and modules need nothing but the C library of Debian 12.

usage: check-portable.py FILE...

The exit code is 1 if one needs another library, a glibc later than 2.36, or names a
folder where libraries are.
"""

import re
import subprocess
import sys

ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0",
           "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
NEWEST_GLIBC = (2, 36)


def complaints(program):
    text = subprocess.run(["readelf", "--wide", "--dynamic", "--version-info", program],
                          text=True, stdout=subprocess.PIPE, check=True).stdout
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", text):
        if library not in ALLOWED:
            yield f"expects no library but the C library's, but needs {library}"
    for path in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", text):
        yield f"expects no folder of libraries, but names {path}"
    versions = {tuple(map(int, version.split(".")))
                for version in re.findall(r"Name: GLIBC_([0-9.]+)", text)}
    if versions and max(versions) > NEWEST_GLIBC:
        yield f"expects glibc {NEWEST_GLIBC} at most, but needs {max(versions)}"


def main():
    failed = False
    for program in sys.argv[1:]:
        for complaint in complaints(program):
            print(f"{program}: {complaint}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
