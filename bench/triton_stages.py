#!/usr/bin/env python3
"""Times what Triton does from TTIR to PTX, and how long Heddle takes for the same.

usage: triton_stages.py BENCH.json [--repeat N] [--target 90]

Run by a Python that has Triton. BENCH.json is what

    build/bin/heddle-compile-bench --benchmark_format=json > BENCH.json

wrote just before. Of each of Triton's stages ttgir, llir and ptx the least of N times
counts. Prints Heddle's time over Triton's for each example.
"""

import argparse
import collections
import json
import math
import pathlib
import statistics
import time

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import IRSource, make_backend

KERNELS = pathlib.Path(__file__).resolve().parents[1] / "examples/kernels"
STAGES = ("ttgir", "llir", "ptx")


def stage_seconds(path, target, warps):
    """Seconds of each stage, once."""
    backend = make_backend(target)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    source = IRSource(str(path), context, backend)
    options = backend.parse_options({**source.parse_options(), "num_warps": warps})
    metadata = {"hash": "", "target": target, **options.__dict__}
    stages = {}
    backend.add_stages(stages, options, source.language)
    module = source.make_ir(target, options, backend.get_codegen_implementation(options),
                            backend.get_module_map(), context)
    seconds = {}
    for name in STAGES:
        begin = time.perf_counter()
        module = stages[name](module, metadata)
        seconds[name] = time.perf_counter() - begin
    return seconds


def least_seconds(path, target, warps, repeat):
    least = collections.defaultdict(lambda: math.inf)
    for _ in range(repeat):
        for name, seconds in stage_seconds(path, target, warps).items():
            least[name] = min(least[name], seconds)
    return sum(least.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench", type=pathlib.Path)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--target", type=int, default=90)
    options = parser.parse_args()
    target = GPUTarget("cuda", options.target, 32)
    units = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    ratios = {}
    for run in json.loads(options.bench.read_text())["benchmarks"]:
        name = run["name"].split("/")[1]
        if "error_occurred" in run:
            continue
        launch = json.loads((KERNELS / f"{name}.launch.json").read_text())
        theirs = least_seconds(KERNELS / f"{name}.ttir", target, launch["num_warps"],
                               options.repeat)
        ours = run["real_time"] * units[run["time_unit"]]
        ratios[name] = ours / theirs
        print(f"{name}: {ours * 1e3:.1f} ms, Triton {theirs * 1e3:.1f} ms, "
              f"{ratios[name]:.2f}", flush=True)
    mean = statistics.geometric_mean(ratios.values())
    worst = max(ratios, key=ratios.get)
    print(f"{len(ratios)} examples: geometric mean {mean:.2f}, worst {ratios[worst]:.2f} "
          f"({worst})")


if __name__ == "__main__":
    main()
