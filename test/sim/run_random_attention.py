#!/usr/bin/env python3
"""Runs random kernels of attention on the simulator, and compares them with NumPy.

usage: run_random_attention.py BUILD [--programs N] [--seed N] [--verbose]

Each program computes softmax(q k^T) v for a tile of queries, in a loop over tiles of keys, or in
two, one behind the other. What it draws: tiles, elements of a head, how many keys (also none),
whether they come by descriptors, by pointers that the loop makes, also for rows or tiles whose
numbers a table has, or by pointers that step on, whether later keys are left out, or earlier
ones, which keys and which of their elements are there and have to be masked otherwise, when the
loop loads the values, whether they are the keys, types, warps, stages, and whether warps of their
own load. At the end it says in how many programs these do, and in how many of them by pointers,
by masked ones, in two loops, and by copies of threads. Needs NumPy.
"""

import dataclasses
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import numpy as np
import random_programs

PARTITIONS = "simt.other_partitions"
COPIES_OF_THREADS = "simt.mbarrier_arrive_copies"
LOADS = ("descriptors", "pointers", "steps")
TABLES = ("rows", "tiles")
WINDOW = 70
# Which keys are there: rows %r of the tile whose first one is %i.
PRESENT = {
    "below": "%m = arith.cmpi slt, %r, %p",
    "left": "%l = arith.subi %p, %t\n%m = arith.cmpi sgt, %l, %columns",
    "inside": "%a = arith.cmpi sge, %r, %z\n%b = arith.cmpi slt, %r, %p\n%m = arith.andi %a, %b",
}
# Of numbers of queries and keys: how MLIR writes them.
MASKS = {
    "sge": ("%queries", "%keys", lambda query, key: query >= key),
    "sgt": ("%queries", "%keys", lambda query, key: query > key),
    "sle": ("%keys", "%queries", lambda query, key: key <= query),
    "slt": ("%recent", "%keys", lambda query, key: query - WINDOW < key),
}


@dataclasses.dataclass
class Program:
    rows: int  # Of queries.
    step: int  # Keys of an iteration.
    size: int  # Of a head.
    tiles: int  # Of keys.
    masks: tuple  # Of MASKS: all of them have to hold.
    shift: int  # Of the queries' numbers.
    cut: int  # Tiles of the first of two loops; 0 if there is one.
    loads_by: str
    loads_first: bool  # The values before the product with the keys.
    shares_memory: bool  # Keys and values are the same.
    element: str
    stages: int
    warps: int
    specialization: str
    present_by: str = ""  # Of PRESENT; empty if all keys are there.
    present: int = 0  # Keys that are there, if not all of them need be.
    columns: int = 0  # Elements of a key that are there; 0: all.
    hides: bool = False  # Keys that are not there have no weight, not that of zeros.
    table_of: str = ""  # Of TABLES: what has the numbers that a table says.

    @property
    def keys(self):
        return self.step * self.tiles

    @property
    def rows_there(self):
        return min(max(self.present, 0), self.keys) if self.present_by else self.keys


