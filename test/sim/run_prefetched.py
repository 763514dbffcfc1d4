#!/usr/bin/env python3
"""Runs products whose operands are loaded a slice ahead, on the simulator.

usage: run_prefetched.py BUILD [--target sm_80] [--every N] [--cycles]

Products of several element types and tiles, with loops of as many iterations as there are pipeline
stages, more, fewer and none, are compiled without `tritongpu-prefetch`, with it, and with last products deferred
(`heddle-tensors=prefetch`). All results have to be that of NumPy, bit by bit: the numbers are small
integers. `--every 7` takes each seventh case, `--cycles` prints what the simulator predicts for each. Needs NumPy.
"""

import argparse
import concurrent.futures
import dataclasses
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import results

# Of an operand: the type in NumPy of its bits, and that of the sums.
TYPES = {"f16": (np.uint16, "f32"), "bf16": (np.uint16, "f32"), "f32": (np.uint32, "f32"),
         "i8": (np.int8, "i32"), "f8E4M3FN": (np.uint8, "f32"), "f8E5M2": (np.uint8, "f32")}
TILES = ((16, 16, 64, 1), (32, 32, 64, 1), (64, 64, 32, 4), (32, 128, 64, 4), (128, 64, 64, 8))
STAGES = (1, 2, 3, 4)
ITERATIONS = (0, 1, 2, 3, 7)
# What heddle-tensors is told, and what runs behind it.
WAYS = {"whole": ("prefetch=false", ()), "ahead": ("prefetch=false", ("--tritongpu-prefetch",)),
        "deferred": ("prefetch=true", ())}


@dataclasses.dataclass(frozen=True)
class Case:
    type: str
    tile: tuple
    stages: int
    iterations: int

    def __str__(self):
        m, n, k, warps = self.tile
        return (f"{self.type} {m}x{n}x{k}, {warps} warps, {self.stages} stages, "
                f"{self.iterations} iterations")


def bits_of(numbers, type):
    """The operand's bits for integers from -2 to 2, which all types have."""
    numbers = numbers.astype(np.float32)
    if type == "i8":
        return numbers.astype(np.int8)
    if type == "f16":
        return numbers.astype(np.float16).view(np.uint16)
    if type in ("bf16", "f32"):
        words = numbers.view(np.uint32)
        return words if type == "f32" else (words >> 16).astype(np.uint16)
    half = numbers.astype(np.float16).view(np.uint16)
    if type == "f8E5M2":
        return (half >> 8).astype(np.uint8)
    table = {0: 0x00, 1: 0x38, 2: 0x40, -1: 0xB8, -2: 0xC0}
    return np.vectorize(table.__getitem__, otypes=[np.uint8])(numbers.astype(int))


def places(name, base, type, rows, columns, stride):
    """TTIR of the addresses of a tile whose columns are contiguous."""
    flat = f"{rows}x{columns}"
    return f"""
    %{name}r = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : tensor<{rows}xi32>
    %{name}rc = tt.expand_dims %{name}r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
    %{name}w = tt.splat {stride} : i32 -> tensor<{rows}x1xi32>
    %{name}rw = arith.muli %{name}rc, %{name}w : tensor<{rows}x1xi32>
    %{name}rb = tt.broadcast %{name}rw : tensor<{rows}x1xi32> -> tensor<{flat}xi32>
    %{name}c = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32>
    %{name}cr = tt.expand_dims %{name}c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
    %{name}cb = tt.broadcast %{name}cr : tensor<1x{columns}xi32> -> tensor<{flat}xi32>
    %{name}o = arith.addi %{name}rb, %{name}cb : tensor<{flat}xi32>
    %{name}s = tt.splat %{base} : !tt.ptr<{type}> -> tensor<{flat}x!tt.ptr<{type}>>
    %{name}p = tt.addptr %{name}s, %{name}o : tensor<{flat}x!tt.ptr<{type}>>, tensor<{flat}xi32>"""


