#!/usr/bin/env python3
"""Conversions between blocks of a cluster, against a detour through global memory:

    python bench/gpu/clusters.py [--heddle PATH] [--target sm_90] [WORD]...

A kernel converts a tile to a layout that splits it otherwise over the blocks, doubles it, and converts
it back, many times; its twin stores the tile to global memory, waits for the cluster, and loads it in
the other layout. `split` keeps the order of the elements in a warp, `turn` turns it. A word is part of
a case's name. Needs a GPU with clusters; a tile takes every multiprocessor once.
"""

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCKS, TILES, TYPES, WAYS = (2, 4, 8), ((64, 64), (128, 128), (128, 256)), ("f32", "f16"), ("split", "turn")
MULTIPROCESSORS, ROUNDS, REPEAT = 132, 500, 9


def layout(lanes, element_bits, order, split, blocks):
    """16 bytes a lane along order[0], which `lanes` lanes of a warp cover; blocks split axis `split`."""
    per_lane = [1, 1]
    per_lane[order[0]] = 128 // element_bits
    threads, warps = [32 // lanes, 32 // lanes], [4, 4]
    threads[order[0]], warps[order[0]] = lanes, 1
    bases = [[(1 << bit) if axis == split else 0 for axis in range(2)]
             for bit in range(blocks.bit_length() - 1)]
    return (f"#ttg.blocked<{{sizePerThread = {per_lane}, threadsPerWarp = {threads}, "
            f"warpsPerCTA = {warps}, order = {order}, CGALayout = {bases}}}>")


def layouts(blocks, tile, element, way):
    bits = int(element[1:])
    fit = lambda length: max(1, min(32, length * bits // 128))
    before = layout(fit(tile[1]), bits, [1, 0], 0, blocks)
    if way == "split":
        return before, layout(fit(tile[1] // blocks), bits, [1, 0], 1, blocks)
    return before, layout(fit(tile[0]), bits, [0, 1], 1, blocks)


class Writer:
    """TTGIR of one kernel."""

    def __init__(self, tile, element):
        self.tile, self.element, self.lines = tile, element, []

    def tensor(self, element, layout, shape=None):
        return f"tensor<{'x'.join(map(str, shape or self.tile))}x{element}, #{layout}>"

    def pointers(self, name, base, layout):
        """Those of a tile whose rows follow each other."""
        rows, columns = self.tile
        of, line = lambda axis: f"#ttg.slice<{{dim = {axis}, parent = #{layout}}}>", self.lines.append
        full = self.tensor("i32", layout)
        for axis, length, shape in ((1, rows, (rows, 1)), (0, columns, (1, columns))):
            line(f"%{name}n{axis} = tt.make_range {{end = {length} : i32, start = 0 : i32}} : "
                 f"tensor<{length}xi32, {of(axis)}>")
            line(f"%{name}e{axis} = tt.expand_dims %{name}n{axis} {{axis = {axis} : i32}} : "
                 f"tensor<{length}xi32, {of(axis)}> -> {self.tensor('i32', layout, shape)}")
            line(f"%{name}b{axis} = tt.broadcast %{name}e{axis} : "
                 f"{self.tensor('i32', layout, shape)} -> {full}")
        pointer = self.tensor(f"!tt.ptr<{self.element}>", layout)
        line(f"%{name}w = arith.constant dense<{columns}> : {full}")
        line(f"%{name}r = arith.muli %{name}b1, %{name}w : {full}")
        line(f"%{name}o = arith.addi %{name}r, %{name}b0 : {full}")
        line(f"%{name}s = tt.splat {base} : !tt.ptr<{self.element}> -> {pointer}")
        line(f"%{name} = tt.addptr %{name}s, %{name}o : {pointer}, {full}")


def kernel(blocks, tile, element, way, through_memory):
    writer = Writer(tile, element)
    line = writer.lines.append
    of = lambda layout: writer.tensor(element, layout)
    at = lambda layout: writer.tensor(f"!tt.ptr<{element}>", layout)
    line("%program = tt.get_program_id x : i32")
    line(f"%size = arith.constant {tile[0] * tile[1]} : i32")
    line("%offset = arith.muli %program, %size : i32")
    for name in "xyzw":
        line(f"%{name} = tt.addptr %{name}0, %offset : !tt.ptr<{element}>, i32")
    for name, base, own in (("px", "%x", "a"), ("py", "%y", "a"), ("za", "%z", "a"), ("zb", "%z", "b"),
                            ("wa", "%w", "a"), ("wb", "%w", "b")):
        writer.pointers(name, base, own)
    line("%c0 = arith.constant 0 : i32")
    line("%c1 = arith.constant 1 : i32")
    line(f"%first = tt.load %px : {at('a')}")
    line(f"%last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> ({of('a')}) : i32 {{")
    wait = "ttg.barrier local|global_read|global_write"
    if through_memory:
        writer.lines += [f"tt.store %za, %t : {at('a')}", wait, f"%u = tt.load %zb : {at('b')}"]
    else:
        line(f"%u = ttg.convert_layout %t : {of('a')} -> {of('b')}")
    line(f"%v = arith.addf %u, %u : {of('b')}")
    if through_memory:
        writer.lines += [f"tt.store %wb, %v : {at('b')}", wait, f"%s = tt.load %wa : {at('a')}"]
    else:
        line(f"%s = ttg.convert_layout %v : {of('b')} -> {of('a')}")
    writer.lines += [f"scf.yield %s : {of('a')}", "}", f"tt.store %py, %last : {at('a')}", "tt.return"]
    arguments = ", ".join(f"%{name}0: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}}" for name in "xyzw")
    before, after = layouts(blocks, tile, element, way)
    return "\n".join([
        f"#a = {before}", f"#b = {after}",
        f'module attributes {{"ttg.num-ctas" = {blocks} : i32, "ttg.num-warps" = 4 : i32, '
        '"ttg.threads-per-warp" = 32 : i32} {',
        f"tt.func public @k({arguments}, %n: i32) {{", *writer.lines, "}", "}", ""])


def nanoseconds(heddle, target, folder, case, through_memory):
    blocks, tile, element, _ = case
    path = Path(folder, "kernel.ttgir")
    path.write_text(kernel(*case, through_memory))
    programs = MULTIPROCESSORS // blocks
    size = programs * tile[0] * tile[1]
    arguments = [f"--arg={index}={element}[{size}]:{'ones' if index == 0 else 'zeros'}" for index in range(4)]
    done = subprocess.run([heddle, "run", path, "--target", target, "--grid", str(programs), *arguments,
                           f"--arg=4={ROUNDS}", "--repeat", str(REPEAT), "--json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["gpu"]["microseconds"]["median"] * 1000 / (2 * ROUNDS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--heddle", default="heddle")
    parser.add_argument("--target", default="sm_90")
    options = parser.parse_args()
    print("blocks-tile-type-way        between blocks, ns  through memory, ns  ratio")
    with tempfile.TemporaryDirectory() as folder:
        for case in itertools.product(BLOCKS, TILES, TYPES, WAYS):
            blocks, tile, element, way = case
            name = f"{blocks}-{tile[0]}x{tile[1]}-{element}-{way}"
            if options.words and not any(word in name for word in options.words):
                continue
            own, memory = (nanoseconds(options.heddle, options.target, folder, case, each)
                           for each in (False, True))
            print(f"{name:<28}{own:18.0f}{memory:20.0f}{memory / own:7.2f}", flush=True)


if __name__ == "__main__":
    main()
