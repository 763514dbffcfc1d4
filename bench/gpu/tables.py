#!/usr/bin/env python3
"""Tables 3 and 4 of the paper "Linear Layouts" with this compiler, as Markdown.

usage: tables.py HEDDLE [--keep FOLDER] [--triton] [--gpu]
       tables.py --from FOLDER [--triton] [--gpu]

Table 3: how many bits the loads and stores of narrow tensors move at once. Table 4:
reductions in seven classes of layouts; whether they are right, and how many instructions
access shared memory. Every kernel runs on the simulator. --triton compiles the same
kernels with the Triton that this Python has, --gpu runs all of them on the GPU too. Needs
NumPy. Exit code 1 if a kernel of ours is wrong or refused.
"""

import argparse
import collections
import ctypes
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

WARPS = 4
TARGET = "sm_90"
SHAPES = [(128, 16), (128, 128), (32, 128), (32, 32), (16, 16)]
# Bits of a load in the paper's table 3: Triton before linear layouts, with them.
PAPER_WIDTHS = {(1, "f8E5M2"): (32, 32), (2, "f8E5M2"): (16, 128), (4, "f8E5M2"): (32, 128),
                (8, "f8E5M2"): (64, 128), (16, "f8E5M2"): (128, 128), (1, "f16"): (64, 64),
                (2, "f16"): (32, 128), (4, "f16"): (64, 128), (8, "f16"): (128, 128),
                (16, "f16"): (128, 128)}
# Passed and instructions in the paper's table 4, likewise.
PAPER_REDUCTIONS = {
    "blocked": ("20/20, 5888", "20/20, 1388"), "mma": ("20/20, 5914", "20/20, 3517"),
    "mma input": ("0/10", "10/10, 5884"), "slice of blocked": ("20/20, 6703", "20/20, 4687"),
    "slice of mma": ("0/10", "10/10, 320"), "slice of mma input": ("0/10", "10/10, 545"),
    "custom": ("0/10", "10/10, 913")}

BLOCKED = ["#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
           "warpsPerCTA = [4, 1], order = [1, 0]}>",
           "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], "
           "warpsPerCTA = [1, 4], order = [0, 1]}>"]
DEEP = ["#ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [8, 1, 4], "
        "warpsPerCTA = [2, 1, 2], order = [2, 1, 0]}>",
        "#ttg.blocked<{sizePerThread = [4, 1, 1], threadsPerWarp = [2, 4, 4], "
        "warpsPerCTA = [1, 2, 2], order = [0, 1, 2]}>"]
MMA2 = ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
        "instrShape = [16, 8]}>")
MMA3 = ("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
        "instrShape = [16, 16, 16]}>")
DEEP_MMA = ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2, 2], "
            "instrShape = [1, 16, 8]}>")
INPUT = "#ttg.dot_op<{opIdx = 0, parent = %s, kWidth = 2}>"


def custom(shape):
    """A layout that is none of the others: lanes along the diagonal bits first."""
    rows, columns = (size.bit_length() - 1 for size in shape)
    bits = [[1 << i, 0] for i in range(rows)] + [[0, 1 << i] for i in range(columns)]
    bits = bits[::2] + bits[1::2]
    lanes, warps, registers = bits[:5], bits[5:7], bits[7:]
    while len(warps) < 2:
        warps.append([0, 0])
    return (f"#ttg.linear<{{register = {registers}, lane = {lanes}, warp = {warps}, "
            "block = []}>")


def classes(shape):
    """(class, layout of the tensor, as text) of every kernel of a shape."""
    slices = lambda parents: [f"#ttg.slice<{{dim = 0, parent = {parent}}}>"
                              for parent in parents]
    for name, layouts in (("blocked", BLOCKED), ("mma", [MMA2, MMA3]),
                          ("mma input", [INPUT % MMA2]), ("slice of blocked", slices(DEEP)),
                          ("slice of mma", slices([DEEP_MMA])),
                          ("slice of mma input", slices([INPUT % DEEP_MMA])),
                          ("custom", [custom(shape)])):
        for layout in layouts:
            yield name, layout


