#!/usr/bin/env python3
"""Runs a product whose loop is pipelined, on the simulator, and compares it with NumPy.

usage: run_pipelines.py BUILD [--target sm_90]

The example matmul_fp16, with as many iterations as there are stages, more, fewer and none, and
depths that end within a tile, where its masked loads read zeros; and once more where they read
ones. The numbers are small integers, so that results are exact. Needs NumPy.
"""

import argparse
import concurrent.futures
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import results

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = ROOT / "examples" / "kernels" / "matmul_fp16.ttir"
ROWS, COLUMNS, TILE = 64, 64, 32
STAGES = (1, 2, 3, 5)
DEPTHS = (0, 16, 32, 64, 80, 96, 128, 176)


def text_of(other):
    """The kernel, with another value where its loads are masked."""
    text = KERNEL.read_text()
    for shape in (f"{ROWS}x{TILE}", f"{TILE}x{COLUMNS}"):
        zeros = f"dense<0.000000e+00> : tensor<{shape}xf16>"
        assert zeros in text
        text = text.replace(zeros, f"dense<{other:e}> : tensor<{shape}xf16>")
    return text


def fault_of(heddle, target, stages, depth, other):
    """What is wrong with one run; None if nothing is."""
    random = np.random.default_rng(depth)
    width = max(depth, TILE)
    a = random.integers(-4, 5, (ROWS, width)).astype(np.float16)
    b = random.integers(-4, 5, (width, COLUMNS)).astype(np.float16)
    want = (a[:, :depth].astype(np.float32) @ b[:depth].astype(np.float32)
            + other * (-depth % TILE)).astype(np.float16)
    numbers = (ROWS, COLUMNS, depth, width, COLUMNS, COLUMNS)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "k.ttir").write_text(text_of(other))
        np.save(folder / "a.npy", a)
        np.save(folder / "b.npy", b)
        arguments = [f"@{folder / 'a.npy'}", f"@{folder / 'b.npy'}",
                     f"f16[{ROWS},{COLUMNS}]:poison", *map(str, numbers)]
        command = [heddle, "sim", folder / "k.ttir", "--target", target, "--grid", "1",
                   "--num-stages", str(stages), "--out", f"2={folder / 'c.npy'}"]
        for index, argument in enumerate(arguments):
            command += ["--arg", f"{index}={argument}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return done.stderr.strip()
        return results.difference(np.load(folder / "c.npy").reshape(want.shape), want)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--target", default="sm_90")
    options = parser.parse_args()
    heddle = options.build / "bin" / "heddle"
    cases = list(itertools.product(STAGES, DEPTHS, (0.0, 1.0)))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        faults = list(pool.map(lambda case: fault_of(heddle, options.target, *case), cases))
    names = [f"{stages} stages, depth {depth}, {other} where nothing is read"
             for stages, depth, other in cases]
    sys.exit(results.report(options.target, names, faults))


if __name__ == "__main__":
    main()
