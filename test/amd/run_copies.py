#!/usr/bin/env python3
"""Random rings of copies to shared memory (global_load_lds), executed as assembly (gcn.py).

usage: run_copies.py BUILD [--cases N] [--seed N]

Needs NumPy. A kernel streams tiles through a ring of buffers: as many copies ahead as the ring
has room for, some in groups of two tensors, some behind a branch or a mask. What a copy writes
lands only when its wave has waited for it, so that a wait for too few copies shows as wrong
data. To show that it would, waits of some kernels are made too short.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import gcn  # noqa: E402

HEAD = """
#wide = #ttg.blocked<{{sizePerThread = [{run}], threadsPerWarp = [64], warpsPerCTA = [{warps}], order = [0]}}>
#pairs = #ttg.blocked<{{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [{warps}], order = [0]}}>
#shared = #ttg.{shared}
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<{size}xf16, #shared, #smem, mutable>
!ring = !ttg.memdesc<{depth}x{size}xf16, #shared, #smem, mutable>
!from = tensor<{size}x!tt.ptr<f16>, #wide>
!to = tensor<{size}x!tt.ptr<f16>, #pairs>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {warps} : i32, ttg.target = "hip:{target}", "ttg.threads-per-warp" = 64 : i32}} {{
tt.func public @stream(%x: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %y: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %out: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %tiles: i32) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %size = arith.constant {size} : i32
  %depth = arith.constant {depth} : i32
  %ahead = arith.constant {ahead} : i32
  %r = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32, #wide>
  %s = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32, #pairs>
  %limits = arith.constant dense<{limit}> : tensor<{size}xi32, #wide>
