#!/usr/bin/env python3
"""Runs random loops over products on the simulator, and compares them with NumPy.

usage: run_random_loops.py BUILD [--programs N] [--seed N] [--verbose]

Each program multiplies two matrices in a loop over their depth. What it draws: types, tiles,
which axis of a factor lies side by side in memory, how deep (also not at all, and up to within a
tile), masks and what they leave behind, whether a factor is changed before it is multiplied, or
read by loaded indices, which factors come by descriptors, whether warps of their own load
them, a store beside it, what is known of the alignment, warps, stages, and the chip. The numbers
are small integers, so that results are exact. At the end it says in how many programs copies ran
ahead. Needs NumPy.
"""

import dataclasses
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
import random_programs

TARGETS = ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90", "sm_90", "sm_100", "sm_120")
ARRAYS = {"f16": np.float16, "f32": np.float32, "i8": np.int8}
# Copies by threads and by the copy engine.
COPIES = ("smsp__inst_executed_op_ldgsts.sum", "instructions.box_copy")
CHANGES = ("none", "doubled", "magnitude")


@dataclasses.dataclass
class Program:
    element: str
    m: int
    n: int
    step: int
    depth: int
    is_a_along_depth: bool
    is_b_along_depth: bool
    is_masked: bool
    other: int
    change_of_a: str
    change_of_b: str
    has_indices: bool
    stores: bool
    is_aligned: bool
    loop_stages: int  # 0 where the loop says nothing
    stages: int
    warps: int
    target: str
    by_descriptor: str = ""  # Which factors.
    specialization: str = "auto"  # Whether warps of their own load.
    precision: str = ""  # Of a product of f32.

    @property
    def sum(self):
        return "i32" if self.element == "i8" else "f32"


def draw(seed):
    rng = random.Random(seed)
    element = rng.choice(("f16", "f16", "f32", "i8"))
    step = rng.choice((32, 64) if element == "i8" else (16, 32, 64))
    depth = step * rng.choice((0, 1, 2, 3, 5, 7))
    is_masked = rng.random() < 0.6
    if is_masked and depth != 0:
        depth -= rng.choice((0, 1, 3, 8)) % step
    program = Program(
        element=element, m=rng.choice((16, 32, 64, 128)), n=rng.choice((16, 32, 64, 128)),
        step=step, depth=depth, is_a_along_depth=rng.random() < 0.6,
        is_b_along_depth=rng.random() < 0.5, is_masked=is_masked, other=rng.choice((0, 0, 1)),
        change_of_a=rng.choice(CHANGES), change_of_b=rng.choice(("none", "none", "magnitude")),
        has_indices=rng.random() < 0.2, stores=rng.random() < 0.2,
        is_aligned=rng.random() < 0.85, loop_stages=rng.choice((0, 0, 1, 2, 4)),
        stages=rng.choice((1, 2, 3, 3, 4, 6)), warps=rng.choice((1, 2, 4, 4, 8)),
        target=rng.choice(TARGETS))
    if depth != 0 and rng.random() < 0.4:
        names = rng.choice(("a", "b", "ab"))
        program.by_descriptor = names.replace("b", "") if program.has_indices else names
        program.specialization = rng.choice(("auto", "on"))
    elif rng.random() < 0.2:
        # Blocks that have a multiprocessor for themselves, with a factor in registers; the
        # other may go through registers to memory.
        program.m, program.n = rng.choice(((256, 128), (128, 256), (128, 128)))
        program.element, program.step = "f32", rng.choice((16, 32))
        program.is_a_along_depth, program.is_b_along_depth = rng.choice(
            ((True, False), (False, True), (False, False)))
        program.is_masked = rng.random() < 0.3
        program.depth = max(0, program.step * rng.choice((0, 1, 2, 3, 5, 7)) -
                            program.is_masked * rng.choice((0, 1, 3)))
        program.warps, program.target, program.stages = 8, "sm_90", rng.choice((3, 4, 5))
        program.change_of_a = program.change_of_b = "none"
        program.other, program.has_indices, program.stores = 0, False, False
        program.is_aligned, program.loop_stages, program.precision = True, 0, "tf32"
    elif rng.random() < 0.2:
        # Products of warp groups whose factors the threads of other warps copy.
        program.m, program.n = rng.choice((64, 128)), rng.choice((32, 64, 128))
        program.element, program.step = rng.choice((("f16", 32), ("f16", 64), ("i8", 64)))
        program.is_a_along_depth, program.is_b_along_depth = True, program.element == "i8"
        program.depth = max(0, program.step * rng.choice((0, 1, 2, 3, 5, 9)) -
                            program.is_masked * rng.choice((0, 1, 3)))
        program.warps, program.target = rng.choice((4, 8)), "sm_90"
        program.stages = rng.choice((2, 3, 4))
        program.change_of_a = program.change_of_b = "none"
        program.other, program.stores, program.is_aligned = 0, False, True
        program.loop_stages, program.specialization = 0, "on"
    return program


