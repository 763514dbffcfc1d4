#!/usr/bin/env python3
"""Line coverage of the core by its unit tests.

usage: coverage.py --build DIR [--least PERCENT]

DIR is a build with HEDDLE_COVERAGE. Prints llvm-cov's table, then the total line
coverage of lib/ and include/; exit code 1 if it is below PERCENT.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--least", type=float, default=0)
    options = parser.parse_args()
    programs = sorted((options.build / "bin").glob("*-tests"))
    profiles = []
    for program in programs:
        profiles.append(options.build / f"{program.name}.profraw")
        subprocess.run([program, "--gtest_brief=1"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "LLVM_PROFILE_FILE": str(profiles[-1])})
    merged = options.build / "coverage.profdata"
    subprocess.run(["llvm-profdata-22", "merge", "-sparse", *profiles, "-o", merged],
                   check=True)
    objects = [programs[0]]
    for program in programs[1:]:
        objects += ["-object", program]
    where = [*objects, f"-instr-profile={merged}", ROOT / "lib", ROOT / "include"]
    subprocess.run(["llvm-cov-22", "report", "-show-branch-summary=false",
                    "-show-region-summary=false", *where], check=True)
    summary = subprocess.run(["llvm-cov-22", "export", "-summary-only", *where],
                             check=True, stdout=subprocess.PIPE).stdout
    percent = json.loads(summary)["data"][0]["totals"]["lines"]["percent"]
    print(f"line coverage of the core: {percent:.1f} %")
    return 0 if percent >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