def reduction(shape, axis, layout):
    """TTGIR of a sum along an axis, loaded and stored in the layouts it has."""
    rows, columns = shape
    left = shape[1 - axis]
    return f"""#l = {layout}
#r = #ttg.slice<{{dim = 1, parent = #l}}>
#c = #ttg.slice<{{dim = 0, parent = #l}}>
#o = #ttg.slice<{{dim = {axis}, parent = #l}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {WARPS} : i32,
    ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @sum(%x: !tt.ptr<i32> {{tt.divisibility = 16 : i32}},
                      %out: !tt.ptr<i32> {{tt.divisibility = 16 : i32}}) {{
    %r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : tensor<{rows}xi32, #r>
    %c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32, #c>
    %row = tt.expand_dims %r {{axis = 1 : i32}} : tensor<{rows}xi32, #r> -> tensor<{rows}x1xi32, #l>
    %column = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{columns}xi32, #c> -> tensor<1x{columns}xi32, #l>
    %stride = arith.constant dense<{columns}> : tensor<{rows}x1xi32, #l>
    %start = arith.muli %row, %stride : tensor<{rows}x1xi32, #l>
    %starts = tt.broadcast %start : tensor<{rows}x1xi32, #l> -> tensor<{rows}x{columns}xi32, #l>
    %ends = tt.broadcast %column : tensor<1x{columns}xi32, #l> -> tensor<{rows}x{columns}xi32, #l>
    %place = arith.addi %starts, %ends : tensor<{rows}x{columns}xi32, #l>
    %base = tt.splat %x : !tt.ptr<i32> -> tensor<{rows}x{columns}x!tt.ptr<i32>, #l>
    %at = tt.addptr %base, %place : tensor<{rows}x{columns}x!tt.ptr<i32>, #l>, tensor<{rows}x{columns}xi32, #l>
    %value = tt.load %at : tensor<{rows}x{columns}x!tt.ptr<i32>, #l>
    %sum = "tt.reduce"(%value) <{{axis = {axis} : i32}}> ({{
    ^bb0(%a: i32, %b: i32):
      %both = arith.addi %a, %b : i32
      tt.reduce.return %both : i32
    }}) : (tensor<{rows}x{columns}xi32, #l>) -> tensor<{left}xi32, #o>
    %to = tt.make_range {{start = 0 : i32, end = {left} : i32}} : tensor<{left}xi32, #o>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<{left}x!tt.ptr<i32>, #o>
    %there = tt.addptr %outs, %to : tensor<{left}x!tt.ptr<i32>, #o>, tensor<{left}xi32, #o>
    tt.store %there, %sum : tensor<{left}x!tt.ptr<i32>, #o>
    tt.return
  }}
}}
"""


def copy(columns, element):
    """TTIR that copies a tensor of 512 rows which follow each other."""
    shape = f"512x{columns}"
    return f"""tt.func public @copy(%x: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}},
                    %out: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}}) {{
  %r = tt.make_range {{start = 0 : i32, end = 512 : i32}} : tensor<512xi32>
  %c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : tensor<{columns}xi32>
  %row = tt.expand_dims %r {{axis = 1 : i32}} : tensor<512xi32> -> tensor<512x1xi32>
  %column = tt.expand_dims %c {{axis = 0 : i32}} : tensor<{columns}xi32> -> tensor<1x{columns}xi32>
  %stride = arith.constant dense<{columns}> : tensor<512x1xi32>
  %start = arith.muli %row, %stride : tensor<512x1xi32>
  %starts = tt.broadcast %start : tensor<512x1xi32> -> tensor<{shape}xi32>
  %ends = tt.broadcast %column : tensor<1x{columns}xi32> -> tensor<{shape}xi32>
  %place = arith.addi %starts, %ends : tensor<{shape}xi32>
  %from = tt.splat %x : !tt.ptr<{element}> -> tensor<{shape}x!tt.ptr<{element}>>
  %source = tt.addptr %from, %place : tensor<{shape}x!tt.ptr<{element}>>, tensor<{shape}xi32>
  %value = tt.load %source : tensor<{shape}x!tt.ptr<{element}>>
  %to = tt.splat %out : !tt.ptr<{element}> -> tensor<{shape}x!tt.ptr<{element}>>
  %target = tt.addptr %to, %place : tensor<{shape}x!tt.ptr<{element}>>, tensor<{shape}xi32>
  tt.store %target, %value : tensor<{shape}x!tt.ptr<{element}>>
  tt.return
}}
"""


def shared_accesses(ptx):
    return len(re.findall(r"\b(?:ld|st)\.shared\b|\b(?:ld|st)matrix\.", ptx))


def widest(ptx):
    """Bits of the widest access of global memory."""
    found = re.findall(r"\b(?:ld|st)\.global[.\w:]*?(?:\.v(\d))?\.[busf](\d+)", ptx)
    return max((int(count or 1) * int(bits) for count, bits in found), default=0)