def text_of(case):
    """One tile of A * B^T: both operands are contiguous along K, so that each type can be copied."""
    m, n, k, _ = case.tile
    sums = TYPES[case.type][1]
    zero = "0" if sums == "i32" else "0.0"
    a, b = f"tensor<{m}x{k}x!tt.ptr<{case.type}>>", f"tensor<{n}x{k}x!tt.ptr<{case.type}>>"
    left, right = f"tensor<{m}x{k}x{case.type}>", f"tensor<{k}x{n}x{case.type}>"
    result = f"tensor<{m}x{n}x{sums}>"
    arguments = ", ".join(f"%{name}: !tt.ptr<{type}> {{tt.divisibility = 16 : i32}}" for name, type in
                          (("a", case.type), ("b", case.type), ("c", sums)))
    return f"""module {{
  tt.func public @product({arguments}, %depth: i32 {{tt.divisibility = 16 : i32}}) {{
    %c0 = arith.constant 0 : i32
    %k = arith.constant {k} : i32
    %n = arith.constant {n} : i32{places('x', 'a', case.type, m, k, '%depth')}{
    places('y', 'b', case.type, n, k, '%depth')}{places('z', 'c', sums, m, n, '%n')}
    %zeros = arith.constant dense<{zero}> : {result}
    %ka = arith.constant dense<{k}> : tensor<{m}x{k}xi32>
    %kb = arith.constant dense<{k}> : tensor<{n}x{k}xi32>
    %r:3 = scf.for %i = %c0 to %depth step %k iter_args(%acc = %zeros, %pa = %xp, %pb = %yp) -> ({result}, {a}, {b}) : i32 {{
      %at = tt.load %pa : {a}
      %bt = tt.load %pb : {b}
      %turned = tt.trans %bt {{order = array<i32: 1, 0>}} : tensor<{n}x{k}x{case.type}> -> {right}
      %sum = tt.dot %at, %turned, %acc, inputPrecision = tf32 : {left} * {right} -> {result}
      %na = tt.addptr %pa, %ka : {a}, tensor<{m}x{k}xi32>
      %nb = tt.addptr %pb, %kb : {b}, tensor<{n}x{k}xi32>
      scf.yield %sum, %na, %nb : {result}, {a}, {b}
    }}
    tt.store %zp, %r#0 : tensor<{m}x{n}x!tt.ptr<{sums}>>
    tt.return
  }}
}}
"""


def compiled(build, folder, case, target, way):
    """A file with the kernel in TTGIR, and whether its operands are loaded in slices."""
    option, behind = WAYS[way]
    options = f"target={target} num-warps={case.tile[3]} num-stages={case.stages} {option}"
    done = subprocess.run(
        [build / "bin" / "heddle-opt", "-", f"--heddle-tensors={options}", *behind],
        input=text_of(case), capture_output=True, text=True, check=True)
    file = folder / f"{way}.ttgir"
    file.write_text(done.stdout)
    return file, "ttg.memdesc_subslice" in done.stdout


def fault_of(build, case, target, cycles):
    """What is wrong with a case (None if nothing is), whether it has slices, and its cycles."""
    m, n, k, _ = case.tile
    type, sums = TYPES[case.type]
    depth = k * case.iterations
    random = np.random.default_rng(depth + m)
    a, b = (random.integers(-2, 3, (rows, max(depth, k))) for rows in (m, n))
    want = a[:, :depth] @ b[:, :depth].T
    want = want.astype(np.int32 if sums == "i32" else np.float32)
    spent, sliced = [], False
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        np.save(folder / "a.npy", bits_of(a, case.type).astype(type))
        np.save(folder / "b.npy", bits_of(b, case.type).astype(type))
        for way in WAYS:
            try:
                file, sliced = compiled(build, folder, case, target, way)
            except subprocess.CalledProcessError as error:
                return error.stderr.strip(), False, ()
            out = folder / "c.npy"
            command = [build / "bin" / "heddle", "sim", file, "--grid", "1", "--json",
                       "--arg", f"0=@{folder / 'a.npy'}", "--arg", f"1=@{folder / 'b.npy'}",
                       "--arg", f"2={sums}[{m},{n}]:poison", "--arg", f"3={depth}",
                       "--out", f"2={out}"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                return f"{way}: {done.stderr.strip()}", sliced, ()
            if cycles:
                spent.append(json.loads(done.stdout)["predicted"]["cycles"])
            fault = results.difference(np.load(out).reshape(want.shape), want)
            if fault:
                return f"{way}: {fault}", sliced, ()
    return None, sliced, tuple(spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--cycles", action="store_true", help="print predicted cycles")
    options = parser.parse_args()
    cases = [Case(*each) for each in itertools.product(TYPES, TILES, STAGES, ITERATIONS)]
    cases = cases[::options.every]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(
            lambda case: fault_of(options.build, case, options.target, options.cycles), cases))
    for case, (fault, _, spent) in zip(cases, results, strict=True):
        if fault:
            print(f"{case}: {fault}")
        elif spent:
            print(f"{case}:", ", ".join(f"{each:.0f} cycles {way}"
                                        for way, each in zip(WAYS, spent, strict=True)))
    wrong = sum(fault is not None for fault, _, _ in results)
    sliced = sum(sliced for _, sliced, _ in results)
    print(f"{options.target}: {len(cases) - wrong} right, {wrong} wrong; {sliced} in slices")
    sys.exit(1 if wrong or sliced == 0 else 0)


if __name__ == "__main__":
    main()
