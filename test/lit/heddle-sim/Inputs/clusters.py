"""Random work across the blocks of clusters on the simulator, against NumPy.

usage: clusters.py FOLDER COUNT [SEED] [KIND...]

For each kind and 2, 4, 8 and 16 blocks COUNT kernels in random layouts of all families are
run. Prints a line for each kind: how many were right, and what they needed together.
The kernel of a case that is not right stays in FOLDER.
"""

import json
import pathlib
import random
import subprocess
import sys

import numpy as np

LANE_BITS = 5


def listed(values):
    return "[" + ", ".join(map(str, values)) + "]"


def shares(rng, bits, axes):
    """Powers of two, one for each axis, whose product is 2^bits."""
    logs = [0] * axes
    for _ in range(bits):
        logs[rng.randrange(axes)] += 1
    return [1 << log for log in logs]


def cga(rng, shape, block_bits):
    """How blocks share a tensor: parts along some axis, or copies."""
    room = [size.bit_length() - 1 for size in shape]
    taken = [0] * len(shape)
    bases = []
    for _ in range(block_bits):
        basis = [0] * len(shape)
        axis = rng.randrange(len(shape) + 1)
        if axis < len(shape) and taken[axis] < room[axis]:
            basis[axis] = 1 << taken[axis]
            taken[axis] += 1
        bases.append(basis)
    return listed(map(listed, bases))


def blocked(rng, shape, warp_bits, block_bits):
    axes = len(shape)
    order = list(range(axes))
    rng.shuffle(order)
    return (f"#ttg.blocked<{{sizePerThread = {shares(rng, rng.randrange(4), axes)}, "
            f"threadsPerWarp = {shares(rng, LANE_BITS, axes)}, "
            f"warpsPerCTA = {shares(rng, warp_bits, axes)}, order = {order}, "
            f"CGALayout = {cga(rng, shape, block_bits)}}}>")


def mma(rng, shape, warp_bits, block_bits):
    return ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
            f"warpsPerCTA = {shares(rng, warp_bits, 2)}, "
            f"CGALayout = {cga(rng, shape, block_bits)}, instrShape = [16, 8]}}>")


def of_bits(rng, shape, warp_bits, block_bits, mixes):
    """A random assignment of the bits of coordinates to those of threads; bits of warps may be
    several coordinates' at once."""
    logs = [size.bit_length() - 1 for size in shape]
    units = [(axis, bit) for axis, log in enumerate(logs) for bit in range(log)]
    vectors = [[1 << bit if axis == own else 0 for axis in range(len(shape))] for own, bit in units]
    rng.shuffle(vectors)
    threads = LANE_BITS + warp_bits + block_bits
    copies = rng.choice([0, 0, 1, 2])
    zeros = [[0] * len(shape) for _ in range(max(copies, threads - len(vectors)))]
    in_threads = zeros + vectors[:threads - len(zeros)]
    rng.shuffle(in_threads)
    registers = vectors[threads - len(zeros):]
    for warp in range(LANE_BITS, LANE_BITS + warp_bits) if mixes else []:
        others = registers + in_threads[:LANE_BITS] + in_threads[LANE_BITS + warp_bits:]
        for other in rng.sample(others, 2):
            in_threads[warp] = [a ^ b for a, b in zip(in_threads[warp], other)]
    parts, begin = [f"register = {registers}"], 0
    for name, bits in (("lane", LANE_BITS), ("warp", warp_bits), ("block", block_bits)):
        parts.append(f"{name} = {in_threads[begin:begin + bits]}")
        begin += bits
    return f"#ttg.{'generic_linear' if mixes else 'linear'}<{{{', '.join(parts)}}}>"


def layout(rng, shape, warp_bits, block_bits, is_plain=False):
    """A random layout; `is_plain` leaves out what Triton has no reductions in."""
    families = ["blocked", "blocked", "mma", "slice", "linear"] + ([] if is_plain else ["generic"])
    family = rng.choice(families)
    if family == "mma":
        return mma(rng, shape, warp_bits, block_bits)
    if family == "slice":
        axis = rng.randrange(3)
        parent = list(shape)
        parent.insert(axis, rng.choice([1, 2, 4]))
        return f"#ttg.slice<{{dim = {axis}, parent = {blocked(rng, parent, warp_bits, block_bits)}}}>"
    if family == "blocked":
        return blocked(rng, shape, warp_bits, block_bits)
    return of_bits(rng, shape, warp_bits, block_bits, family == "generic")


def sliced(parent, axis):
    return f"#ttg.slice<{{dim = {axis}, parent = {parent}}}>"


def tensor(shape, element, where):
    return f"tensor<{'x'.join(map(str, shape))}x{element}, {where}>"