class Body:
    """Lines of a function; each method gives the name of a value."""

    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, text, type):
        self.count += 1
        self.lines.append(f"%v{self.count} = {text} : {type}")
        return f"%v{self.count}"

    def spread(self, vector, size, axis, shape):
        """A vector of i32 along one axis of a matrix."""
        one = [1, 1]
        one[axis] = size
        flat, thin = f"tensor<{size}xi32>", f"tensor<{one[0]}x{one[1]}xi32>"
        thin_value = self.add(f"tt.expand_dims {vector} {{axis = {1 - axis} : i32}}",
                              f"{flat} -> {thin}")
        return self.add(f"tt.broadcast {thin_value}",
                        f"{thin} -> tensor<{shape[0]}x{shape[1]}xi32>")

    def splat(self, scalar, shape):
        return self.add(f"tt.splat {scalar}", f"i32 -> tensor<{shape[0]}x{shape[1]}xi32>")


def range_of(body, size):
    return body.add(f"tt.make_range {{start = 0 : i32, end = {size} : i32}}", f"tensor<{size}xi32>")


def offsets(body, far, near, stride, shape):
    type = f"tensor<{shape[0]}x{shape[1]}xi32>"
    strides = body.splat(stride, shape)
    product = body.add(f"arith.muli {far}, {strides}", type)
    return body.add(f"arith.addi {product}, {near}", type)


def pointers(body, name, element, at, shape):
    type = f"tensor<{shape[0]}x{shape[1]}x!tt.ptr<{element}>>"
    base = body.add(f"tt.splat %{name}", f"!tt.ptr<{element}> -> {type}")
    return body.add(f"tt.addptr {base}, {at}", f"{type}, tensor<{shape[0]}x{shape[1]}xi32>")


def constant(body, number, shape, element):
    text = f"{number}" if element.startswith("i") else f"{number}.0"
    return body.add(f"arith.constant dense<{text}>",
                    f"tensor<{'x'.join(map(str, shape))}x{element}>")


def load(body, pointer, shape, element, mask, other):
    type = f"tensor<{shape[0]}x{shape[1]}x!tt.ptr<{element}>>"
    if mask is None:
        return body.add(f"tt.load {pointer}", type)
    value = constant(body, other, shape, element)
    return body.add(f"tt.load {pointer}, {mask}, {value}", type)


def changed(body, value, change, shape, element):
    type = f"tensor<{shape[0]}x{shape[1]}x{element}>"
    kind = "i" if element == "i8" else "f"
    if change == "doubled":
        return body.add(f"arith.add{kind} {value}, {value}", type)
    if change == "magnitude":
        zero = constant(body, 0, shape, element)
        less = "cmpi slt," if kind == "i" else "cmpf olt,"
        is_negative = body.add(f"arith.{less} {value}, {zero}", type)
        negative = body.add(f"arith.sub{kind} {zero}, {value}", type)
        return body.add(f"arith.select {is_negative}, {negative}, {value}",
                        f"tensor<{shape[0]}x{shape[1]}xi1>, {type}")
    return value


def deep_offsets(body, vector, program, shape, axis, stride):
    """Where elements of a factor are whose depth is such a vector."""
    is_along = program.is_a_along_depth if axis == 1 else program.is_b_along_depth
    depth = body.spread(vector, program.step, axis, shape)
    size = shape[1 - axis]
    wide = body.spread(range_of(body, size), size, 1 - axis, shape)
    return offsets(body, wide, depth, stride, shape) if is_along else offsets(
        body, depth, wide, stride, shape)


def mask_of(body, vector, program, shape, axis):
    flat = f"tensor<{program.step}xi32>"
    ends = body.add("tt.splat %depth", f"i32 -> {flat}")
    inside = body.add(f"arith.cmpi slt, {vector}, {ends}", flat)
    thin = [1, 1]
    thin[axis] = program.step
    thin_type = f"tensor<{thin[0]}x{thin[1]}xi1>"
    expanded = body.add(f"tt.expand_dims {inside} {{axis = {1 - axis} : i32}}",
                        f"tensor<{program.step}xi1> -> {thin_type}")
    return body.add(f"tt.broadcast {expanded}",
                    f"{thin_type} -> tensor<{shape[0]}x{shape[1]}xi1>")


