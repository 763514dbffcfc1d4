#!/usr/bin/env python3
"""Random layouts, offered to every value of the examples, hardly cost less than those chosen.

usage: check_offers.py BUILD [--target TARGET]... [--count N] [--seed N] [--verbose]

With so many random layouts for each rank, no example's best cost is more than 2 % lower.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "examples/kernels"
LARGEST_PERCENT = 2


def gain_of(opt, kernel, target, options):
    """In percent."""
    products = subprocess.run(
        [opt, kernel, f"--heddle-tensors=target={target}", "--stop-after",
         "tritongpu-accelerate-matmul"],
        check=True, text=True, stdout=subprocess.PIPE).stdout
    done = subprocess.run(
        [opt, "-", f"--test-more-layouts=count={options.count} seed={options.seed}",
         "-o", "/dev/null"],
        text=True, input=products, stderr=subprocess.PIPE, check=False)
    found = re.search(r"remark: (\S+) cycles, and (\S+) with", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"{kernel}: {done.stderr}")
    offered, least = (float(each) for each in found.groups())
    return 100 * (1 - least / offered)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--count", type=int, default=200, help="random layouts for each rank")
    parser.add_argument("--seed", type=int, default=1, help="of the layouts")
    parser.add_argument("--verbose", action="store_true", help="says all gains")
    options = parser.parse_args()
    kernels = sorted(KERNELS.glob("*.ttir"))
    has_failed = False
    for target in options.target or ["sm_90"]:
        with concurrent.futures.ThreadPoolExecutor() as pool:
            gains = dict(zip((kernel.stem for kernel in kernels), pool.map(
                lambda kernel: gain_of(options.build / "bin/heddle-opt", kernel, target, options),
                kernels)))
        for name, gain in gains.items():
            if gain > (0 if options.verbose else LARGEST_PERCENT):
                print(f"{target} {name}: {gain:.2f} %")
        less = sum(gain > 0 for gain in gains.values())
        print(f"{target}: random layouts cost less in {less} of {len(gains)} examples, "
              f"by {max(gains.values()):.2f} % at most")
        has_failed |= max(gains.values()) > LARGEST_PERCENT
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