def pointers(name, argument, where, shape, element):
    rows, columns = shape
    whole = tensor(shape, "i32", where)
    r, c = tensor([rows], "i32", sliced(where, 1)), tensor([columns], "i32", sliced(where, 0))
    places = tensor(shape, f"!tt.ptr<{element}>", where)
    return f"""    %{name}0 = tt.make_range {{start = 0 : i32, end = {rows} : i32}} : {r}
    %{name}1 = tt.make_range {{start = 0 : i32, end = {columns} : i32}} : {c}
    %{name}2 = tt.expand_dims %{name}0 {{axis = 1 : i32}} : {r} -> {tensor([rows, 1], "i32", where)}
    %{name}3 = tt.expand_dims %{name}1 {{axis = 0 : i32}} : {c} -> {tensor([1, columns], "i32", where)}
    %{name}4 = arith.constant dense<{columns}> : {tensor([rows, 1], "i32", where)}
    %{name}5 = arith.muli %{name}2, %{name}4 : {tensor([rows, 1], "i32", where)}
    %{name}6 = tt.broadcast %{name}5 : {tensor([rows, 1], "i32", where)} -> {whole}
    %{name}7 = tt.broadcast %{name}3 : {tensor([1, columns], "i32", where)} -> {whole}
    %{name}8 = arith.addi %{name}6, %{name}7 : {whole}
    %{name}9 = tt.splat %{argument} : !tt.ptr<{element}> -> {places}
    %{name} = tt.addptr %{name}9, %{name}8 : {places}, {whole}
"""


def line(name, argument, where, size, element):
    whole, places = tensor([size], "i32", where), tensor([size], f"!tt.ptr<{element}>", where)
    return f"""    %{name}0 = tt.make_range {{start = 0 : i32, end = {size} : i32}} : {whole}
    %{name}1 = tt.splat %{argument} : !tt.ptr<{element}> -> {places}
    %{name} = tt.addptr %{name}1, %{name}0 : {places}, {whole}
"""


class Case:
    """A kernel, its arrays, and what it is to write to `out`."""

    def __init__(self, warp_bits, block_bits, arguments, body, kinds=None):
        self.arrays, self.expected = {}, {}
        self.target = "sm_90"
        # Of arguments that are descriptors.
        self.boxes = {}
        kinds = kinds or {name: f"!tt.ptr<{element}>" for name, element in arguments}
        self.text = f"""module attributes {{"ttg.num-ctas" = {1 << block_bits} : i32, "ttg.num-warps" = {1 << warp_bits} : i32,
    ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @work({', '.join(f'%{name}: {kinds[name]}' for name, _ in arguments)}) {{
{body}    tt.return
  }}
}}
"""


def shape_of(rng, least=4, most=7):
    return [1 << rng.randrange(least, most), 1 << rng.randrange(least, most)]


TYPES = {"i8": np.int8, "f16": np.float16, "i32": np.int32, "f64": np.float64}


def numbers(rng, shape, dtype):
    return np.random.default_rng(rng.randrange(1 << 30)).integers(-100, 100, shape).astype(dtype)


def conversion(rng, warp_bits, block_bits):
    shape, element = shape_of(rng), rng.choice(list(TYPES))
    source, target = (layout(rng, shape, warp_bits, block_bits) for _ in range(2))
    case = Case(warp_bits, block_bits, [("x", element), ("out", element)], f"""\
{pointers("s", "x", source, shape, element)}{pointers("d", "out", target, shape, element)}\
    %v = tt.load %s : {tensor(shape, f"!tt.ptr<{element}>", source)}
    %w = ttg.convert_layout %v : {tensor(shape, element, source)} -> {tensor(shape, element, target)}
    tt.store %d, %w : {tensor(shape, f"!tt.ptr<{element}>", target)}
""")
    case.arrays["x"] = numbers(rng, shape, TYPES[element])
    case.expected["out"] = case.arrays["x"]
    return case