"""


class Case:
    def __init__(self, rng):
        self.target = rng.choice(["gfx942", "gfx950"])
        self.run = 2 if self.target == "gfx942" else rng.choice([2, 8])
        self.warps = rng.choice([1, 2])
        self.size = 64 * self.run * self.warps * rng.choice([1, 2])
        self.depth = rng.randrange(2, 5)
        self.ahead = rng.randrange(1, self.depth)
        self.tiles = self.ahead + rng.randrange(5)
        self.tensors = rng.choice([1, 2])
        self.mask = rng.choice(["none", "none", "tile", "lane"])
        self.is_branched = rng.random() < 0.25
        self.groups = rng.choice(["one", "each"])
        # What is read, with a mask that lanes differ in.
        self.limit = rng.randrange(1, self.tiles * self.size // self.run + 1) * self.run \
            if self.tiles and self.mask == "lane" else self.tiles * self.size
        run_elements = 64 * self.run
        self.shared = "swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
        kind = rng.choice(["plain", "padded", "mixed", "mixed"])
        if kind == "padded" and self.size > run_elements:
            self.shared = f"padded_shared<[{run_elements}:+8] {{order = [0], shape = [{self.size}]}}>"
        elif kind == "mixed":
            self.shared = f"shared_linear<{{offset = {self.mixed(rng)}}}, alignment = 16>"

    def mixed(self, rng):
        """Bases that keep what a lane copies together, and mix the bits of the lanes' part, to which
        those of other parts are added."""
        low = self.run.bit_length() - 1
        bases = [1 << bit for bit in range(self.size.bit_length() - 1)]
        lanes = range(low, low + 6)
        for _ in range(12):
            to, other = rng.sample(lanes, 2)
            bases[to] ^= bases[other]
        for bit in range(low + 6, len(bases)):
            for lane in lanes:
                bases[bit] ^= rng.choice([0, bases[lane]])
        return [[each] for each in bases]

    def copies(self, number, prefix):
        """Of the tile with that number, to where it belongs in the rings."""
        lines = [f"%{prefix}slot = arith.remsi %{number}, %depth : i32",
                 f"%{prefix}base = arith.muli %{number}, %size : i32",
                 f"%{prefix}bases = tt.splat %{prefix}base : i32 -> tensor<{self.size}xi32, #wide>",
                 f"%{prefix}at = arith.addi %{prefix}bases, %r : tensor<{self.size}xi32, #wide>"]
        mask = ""
        if self.mask == "lane":
            lines.append(f"%{prefix}mask = arith.cmpi slt, %{prefix}at, %limits : "
                         f"tensor<{self.size}xi32, #wide>")
        if self.mask == "tile":
            lines += [f"%{prefix}is = arith.cmpi slt, %{number}, %tiles : i32",
                      f"%{prefix}mask = tt.splat %{prefix}is : i1 -> tensor<{self.size}xi1, #wide>"]
        if self.mask != "none":
            mask = f" mask %{prefix}mask"
        for name in "xy"[:self.tensors]:
            key = prefix + name
            lines += [f"%{key}s = tt.splat %{name} : !tt.ptr<f16> -> !from",
                      f"%{key}p = tt.addptr %{key}s, %{prefix}at : !from, tensor<{self.size}xi32, #wide>",
                      f"%{key}m = ttg.memdesc_index %ring_{name}[%{prefix}slot] : !ring -> !tile",
                      f"%{key}t = ttg.async_copy_global_to_local %{key}p, %{key}m{mask} : !from -> "
                      f"<{self.size}xf16, #shared, #smem, mutable>"]
            if self.groups == "each":
                lines.append(f"%{key}g = ttg.async_commit_group tokens %{key}t")
        if self.groups == "one":
            lines.append(f"%{prefix}g = ttg.async_commit_group")
        return lines

    def text(self):
        per_tile = 1 if self.groups == "one" else self.tensors
        lines = [f"%ring_{name} = ttg.local_alloc : () -> !ring" for name in "xy"[:self.tensors]]
        for number in range(self.ahead):
            lines.append(f"%n{number} = arith.constant {number} : i32")
            lines += self.copies(f"n{number}", f"p{number}")
        lines.append("scf.for %i = %c0 to %tiles step %c1 : i32 {")
        lines.append("%next = arith.addi %i, %ahead : i32")
        if self.is_branched:
            # Groups are the same on both ways, copies are not.
            lines += ["%more = arith.cmpi slt, %next, %tiles : i32", "scf.if %more {",
                      *self.copies("next", "l"), "} else {"]
            lines += [f"%e{group} = ttg.async_commit_group" for group in range(per_tile)]
            lines.append("}")
        else:
            lines += self.copies("next", "l")
        lines += [f"%w = ttg.async_wait {{num = {self.ahead * per_tile} : i32}}",
                  "%slot = arith.remsi %i, %depth : i32",
                  "%base = arith.muli %i, %size : i32",
                  f"%bases = tt.splat %base : i32 -> tensor<{self.size}xi32, #pairs>",
                  f"%at = arith.addi %bases, %s : tensor<{self.size}xi32, #pairs>",
                  "%o = tt.splat %out : !tt.ptr<f16> -> !to",
                  f"%q = tt.addptr %o, %at : !to, tensor<{self.size}xi32, #pairs>"]
        for name in "xy"[:self.tensors]:
            lines += [f"%m_{name} = ttg.memdesc_index %ring_{name}[%slot] : !ring -> !tile",
                      f"%v_{name} = ttg.local_load %m_{name} token %w : !tile -> "
                      f"tensor<{self.size}xf16, #pairs>"]
        value = "v_x"
        if self.tensors == 2:
            lines += [f"%b_{name} = tt.bitcast %v_{name} : tensor<{self.size}xf16, #pairs> -> "
                      f"tensor<{self.size}xi16, #pairs>" for name in "xy"]
            lines += [f"%sum = arith.xori %b_x, %b_y : tensor<{self.size}xi16, #pairs>",
                      f"%both = tt.bitcast %sum : tensor<{self.size}xi16, #pairs> -> "
                      f"tensor<{self.size}xf16, #pairs>"]
            value = "both"
        lines += [f"tt.store %q, %{value} : !to", "}", "tt.return", "}", "}"]
        return HEAD.format(**vars(self)) + "\n".join(lines) + "\n"


def is_right(case, assembly, rng):
    # Copies go beyond the last tile, where nobody reads them.
    elements = (case.tiles + case.ahead) * case.size
    x, y = (rng.integers(0, 1 << 16, elements).astype(np.uint16) for _ in range(2))
    out = np.zeros(case.tiles * case.size, np.uint16)
    gcn.run(assembly, "stream", [1, 1, 1], [x, y, out, case.tiles.to_bytes(4, "little")])
    want = (x ^ y if case.tensors == 2 else x)[:out.size]
    want[case.limit:] = 0
    return (out == want).all()


def lengthened(found):
    return f"vmcnt({min(int(found[1]) + 1, 63)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = copying = exchanging = counted = short = noticed = 0
    for number in range(options.cases):
        case = Case(random.Random(f"{options.seed}-{number}"))
        rng = np.random.default_rng([options.seed, number])
        done = subprocess.run([options.build / "bin/heddle", "compile", "-"], input=case.text(),
                              capture_output=True, text=True, check=False)
        if done.returncode or not is_right(case, done.stdout, rng):
            wrong += 1
            print(f"case {number}: {done.stderr or 'wrong data'}: {vars(case)}")
            continue
        copying += "load_lds" in done.stdout
        exchanging += "ds_bpermute" in done.stdout
        counted += re.search(r"vmcnt\([1-9]", done.stdout) is not None
        # Of waves that run by themselves some wait for longer than they need to.
        if number % 4 == 0 and "load_lds" in done.stdout and case.tiles > 0:
            short += 1
            noticed += not is_right(case, re.sub(r"vmcnt\((\d+)\)", lengthened, done.stdout), rng)
    print(f"copies: {options.cases - wrong} right, {wrong} wrong, {copying} by global_load_lds, "
          f"{exchanging} with addresses of other lanes, {counted} with a count; {noticed} of {short} waits that are too short noticed")
    return 1 if wrong or not exchanging or not counted or not noticed else 0


if __name__ == "__main__":
    sys.exit(main())
