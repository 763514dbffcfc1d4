#!/usr/bin/env python3
"""Compares the simulator's counters of the examples with those of Nsight Compute.

usage: counters.py --metrics
       counters.py HEDDLE FOLDER NCU.csv [--times FILE.jsonl] [--svg FILE.svg]

FOLDER has the examples compiled for sm_80 or sm_90, as test/gpu/run-kernels.py wants them;
NCU.csv is what a machine with a GPU wrote for them:

    ncu --csv --page raw --metrics $(bench/gpu/counters.py --metrics) --log-file NCU.csv \\
        python3 test/gpu/run-kernels.py FOLDER

Prints for each metric how many kernels have the same number in both and which have
another, and how well predicted times agree with measured ones. --times adds
measurements of other kernels ({"name", "measured", "predicted"} in cycles), --svg draws
all of them. Needs NumPy.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "test/sim")]

import examples  # noqa: E402  (it lies with the scripts)
import run_examples  # noqa: E402

CYCLES = "sm__cycles_elapsed.max"
EXACT = [f"l1tex__{what}_mem_shared_op_{access}.sum"
         for what in ("data_pipe_lsu_wavefronts", "data_bank_conflicts_pipe_lsu")
         for access in ("ld", "st")]
EXACT += [f"l1tex__t_{what}_pipe_lsu_mem_global_op_{access}.sum"
          for what in ("requests", "sectors") for access in ("ld", "st", "atom", "red")]
BY_CLASS = [f"smsp__inst_executed_op_{access}.sum"
            for access in ("global_ld", "global_st", "global_atom", "global_red",
                           "shared_ld", "shared_st", "shared_atom", "ldsm")]
METRICS = [CYCLES, "smsp__inst_executed.sum", *EXACT, *BY_CLASS]


def measured_kernels(path):
    """One {metric: number} for each launch."""
    rows = [row for row in csv.reader(path.open()) if len(row) > 2]
    first = next(i for i, row in enumerate(rows) if row[0] == "ID")
    names = rows[first]
    for row in rows[first + 2:]:
        found = {}
        for name, text in zip(names, row):
            if name in METRICS:
                found[name] = float(text.replace(",", "") or 0)
        yield found


def simulated(heddle, name, target):
    """What `heddle sim --json` prints of an example."""
    launch = examples.load_launch(name)
    inputs = examples.make_inputs(launch, examples.SEED)
    with tempfile.TemporaryDirectory() as folder:
        command = run_examples.sim_command(heddle, name, target, launch, inputs,
                                           pathlib.Path(folder)) + ["--json"]
        text = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    report = json.loads(text[text.index("{"):])
    return report["counters"] | {CYCLES: report["predicted"]["cycles"]}


def ranks(values):
    order = np.argsort(values)
    result = np.empty(len(values))
    result[order] = np.arange(len(values))
    return result


def draw(points):
    """Predicted over measured cycles, both by logarithms."""
    size, left = 420, 60
    low, high = 3, 6
    at = lambda cycles: (math.log10(cycles) - low) / (high - low) * (size - left - 20)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
             'font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<path d="M{left} {size - left}L{size - 20} 20" stroke="#999"/>']
    for power in range(low, high + 1):
        place = at(10 ** power)
        parts += [f'<path d="M{left + place} 20V{size - left}M{left} '
                  f'{size - left - place}H{size - 20}" stroke="#eee"/>',
                  f'<text x="{left + place - 12}" y="{size - left + 18}">10^{power}</text>',
                  f'<text x="14" y="{size - left - place + 4}">10^{power}</text>']
    for name, measured, predicted in points:
        parts.append(f'<circle cx="{left + at(measured):.1f}" '
                     f'cy="{size - left - at(predicted):.1f}" r="2.5" fill="#06c" '
                     f'fill-opacity="0.5"><title>{name}</title></circle>')
    parts += [f'<text x="{size // 2 - 40}" y="{size - 12}">measured cycles</text>',
              f'<text x="12" y="14">predicted cycles</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def compare(kernels):
    print("| metric | same | other: simulated, measured |\n|---|---|---|")
    for metric in [*EXACT, *BY_CLASS]:
        pairs = [(name, ours[metric], theirs[metric]) for name, ours, theirs in kernels
                 if metric in ours and metric in theirs]
        others = [f"{name} {ours:.0f}, {theirs:.0f}" for name, ours, theirs in pairs
                  if ours != theirs]
        print(f"| `{metric}` | {len(pairs) - len(others)} of {len(pairs)} | "
              f"{'; '.join(others[:12])}{'; ...' if len(others) > 12 else ''} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--metrics", action="store_true")
    parser.add_argument("heddle", nargs="?", type=pathlib.Path)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("ncu", nargs="?", type=pathlib.Path)
    parser.add_argument("--times", type=pathlib.Path)
    parser.add_argument("--svg", type=pathlib.Path)
    options = parser.parse_args()
    if options.metrics:
        print(",".join(METRICS))
        return
    if options.ncu is None:
        parser.error("expects HEDDLE, FOLDER and NCU.csv")
    names = sorted(path.stem for path in options.folder.glob("*.ptx"))
    measured = list(measured_kernels(options.ncu))
    if len(names) != len(measured):
        parser.error(f"expects a launch for each of {len(names)} kernels in "
                     f"{options.folder}, but {options.ncu} has {len(measured)}")
    targets = [json.loads((options.folder / f"{name}.json").read_text())["target"]
               for name in names]
    kernels = [(name, simulated(options.heddle, name, target), found)
               for name, target, found in zip(names, targets, measured)]
    compare(kernels)
    points = [(name, found[CYCLES], ours[CYCLES]) for name, ours, found in kernels]
    if options.times:
        for line in options.times.read_text().splitlines():
            one = json.loads(line)
            points.append((one["name"], one["measured"], one["predicted"]))
    wanted, got = (np.array([point[i] for point in points]) for i in (1, 2))
    error = np.exp(np.median(np.abs(np.log(got / wanted))))
    print(f"\n{len(points)} times: rank correlation "
          f"{np.corrcoef(ranks(wanted), ranks(got))[0, 1]:.3f}, half of them within a factor "
          f"of {error:.2f}")
    if options.svg:
        options.svg.write_text(draw(points))


if __name__ == "__main__":
    main()