def reduction(rng, warp_bits, block_bits):
    """The sum and the largest index of the largest elements along an axis."""
    shape, axis = shape_of(rng), rng.randrange(2)
    where = layout(rng, shape, warp_bits, block_bits, is_plain=True)
    kept = sliced(where, axis)
    size = shape[1 - axis]
    row = tensor([size], "i32", kept)
    whole = tensor(shape, "i32", where)
    case = Case(warp_bits, block_bits, [("x", "i32"), ("out", "i32"), ("most", "i32")], f"""\
{pointers("s", "x", where, shape, "i32")}{line("d", "out", kept, size, "i32")}{line("m", "most", kept, size, "i32")}\
    %v = tt.load %s : {tensor(shape, "!tt.ptr<i32>", where)}
    %sum = "tt.reduce"(%v) <{{axis = {axis} : i32}}> ({{
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tt.reduce.return %c : i32
    }}) : ({whole}) -> {row}
    %both:2 = "tt.reduce"(%v, %s8) <{{axis = {axis} : i32}}> ({{
    ^bb0(%a: i32, %i: i32, %b: i32, %j: i32):
      %more = arith.cmpi sgt, %a, %b : i32
      %same = arith.cmpi eq, %a, %b : i32
      %later = arith.cmpi sgt, %i, %j : i32
      %tie = arith.andi %same, %later : i1
      %first = arith.ori %more, %tie : i1
      %c = arith.select %first, %a, %b : i32
      %k = arith.select %first, %i, %j : i32
      tt.reduce.return %c, %k : i32, i32
    }}) : ({whole}, {whole}) -> ({row}, {row})
    tt.store %d, %sum : {tensor([size], "!tt.ptr<i32>", kept)}
    tt.store %m, %both#1 : {tensor([size], "!tt.ptr<i32>", kept)}
""")
    x = numbers(rng, shape, np.int32) // 20
    case.arrays["x"] = x
    case.expected["out"] = x.sum(axis).astype(np.int32)
    index = np.arange(x.size).reshape(shape)
    is_most = x == x.max(axis, keepdims=True)
    case.expected["most"] = np.where(is_most, index, -1).max(axis).astype(np.int32)
    return case


def scan(rng, warp_bits, block_bits):
    """Sums, from the start or the end, in an order that matters: a * 3 + b."""
    shape, axis, is_reverse = shape_of(rng), rng.randrange(2), rng.random() < 0.5
    where = layout(rng, shape, warp_bits, block_bits, is_plain=True)
    whole, places = tensor(shape, "i32", where), tensor(shape, "!tt.ptr<i32>", where)
    # Of pairs (p, s) that stand for x -> x * p + s.
    case = Case(warp_bits, block_bits, [("x", "i32"), ("out", "i32")], f"""\
{pointers("s", "x", where, shape, "i32")}{pointers("d", "out", where, shape, "i32")}\
    %v = tt.load %s : {places}
    %three = arith.constant dense<3> : {whole}
    %sums:2 = "tt.scan"(%three, %v) <{{axis = {axis} : i32, reverse = {str(is_reverse).lower()}}}> ({{
    ^bb0(%p: i32, %a: i32, %q: i32, %b: i32):
      %pq = arith.muli %p, %q : i32
      %aq = arith.muli %a, %q : i32
      %c = arith.addi %aq, %b : i32
      tt.scan.return %pq, %c : i32, i32
    }}) : ({whole}, {whole}) -> ({whole}, {whole})
    tt.store %d, %sums#1 : {places}
""")
    x = numbers(rng, shape, np.int32)
    along = np.moveaxis(x, axis, 0)
    along = along[::-1] if is_reverse else along
    sums, state = np.empty_like(along), np.zeros_like(along[0])
    for step, row in enumerate(along):
        state = state * np.int32(3) + row
        sums[step] = state
    sums = sums[::-1] if is_reverse else sums
    case.arrays["x"] = x
    case.expected["out"] = np.ascontiguousarray(np.moveaxis(sums, 0, axis))
    return case


def gather(rng, warp_bits, block_bits):
    shape, axis, element = shape_of(rng), rng.randrange(2), rng.choice(list(TYPES))
    taken = list(shape)
    taken[axis] = 1 << rng.randrange(3, 7)
    source = layout(rng, shape, warp_bits, block_bits)
    target = layout(rng, taken, warp_bits, block_bits)
    case = Case(warp_bits, block_bits, [("x", element), ("i", "i32"), ("out", element)], f"""\
{pointers("s", "x", source, shape, element)}{pointers("n", "i", target, taken, "i32")}{pointers("d", "out", target, taken, element)}\
    %v = tt.load %s : {tensor(shape, f"!tt.ptr<{element}>", source)}
    %j = tt.load %n : {tensor(taken, "!tt.ptr<i32>", target)}
    %g = tt.gather %v[%j] {{axis = {axis} : i32}} : ({tensor(shape, element, source)}, {tensor(taken, "i32", target)}) -> {tensor(taken, element, target)}
    tt.store %d, %g : {tensor(taken, f"!tt.ptr<{element}>", target)}
""")
    x = numbers(rng, shape, TYPES[element])
    index = np.random.default_rng(rng.randrange(1 << 30)).integers(0, shape[axis], taken)
    case.arrays |= {"x": x, "i": index.astype(np.int32)}
    case.expected["out"] = np.take_along_axis(x, index, axis)
    return case


