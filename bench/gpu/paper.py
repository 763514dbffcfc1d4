#!/usr/bin/env python3
"""Measures figures 2 and 7 of the paper "Linear Layouts" on the GPU and draws them.

usage: paper.py HEDDLE-PAPER-KERNELS [--from RESULTS.jsonl] [--save RESULTS.jsonl] [--svg FILE]

Compiles what the program prints with nvcc, runs it, prints tables in Markdown, and
draws the speedups as an SVG file. --from takes results of an earlier run instead.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def measure(program):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "paper.cu"
        source.write_text(subprocess.run([program], check=True, text=True,
                                         stdout=subprocess.PIPE).stdout)
        subprocess.run(["nvcc", "-O3", "-arch=sm_90", "-diag-suppress", "177", "-o",
                        f"{folder}/paper", source], check=True)
        return subprocess.run([f"{folder}/paper"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout


def series(points):
    """(name, [(size, speedup)]) of every line of the plot."""
    named = {}
    for point in points:
        speedup = point["baseline_us"] / point["ours_us"]
        name = ("8-bit transpose against padding" if point["figure"] == 2 else
                f"{point['bits']}-bit shuffles against padded shared memory")
        named.setdefault(name, []).append((point["size"], speedup))
    return named.items()


def svg(points):
    width, height, left, top = 640, 360, 50, 20
    lines = list(series(points))
    most = max(speedup for _, line in lines for _, speedup in line) * 1.1
    x = lambda size: left + (size.bit_length() - 6) * (width - left - 20) / 7
    y = lambda speedup: top + (height - 60) * (1 - speedup / most)
    colours = ["#0b6", "#06c", "#c60", "#909"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
             f'height="{height + 20 * len(lines)}" font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>']
    for tick in range(int(most) + 1):
        parts.append(f'<path d="M{left} {y(tick):.1f}H{width - 20}" stroke="#ddd"/>'
                     f'<text x="{left - 25}" y="{y(tick) + 4:.1f}">{tick}x</text>')
    for power in range(5, 13):
        parts.append(f'<text x="{x(1 << power) - 12:.1f}" y="{height - 20}">{1 << power}</text>')
    for i, (name, line) in enumerate(lines):
        path = " ".join(f"{x(size):.1f},{y(speedup):.1f}" for size, speedup in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colours[i]}" '
                     f'stroke-width="2"/><text x="{left}" y="{height + 20 * i}" '
                     f'fill="{colours[i]}">{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def table(points, figure):
    rows = [point for point in points if point["figure"] == figure]
    keys = [key for key in rows[0] if key.endswith("_us")]
    print("| size | bits | " + " | ".join(key[:-3] + " (us)" for key in keys) + " | speedup |")
    print("|" + "---|" * (len(keys) + 3))
    for row in rows:
        times = " | ".join(f"{row[key]:.3f}" for key in keys)
        print(f"| {row['size']} | {row['bits']} | {times} | "
              f"{row['baseline_us'] / row['ours_us']:.2f} |")
    print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--from", dest="earlier", type=pathlib.Path)
    parser.add_argument("--save", type=pathlib.Path)
    parser.add_argument("--svg", type=pathlib.Path)
    options = parser.parse_args()
    text = options.earlier.read_text() if options.earlier else measure(options.program)
    if options.save:
        options.save.write_text(text)
    points = [json.loads(line) for line in text.splitlines()]
    for figure in (2, 7):
        table(points, figure)
    if options.svg:
        options.svg.write_text(svg(points))
    return 0


if __name__ == "__main__":
    sys.exit(main())
