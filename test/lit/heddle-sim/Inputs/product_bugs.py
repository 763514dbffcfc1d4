"""Products that compilers got wrong (the numbers are issues of Triton), on the simulator,
against NumPy: product_bugs.py FOLDER"""

import dataclasses
import pathlib
import subprocess
import sys

import numpy as np

MMA = ("#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = {warps}, "
       "instrShape = [16, 8]}}>")
WGMMA = ("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
         "instrShape = [16, 128, 8]}>")
ROWS = ("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
        "order = [1, 0]}>")


@dataclasses.dataclass
class Bug:
    name: str
    target: str
    layouts: dict
    inputs: dict  # of arrays
    output: tuple  # shape and element
    body: list
    want: object


def operand(index, parent, width):
    return f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}, kWidth = {width}}}>"


def tensor(shape, element, layout):
    return f"tensor<{'x'.join(map(str, shape))}x{element}, {layout}>"


def pointers(name, shape, element):
    """`%name_q`: pointers to a matrix whose rows lie one behind the other."""
    rows, columns = shape
    slices = [f"#ttg.slice<{{dim = {dim}, parent = #rows}}>" for dim in (1, 0)]
    flat = [f"tensor<{size}xi32, {each}>" for size, each in zip(shape, slices)]
    row, column, all_ = (tensor(each, "i32", "#rows") for each in
                         ((rows, 1), (1, columns), shape))
    pointer = tensor(shape, f"!tt.ptr<{element}>", "#rows")
    return [
        f"%{name}r = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : {flat[0]}",
        f"%{name}c = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : {flat[1]}",
        f"%{name}r1 = tt.expand_dims %{name}r {{axis = 1 : i32}} : {flat[0]} -> {row}",
        f"%{name}c1 = tt.expand_dims %{name}c {{axis = 0 : i32}} : {flat[1]} -> {column}",
        f"%{name}w = arith.constant dense<{columns}> : {row}",
        f"%{name}rw = arith.muli %{name}r1, %{name}w : {row}",
        f"%{name}rb = tt.broadcast %{name}rw : {row} -> {all_}",
        f"%{name}cb = tt.broadcast %{name}c1 : {column} -> {all_}",
        f"%{name}o = arith.addi %{name}rb, %{name}cb : {all_}",
        f"%{name}p = tt.splat %{name} : !tt.ptr<{element}> -> {pointer}",
        f"%{name}_q = tt.addptr %{name}p, %{name}o : {pointer}, {all_}"]


ELEMENTS = {"int8": "i8", "float16": "f16", "float32": "f32"}


def module(bug):
    text = [f"#rows = {ROWS}", *(f"#{name} = {each}" for name, each in bug.layouts.items()),
            "#smem = #ttg.shared_memory",
            'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, '
            f'"ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:{bug.target[3:]}"}} {{']
    elements = {name: ELEMENTS[str(each.dtype)] for name, each in bug.inputs.items()}
    elements["out"] = bug.output[1]
    arguments = ", ".join(f"%{name}: !tt.ptr<{each}> {{tt.divisibility = 16 : i32}}"
                          for name, each in elements.items())
    text.append(f"tt.func public @bug({arguments}) {{")
    for name, array in bug.inputs.items():
        text += pointers(name, array.shape, elements[name])
        text.append(f"%{name}_x = tt.load %{name}_q : "
                    + tensor(array.shape, f"!tt.ptr<{elements[name]}>", "#rows"))
    text += pointers("out", bug.output[0], bug.output[1])
    text += bug.body
    text.append("tt.store %out_q, %result : "
                + tensor(bug.output[0], f"!tt.ptr<{bug.output[1]}>", "#rows"))
    return "\n".join([*text, "tt.return", "}", "}"])


def convert(to, source, shape, element, layouts):
    return (f"%{to} = ttg.convert_layout %{source} : {tensor(shape, element, layouts[0])} -> "
            f"{tensor(shape, element, layouts[1])}")


def zero(shape, element, layout):
    number = "0" if element.startswith("i") else "0.0"
    return f"%zero = arith.constant dense<{number}> : {tensor(shape, element, layout)}"


