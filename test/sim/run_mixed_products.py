#!/usr/bin/env python3
"""Runs products of an integer and a floating-point matrix, and compares them with NumPy.

usage: run_mixed_products.py BUILD [--target sm_90] [--every N] [--gpu] [--list] [NAME...]

784 cases, as many as table 5 of the paper has, of small and lopsided tiles among others. Integers
become the other factor's type, and sums are f32 (f64). Each product whose type the target has a
matrix instruction for has to use it. --gpu runs them there, with `heddle run`; --every N takes
each Nth case, --list prints the names. A NAME is a part of a case's name. Needs NumPy.
"""

import argparse
import concurrent.futures
import dataclasses
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

INTEGERS = {"i8": ("s8", "u8", "b1"), "i16": ("s16", "u16"), "i32": ("s32",), "i64": ("s64",)}
FLOATS = {"f8": ("e4m3", "e5m2", "e4m3fnuz"), "f16": ("f16", "bf16"), "f32": ("f32",),
          "f64": ("f64",)}
TILES = ((16, 16), (32, 64), (16, 256), (256, 16))
DEPTHS = (16, 32, 64, 128)
TYPES = {"e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "e4m3fnuz": "f8E4M3FNUZ", "f16": "f16",
         "bf16": "bf16", "f32": "f32", "f64": "f64", "s8": "i8", "u8": "i8", "b1": "i8",
         "s16": "i16", "u16": "i16", "s32": "i32", "s64": "i64"}
ARRAYS = {"s8": np.int8, "u8": np.uint8, "b1": np.uint8, "s16": np.int16, "u16": np.uint16,
          "s32": np.int32, "s64": np.int64, "f16": np.float16, "f32": np.float32,
          "f64": np.float64}
# Of a sum of products, relative to the sum of their magnitudes: what factors lose as tf32.
TOLERANCES = {"f32": 2.0 ** -9, "f64": 1e-13}
# Bits of the exponent and of the mantissa, and how much less than half the range it is biased.
BYTES = {"e4m3": (4, 3, 0), "e5m2": (5, 2, 0), "e4m3fnuz": (4, 3, 1)}


@dataclasses.dataclass(frozen=True)
class Case:
    integer: str
    float: str
    m: int
    n: int
    k: int

    @property
    def name(self):
        return f"{self.integer}-{self.float}-{self.m}x{self.n}x{self.k}"

    @property
    def sum(self):
        return "f64" if self.float == "f64" else "f32"


def cases():
    for integers, floats in itertools.product(INTEGERS, FLOATS):
        for integer, number in itertools.product(INTEGERS[integers], FLOATS[floats]):
            for (m, n), k in itertools.product(TILES, DEPTHS):
                yield Case(integer, number, m, n, k)


def pointers(name, base, type, rows, columns):
    """TTIR of the addresses of a matrix, row by row."""
    flat, whole = f"{rows}x{columns}", f"tensor<{rows}x{columns}"
    return f"""
    %{name}r = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : tensor<{rows}xi32>
    %{name}rc = tt.expand_dims %{name}r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
    %{name}w = arith.constant dense<{columns}> : tensor<{rows}x1xi32>
    %{name}rw = arith.muli %{name}rc, %{name}w : tensor<{rows}x1xi32>
    %{name}rb = tt.broadcast %{name}rw : tensor<{rows}x1xi32> -> {whole}xi32>
    %{name}c = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32>
    %{name}cr = tt.expand_dims %{name}c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
    %{name}cb = tt.broadcast %{name}cr : tensor<1x{columns}xi32> -> {whole}xi32>
    %{name}o = arith.addi %{name}rb, %{name}cb : {whole}xi32>
    %{name}s = tt.splat %{base} : !tt.ptr<{type}> -> tensor<{flat}x!tt.ptr<{type}>>
    %{name}p = tt.addptr %{name}s, %{name}o : tensor<{flat}x!tt.ptr<{type}>>, {whole}xi32>"""


def converted(case):
    """TTIR that makes %a of the integers %x."""
    shape, integer = f"tensor<{case.m}x{case.k}x", TYPES[case.integer]
    lines, name = [], "x"
    if case.integer == "b1":
        lines.append(f"%zero = arith.constant dense<0> : {shape}i8>")
        lines.append(f"%bit = arith.cmpi ne, %x, %zero : {shape}i8>")
        name, integer = "bit", "i1"
    op = "sitofp" if case.integer.startswith("s") else "uitofp"
    wide = "f32" if case.float in BYTES else TYPES[case.float]
    goal = "a" if wide == TYPES[case.float] else "wide"
    lines.append(f"%{goal} = arith.{op} %{name} : {shape}{integer}> to {shape}{wide}>")
    if goal != "a":
        lines.append(f"%a = tt.fp_to_fp %wide, rounding = rtne : {shape}f32> -> "
                     f"{shape}{TYPES[case.float]}>")
    return "\n    ".join(lines)


def text_of(case):
    factor, sum = TYPES[case.float], case.sum
    arguments = ", ".join(f"%{name}: !tt.ptr<{type}> {{tt.divisibility = 16 : i32}}"
                          for name, type in (("px", TYPES[case.integer]), ("py", factor),
                                             ("pz", sum)))
    precision = ", inputPrecision = tf32" if case.float == "f32" else ""
    result = f"tensor<{case.m}x{case.n}x{sum}>"
    return f"""module {{
  tt.func public @product({arguments}) {{{pointers('x', 'px', TYPES[case.integer], case.m, case.k)}{pointers('y', 'py', factor, case.k, case.n)}{pointers('z', 'pz', sum, case.m, case.n)}
    %x = tt.load %xp : tensor<{case.m}x{case.k}x!tt.ptr<{TYPES[case.integer]}>>
    %y = tt.load %yp : tensor<{case.k}x{case.n}x!tt.ptr<{factor}>>
    {converted(case)}
    %zeros = arith.constant dense<0.0> : {result}
    %d = tt.dot %a, %y, %zeros{precision} : tensor<{case.m}x{case.k}x{factor}> * tensor<{case.k}x{case.n}x{factor}> -> {result}
    tt.store %zp, %d : tensor<{case.m}x{case.n}x!tt.ptr<{sum}>>
    tt.return
  }}
}}
"""


