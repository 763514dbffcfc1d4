#!/usr/bin/env python3
"""Writes and compiles the gathers of figure 8 of the paper "Linear Layouts".

usage: gathers.py FOLDER --heddle HEDDLE [--triton PYTHON]

512 rows of 2 to 64 columns of 8 and 16 bits, gathered along the columns, once where each
warp has all columns of its rows, and once where another warp has them, so that they go
through shared memory. HEDDLE compiles all of them into FOLDER/ours; a PYTHON that has
Triton into FOLDER/triton. Needs NumPy, but no GPU: `paper.py --gathers FOLDER` times what
lies there.
"""

import argparse
import ctypes
import json
import pathlib
import statistics
import subprocess
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

TARGET = "sm_90"
ROWS, WARPS = 512, 4
COLUMNS = (2, 4, 8, 16, 32, 64)
BITS = (8, 16)
BLOCKS_PER_MULTIPROCESSOR = 4
# Their difference leaves out loads and stores.
TRIPS = (100, 500)
SAMPLES = 15


def blocked(rows, columns):
    """A warp's lanes along the columns first, with so many rows in a thread."""
    lanes = min(columns, 32)
    return (f"#ttg.blocked<{{sizePerThread = [{rows}, {columns // lanes}], threadsPerWarp = "
            f"[{32 // lanes}, {lanes}], warpsPerCTA = [{WARPS}, 1], order = [1, 0]}}>")


def pointers(name, argument, layout, columns, element):
    """Row-major addresses of a tensor."""
    tensor = f"tensor<{ROWS}x{columns}xi32, {layout}>"
    down = f"tensor<{ROWS}xi32, #ttg.slice<{{dim = 1, parent = {layout}}}>>"
    along = f"tensor<{columns}xi32, #ttg.slice<{{dim = 0, parent = {layout}}}>>"
    row, pointer = f"tensor<{ROWS}x1xi32, {layout}>", f"!tt.ptr<{element}>"
    return f"""    %{name}0 = tt.make_range {{start = 0 : i32, end = {ROWS} : i32}} : {down}
    %{name}1 = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : {along}
    %{name}2 = tt.expand_dims %{name}0 {{axis = 1 : i32}} : {down} -> {row}
    %{name}3 = tt.expand_dims %{name}1 {{axis = 0 : i32}} : {along} -> tensor<1x{columns}xi32, {layout}>
    %{name}4 = arith.constant dense<{columns}> : {row}
    %{name}5 = arith.muli %{name}2, %{name}4 : {row}
    %{name}6 = tt.broadcast %{name}5 : {row} -> {tensor}
    %{name}7 = tt.broadcast %{name}3 : tensor<1x{columns}xi32, {layout}> -> {tensor}
    %{name}8 = arith.addi %{name}6, %{name}7 : {tensor}
    %{name}9 = tt.splat %{argument} : {pointer} -> tensor<{ROWS}x{columns}x{pointer}, {layout}>
    %{name} = tt.addptr %{name}9, %{name}8 : tensor<{ROWS}x{columns}x{pointer}, {layout}>, {tensor}
"""


def kernel(columns, bits, is_inside):
    """TTGIR that xors up what `trips` gathers take, each with other indices, so that no
    part of one can be done before the loop."""
    element, shape = f"i{bits}", f"{ROWS}x{columns}"
    values, indices = f"tensor<{shape}x{element}, #s>", f"tensor<{shape}xi32, #d>"
    results = f"tensor<{shape}x{element}, #d>"
    return f"""#s = {blocked(1 if is_inside else 2, columns)}
#d = {blocked(1, columns)}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {WARPS} : i32,
    ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @gather(%x: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}},
                         %index: !tt.ptr<i32> {{tt.divisibility = 16 : i32}},
                         %out: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}}, %trips: i32) {{
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %last = arith.constant {columns - 1} : i32
    %none = arith.constant dense<0> : {results}
{pointers("s", "x", "#s", columns, element)}{pointers("n", "index", "#d", columns, "i32")}{pointers("d", "out", "#d", columns, element)}
    %values = tt.load %s : tensor<{shape}x!tt.ptr<{element}>, #s>
    %indices = tt.load %n : tensor<{shape}x!tt.ptr<i32>, #d>
    %sum = scf.for %trip = %zero to %trips step %one iter_args(%before = %none) -> ({results}) : i32 {{
      %low = arith.andi %trip, %last : i32
      %turn = tt.splat %low : i32 -> {indices}
      %at = arith.xori %indices, %turn : {indices}
      %taken = tt.gather %values[%at] {{axis = 1 : i32, efficient_layout}} : ({values}, {indices}) -> {results}
      %after = arith.xori %before, %taken : {results}
      scf.yield %after : {results}
    }}
    tt.store %d, %sum : tensor<{shape}x!tt.ptr<{element}>, #d>
    tt.return
  }}
}}
"""