def histogram(rng, warp_bits, block_bits):
    size, count = 1 << rng.randrange(4, 10), 1 << rng.randrange(3, 8)
    source = blocked(rng, [size], warp_bits, block_bits)
    target = blocked(rng, [count], warp_bits, block_bits)
    case = Case(warp_bits, block_bits, [("x", "i32"), ("out", "i32")], f"""\
{line("s", "x", source, size, "i32")}{line("d", "out", target, count, "i32")}\
    %v = tt.load %s : {tensor([size], "!tt.ptr<i32>", source)}
    %h = tt.histogram %v : {tensor([size], "i32", source)} -> {tensor([count], "i32", target)}
    tt.store %d, %h : {tensor([count], "!tt.ptr<i32>", target)}
""")
    x = np.random.default_rng(rng.randrange(1 << 30)).integers(0, count, size).astype(np.int32)
    case.arrays["x"] = x
    case.expected["out"] = np.bincount(x, minlength=count).astype(np.int32)
    return case


def atomic(rng, warp_bits, block_bits):
    """What was there before, in all copies of an element: one of them adds."""
    shape = shape_of(rng)
    where, target = (layout(rng, shape, warp_bits, block_bits) for _ in range(2))
    places = tensor(shape, "!tt.ptr<i32>", where)
    case = Case(warp_bits, block_bits, [("x", "i32"), ("out", "i32"), ("n", "i32"), ("before", "i32")], f"""\
{pointers("s", "x", where, shape, "i32")}{pointers("d", "out", target, shape, "i32")}\
    %five = arith.constant dense<5> : {tensor(shape, "i32", where)}
    %v = tt.atomic_rmw add, acq_rel, gpu, %s, %five : ({places}, {tensor(shape, "i32", where)}) -> {tensor(shape, "i32", where)}
    %one = arith.constant 1 : i32
    %old = tt.atomic_rmw add, acq_rel, gpu, %n, %one : (!tt.ptr<i32>, i32) -> i32
    tt.store %before, %old : !tt.ptr<i32>
    %each = tt.splat %old : i32 -> {tensor(shape, "i32", where)}
    %sum = arith.addi %v, %each : {tensor(shape, "i32", where)}
    %w = ttg.convert_layout %sum : {tensor(shape, "i32", where)} -> {tensor(shape, "i32", target)}
    tt.store %d, %w : {tensor(shape, "!tt.ptr<i32>", target)}
""")
    x = numbers(rng, shape, np.int32)
    case.arrays |= {"x": x, "n": np.array([7], np.int32)}
    case.expected |= {"x": x + 5, "out": x + 7, "n": np.array([8], np.int32), "before": np.array([7], np.int32)}
    return case


KINDS = {"conversions": conversion, "reductions": reduction, "scans": scan, "gathers": gather,
         "histograms": histogram, "atomics": atomic}
COUNTED = ("instructions.distributed_load", "instructions.barrier.cluster")


def run(folder, name, case):
    """What the simulator counts, or what is wrong."""
    path = folder / f"{name}.ttgir"
    path.write_text(case.text)
    command = ["heddle", "sim", path, "--target", case.target, "--grid", "1", "--json"]
    files = []
    elements = {np.dtype(np.int8): "i8", np.dtype(np.float16): "f16", np.dtype(np.int32): "i32",
                np.dtype(np.float32): "f32", np.dtype(np.float64): "f64"}

    def argument(key, text):
        if key not in case.boxes:
            return f"{key}={text}"
        return f"{key}=desc({text},block={'x'.join(map(str, case.boxes[key]))})"

    for key, array in case.arrays.items():
        files.append(folder / f"{name}.{key}.npy")
        np.save(files[-1], array)
        command += ["--arg", argument(key, files[-1] if key in case.boxes else f"@{files[-1]}")]
    for key, array in case.expected.items():
        files.append(folder / f"{name}.{key}.want.npy")
        np.save(files[-1], array)
        if key not in case.arrays:
            shape = ("x" if key in case.boxes else ",").join(map(str, array.shape))
            command += ["--arg", argument(key, f"{elements[array.dtype]}[{shape}]:poison")]
        command += ["--check", f"{key}={files[-1]}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr or done.stdout
    for file in [path, *files]:
        file.unlink()
    return json.loads(done.stdout)["counters"], ""


def main(kinds):
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    folder.mkdir(parents=True, exist_ok=True)
    is_right = True
    for kind in sys.argv[4:] or kinds:
        right, wrong, sums = 0, [], dict.fromkeys(COUNTED, 0)
        for block_bits in (1, 2, 3, 4):
            for index in range(count):
                name = f"{kind}-{1 << block_bits}-{seed}-{index}"
                rng = random.Random(name)
                counters, error = run(folder, name, kinds[kind](rng, rng.randrange(4), block_bits))
                if counters is None:
                    wrong.append(f"{name}: {error}")
                    continue
                right += 1
                for key in COUNTED:
                    sums[key] += counters[key]
        print(f"{kind}: {right} right, {len(wrong)} wrong" +
              "".join(f", {sums[key]} {key}" for key in COUNTED), flush=True)
        for text in wrong[:20]:
            print(text)
        is_right = is_right and not wrong
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(KINDS))