def table_of(type):
    """The number of each pattern of 8 bits."""
    exponents, mantissas, less = BYTES[type]
    bits = np.arange(256)
    exponent, mantissa = bits >> mantissas & (1 << exponents) - 1, bits & (1 << mantissas) - 1
    bias = (1 << exponents - 1) - 1 + less
    fraction = mantissa / (1 << mantissas)
    value = np.where(exponent == 0, fraction * 2.0 ** (1 - bias),
                     (1 + fraction) * 2.0 ** (exponent.astype(float) - bias))
    return np.where(bits & 0x80, -value, value)


def rounded(numbers, type):
    """To the type, ties to even; too large ones to its largest."""
    if type == "bf16":
        bits = numbers.astype(np.float32).view(np.uint32)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)
    if type in ("f16", "f32", "f64"):
        return numbers.astype(ARRAYS[type])
    finite = {"e4m3": 0x7E, "e5m2": 0x7B, "e4m3fnuz": 0x7F}[type]
    values = table_of(type)[:finite + 1]
    magnitude = np.minimum(np.abs(numbers), values[-1])
    above = np.clip(np.searchsorted(values, magnitude), 1, finite)
    low, high = values[above - 1], values[above]
    middle = (low + high) / 2
    up = (magnitude > middle) | ((magnitude == middle) & (above % 2 == 0))
    return np.copysign(np.where(up, high, low), numbers)


def factors(case, random):
    """What is stored of both factors, and their numbers."""
    shapes = (case.m, case.k), (case.k, case.n)
    if case.integer == "b1":
        x = random.integers(0, 2, shapes[0]).astype(np.uint8)
    else:
        array = ARRAYS[case.integer]
        # Few enough bits that f16 holds them, or all of a byte.
        most = min(1000, np.iinfo(array).max)
        least = max(-1000, np.iinfo(array).min)
        x = random.integers(least, most + 1, shapes[0]).astype(array)
    numbers = x.astype(np.float64)
    if case.float in BYTES:
        patterns = random.integers(0, 256, shapes[1]).astype(np.uint8)
        # From the least normal number to a few.
        patterns = (patterns & 0xBF if case.float != "e5m2" else patterns & 0xBB) | 0x08
        return (x, patterns), (rounded(numbers, case.float), table_of(case.float)[patterns])
    y = random.standard_normal(shapes[1])
    values = rounded(y, case.float)
    stored = values
    if case.float == "bf16":
        stored = (values.view(np.uint32) >> 16).astype(np.uint16)
    return (x, stored), (rounded(numbers, case.float), values)


def run(case, options, folder):
    """What is wrong with the case, as text."""
    folder.mkdir()
    (x, y), (a, b) = factors(case, np.random.default_rng([3, *case.name.encode()]))
    kernel = folder / "product.ttir"
    kernel.write_text(text_of(case))
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", y)
    heddle = options.build / "bin/heddle"
    command = [heddle, "run" if options.gpu else "sim", kernel, "--target", options.target,
               "--arg", f"px=@{folder / 'x.npy'}", "--arg", f"py=@{folder / 'y.npy'}",
               "--arg", f"pz={case.sum}[{case.m},{case.n}]:poison",
               "--out", f"pz={folder / 'z.npy'}"]
    outcome = subprocess.run(command, capture_output=True, text=True)
    if outcome.returncode != 0:
        return outcome.stderr.strip() or f"exit code {outcome.returncode}"
    simt = subprocess.run([heddle, "compile", kernel, "--target", options.target, "--emit", "simt"],
                          capture_output=True, text=True).stdout
    if "simt.mma" not in simt and "simt.group_mma" not in simt:
        return "multiplies without matrix instructions"
    z = np.load(folder / "z.npy").astype(np.float64)
    a, b = a.astype(np.float64), b.astype(np.float64)
    # The chip keeps fewer bits of sums of 8-bit factors.
    tolerance = TOLERANCES.get(case.float, 2.0 ** -11 if case.float in BYTES else 1e-5)
    error = np.abs(z - a @ b) - tolerance * (np.abs(a) @ np.abs(b))
    worst = np.unravel_index(np.argmax(np.nan_to_num(error, nan=np.inf)), error.shape)
    if not error[worst] <= 0:
        return f"element {tuple(map(int, worst))} is {z[worst]}, not {(a @ b)[worst]}"
    return ""


def run_all(chosen, run, label=""):
    """Runs cases side by side, each in a folder of its own, and prints what is wrong with which;
    the exit code."""
    wrong = 0
    with tempfile.TemporaryDirectory() as name, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda case: run(case, pathlib.Path(name) / case.name), chosen)
        for case, mistake in zip(chosen, runs, strict=True):
            if mistake:
                wrong += 1
                print(f"{case.name}: {mistake}")
    print(f"{label}{len(chosen) - wrong} right, {wrong} wrong")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    chosen = [case for case in cases()
              if not options.names or any(name in case.name for name in options.names)]
    chosen = chosen[::options.every]
    if options.list:
        print("\n".join(case.name for case in chosen))
        return 0
    return run_all(chosen, lambda case, folder: run(case, options, folder))


if __name__ == "__main__":
    sys.exit(main())
