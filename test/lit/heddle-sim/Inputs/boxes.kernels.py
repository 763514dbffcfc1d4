"""Kernels whose tiles are copied as boxes, from which Triton made boxes.*.ttgir and, 3.6,
boxes.*.ttir.

usage: boxes.kernels.py FOLDER

Needs Triton 3.6 or 3.9, whose release is part of the names; tests do not run it.
"""

import pathlib
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def host(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A product with descriptors of the host, in a pipeline."""
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        sums = tl.dot(a.load([m, k]), b.load([k, n]), sums)
    c.store([m, n], sums.to(tl.float16))


@triton.jit
def device(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           WS: tl.constexpr):
    """With descriptors that the kernel makes, on request by partitions."""
    x = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    y = tl.make_tensor_descriptor(b, [K, N], [N, 1], [BK, BN])
    z = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, warp_specialize=WS):
        left = x.load([m, k])
        right = y.load([k, n])
        sums = tl.dot(left, right, sums)
    z.store([m, n], sums.to(tl.float16))


@triton.jit
def persistent(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Few programs, each of which computes several tiles."""
    rows = tl.cdiv(M, BM)
    for tile in tl.range(tl.program_id(0), rows * tl.cdiv(N, BN), tl.num_programs(0),
                         flatten=False):
        m = tile % rows * BM
        n = tile // rows * BN
        sums = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            sums = tl.dot(a.load([m, k]), b.load([k, n]), sums)
        c.store([m, n], sums.to(tl.float16))


@triton.jit
def shift(x, y, by, BM: tl.constexpr, BN: tl.constexpr):
    """Threads use what boxes have brought, and store what boxes take."""
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    y.store([m, n], x.load([m - by, n + by]) * 3 + 1)


@triton.jit
def reduce(x, y, most, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM
    tile = x.load([m, 0])
    y.atomic_add([0, 0], tile)
    most.atomic_max([0, 0], tile)


@triton.jit
def grouped(a, b, c, sizes, groups, stride, BM: tl.constexpr, BN: tl.constexpr,
            BK: tl.constexpr):
    """Several products one below the other, each of its own size and with its own descriptors,
    by few programs that take their turns; only the kernel sees where rows of c end."""
    tile = tl.program_id(0)
    before = 0
    for g in range(groups):
        first = tl.load(sizes + g * 4)
        M = tl.load(sizes + g * 4 + 1)
        N = tl.load(sizes + g * 4 + 2)
        K = tl.load(sizes + g * 4 + 3)
        columns = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * columns
        if tile >= before and tile < before + tiles:
            x = tl.make_tensor_descriptor(a + first * stride, [M, K], [stride, 1], [BM, BK])
            y = tl.make_tensor_descriptor(b + first * stride, [K, N], [stride, 1], [BK, BN])
            z = tl.make_tensor_descriptor(c + first * stride, [M, N], [stride, 1], [BM, BN])
            while tile >= before and tile < before + tiles:
                m = (tile - before) // columns * BM
                n = (tile - before) % columns * BN
                sums = tl.zeros((BM, BN), tl.float32)
                for k in range(0, tl.cdiv(K, BK)):
                    sums = tl.dot(x.load([m, k * BK]), y.load([k * BK, n]), sums)
                z.store([m, n], sums.to(tl.float16))
                tile += tl.num_programs(0)
        before += tiles


def descriptor(type, rows, columns):
    return f"tensordesc<{type}[{rows},{columns}]>"


def product(rows, columns, depth):
    return ([descriptor("fp16", rows, depth), descriptor("fp16", depth, columns),
             descriptor("fp16", rows, columns)],
            {"BM": rows, "BN": columns, "BK": depth})


TYPES, TILES = product(64, 64, 32)
# What can be divided by 16.
POINTERS = ["*fp16"] * 3 + ["i32"] * 3
KERNELS = {
    "host": (host, [*TYPES, "i32"], TILES),
    "device": (device, POINTERS, TILES | {"WS": False}),
    "specialized": (device, POINTERS, {"BM": 128, "BN": 64, "BK": 64, "WS": True}),
    "persistent": (persistent, [*TYPES, "i32", "i32", "i32"], TILES),
    "grouped": (grouped, ["*fp16"] * 3 + ["*i32", "i32", "i32"], TILES),
    "shift": (shift, [descriptor("i32", 32, 16)] * 2 + ["i32"], {"BM": 32, "BN": 16}),
    "reduce": (reduce, [descriptor("i32", 32, 16)] * 3,
               {"BM": 32, "BN": 16}),
}


def compiled(function, types, constants):
    names = [name for name in function.arg_names if name not in constants]
    signature = dict(zip(names, types, strict=True))
    divisible = {(index,): [["tt.divisibility", 16]]
                 for index, type in enumerate(types) if type == "*fp16"
                 or (function is device and type == "i32")
                 or (function is grouped and index == 5)}
    source = ASTSource(function, {**signature, **dict.fromkeys(constants, "constexpr")},
                       constants, divisible)
    return triton.compile(source, target=GPUTarget("cuda", 90, 32),
                          options={"num_warps": 4, "num_stages": 3})


RELEASE = ".".join(triton.__version__.split(".")[:2])
FOLDER = pathlib.Path(sys.argv[1])


def write(name, text):
    text = text.replace(str(pathlib.Path(__file__).resolve()), "boxes.kernels.py")
    text = text.replace(str(pathlib.Path(triton.__file__).resolve().parent), "triton")
    (FOLDER / name).write_text(text)


for name, kernel in KERNELS.items():
    texts = compiled(*kernel).asm
    write(f"boxes.{name}-{RELEASE}.ttgir", texts["ttgir"])
    if RELEASE == "3.6":
        write(f"boxes.{name}.ttir", texts["ttir"])
