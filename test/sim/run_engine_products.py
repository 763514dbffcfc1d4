#!/usr/bin/env python3
"""Runs products of tf32 whose factors the copy engine loads, on the simulator.

usage: run_engine_products.py BUILD

Each factor is contiguous along K or along the other axis: then it goes through registers, half an
iteration ahead. Loops have as many iterations as there are pipeline stages, more, fewer and none.
All results have to be that of NumPy, bit by bit: the numbers are small integers. Needs NumPy.
"""

import argparse
import concurrent.futures
import dataclasses
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import results

M, N, K, WARPS = 128, 256, 32, 8
MAJORS = ("kk", "kn", "mk", "mn")
STAGES = (2, 3, 4)
ITERATIONS = (0, 1, 2, 3, 7)


@dataclasses.dataclass(frozen=True)
class Case:
    majors: str
    stages: int
    iterations: int

    def __str__(self):
        return f"{self.majors}, {self.stages} stages, {self.iterations} iterations"


def text_of(majors):
    """One tile of A * B, by descriptors from the host."""
    blocks, lines = [], []
    for name, major, length in (("a", majors[0], M), ("b", majors[1], N)):
        by_k = major == "k"
        rows, columns = (length, K) if by_k else (K, length)
        blocks.append(f"%{name}: !tt.tensordesc<{rows}x{columns}xf32>")
        loaded = f"tensor<{rows}x{columns}xf32>"
        lines.append(f"%{name}l = tt.descriptor_load %{name}[{'%c0, %i' if by_k else '%i, %c0'}] : "
                     f"!tt.tensordesc<{rows}x{columns}xf32> -> {loaded}")
        if by_k == (name == "b"):
            lines.append(f"%{name}f = tt.trans %{name}l {{order = array<i32: 1, 0>}} : {loaded} -> "
                         f"tensor<{columns}x{rows}xf32>")
    left, right = (f"%{name}f" if f"%{name}f" in " ".join(lines) else f"%{name}l" for name in "ab")
    body = "\n      ".join(lines)
    return f"""module {{
  tt.func public @product({", ".join(blocks)}, %c: !tt.tensordesc<{M}x{N}xf32>, %depth: i32) {{
    %c0 = arith.constant 0 : i32
    %k = arith.constant {K} : i32
    %zeros = arith.constant dense<0.0> : tensor<{M}x{N}xf32>
    %r = scf.for %i = %c0 to %depth step %k iter_args(%acc = %zeros) -> (tensor<{M}x{N}xf32>) : i32 {{
      {body}
      %sum = tt.dot {left}, {right}, %acc, inputPrecision = tf32 : tensor<{M}x{K}xf32> * tensor<{K}x{N}xf32> -> tensor<{M}x{N}xf32>
      scf.yield %sum : tensor<{M}x{N}xf32>
    }}
    tt.descriptor_store %c[%c0, %c0], %r : !tt.tensordesc<{M}x{N}xf32>, tensor<{M}x{N}xf32>
    tt.return
  }}
}}
"""


def given(case, folder):
    """Arguments of a launch, and the result that is wanted."""
    depth = K * case.iterations
    width = max(depth, K)
    random = np.random.default_rng(depth)
    a, b = (random.integers(-4, 5, (length, width)).astype(np.float32) for length in (M, N))
    for name, factor, major in (("a", a, case.majors[0]), ("b", b, case.majors[1])):
        np.save(folder / f"{name}.npy", factor if major == "k" else np.ascontiguousarray(factor.T))
    arguments = [f"desc(@{folder / 'a.npy'})", f"desc(@{folder / 'b.npy'})",
                 f"desc(f32[{M},{N}]:poison)", str(depth)]
    options = [word for index, each in enumerate(arguments) for word in ("--arg", f"{index}={each}")]
    return options, a[:, :depth] @ b[:, :depth].T


def fault_of(heddle, case):
    """What is wrong with a case; None if nothing is."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        source, out = folder / "product.ttir", folder / "c.npy"
        source.write_text(text_of(case.majors))
        arguments, want = given(case, folder)
        done = subprocess.run(
            [heddle, "sim", source, "--target", "sm_90", "--grid", "1", "--num-warps", str(WARPS),
             "--num-stages", str(case.stages), "--out", f"2={out}", *arguments],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return done.stderr.strip()
        return results.difference(np.load(out).reshape(want.shape), want)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    heddle = options.build / "bin" / "heddle"
    cases = [Case(*each) for each in itertools.product(MAJORS, STAGES, ITERATIONS)]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        faults = list(pool.map(lambda case: fault_of(heddle, case), cases))
    sys.exit(results.report("sm_90", cases, faults))


if __name__ == "__main__":
    main()