def dot(to, a, b, shapes, elements, layouts, c="zero"):
    left, right, out = (tensor(shape, element, layout) for shape, element, layout in
                        zip(shapes, elements, layouts))
    return f"%{to} = tt.dot %{a}, %{b}, %{c} : {left} * {right} -> {out}"


def chained_bytes(rng):
    a, b = (rng.integers(-8, 8, [64, 64], dtype=np.int8) for _ in range(2))
    c = rng.integers(-8, 8, [64, 32], dtype=np.int8)
    layouts = {"mma": MMA.format(warps="[4, 1]"), "a": operand(0, "#mma", 4),
               "b": operand(1, "#mma", 4)}
    square, narrow = (64, 64), (64, 32)
    body = [convert("a0", "a_x", square, "i8", ("#rows", "#a")),
            convert("b0", "b_x", square, "i8", ("#rows", "#b")),
            convert("c0", "c_x", narrow, "i8", ("#rows", "#b")),
            zero(square, "i32", "#mma"),
            f"%zeros = arith.constant dense<0> : {tensor(narrow, 'i32', '#mma')}",
            dot("s", "a0", "b0", [square] * 3, ["i8", "i8", "i32"], ["#a", "#b", "#mma"]),
            f"%t = arith.trunci %s : {tensor(square, 'i32', '#mma')} to "
            f"{tensor(square, 'i8', '#mma')}",
            convert("t0", "t", square, "i8", ("#mma", "#a")),
            dot("d", "t0", "c0", [square, narrow, narrow], ["i8", "i8", "i32"],
                ["#a", "#b", "#mma"], "zeros"),
            convert("result", "d", narrow, "i32", ("#mma", "#rows"))]
    first = (a.astype(np.int32) @ b.astype(np.int32)).astype(np.int8)
    return Bug("3580", "sm_80", layouts, {"a": a, "b": b, "c": c}, (narrow, "i32"), body,
               first.astype(np.int32) @ c.astype(np.int32))


def sliced_depth(rng, step):
    a, b = (rng.integers(-4, 5, shape).astype(np.float32) for shape in ([128, 64], [64, 128]))
    shared = ("#ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = {}, "
              "elementBitWidth = 32}}>")
    layouts = {"mma": WGMMA, "left": shared.format("false"), "right": shared.format("true")}
    body = [f"%ma = ttg.local_alloc %a_x : ({tensor((128, 64), 'f32', '#rows')}) -> "
            "!ttg.memdesc<128x64xf32, #left, #smem>",
            f"%mb = ttg.local_alloc %b_x : ({tensor((64, 128), 'f32', '#rows')}) -> "
            "!ttg.memdesc<64x128xf32, #right, #smem>",
            f"%d0 = arith.constant dense<0.0> : {tensor((128, 128), 'f32', '#mma')}"]
    for number, at in enumerate(range(0, 64, step)):
        left = f"!ttg.memdesc<128x{step}xf32, #left, #smem, 128x64>"
        right = f"!ttg.memdesc<{step}x128xf32, #right, #smem, 64x128>"
        body += [f"%l{number} = ttg.memdesc_subslice %ma[0, {at}] : "
                 f"!ttg.memdesc<128x64xf32, #left, #smem> -> {left}",
                 f"%r{number} = ttg.memdesc_subslice %mb[{at}, 0] : "
                 f"!ttg.memdesc<64x128xf32, #right, #smem> -> {right}",
                 f"%d{number + 1} = ttng.warp_group_dot %l{number}, %r{number}, %d{number} "
                 f"{{inputPrecision = 0 : i32}} : {left} * {right} -> "
                 + tensor((128, 128), "f32", "#mma")]
    body.append(convert("result", f"d{64 // step}", (128, 128), "f32", ("#mma", "#rows")))
    return Bug(f"6220, steps of {step}", "sm_90", layouts, {"a": a, "b": b},
               ((128, 128), "f32"), body, a @ b)


