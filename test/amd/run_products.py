#!/usr/bin/env python3
"""Runs products of random types and shapes in loops for AMD GPUs on the simulator, and what LLVM
makes of them for gfx942 and gfx950 in the interpreter of its assembly (gcn.py); compares both with
NumPy.

usage: run_products.py BUILD [--target gfx942] [--cases N] [--seed N] [--without-assembly] [NAME...]

Each product has to use a matrix instruction. A NAME is a part of a case's name. Needs NumPy.
"""

import argparse
import dataclasses
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "sim"))

import gcn  # noqa: E402
import run_mixed_products as mixed  # noqa: E402

IR = {**mixed.TYPES, "e5m2fnuz": "f8E5M2FNUZ", "i8": "i8", "tf32": "f32"}
mixed.BYTES["e5m2fnuz"] = (5, 2, 1)
EVERYWHERE = ["f16", "bf16", "i8"]
# The types of factors that chips multiply by MFMA or WMMA, or that are made such.
TYPES = {"gfx908": [*EVERYWHERE, "f32", "tf32"],
         "gfx90a": [*EVERYWHERE, "f32", "tf32", "f64", "e4m3", "e5m2"],
         "gfx942": [*EVERYWHERE, "f32", "tf32", "f64", "e4m3fnuz", "e5m2fnuz", "e4m3"],
         "gfx950": [*EVERYWHERE, "f32", "tf32", "f64", "e4m3", "e5m2"],
         "gfx1100": [*EVERYWHERE, "e4m3"], "gfx1200": [*EVERYWHERE, "e4m3", "e5m2"],
         "gfx1250": [*EVERYWHERE, "f32", "e4m3", "e5m2"]}
SIDES = ((4, 64), (64, 4), (16, 16), (32, 32), (64, 32), (16, 128), (128, 64), (8, 16), (128, 16))
# Of a sum of products, relative to the sum of their magnitudes.
TOLERANCES = {"f64": 1e-13, "tf32": 2.0 ** -9}


@dataclasses.dataclass(frozen=True)
class Case:
    number: int
    type: str
    m: int
    n: int
    k: int
    slices: int
    turned_a: bool
    turned_b: bool
    warps: int

    @property
    def name(self):
        return (f"{self.number}-{self.type}-{self.m}x{self.n}x{self.slices}x{self.k}-"
                f"{'t' if self.turned_a else 'n'}{'t' if self.turned_b else 'n'}-w{self.warps}")

    @property
    def sum(self):
        return {"f64": "f64", "i8": "i32"}.get(self.type, "f32")


def make_case(number, target, random):
    m, n = SIDES[random.integers(len(SIDES))]
    # Four rows or columns take as much of K as sixteen small products have.
    k = int(random.choice([64, 128] if 4 in (m, n) else [16, 32, 64, 128]))
    type = str(random.choice(TYPES[target]))
    if bits_of(type) == 8:
        k = max(k, 64)
    if target == "gfx1250" and bits_of(type) == 16:
        k = max(k, 32)
    return Case(number, type, m, n, k, int(random.integers(1, 4)), bool(random.integers(2)),
                bool(random.integers(2)), int(random.choice([1, 2, 4, 8])))


def bits_of(type):
    return 8 if type in mixed.BYTES or type == "i8" else {"f64": 64, "f32": 32, "tf32": 32}.get(
        type, 16)


def tile(name, type, rows, columns, is_turned):
    """TTIR of the addresses of a tile, whose columns lie side by side unless it is turned."""
    shape, down, across = f"{rows}x{columns}", (1 if is_turned else columns), \
        (rows if is_turned else 1)
    return f"""
    %{name}r = tt.make_range {{end = {rows} : i32, start = 0 : i32}} : tensor<{rows}xi32>
    %{name}c = tt.make_range {{end = {columns} : i32, start = 0 : i32}} : tensor<{columns}xi32>
    %{name}r2 = tt.expand_dims %{name}r {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
    %{name}c2 = tt.expand_dims %{name}c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
    %{name}dw = arith.constant dense<{down}> : tensor<{rows}x1xi32>
    %{name}aw = arith.constant dense<{across}> : tensor<1x{columns}xi32>
    %{name}d = arith.muli %{name}r2, %{name}dw : tensor<{rows}x1xi32>
    %{name}a = arith.muli %{name}c2, %{name}aw : tensor<1x{columns}xi32>
    %{name}db = tt.broadcast %{name}d : tensor<{rows}x1xi32> -> tensor<{shape}xi32>
    %{name}ab = tt.broadcast %{name}a : tensor<1x{columns}xi32> -> tensor<{shape}xi32>
    %{name}o = arith.addi %{name}db, %{name}ab : tensor<{shape}xi32>
    %{name}s = tt.splat %p{name} : !tt.ptr<{type}> -> tensor<{shape}x!tt.ptr<{type}>>
    %{name}p = tt.addptr %{name}s, %{name}o : tensor<{shape}x!tt.ptr<{type}>>, tensor<{shape}xi32>"""