def indices_of(body, vector, program):
    """The depths that are read instead of those in a vector."""
    flat = f"tensor<{program.step}xi32>"
    pointer = f"tensor<{program.step}x!tt.ptr<i32>>"
    base = body.add("tt.splat %indices", f"!tt.ptr<i32> -> {pointer}")
    at = body.add(f"tt.addptr {base}, {vector}", f"{pointer}, {flat}")
    if not program.is_masked:
        return body.add(f"tt.load {at}", pointer)
    ends = body.add("tt.splat %depth", f"i32 -> {flat}")
    inside = body.add(f"arith.cmpi slt, {vector}, {ends}", flat)
    zero = constant(body, 0, [program.step], "i32")
    return body.add(f"tt.load {at}, {inside}, {zero}", pointer)


def sides(program, axis):
    """Which axes of a factor's memory are the depth and the other one."""
    is_along = program.is_a_along_depth if axis == 1 else program.is_b_along_depth
    return (1, 0) if is_along else (0, 1)


def block_of(program, axis):
    block = [0, 0]
    depth, other = sides(program, axis)
    block[depth], block[other] = program.step, program.m if axis == 1 else program.n
    return "x".join(map(str, block)) + f"x{program.element}"


def make_descriptor(body, name, program, axis):
    """Of a factor's matrix; its name goes before the loop."""
    depth, other = sides(program, axis)
    size = body.add(f"arith.constant {program.m if axis == 1 else program.n}", "i32")
    sizes = [None, None]
    sizes[depth], sizes[other] = "%depth", size
    row = body.add(f"arith.extsi %stride_{name}", "i32 to i64")
    one = body.add("arith.constant 1", "i64")
    return body.add(f"tt.make_tensor_descriptor %{name}, [{sizes[0]}, {sizes[1]}], [{row}, {one}]",
                    f"!tt.ptr<{program.element}>, !tt.tensordesc<{block_of(program, axis)}>")


def load_block(body, descriptor, program, axis, shape):
    depth, other = sides(program, axis)
    zero = body.add("arith.constant 0", "i32")
    at = [None, None]
    at[depth], at[other] = "%i", zero
    block = block_of(program, axis)
    value = body.add(f"tt.descriptor_load {descriptor}[{at[0]}, {at[1]}]",
                     f"!tt.tensordesc<{block}> -> tensor<{block}>")
    if depth == axis:
        return value
    return body.add(f"tt.trans {value} {{order = array<i32: 1, 0>}}",
                    f"tensor<{block}> -> tensor<{shape[0]}x{shape[1]}x{program.element}>")


def factor(before, body, name, program, vector, axis):
    element = program.element
    shape = (program.m, program.step) if axis == 1 else (program.step, program.n)
    change = program.change_of_a if axis == 1 else program.change_of_b
    if name in program.by_descriptor:
        descriptor = make_descriptor(before, name, program, axis)
        value = load_block(body, descriptor, program, axis, shape)
        return changed(body, value, change, shape, element)
    depth = indices_of(body, vector, program) if axis == 0 and program.has_indices else vector
    at = deep_offsets(body, depth, program, shape, axis, f"%stride_{name}")
    mask = mask_of(body, vector, program, shape, axis) if program.is_masked else None
    # What is left out of one factor is zero, so that it adds nothing.
    value = load(body, pointers(body, name, element, at, shape), shape, element, mask,
                 program.other if axis == 1 else 0)
    return changed(body, value, change, shape, element)


