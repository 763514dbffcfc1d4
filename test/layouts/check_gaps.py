#!/usr/bin/env python3
"""The layouts of the examples cost the least of all that are offered, or little more.

usage: check_gaps.py BUILD [--target TARGET]... [--verbose]

For each target, the gap that `heddle compile --report` tells is nothing for nine of ten
examples at least, and nowhere 5 % or more.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "examples/kernels"
SMALL_SHARE, LARGEST_PERCENT = 0.1, 5
# Costs are sums of parts of a cycle.
NOTHING = 0.01


def gap_of(heddle, kernel, target):
    """In percent."""
    report = subprocess.run(
        [heddle, "compile", kernel, "--target", target, "--emit", "ttgir", "--report", "--json"],
        check=True, text=True, stdout=subprocess.PIPE)
    return max(each["layouts"]["gap_percent"] for each in json.loads(report.stdout))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--verbose", action="store_true", help="says all gaps")
    options = parser.parse_args()
    kernels = sorted(KERNELS.glob("*.ttir"))
    has_failed = False
    for target in options.target or ["sm_80", "sm_90"]:
        with concurrent.futures.ThreadPoolExecutor() as pool:
            gaps = dict(zip((kernel.stem for kernel in kernels), pool.map(
                lambda kernel: gap_of(options.build / "bin/heddle", kernel, target), kernels)))
        left = {name: gap for name, gap in gaps.items() if gap > NOTHING}
        for name, gap in (gaps if options.verbose else left).items():
            print(f"{target} {name}: {gap:.2f} %")
        print(f"{target}: no gap in {len(gaps) - len(left)} of {len(gaps)} examples")
        has_failed |= len(left) > SMALL_SHARE * len(gaps)
        has_failed |= max(gaps.values()) >= LARGEST_PERCENT
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
