#!/usr/bin/env python3
"""Measures figures 2, 7 and 8 of the paper "Linear Layouts" on the GPU and draws them.

usage: paper.py [HEDDLE-PAPER-KERNELS] [--gathers FOLDER] [--from RESULTS.jsonl]
                [--save RESULTS.jsonl] [--svg FILE]

Compiles what the program prints with nvcc and runs it (figures 2 and 7), runs the gathers
that gathers.py left in FOLDER (figure 8, needs NumPy), prints tables in Markdown, and draws
the speedups as an SVG file. --from takes results of an earlier run instead.
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
        name = {2: "8-bit transpose against padding",
                7: f"{point['bits']}-bit shuffles against padded shared memory",
                8: f"{point['bits']}-bit gathers against Triton through shared memory",
                }[point["figure"]]
        named.setdefault(name, []).append((point["size"], speedup))
    return named.items()


def svg(points):
    width, height, left, top = 640, 360, 50, 20
    lines = list(series(points))
    most = max(speedup for _, line in lines for _, speedup in line) * 1.1
    least = min(size.bit_length() for _, line in lines for size, _ in line)
    x = lambda size: left + (size.bit_length() - least) * (width - left - 20) / (13 - least)
    y = lambda speedup: top + (height - 60) * (1 - speedup / most)
    colours = ["#0b6", "#06c", "#c60", "#909", "#c06", "#660"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
             f'height="{height + 20 * len(lines)}" font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>']
    for tick in range(int(most) + 1):
        parts.append(f'<path d="M{left} {y(tick):.1f}H{width - 20}" stroke="#ddd"/>'
                     f'<text x="{left - 25}" y="{y(tick) + 4:.1f}">{tick}x</text>')
    for power in range(least - 1, 13):
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
    parser.add_argument("program", nargs="?")
    parser.add_argument("--gathers", type=pathlib.Path)
    parser.add_argument("--from", dest="earlier", type=pathlib.Path)
    parser.add_argument("--save", type=pathlib.Path)
    parser.add_argument("--svg", type=pathlib.Path)
    options = parser.parse_args()
    text = options.earlier.read_text() if options.earlier else ""
    if options.program and not options.earlier:
        text += measure(options.program)
    if options.gathers and not options.earlier:
        import gathers  # Only this figure needs NumPy.
        text += "".join(json.dumps(point) + "\n" for point in gathers.measure(options.gathers))
    if not text:
        parser.error("give HEDDLE-PAPER-KERNELS, --gathers or --from")
    if options.save:
        options.save.write_text(text)
    points = [json.loads(line) for line in text.splitlines()]
    for figure in sorted({point["figure"] for point in points}):
        table(points, figure)
    if options.svg:
        options.svg.write_text(svg(points))
    return 0


if __name__ == "__main__":
    sys.exit(main())