def text_of(case):
    factor, sum = IR[case.type], case.sum
    m, n, k = case.m, case.n, case.k
    precision = ", inputPrecision = tf32" if case.type == "tf32" else ""
    zero = "0" if sum == "i32" else "0.0"
    ta, tb, td = (f"tensor<{rows}x{columns}x" for rows, columns in ((m, k), (k, n), (m, n)))
    return f"""module {{
  tt.func public @product(%px: !tt.ptr<{factor}> {{tt.divisibility = 16 : i32}}, %py: !tt.ptr<{factor}> {{tt.divisibility = 16 : i32}}, %pz: !tt.ptr<{sum}> {{tt.divisibility = 16 : i32}}, %slices: i32) {{{tile('x', factor, m, k, case.turned_a)}{tile('y', factor, k, n, case.turned_b)}{tile('z', sum, m, n, False)}
    %zeros = arith.constant dense<{zero}> : {td}{sum}>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %xstep = arith.constant dense<{m * k}> : {ta}i32>
    %ystep = arith.constant dense<{k * n}> : {tb}i32>
    %d:3 = scf.for %i = %c0 to %slices step %c1 iter_args(%sum = %zeros, %xq = %xp, %yq = %yp) -> ({td}{sum}>, {ta}!tt.ptr<{factor}>>, {tb}!tt.ptr<{factor}>>) : i32 {{
      %x = tt.load %xq : {ta}!tt.ptr<{factor}>>
      %y = tt.load %yq : {tb}!tt.ptr<{factor}>>
      %next = tt.dot %x, %y, %sum{precision} : {ta}{factor}> * {tb}{factor}> -> {td}{sum}>
      %xn = tt.addptr %xq, %xstep : {ta}!tt.ptr<{factor}>>, {ta}i32>
      %yn = tt.addptr %yq, %ystep : {tb}!tt.ptr<{factor}>>, {tb}i32>
      scf.yield %next, %xn, %yn : {td}{sum}>, {ta}!tt.ptr<{factor}>>, {tb}!tt.ptr<{factor}>>
    }}
    tt.store %zp, %d#0 : {td}!tt.ptr<{sum}>>
    tt.return
  }}
}}
"""


def factor_of(case, shape, random):
    """What is stored, and its numbers."""
    if case.type == "i8":
        values = random.integers(-128, 128, shape).astype(np.int8)
        return values, values.astype(np.float64)
    if case.type in mixed.BYTES:
        patterns = random.integers(0, 256, shape).astype(np.uint8)
        # From the least normal number to a few.
        patterns = (patterns & (0xBB if "e5m2" in case.type else 0xBF)) | 0x08
        return patterns, mixed.table_of(case.type)[patterns]
    kind = "f32" if case.type == "tf32" else case.type
    values = mixed.rounded(random.standard_normal(shape), kind)
    stored = (values.view(np.uint32) >> 16).astype(np.uint16) if kind == "bf16" else values
    return stored, values.astype(np.float64)


def run(case, options, folder):
    """What is wrong with the case, as text."""
    folder.mkdir()
    random = np.random.default_rng([7, options.seed, case.number])
    x, a = factor_of(case, (case.slices, case.m, case.k), random)
    y, b = factor_of(case, (case.slices, case.k, case.n), random)
    x = np.ascontiguousarray(x.transpose(0, 2, 1) if case.turned_a else x)
    y = np.ascontiguousarray(y.transpose(0, 2, 1) if case.turned_b else y)
    want = np.einsum("smk,skn->mn", a, b)
    size = np.einsum("smk,skn->mn", np.abs(a), np.abs(b))

    def fault_of(z, where):
        tolerance = 0 if case.type == "i8" else TOLERANCES.get(case.type, 1e-5)
        error = np.abs(z.astype(np.float64) - want) - tolerance * size
        worst = np.unravel_index(np.argmax(np.nan_to_num(error, nan=np.inf)), error.shape)
        if not error[worst] <= 0:
            return f"{where}: element {tuple(map(int, worst))} is {z[worst]}, not {want[worst]}"
        return ""

    kernel = folder / "product.ttir"
    kernel.write_text(text_of(case))
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", y)
    heddle = options.build / "bin/heddle"
    how = [kernel, "--target", options.target, "--num-warps", str(case.warps)]
    outcome = subprocess.run(
        [heddle, "sim", *how, "--arg", f"px=@{folder / 'x.npy'}", "--arg",
         f"py=@{folder / 'y.npy'}", "--arg", f"pz={case.sum}[{case.m},{case.n}]:poison", "--arg",
         f"slices={case.slices}", "--out", f"pz={folder / 'z.npy'}"],
        capture_output=True, text=True, check=False)
    if outcome.returncode != 0:
        return outcome.stderr.strip() or f"exit code {outcome.returncode}"
    if fault := fault_of(np.load(folder / "z.npy"), "simulator"):
        return fault
    assembly = subprocess.run([heddle, "compile", *how], capture_output=True, text=True,
                              check=False)
    if assembly.returncode != 0:
        return assembly.stderr.strip()
    if "v_mfma" not in assembly.stdout and "v_wmma" not in assembly.stdout:
        return "multiplies without matrix instructions"
    if options.target not in ("gfx942", "gfx950") or options.without_assembly:
        return ""
    z = np.full((case.m, case.n), 77, {"f64": np.float64, "i32": np.int32}.get(
        case.sum, np.float32))
    try:
        gcn.run(assembly.stdout, "product", [1, 1, 1],
                [x, y, z, case.slices.to_bytes(4, "little")])
    except (gcn.Unknown, IndexError) as error:
        return f"{type(error).__name__}: {error}"
    return fault_of(z, "assembly")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--target", default="gfx942")
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--without-assembly", action="store_true")
    options = parser.parse_args()
    chosen = [make_case(number, options.target, np.random.default_rng([options.seed, number]))
              for number in range(options.cases)]
    if options.names:
        chosen = [case for case in chosen if any(name in case.name for name in options.names)]
    return mixed.run_all(chosen, lambda case, folder: run(case, options, folder),
                         f"{options.target}: ")


if __name__ == "__main__":
    sys.exit(main())