def text_of(program):
    p = program
    before, inside = Body(), Body()
    inside.count = 1000
    steps = range_of(before, p.step)
    zero = constant(before, 0, (p.m, p.n), p.sum)
    sums = f"tensor<{p.m}x{p.n}x{p.sum}>"
    begin = inside.add("tt.splat %i", f"i32 -> tensor<{p.step}xi32>")
    depths = inside.add(f"arith.addi {begin}, {steps}", f"tensor<{p.step}xi32>")
    a, b = (factor(before, inside, name, p, depths, axis) for name, axis in (("a", 1), ("b", 0)))
    precision = f", inputPrecision = {p.precision}" if p.precision else ""
    dot = inside.add(f"tt.dot {a}, {b}, %sum{precision}",
                     f"tensor<{p.m}x{p.step}x{p.element}> * "
                     f"tensor<{p.step}x{p.n}x{p.element}> -> {sums}")
    if p.stores:
        inside.lines.append("tt.store %seen, %i : !tt.ptr<i32>")
    after = Body()
    after.count = 2000
    rows, columns = (after.spread(range_of(after, size), size, axis, (p.m, p.n))
                     for axis, size in enumerate((p.m, p.n)))
    width = after.add(f"arith.constant {p.n}", "i32")
    at = offsets(after, rows, columns, width, (p.m, p.n))
    out = pointers(after, "out", p.sum, at, (p.m, p.n))
    aligned = " {tt.divisibility = 16 : i32}" * p.is_aligned
    stages = f" {{tt.num_stages = {p.loop_stages} : i32}}" * (p.loop_stages != 0)
    return "\n".join([
        f"tt.func public @loop(%a: !tt.ptr<{p.element}>{aligned}, "
        f"%b: !tt.ptr<{p.element}>{aligned}, %out: !tt.ptr<{p.sum}>, %indices: !tt.ptr<i32>, "
        f"%seen: !tt.ptr<i32>, %depth: i32, %stride_a: i32{aligned}, %stride_b: i32{aligned}) {{",
        "%first = arith.constant 0 : i32", f"%step = arith.constant {p.step} : i32",
        *before.lines,
        f"%all = scf.for %i = %first to %depth step %step iter_args(%sum = {zero}) -> ({sums}) "
        ": i32 {", *inside.lines, f"scf.yield {dot} : {sums}", "}" + stages, *after.lines,
        f"tt.store {out}, %all : tensor<{p.m}x{p.n}x!tt.ptr<{p.sum}>>", "tt.return", "}"])


def change(numbers, how):
    return {"none": numbers, "doubled": numbers + numbers, "magnitude": np.abs(numbers)}[how]


def inputs_of(program, seed):
    """The arguments, and what the kernel should write."""
    p, numbers = program, np.random.default_rng(seed)
    width = p.depth // 64 * 64 + 128
    a = numbers.integers(-3, 4, (p.m, width)).astype(ARRAYS[p.element])
    b = numbers.integers(-3, 4, (width, p.n)).astype(ARRAYS[p.element])
    order = numbers.permutation(width).astype(np.int32)
    read = order if p.has_indices else np.arange(width)
    want = (change(a[:, :p.depth].astype(np.float64), p.change_of_a)
            @ change(b[read[:p.depth]].astype(np.float64), p.change_of_b))
    stored = (a if p.is_a_along_depth else a.T, b.T if p.is_b_along_depth else b)
    return [np.ascontiguousarray(each) for each in stored], order, want


def run(heddle, seed):
    """What is wrong, or None, and whether copies ran ahead."""
    program = draw(seed)
    (a, b), order, want = inputs_of(program, seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        source, out = folder / "loop.ttir", folder / "out.npy"
        source.write_text(text_of(program))
        arguments = [f"{program.sum}[{program.m},{program.n}]:poison", None, "i32[1]:zeros",
                     program.depth, a.shape[1], b.shape[1]]
        for name, array in (("a", a), ("b", b), ("order", order)):
            np.save(folder / f"{name}.npy", array)
        arguments[1] = f"@{folder / 'order.npy'}"
        arguments = [f"@{folder / 'a.npy'}", f"@{folder / 'b.npy'}", *arguments]
        how = ["--target", program.target, "--num-warps", str(program.warps),
               "--num-stages", str(program.stages),
               "--warp-specialize", program.specialization]
        line = [heddle, "sim", source, *how, "--seed", str(seed + 1), "--out", f"2={out}",
                "--counters"]
        for index, argument in enumerate(arguments):
            line += ["--arg", f"{index}={argument}"]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return done.stderr.strip() or f"exit code {done.returncode}", False
        got = np.load(out).astype(np.float64)
    counters = dict(line.split()[:2] for line in done.stdout.splitlines() if len(line.split()) > 1)
    ran_ahead = any(counters.get(name, "0") != "0" for name in COPIES)
    return (None if (got == want).all() else "other numbers"), ran_ahead


def main():
    _, results, wrong = random_programs.run_all(
        __doc__.splitlines()[0], 100, draw, text_of, run)
    ahead = sum(ran_ahead for _, ran_ahead in results)
    print(f"{len(results) - wrong} right, {wrong} wrong; copies ran ahead in {ahead}")
    sys.exit(1 if wrong or not ahead else 0)


if __name__ == "__main__":
    main()