def small_tile(rng):
    a = rng.standard_normal([8, 8]).astype(np.float16)
    layouts = {"mma": MMA.format(warps="[4, 1]"),
               "shared": "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
                         "order = [1, 0]}>"}
    memory = "!ttg.memdesc<8x8xf16, #shared, #smem>"
    body = [f"%m = ttg.local_alloc %a_x : ({tensor((8, 8), 'f16', '#rows')}) -> {memory}",
            f"%l = ttg.local_load %m : {memory} -> {tensor((8, 8), 'f16', '#mma')}",
            convert("result", "l", (8, 8), "f16", ("#mma", "#rows"))]
    return Bug("4774", "sm_80", layouts, {"a": a}, ((8, 8), "f16"), body, a)


def single_products(rng, number, layout, m, n, k):
    a, b = (rng.integers(-4, 5, shape).astype(np.float16) for shape in ([m, k], [k, n]))
    layouts = {"sums": layout, "a": "#ttg.dot_op<{opIdx = 0, parent = #sums}>",
               "b": "#ttg.dot_op<{opIdx = 1, parent = #sums}>"}
    body = [convert("a0", "a_x", (m, k), "f16", ("#rows", "#a")),
            convert("b0", "b_x", (k, n), "f16", ("#rows", "#b")),
            zero((m, n), "f32", "#sums"),
            dot("d", "a0", "b0", [(m, k), (k, n), (m, n)], ["f16", "f16", "f32"],
                ["#a", "#b", "#sums"]),
            convert("result", "d", (m, n), "f32", ("#sums", "#rows"))]
    return Bug(number, "sm_80", layouts, {"a": a, "b": b}, ((m, n), "f32"), body,
               a.astype(np.float32) @ b.astype(np.float32))


def square_warps(rng):
    a, b = (rng.integers(-4, 5, [64, 64]).astype(np.float16) for _ in range(2))
    shared = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
    layouts = {"mma": MMA.format(warps="[2, 2]"), "a": operand(0, "#mma", 2),
               "b": operand(1, "#mma", 2), "shared": shared}
    square, memory = (64, 64), "!ttg.memdesc<64x64xf16, #shared, #smem>"
    body = []
    for name in "ab":
        body += [f"%m{name} = ttg.local_alloc %{name}_x : ({tensor(square, 'f16', '#rows')}) -> "
                 f"{memory}",
                 f"%{name}0 = ttg.local_load %m{name} : {memory} -> "
                 + tensor(square, "f16", f"#{name}")]
    body += [zero(square, "f32", "#mma"),
             dot("d", "a0", "b0", [square] * 3, ["f16", "f16", "f32"], ["#a", "#b", "#mma"]),
             convert("result", "d", square, "f32", ("#mma", "#rows"))]
    return Bug("4891", "sm_80", layouts, {"a": a, "b": b}, (square, "f32"), body,
               a.astype(np.float32) @ b.astype(np.float32))


def bugs():
    rng = np.random.default_rng(7)
    yield chained_bytes(rng)
    for step in (8, 16, 32):
        yield sliced_depth(rng, step)
    yield small_tile(rng)
    blocked = ("#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, "
               "order = {}}}>")
    yield single_products(rng, "4178", blocked.format([4, 4], [2, 16], [4, 1], [1, 0]),
                          256, 128, 64)
    yield square_warps(rng)
    for order, lanes in (([0, 1], [16, 2]), ([1, 0], [2, 16])):
        yield single_products(rng, f"5423, order {order}",
                              blocked.format([1, 4], lanes, [1, 4], order), 32, 64, 32)


NAMES = {"f16": np.float16, "f32": np.float32, "i32": np.int32}


def run(folder, bug):
    (folder / "bug.ttgir").write_text(module(bug))
    line = ["heddle", "sim", folder / "bug.ttgir", "--target", bug.target]
    for index, (name, array) in enumerate(bug.inputs.items()):
        np.save(folder / f"{name}.npy", array)
        line += ["--arg", f"{index}=@{folder / name}.npy"]
    out, last = folder / "out.npy", len(bug.inputs)
    (rows, columns), element = bug.output
    line += ["--arg", f"{last}={element}[{rows},{columns}]:poison", "--out", f"{last}={out}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip()
    return "right" if (np.load(out) == bug.want).all() else "wrong"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for bug in bugs():
        print(bug.name, run(folder, bug), flush=True)


if __name__ == "__main__":
    main()
