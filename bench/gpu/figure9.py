#!/usr/bin/env python3
"""Figure 9 of the paper "Linear Layouts": 21 kernels in 265 sizes, in Heddle and in Triton.

usage: figure9.py [KERNEL...] [--rounds N] [--json FILE] [--from FILE] [--svg FILE]

Needs a GPU, Triton, PyTorch and the package heddle. Both compilers' kernels run in turns, and
have to write about the same. Prints a table in Markdown, and the sizes in which Heddle is
slower by more than a twentieth. --from takes what --json wrote earlier, and needs none of the
above; several of them are one after the other. Exit code 1 if a result is wrong or refused.
"""

import argparse
import json
import math
import pathlib
import statistics
import sys

SLOWER = 0.95


def measure(names, rounds):
    import torch
    from figure9_cases import CASES
    from heddle.bench import Kept, time
    for case in CASES:
        if names and case.kind not in names:
            continue
        launch = case.launch()
        kept = Kept.of(launch.function, launch.grid, launch.arguments, launch.options())
        yield {**time(kept, rounds).data(), "kernel": case.kind, "size": case.size}
        del launch, kept
        torch.cuda.empty_cache()


def speedups(rows):
    """Of every kernel, in the order of the rows."""
    found = {}
    for row in rows:
        if row["speedup"]:
            found.setdefault(row["kernel"], []).append(row["speedup"])
    return found


def table(rows):
    found = speedups(rows)
    lines = ["| kernel | sizes | least | mean | most |", "|---|---|---|---|---|"]
    every = [each for line in found.values() for each in line]
    for name, line in [*found.items(), ("all", every)]:
        lines.append(f"| {name} | {len(line)} | {min(line):.2f} | "
                     f"{statistics.geometric_mean(line):.2f} | {max(line):.2f} |")
    return "\n".join(lines)


def slower(rows):
    lines = ["| kernel | size | Triton (us) | Heddle (us) | speedup |", "|---|---|---|---|---|"]
    for row in sorted((row for row in rows if row["speedup"]), key=lambda row: row["speedup"]):
        if row["speedup"] < SLOWER:
            lines.append(f"| {row['kernel']} | {' x '.join(map(str, row['size']))} | "
                         f"{row['triton']['warm']:.1f} | {row['heddle']['warm']:.1f} | "
                         f"{row['speedup']:.2f} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def svg(rows):
    """A column of points for every kernel, in the order of their means."""
    lines = sorted(speedups(rows).items(), key=lambda each: statistics.geometric_mean(each[1]))
    every = [each for _, line in lines for each in line]
    left, top, step, height = 50, 20, 34, 300
    width = left + step * len(lines) + 20
    low, high = math.log(min(0.9, *every)), math.log(max(1.5, *every))

    def y(speedup):
        return top + height * (high - math.log(speedup)) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 220}" '
             'font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>']
    for tick in (0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 4.0):
        if low <= math.log(tick) <= high:
            parts.append(f'<path d="M{left} {y(tick):.1f}H{width - 20}" '
                         f'stroke="{"#333" if tick == 1 else "#ddd"}"/>'
                         f'<text x="{left - 30}" y="{y(tick) + 4:.1f}">{tick}</text>')
    for index, (name, line) in enumerate(lines):
        x = left + step * index + step // 2
        mean = statistics.geometric_mean(line)
        parts += [f'<circle cx="{x}" cy="{y(each):.1f}" r="3" fill="#06c" fill-opacity="0.5"/>'
                  for each in line]
        parts.append(f'<path d="M{x - 11} {y(mean):.1f}h22" stroke="#c60" stroke-width="3"/>'
                     f'<text transform="translate({x + 4},{top + height + 12}) rotate(90)">'
                     f'{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--from", dest="earlier", type=pathlib.Path, action="append")
    parser.add_argument("--svg", type=pathlib.Path)
    options = parser.parse_args()
    rows = []
    if options.earlier:
        for path in options.earlier:
            rows += [json.loads(line) for line in path.read_text().splitlines()]
    else:
        for row in measure(options.kernels, options.rounds):
            rows.append(row)
            if options.json:
                # Line by line: what was measured stays, whatever comes then.
                with options.json.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    print(table(rows))
    if lines := slower(rows):
        print("\nslower:\n" + lines)
    wrong = [row for row in rows if row["finding"]]
    for row in wrong:
        print(f"{row['kernel']} {row['size']}: {row['finding']}", file=sys.stderr)
    if options.svg:
        options.svg.write_text(svg(rows))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
