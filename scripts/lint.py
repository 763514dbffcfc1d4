#!/usr/bin/env python3
"""Checks the format of all sources, and runs clang-tidy on some or all of them.

usage: lint.py --build DIR [--changed COMMITS [--most N]]

All files of lib/, tools/ and examples/; with --changed those that the last COMMITS
commits changed, at most N of them, the ones changed last first. What is left out is
said. Above the core, where clang-tidy takes 10 to 15 s a file, the checks are those of
.clang-tidy without the static analyzer and the one for std::optional. Exit code 1 if anything is found.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Slow, or deceived by the accessors of MLIR's ops.
NOT_ABOVE_CORE = ("-clang-analyzer-*", "-bugprone-unchecked-optional-access")
CORE = ("f2", "layout", "encoding", "target", "solve", "plan", "view", "answers",
        "files", "program")


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, text=True, check=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


def is_linted(name):
    return (name.endswith(".cpp") and name.startswith(("lib/", "tools/", "examples/"))
            and (ROOT / name).exists())


def changed_files(commits):
    """Those of the last commits, the ones changed last first."""
    names = git("log", f"-{commits}", "--name-only", "--format=")
    return [name for name in dict.fromkeys(names) if is_linted(name)]


def check_format():
    names = [name for name in git("ls-files", "--cached", "--others",
                                  "--exclude-standard", "*.h", "*.cpp")
             if (ROOT / name).exists()]
    return subprocess.run(["clang-format-22", "--dry-run", "--Werror", *names],
                          cwd=ROOT).returncode == 0


def check_file(build, name):
    """What clang-tidy says of a file; empty if it is content."""
    parts = name.split("/")
    is_core = parts[0] != "lib" or parts[1] in CORE
    checks = [] if is_core else ["--checks=" + ",".join(NOT_ABOVE_CORE)]
    run = subprocess.run(["clang-tidy-22", "-p", build, "--quiet", *checks, name],
                         cwd=ROOT, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    return run.stdout if run.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--changed", type=int)
    parser.add_argument("--most", type=int, default=1000000)
    options = parser.parse_args()
    if options.changed is None:
        names = [name for name in git("ls-files") if is_linted(name)]
    else:
        names = changed_files(options.changed)
    left_out = names[options.most:]
    names = names[:options.most]
    is_right = check_format()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(lambda name: check_file(options.build, name), names):
            if said:
                print(said)
                is_right = False
    print(f"lint: {len(names)} files checked"
          + (f", {len(left_out)} more that changed are left to make lint"
             if left_out else ""))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