class Ours:
    """This compiler and its simulator."""

    def __init__(self, heddle, folder):
        self.heddle, self.folder = heddle, folder
        self.kernels = 0

    def compile(self, path):
        """PTX and what a launch needs to know; None if it is refused."""
        self.kernels += 1
        done = subprocess.run([self.heddle, "compile", path, "--target", TARGET, "-o",
                               self.ptx()], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
            return None
        return self.read()

    def ptx(self):
        return self.folder / f"{self.kernels}.ptx"

    def read(self):
        meta = json.loads(self.ptx().with_suffix(".json").read_text())
        return self.ptx().read_text(), meta["name"], meta["shared_bytes"], 0

    def simulate(self, path, values, want):
        np.save(self.folder / "x.npy", values)
        np.save(self.folder / "want.npy", want)
        done = subprocess.run(
            [self.heddle, "sim", path, "--target", TARGET, "--grid", "1",
             "--arg", f"x=@{self.folder / 'x.npy'}",
             "--arg", f"out=i32[{want.size}]:poison",
             "--check", f"out={self.folder / 'want.npy'}"],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
        return done.returncode == 0


class Kept(Ours):
    """What it has compiled and simulated before, in the same order."""

    def compile(self, path):
        self.kernels += 1
        return self.read() if self.ptx().exists() else None

    def simulate(self, path, values, want):
        return True


def compile_with_triton(path):
    """As above, with the Triton of this process."""
    import triton
    from triton.backends.compiler import GPUTarget
    try:
        kernel = triton.compile(str(path), target=GPUTarget("cuda", 90, 32))
    except Exception as error:  # whatever it is, it has not compiled
        print(f"triton: {path.name}: {str(error).splitlines()[:1]}", file=sys.stderr)
        return None
    # Two pointers of its runtime follow the arguments.
    return kernel.asm["ptx"], kernel.metadata.name, kernel.metadata.shared, 2


def load_driver():
    spec = importlib.util.spec_from_file_location(
        "run_kernels",
        pathlib.Path(__file__).resolve().parents[2] / "test/gpu/run-kernels.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Driver()


def run_on_gpu(driver, compiled, values, want):
    ptx, name, shared, more = compiled
    function = driver.load(ptx.encode(), name)
    if shared > 48 * 1024:
        driver.call("cuFuncSetAttribute", function, 8, shared)
    out = np.full_like(want, -1)
    addresses = [driver.copy_in(values), driver.copy_in(out)]
    values = addresses + [ctypes.c_uint64(0)] * more
    pointers = (ctypes.c_void_p * len(values))(
        *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))
    driver.call("cuLaunchKernel", function, 1, 1, 1, 32 * WARPS, 1, 1, shared, None,
                pointers, None)
    driver.call("cuCtxSynchronize")
    return np.array_equal(driver.copy_out(addresses[1], out), want)


class Column:
    """Of a table: a compiler's passes and instructions, by class."""

    def __init__(self, title):
        self.title = title
        self.passed, self.accesses = collections.Counter(), collections.Counter()

    def add(self, name, is_right, compiled):
        self.passed[name] += is_right
        if compiled:
            self.accesses[name] += shared_accesses(compiled[0])

    def cell(self, name, total):
        passed = self.passed[name]
        return f"{passed}/{total}" + (f", {self.accesses[name]}" if passed else "")


def table3(ours, folder):
    print("| tensor | paper, before | paper | here |\n|---|---|---|---|")
    is_right = True
    for (columns, element), (before, after) in PAPER_WIDTHS.items():
        path = folder / "copy.ttir"
        path.write_text(copy(columns, element))
        compiled = ours.compile(path)
        is_right = is_right and compiled is not None
        width = widest(compiled[0]) if compiled else "refused"
        print(f"| 512x{columns} {element} | {before} | {after} | {width} |")
    return is_right


def table4(ours, folder, options):
    driver = load_driver() if options.gpu else None
    mine = Column("here")
    theirs = Column("Triton, same kernels")
    totals = collections.Counter()
    engine = np.random.default_rng(1)
    for shape in SHAPES:
        for name, layout in classes(shape):
            for axis in (0, 1):
                path = folder / "sum.ttgir"
                path.write_text(reduction(shape, axis, layout))
                values = engine.integers(-2**30, 2**30, shape).astype(np.int32)
                want = values.sum(axis=axis, dtype=np.int32)
                totals[name] += 1
                compiled = ours.compile(path)
                is_right = compiled is not None and ours.simulate(path, values, want)
                if is_right and driver:
                    is_right = run_on_gpu(driver, compiled, values, want)
                if not is_right:
                    print(f"wrong: {shape}, axis {axis}, {layout}", file=sys.stderr)
                mine.add(name, is_right, compiled)
                if options.triton:
                    compiled = compile_with_triton(path)
                    theirs.add(name, compiled is not None and
                               (not driver or run_on_gpu(driver, compiled, values, want)),
                               compiled)
    columns = [mine] + ([theirs] if options.triton else [])
    print("| layout | paper, before | paper | " +
          " | ".join(column.title for column in columns) + " |")
    print("|---" * (3 + len(columns)) + "|")
    for name, (before, after) in PAPER_REDUCTIONS.items():
        cells = " | ".join(column.cell(name, totals[name]) for column in columns)
        print(f"| {name} | {before} | {after} | {cells} |")
    return mine.passed == totals


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("heddle", type=pathlib.Path, nargs="?")
    where.add_argument("--from", dest="kept", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--triton", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
        ours = (Kept(None, options.kept) if options.kept else
                Ours(options.heddle, options.keep or folder))
        are_wide = table3(ours, folder)
        print()
        are_right = table4(ours, folder, options)
    sys.exit(0 if are_wide and are_right else 1)


if __name__ == "__main__":
    main()
