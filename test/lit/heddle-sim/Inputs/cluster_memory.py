"""Random work with buffers in the shared memory of clusters' blocks, against NumPy.

usage: cluster_memory.py FOLDER COUNT [SEED] [KIND...]

As clusters.py. Buffers are in random layouts, of which each block has its own part.
"""

import sys

import clusters
import numpy as np
from clusters import Case, blocked, cga, layout, line, listed, numbers, pointers, shape_of, tensor

BYTES = {"i8": 1, "f16": 2, "i32": 4, "f64": 8}
BARRIERS = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = ["


def barriers(block_bits):
    return BARRIERS + ", ".join(["[0]"] * block_bits) + "]}>"


def part_of(shape, bases):
    """What one block has."""
    part = list(shape)
    for basis in bases:
        part = [size // 2 if step else size for size, step in zip(part, basis)]
    return part


def split(rng, shape, block_bits, least=(1, 1)):
    """Bases of blocks, which leave each at least so many elements along an axis."""
    bases, steps, left = [], [1, 1], list(shape)
    for _ in range(block_bits):
        basis = [0, 0]
        axis = rng.randrange(3)
        if axis < 2 and left[axis] > least[axis]:
            basis[axis] = steps[axis]
            steps[axis] *= 2
            left[axis] //= 2
        bases.append(basis)
    return bases


def nvmma(part, element, bases):
    """The layout of the widest swizzle."""
    row = min(part[1] * BYTES[element], 128)
    width = row if row >= 32 and part[0] >= 8 else 0
    return (f"#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = false, "
            f"elementBitWidth = {8 * BYTES[element]}, CGALayout = {listed(map(listed, bases))}}}>")


def shared(rng, shape, element, block_bits):
    bases = split(rng, shape, block_bits)
    part = part_of(shape, bases)
    if rng.random() < 0.5 and part[1] * BYTES[element] >= 16:
        return nvmma(part, element, bases)
    phases = rng.choice([1, 2, 4, 8])
    return (f"#ttg.swizzled_shared<{{vec = {rng.choice([1, 2, 4, 8])}, perPhase = {rng.choice([1, 2])}, "
            f"maxPhase = {phases}, order = {rng.choice(['[1, 0]', '[0, 1]'])}, "
            f"CGALayout = {listed(map(listed, bases))}}}>")


def memory(shape, element, where, count=None):
    sizes = ([] if count is None else [count]) + list(shape)
    return f"!ttg.memdesc<{'x'.join(map(str, sizes))}x{element}, {where}, #ttg.shared_memory, mutable>"


def buffer(rng, warp_bits, block_bits):
    """Through a buffer of an array, and through one that is made with its contents."""
    shape, element = shape_of(rng), rng.choice(list(BYTES))
    source, target = (layout(rng, shape, warp_bits, block_bits) for _ in range(2))
    first, second = (shared(rng, shape, element, block_bits) for _ in range(2))
    case = Case(warp_bits, block_bits, [("x", element), ("out", element)], f"""\
{pointers("s", "x", source, shape, element)}{pointers("d", "out", target, shape, element)}\
    %one = arith.constant 1 : i32
    %v = tt.load %s : {tensor(shape, f"!tt.ptr<{element}>", source)}
    %all = ttg.local_alloc : () -> {memory(shape, element, first, 2)}
    %b = ttg.memdesc_index %all[%one] : {memory(shape, element, first, 2)} -> {memory(shape, element, first)}
    ttg.local_store %v, %b : {tensor(shape, element, source)} -> {memory(shape, element, first)}
    %u = ttg.local_load %b : {memory(shape, element, first)} -> {tensor(shape, element, target)}
    %c = ttg.local_alloc %u : ({tensor(shape, element, target)}) -> {memory(shape, element, second)}
    %w = ttg.local_load %c : {memory(shape, element, second)} -> {tensor(shape, element, target)}
    tt.store %d, %w : {tensor(shape, f"!tt.ptr<{element}>", target)}
""")
    case.arrays["x"] = numbers(rng, shape, clusters.TYPES[element])
    case.expected["out"] = case.arrays["x"]
    return case


def copies(rng, warp_bits, block_bits):
    """Rows of 16 go on by themselves, of which some are left out."""
    shape, element = shape_of(rng), rng.choice(["f16", "i32"])
    vector = rng.choice([2, 4])
    bases = split(rng, shape, block_bits, (1, 4))
    other = bases if rng.random() < 0.7 else split(rng, shape, block_bits)
    source = (f"#ttg.blocked<{{sizePerThread = [1, {vector}], threadsPerWarp = [8, 4], "
              f"warpsPerCTA = [{1 << warp_bits}, 1], order = [1, 0], "
              f"CGALayout = {listed(map(listed, bases))}}}>")
    target = layout(rng, shape, warp_bits, block_bits)
    where = (f"#ttg.swizzled_shared<{{vec = 4, perPhase = 1, maxPhase = {rng.choice([1, 2])}, "
             f"order = [1, 0], CGALayout = {listed(map(listed, other))}}}>")
    whole = tensor(shape, "i32", source)
    case = Case(warp_bits, block_bits, [("x", element), ("out", element)], f"""\
{pointers("s", "x", source, shape, element)}{pointers("d", "out", target, shape, element)}\
    %limit = arith.constant dense<{shape[0] * shape[1] * 3 // 4}> : {whole}
    %mask = arith.cmpi slt, %s8, %limit : {whole}
    %b = ttg.local_alloc : () -> {memory(shape, element, where)}
    %t = ttg.async_copy_global_to_local %s, %b mask %mask : {tensor(shape, f"!tt.ptr<{element}>", source)} -> {memory(shape, element, where)}
    %g = ttg.async_commit_group tokens %t
    %n = ttg.async_wait %g {{num = 0 : i32}}
    %w = ttg.local_load %b token %n : {memory(shape, element, where)} -> {tensor(shape, element, target)}
    tt.store %d, %w : {tensor(shape, f"!tt.ptr<{element}>", target)}
""")
    x = numbers(rng, shape, clusters.TYPES[element])
    case.arrays["x"] = x
    case.expected["out"] = np.where(np.arange(x.size).reshape(shape) < x.size * 3 // 4, x, 0).astype(x.dtype)
    return case


def product(rng, warp_bits, block_bits):
    """wgmma: each block has rows, columns, or copies of the result."""
    warp_bits = rng.choice([2, 3])
    rows, columns, depth = (64 << rng.randrange(3)), 1 << rng.randrange(4, 8), 1 << rng.randrange(4, 8)
    # So many rows are of one group of warps.
    across = rng.choice([1, 2]) if warp_bits == 3 and columns > 16 else 1
    bases = split(rng, [rows, columns], block_bits, (64 << (warp_bits - 2) >> (across - 1), 16 * across))
    part = part_of([rows, columns], bases)
    if part[0] < 64 << (warp_bits - 2) >> (across - 1):
        bases = [[0, basis[1]] for basis in bases]
        warp_bits, across = 2, 1
        part = part_of([rows, columns], bases)
    wide = min(256, part[1] // across)
    result = (f"#ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, "
              f"warpsPerCTA = [{(1 << warp_bits) // across}, {across}], "
              f"CGALayout = {listed(map(listed, bases))}, instrShape = [16, {wide}, 16]}}>")
    of_a, of_b = [[m, 0] for m, _ in bases], [[0, n] for _, n in bases]
    a, b = [rows, depth], [depth, columns]
    store_a, store_b = nvmma(part_of(a, of_a), "f16", of_a), nvmma(part_of(b, of_b), "f16", of_b)
    source_a, source_b = (blocked(rng, shape, warp_bits, block_bits) for shape in (a, b))
    d = [rows, columns]
    case = Case(warp_bits, block_bits, [("a", "f16"), ("b", "f16"), ("out", "f32")], f"""\
{pointers("s", "a", source_a, a, "f16")}{pointers("t", "b", source_b, b, "f16")}{pointers("d", "out", result, d, "f32")}\
    %v = tt.load %s : {tensor(a, "!tt.ptr<f16>", source_a)}
    %w = tt.load %t : {tensor(b, "!tt.ptr<f16>", source_b)}
    %x = ttg.local_alloc %v : ({tensor(a, "f16", source_a)}) -> {memory(a, "f16", store_a)}
    %y = ttg.local_alloc %w : ({tensor(b, "f16", source_b)}) -> {memory(b, "f16", store_b)}
    ttng.fence_async_shared {{bCluster = false}}
    %zero = arith.constant dense<0.0> : {tensor(d, "f32", result)}
    %p = ttng.warp_group_dot %x, %y, %zero {{inputPrecision = 0 : i32}} : {memory(a, "f16", store_a)} * {memory(b, "f16", store_b)} -> {tensor(d, "f32", result)}
    tt.store %d, %p : {tensor(d, "!tt.ptr<f32>", result)}
""")
    case.target = "sm_90a"
    case.arrays |= {"a": numbers(rng, a, np.float16) // 10, "b": numbers(rng, b, np.float16) // 10}
    case.expected["out"] = case.arrays["a"].astype(np.float32) @ case.arrays["b"].astype(np.float32)
    return case


def box(rng, warp_bits, block_bits):
    """The copy engine moves each block's part, once in and once out; perhaps one block loads what
    several need."""
    shape, element = shape_of(rng), rng.choice(["i8", "f16", "i32"])
    unit = 16 // BYTES[element]
    shape[1] = max(shape[1], 2 * unit)
    bases = split(rng, shape, block_bits, (1, unit))
    where = nvmma(part_of(shape, bases), element, bases)
    target = layout(rng, shape, warp_bits, block_bits)
    at = barriers(block_bits)
    bytes_ = int(np.prod(part_of(shape, bases))) * BYTES[element]
    kind = f"!tt.tensordesc<{'x'.join(map(str, shape))}x{element}, {where}>"
    bar = f"!ttg.memdesc<1xi64, {at}, #ttg.shared_memory, mutable>"
    data = memory(shape, element, where)
    together = " {multicast}" if [0, 0] in bases and rng.random() < 0.7 else ""
    case = Case(warp_bits, block_bits, [("x", None), ("out", None)], f"""\
    %zero = arith.constant 0 : i32
    %true = arith.constant true
    %m = ttg.local_alloc : () -> {bar}
    ttng.init_barrier %m, 1 : {bar}
    %b = ttg.local_alloc : () -> {data}
    ttng.barrier_expect %m, {bytes_}, %true : {bar}
    ttng.async_tma_copy_global_to_local %x[%zero, %zero] %b, %m, %true{together} : {kind}, {bar} -> {data}
    ttng.wait_barrier %m, %zero : {bar}
    ttng.inval_barrier %m : {bar}
    %v = ttg.local_load %b : {data} -> {tensor(shape, element, target)}
    %c = ttg.local_alloc : () -> {data}
    ttg.local_store %v, %c : {tensor(shape, element, target)} -> {data}
    ttng.fence_async_shared {{bCluster = false}}
    ttng.async_tma_copy_local_to_global %out[%zero, %zero] %c : {kind}, {data}
    ttng.async_tma_store_wait {{pendings = 0 : i32}}
""", kinds={"x": kind, "out": kind})
    case.boxes = {"x": shape, "out": shape}
    case.arrays["x"] = numbers(rng, shape, clusters.TYPES[element])
    case.expected["out"] = case.arrays["x"]
    return case


KINDS = {"buffers": buffer, "copies": copies, "products": product, "boxes": box}

if __name__ == "__main__":
    sys.exit(clusters.main(KINDS))