def draw(seed):
    rng = random.Random(seed)
    program = Program(
        rows=rng.choice((64, 64, 128)), step=rng.choice((16, 32, 64, 128)),
        size=rng.choice((16, 32, 64, 128)), tiles=rng.choice((0, 1, 2, 3, 5)),
        masks=rng.choice(((), (), ("sge",), ("sgt",), ("sle",), ("slt",), ("slt", "sge"))),
        shift=rng.choice((-40, 0, 0, 17, 64, 130)), cut=rng.choice((0, 0, 0, 1, 2)),
        loads_by=rng.choice(LOADS),
        loads_first=rng.random() < 0.4, shares_memory=rng.random() < 0.15,
        element=rng.choice(("f16", "f16", "bf16")), stages=rng.choice((1, 2, 3, 4)),
        warps=rng.choice((4, 4, 8)), specialization=rng.choice(("on", "on", "on", "auto")))
    # Where a warp of its own pays, it loads by pointers, too.
    if program.loads_by != "descriptors" and rng.random() < 0.6:
        program.rows, program.step, program.warps = 128, 128, 8
        program.size, program.stages = rng.choice((64, 128)), rng.choice((2, 3, 4))
    if program.loads_by != "descriptors" and rng.random() < 0.5:
        program.present_by = rng.choice(list(PRESENT))
        program.present = program.keys - rng.choice((-9, 0, 1, 17, program.step, 2 * program.step))
        program.columns = rng.choice((0, 0, program.size - 3, program.size // 2))
        program.hides = rng.random() < 0.5
    if program.loads_by == "pointers" and rng.random() < 0.6:
        program.table_of = rng.choice(TABLES)
    return program


def pointers(p, name, base, rows):
    """Of a tile whose rows are these numbers."""
    numbers, flat = f"tensor<{p.step}x{p.size}xi32>", f"tensor<{p.step}xi32>"
    all_pointers = f"tensor<{p.step}x{p.size}x!tt.ptr<{p.element}>>"
    return f"""
      %{name}a = tt.expand_dims {rows} {{axis = 1 : i32}} : {flat} -> tensor<{p.step}x1xi32>
      %{name}b = tt.broadcast %{name}a : tensor<{p.step}x1xi32> -> {numbers}
      %{name}c = arith.muli %{name}b, %sizes : {numbers}
      %{name}d = arith.addi %{name}c, %inner : {numbers}
      %{name}e = tt.splat {base} : !tt.ptr<{p.element}> -> {all_pointers}
      %{name} = tt.addptr %{name}e, %{name}d : {all_pointers}, {numbers}
"""


def mask_of(p, name):
    """Lines that make the mask of a load of a tile's rows, and its name."""
    flat, all_bits = f"tensor<{p.step}xi32>", f"tensor<{p.step}x{p.size}xi1>"
    lines = [f"%t = tt.splat %i : i32 -> {flat}", f"%r = arith.addi %t, %columns : {flat}",
             f"%p = tt.splat %present : i32 -> {flat}", f"%z = arith.constant dense<0> : {flat}"]
    lines += [f"{line} : {flat if 'andi' not in line else f'tensor<{p.step}xi1>'}"
              for line in PRESENT[p.present_by].splitlines()]
    lines += [f"%n = tt.expand_dims %m {{axis = 1 : i32}} : tensor<{p.step}xi1> -> "
              f"tensor<{p.step}x1xi1>",
              f"%o = tt.broadcast %n : tensor<{p.step}x1xi1> -> {all_bits}"]
    if p.columns:
        lines += [f"%c = arith.constant dense<{p.columns}> : tensor<{p.step}x{p.size}xi32>",
                  f"%d = arith.cmpi slt, %inner, %c : tensor<{p.step}x{p.size}xi32>",
                  f"%q = arith.andi %o, %d : {all_bits}"]
    # Names of this load alone.
    text = re.sub(r"%([a-z])\b(?<!%i)", rf"%{name}_\1", "\n".join(lines))
    return text + "\n", f"%{name}_{'q' if p.columns else 'o'}"


def load_at(p, name, pointer):
    all_pointers = f"tensor<{p.step}x{p.size}x!tt.ptr<{p.element}>>"
    if not p.present_by:
        return f"%{name} = tt.load {pointer} : {all_pointers}"
    lines, mask = mask_of(p, name)
    return f"{lines}%{name} = tt.load {pointer}, {mask}, %none : {all_pointers}"


def row_numbers(p, name):
    """Of the tile of an iteration, to %{name}r."""
    rows, places = f"tensor<{p.step}xi32>", f"tensor<{p.step}x!tt.ptr<i32>>"
    first, looked_up = ("%i", []) if p.table_of != "tiles" else (f"%{name}f", [
        f"%{name}g = arith.divsi %i, %step : i32",
        f"%{name}h = tt.addptr %table, %{name}g : !tt.ptr<i32>, i32",
        f"%{name}j = tt.load %{name}h : !tt.ptr<i32>",
        f"%{name}f = arith.muli %{name}j, %step : i32"])
    in_order = f"%{name}g" if p.table_of == "rows" else f"%{name}r"
    lines = looked_up + [f"%{name}i = tt.splat {first} : i32 -> {rows}",
                         f"{in_order} = arith.addi %{name}i, %columns : {rows}"]
    if p.table_of == "rows":
        lines += [f"%{name}h = tt.splat %table : !tt.ptr<i32> -> {places}",
                  f"%{name}j = tt.addptr %{name}h, {in_order} : {places}, {rows}",
                  f"%{name}r = tt.load %{name}j : {places}"]
    return "\n      ".join(lines)


def load(p, name, letter):
    """Of the keys or the values of an iteration, to %name."""
    key, block = f"tensor<{p.step}x{p.size}x{p.element}>", f"{p.step}x{p.size}x{p.element}"
    all_pointers = f"tensor<{p.step}x{p.size}x!tt.ptr<{p.element}>>"
    if p.loads_by == "descriptors":
        return f"%{name} = tt.descriptor_load %{letter}d[%i, %c0] : !tt.tensordesc<{block}> -> {key}"
    if p.loads_by == "steps":
        return load_at(p, name, f"%{letter}p")
    return f"""
      {row_numbers(p, name)}
      {pointers(p, f"{name}p", f"%{letter}", f"%{name}r")}
      {load_at(p, name, f"%{name}p")}
"""


def text_of(p):
    scores, row = f"tensor<{p.rows}x{p.step}xf32>", f"tensor<{p.rows}xf32>"
    thin, sums = f"tensor<{p.rows}x1xf32>", f"tensor<{p.rows}x{p.size}xf32>"
    key, block = f"tensor<{p.step}x{p.size}x{p.element}>", f"{p.step}x{p.size}x{p.element}"
    query = f"{p.rows}x{p.size}x{p.element}"
    turned = f"tensor<{p.size}x{p.step}x{p.element}>"
    numbers = f"tensor<{p.rows}x{p.step}xi32>"
    values = "%x" if p.shares_memory else "%y"
    load_values = "" if p.shares_memory else load(p, "y", "v")
    all_pointers = f"tensor<{p.step}x{p.size}x!tt.ptr<{p.element}>>"
    have_steps = p.loads_by == "steps"
    begun = (pointers(p, "kp0", "%k", "%columns") + pointers(p, "vp0", "%v", "%columns")
             if have_steps else "")
    carried = f", {all_pointers}, {all_pointers}" if have_steps else ""
    steps = f"""
      %kp1 = tt.addptr %kp, %by : {all_pointers}, tensor<{p.step}x{p.size}xi32>
      %vp1 = tt.addptr %vp, %by : {all_pointers}, tensor<{p.step}x{p.size}xi32>
""" if have_steps else ""
    masks = "".join(f"""
      %seen{index} = arith.cmpi {how}, {MASKS[how][0]}, {MASKS[how][1]} : {numbers}
      %s{index + 1} = arith.select %seen{index}, %s{index}, %least : tensor<{p.rows}x{p.step}xi1>, {scores}
""" for index, how in enumerate(p.masks))
    hidden = f"""
      %ends = tt.splat %present : i32 -> tensor<1x{p.step}xi32>
      %is = arith.cmpi slt, %key1, %ends : tensor<1x{p.step}xi32>
      %are = tt.broadcast %is : tensor<1x{p.step}xi1> -> tensor<{p.rows}x{p.step}xi1>
      %shown = arith.select %are, %s{len(p.masks)}, %least : tensor<{p.rows}x{p.step}xi1>, {scores}
""" if p.hides else ""
    mask = f"""
      %at = tt.splat %i : i32 -> tensor<{p.step}xi32>
      %key = arith.addi %at, %columns : tensor<{p.step}xi32>
      %key1 = tt.expand_dims %key {{axis = 0 : i32}} : tensor<{p.step}xi32> -> tensor<1x{p.step}xi32>
      %keys = tt.broadcast %key1 : tensor<1x{p.step}xi32> -> {numbers}
      {masks}
      {hidden}
      %seen = arith.addf %{"shown" if p.hides else f"s{len(p.masks)}"}, %nothing : {scores}
"""
    reduce = """({{
      ^bb0(%l: f32, %r: f32):
        %lr = arith.{} %l, %r : f32
        tt.reduce.return %lr : f32
      }}) : (""" + f"{scores}) -> {row}"

    def loop(name, begin, end, first):
        arguments = f", %kp = {first[3]}, %vp = {first[4]}" if have_steps else ""
        return f"""
    %{name}:{5 if have_steps else 3} = scf.for %i = {begin} to {end} step %step iter_args(%most = {first[0]}, %total = {first[1]}, %sums = {first[2]}{arguments}) -> ({row}, {row}, {sums}{carried}) : i32 {{
      {load(p, "x", "k")}
      {load_values if p.loads_first else ""}
      %xt = tt.trans %x {{order = array<i32: 1, 0>}} : {key} -> {turned}
      %dot = tt.dot %x0, %xt, %nothing : tensor<{query}> * {turned} -> {scores}
      %s0 = arith.mulf %dot, %scale : {scores}
      {mask}
      %high = "tt.reduce"(%seen) <{{axis = 1 : i32}}> {reduce.format("maxnumf")}
      %new = arith.maxnumf %most, %high : {row}
      %new1 = tt.expand_dims %new {{axis = 1 : i32}} : {row} -> {thin}
      %news = tt.broadcast %new1 : {thin} -> {scores}
      %less = arith.subf %seen, %news : {scores}
      %weights = math.exp2 %less : {scores}
      %gone = arith.subf %most, %new : {row}
      %decay = math.exp2 %gone : {row}
      %old = arith.mulf %total, %decay : {row}
      %sum = "tt.reduce"(%weights) <{{axis = 1 : i32}}> {reduce.format("addf")}
      %next = arith.addf %old, %sum : {row}
      {"" if p.loads_first else load_values}
      %decay1 = tt.expand_dims %decay {{axis = 1 : i32}} : {row} -> {thin}
      %decays = tt.broadcast %decay1 : {thin} -> {sums}
      %kept = arith.mulf %sums, %decays : {sums}
      %w = arith.truncf %weights : {scores} to tensor<{p.rows}x{p.step}x{p.element}>
      %more = tt.dot %w, {values}, %kept : tensor<{p.rows}x{p.step}x{p.element}> * {key} -> {sums}
      {steps}
      scf.yield %new, %next, %more{", %kp1, %vp1" if have_steps else ""} : {row}, {row}, {sums}{carried}
    }}
"""

    begin = ("%most0", "%total0", "%sums0", "%kp0", "%vp0")
    if p.cut:
        loops = (loop("early", "%c0", "%cut", begin) +
                 loop("all", "%cut", "%length", [f"%early#{each}" for each in range(5)]))
    else:
        loops = loop("all", "%c0", "%length", begin)
    return f"""tt.func public @attention(%q: !tt.ptr<{p.element}> {{tt.divisibility = 16 : i32}},
    %k: !tt.ptr<{p.element}> {{tt.divisibility = 16 : i32}},
    %v: !tt.ptr<{p.element}> {{tt.divisibility = 16 : i32}},
    %out: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %length: i32, %shift: i32, %cut: i32,
    %present: i32, %table: !tt.ptr<i32> {{tt.divisibility = 16 : i32}}) {{
    %c0 = arith.constant 0 : i32
    %step = arith.constant {p.step} : i32
    %rows = arith.constant {p.rows} : i32
    %many = arith.constant {max(p.keys, 1)} : i32
    %size = arith.constant {p.size} : i32
    %wide = arith.constant {p.size} : i64
    %one = arith.constant 1 : i64
    %least = arith.constant dense<-1.0e30> : {scores}
    %nothing = arith.constant dense<0.0> : {scores}
    %scale = arith.constant dense<0.25> : {scores}
    %most0 = arith.constant dense<-1.0e30> : {row}
    %total0 = arith.constant dense<0.0> : {row}
    %sums0 = arith.constant dense<0.0> : {sums}
    %qd = tt.make_tensor_descriptor %q, [%rows, %size], [%wide, %one] : !tt.ptr<{p.element}>, !tt.tensordesc<{query}>
    %kd = tt.make_tensor_descriptor %k, [%many, %size], [%wide, %one] : !tt.ptr<{p.element}>, !tt.tensordesc<{block}>
    %vd = tt.make_tensor_descriptor %v, [%many, %size], [%wide, %one] : !tt.ptr<{p.element}>, !tt.tensordesc<{block}>
    %x0 = tt.descriptor_load %qd[%c0, %c0] : !tt.tensordesc<{query}> -> tensor<{query}>
    %columns = tt.make_range {{start = 0 : i32, end = {p.step} : i32}} : tensor<{p.step}xi32>
    %row = tt.make_range {{start = 0 : i32, end = {p.rows} : i32}} : tensor<{p.rows}xi32>
    %shifts = tt.splat %shift : i32 -> tensor<{p.rows}xi32>
    %query = arith.addi %shifts, %row : tensor<{p.rows}xi32>
    %row1 = tt.expand_dims %query {{axis = 1 : i32}} : tensor<{p.rows}xi32> -> tensor<{p.rows}x1xi32>
    %queries = tt.broadcast %row1 : tensor<{p.rows}x1xi32> -> {numbers}
    %window = arith.constant dense<{WINDOW}> : {numbers}
    %recent = arith.subi %queries, %window : {numbers}
    %line = tt.make_range {{start = 0 : i32, end = {p.size} : i32}} : tensor<{p.size}xi32>
    %line1 = tt.expand_dims %line {{axis = 0 : i32}} : tensor<{p.size}xi32> -> tensor<1x{p.size}xi32>
    %inner = tt.broadcast %line1 : tensor<1x{p.size}xi32> -> tensor<{p.step}x{p.size}xi32>
    %sizes = arith.constant dense<{p.size}> : tensor<{p.step}x{p.size}xi32>
    %none = arith.constant dense<0.0> : {key}
    %by = arith.constant dense<{p.step * p.size}> : tensor<{p.step}x{p.size}xi32>
    {begun}
    {loops}
    %total1 = tt.expand_dims %all#1 {{axis = 1 : i32}} : {row} -> {thin}
    %totals = tt.broadcast %total1 : {thin} -> {sums}
    %mean = arith.divf %all#2, %totals : {sums}
    %od = tt.make_tensor_descriptor %out, [%rows, %size], [%wide, %one] : !tt.ptr<f32>, !tt.tensordesc<{p.rows}x{p.size}xf32>
    tt.descriptor_store %od[%c0, %c0], %mean : !tt.tensordesc<{p.rows}x{p.size}xf32>, {sums}
    tt.return
}}
"""


def as_stored(numbers, element):
    """The numbers, and their bits in memory."""
    if element == "f16":
        half = numbers.astype(np.float16)
        return half.astype(np.float64), half
    bits = (numbers.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64), bits


def attention(p, q, k, v):
    """Powers of two, as the kernel has them."""
    scores = q @ k.T * 0.25
    for how in p.masks:
        sees = MASKS[how][2](p.shift + np.arange(p.rows)[:, None], np.arange(p.keys))
        scores = np.where(sees, scores, -1e30)
    if p.hides:
        scores = np.where(np.arange(p.keys) < p.present, scores, -1e30)
    if p.keys == 0:
        return np.full((p.rows, p.size), np.nan)
    weights = np.exp2(scores - scores.max(1, keepdims=True))
    return weights @ v / weights.sum(1, keepdims=True)


def arguments(p, numbers, folder):
    """Writes what the kernel is given: the options for that, and what it has to compute."""
    given = [as_stored(numbers.standard_normal((count, p.size)), p.element)
             for count in (p.rows, max(p.keys, 1), max(p.keys, 1))]
    q, k, v = (each[0] for each in given)
    for each in (k, v):
        each[p.rows_there:] = 0
        each[:, p.columns or p.size:] = 0
    want = attention(p, q, k[:p.keys], (k if p.shares_memory else v)[:p.keys])
    # Row or tile j is where entry j of the table says.
    count, rows = (p.tiles, p.step) if p.table_of == "tiles" else (p.keys, 1)
    table = numbers.permutation(max(count, 1)).astype(np.int32)
    places = (table[:, None] * rows + np.arange(rows)).ravel()
    arrays = {8: table}
    for index, (_, stored) in enumerate(given):
        arrays[index] = stored[:max(p.rows_there, 1)] if index and not p.table_of else stored
        if index and p.table_of and p.keys:
            arrays[index] = np.empty_like(stored)
            arrays[index][places] = stored
    values = {"3": f"f32[{p.rows},{p.size}]:poison", "4": p.keys, "5": p.shift,
              "6": min(p.cut * p.step, p.keys), "7": p.present}
    for index, array in arrays.items():
        np.save(folder / f"{index}.npy", array)
        values[index] = f"@{folder / f'{index}.npy'}"
    return [each for key, value in values.items() for each in ("--arg", f"{key}={value}")], want


def run(heddle, seed):
    """What is wrong, or None, and who loads for others: "engine", "threads", or "" if nobody does."""
    p, numbers = draw(seed), np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        source, out = folder / "attention.ttir", folder / "out.npy"
        source.write_text(text_of(p))
        how = ["--target", "sm_90", "--num-warps", str(p.warps), "--num-stages", str(p.stages),
               "--warp-specialize", p.specialization]
        given, want = arguments(p, numbers, folder)
        line = [heddle, "sim", source, *how, "--seed", str(seed + 1), "--out", f"3={out}", *given]
        compiled = subprocess.run([heddle, "compile", source, *how, "--emit", "simt"],
                                  capture_output=True, text=True, check=False)
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if compiled.returncode != 0 or done.returncode != 0:
            return (compiled.stderr + done.stderr).strip() or "it fails without a word", ""
        got = np.load(out).astype(np.float64)
    is_right = np.allclose(got, want, rtol=2e-2, atol=2e-2, equal_nan=True)
    loading = "" if PARTITIONS not in compiled.stdout else (
        "threads" if COPIES_OF_THREADS in compiled.stdout else "engine")
    return None if is_right else "other numbers", loading


def main():
    seeds, results, wrong = random_programs.run_all(
        __doc__.splitlines()[0], 40, draw, text_of, run)
    loading = [seed for seed, (_, loads) in zip(seeds, results) if loads]
    counts = {
        "by pointers": sum(draw(seed).loads_by != "descriptors" for seed in loading),
        "by masked ones": sum(draw(seed).present_by != "" for seed in loading),
        "in two loops": sum(draw(seed).cut != 0 for seed in loading),
        "by copies of threads": sum(loads == "threads" for _, loads in results),
    }
    print(f"{len(results) - wrong} right, {wrong} wrong; warps of their own load in {len(loading)}, "
          + ", ".join(f"{name} in {count}" for name, count in counts.items()))
    sys.exit(1 if wrong or not loading or not all(counts.values()) else 0)


if __name__ == "__main__":
    main()