def name_of(columns, bits, is_inside):
    return f"{'warp' if is_inside else 'across'}_{columns}_{bits}"


def prepare(folder, heddle, triton):
    (folder / "ours").mkdir(parents=True, exist_ok=True)
    paths = []
    for columns in COLUMNS:
        for bits in BITS:
            for is_inside in (True, False):
                name = name_of(columns, bits, is_inside)
                paths.append(folder / f"{name}.ttgir")
                paths[-1].write_text(kernel(columns, bits, is_inside))
                subprocess.run([heddle, "compile", paths[-1], "--target", TARGET, "-o",
                                folder / "ours" / f"{name}.ptx"], check=True)
    if triton:
        subprocess.run([triton, pathlib.Path(__file__).with_name("compile_triton.py"),
                        folder / "triton", *paths], check=True)


class Tile:
    """Values and indices on the GPU, and the kernels that gather them."""

    def __init__(self, driver, columns, bits):
        engine = np.random.default_rng(columns)
        self.driver, self.columns = driver, columns
        self.values = engine.integers(1, 1 << bits, (ROWS, columns)).astype(f"u{bits // 8}")
        self.indices = engine.integers(0, columns, (ROWS, columns)).astype(np.int32)
        self.addresses = [driver.copy_in(array)
                          for array in (self.values, self.indices, self.values)]

    def close(self):
        for address in self.addresses:
            self.driver.free(address)

    def want(self, trips):
        total = np.zeros_like(self.values)
        for trip in range(trips):
            total ^= np.take_along_axis(self.values, self.indices ^ (trip % self.columns), 1)
        return total

    def microseconds(self, path):
        """Of a gather; an error if it is wrong."""
        meta = json.loads(path.with_suffix(".json").read_text())
        module, function = self.driver.load(path.read_bytes(), meta["name"],
                                            meta["shared_bytes"])
        blocks = BLOCKS_PER_MULTIPROCESSOR * self.driver.multiprocessors

        def launch(trips):
            # Triton's kernels take two more pointers, to scratch that they do not use.
            self.driver.launch(function, [blocks], 32 * WARPS, meta["shared_bytes"],
                               [*self.addresses, ctypes.c_int(trips), ctypes.c_uint64(0),
                                ctypes.c_uint64(0)])
        launch(5)
        if not np.array_equal(self.driver.copy_out(self.addresses[2], self.values),
                              self.want(5)):
            raise RuntimeError(f"{path}: wrong elements")
        few, many = (statistics.median(self.driver.milliseconds(lambda: launch(trips))
                                       for _ in range(SAMPLES)) for trips in TRIPS)
        self.driver.unload(module)
        return (many - few) * 1e3 / (TRIPS[1] - TRIPS[0])


def measure(folder):
    """Points of figure 8: microseconds of a gather by both compilers, inside of warps and
    through shared memory. The baseline is Triton's through shared memory."""
    from cuda_driver import Driver
    driver = Driver()
    for bits in BITS:
        for columns in COLUMNS:
            tile = Tile(driver, columns, bits)
            time = lambda compiler, suffix, is_inside: tile.microseconds(
                folder / compiler / f"{name_of(columns, bits, is_inside)}.{suffix}")
            yield {"figure": 8, "size": columns, "bits": bits,
                   "ours_us": time("ours", "ptx", True),
                   "triton_us": time("triton", "cubin", True),
                   "shared_us": time("ours", "ptx", False),
                   "baseline_us": time("triton", "cubin", False)}
            tile.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--triton")
    options = parser.parse_args()
    prepare(options.folder, options.heddle, options.triton)


if __name__ == "__main__":
    main()
