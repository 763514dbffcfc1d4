"""Kernels with descriptors and block pointers, from which Triton made descriptors.*.ttir.

usage: descriptors.kernels.py FOLDER

Needs Triton 3.6; tests do not run it.
"""

import pathlib
import sys

import triton
import triton.language as tl
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.compiler.compiler import make_backend


@triton.jit
def made(x, out, M, N, row, shift_m, shift_n, BM: tl.constexpr, BN: tl.constexpr):
    """A tile that is moved by any distance, NaN where there was nothing."""
    source = tl.make_tensor_descriptor(x, [M, N], [row, 1], [BM, BN], padding_option="nan")
    target = tl.make_tensor_descriptor(out, [M, N], [row, 1], [BM, BN])
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    target.store([m, n], source.load([m - shift_m, n - shift_n]))


@triton.jit
def given(x, out, K, BM: tl.constexpr, BK: tl.constexpr):
    """Sums of rows; descriptors of the host, the one chosen by the data."""
    m = tl.program_id(0) * BM
    total = tl.zeros([BM], dtype=tl.float32)
    for k in range(0, K, BK):
        total += tl.sum(x.load([m, k]).to(tl.float32), axis=1)
    out.store([m], total)


@triton.jit
def line(x, out, shift, B: tl.constexpr):
    i = tl.program_id(0) * B
    out.store([i], x.load([i + shift]))


@triton.jit
def cube(x, out, shift, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a = tl.program_id(0) * A
    b = tl.program_id(1) * B
    c = tl.program_id(2) * C
    out.store([a, b, c], x.load([a - shift, b + shift, c - 4 * shift]))


@triton.jit
def five(x, out, shift):
    a = tl.program_id(0) * 2
    b = tl.program_id(1) * 2
    for c in range(0, 4, 2):
        for d in range(0, 4, 2):
            tile = x.load([a, b - shift, c + shift, d, 4 * shift])
            out.store([a, b, c, d, 0], tile)


@triton.jit
def rows(x, index, out, B: tl.constexpr, y):
    """Rows that are gathered and scattered in another order."""
    lanes = tl.arange(0, B)
    tile = x.gather(tl.load(index + lanes), y)
    out.scatter(tile, tl.load(index + B + lanes), y)


@triton.jit
def reductions(x, add, low, high, both, either, other, m, n):
    tile = x.load([m, n])
    add.atomic_add([m, n], tile)
    low.atomic_min([m, n], tile)
    high.atomic_max([m, n], tile)
    both.atomic_and([m, n], tile)
    either.atomic_or([m, n], tile)
    other.atomic_xor([m, n], tile)


@triton.jit
def sums(x, out, m, n):
    out.atomic_add([m, n], x.load([m, n]))


@triton.jit
def blocks(x, out, M, N, row, first, BM: tl.constexpr, BN: tl.constexpr):
    """Block pointers that go on along the rows, from a negative column on."""
    source = tl.make_block_ptr(x, (M, N), (row, 1), (tl.program_id(0) * BM, first),
                               (BM, BN), (1, 0))
    target = tl.make_block_ptr(out, (M, N), (row, 1), (tl.program_id(0) * BM, 0),
                               (BM, BN), (1, 0))
    for _ in range(0, N, BN):
        tile = tl.load(source, boundary_check=(0, 1), padding_option="zero")
        tl.store(target, tile, boundary_check=(0, 1))
        source = tl.advance(source, (0, BN))
        target = tl.advance(target, (0, BN))


KERNELS = {
    "made": (made, ["*fp16", "*fp16", "i32", "i32", "i32", "i32", "i32"],
             {"BM": 16, "BN": 32}),
    "given": (given, ["tensordesc<fp16[16,32]>", "tensordesc<fp32[16]>", "i32"],
              {"BM": 16, "BK": 32}),
    "line": (line, ["tensordesc<i32[64]>", "tensordesc<i32[64]>", "i32"], {"B": 64}),
    "cube": (cube, ["tensordesc<fp32[4,4,8]>", "tensordesc<fp32[4,4,8]>", "i32"],
             {"A": 4, "B": 4, "C": 8}),
    "five": (five, ["tensordesc<fp16[2,2,2,2,8]>", "tensordesc<fp16[2,2,2,2,8]>", "i32"],
             {}),
    "rows": (rows, ["tensordesc<fp32[1,32]>", "*i32", "tensordesc<fp32[1,32]>",
                    "i32"], {"B": 16}),
    "signed": (reductions, ["tensordesc<i32[8,16]>"] * 7 + ["i32", "i32"], {}),
    "unsigned": (reductions, ["tensordesc<u32[8,16]>"] * 7 + ["i32", "i32"], {}),
    "wide": (reductions, ["tensordesc<u64[8,16]>"] * 7 + ["i32", "i32"], {}),
    "sums32": (sums, ["tensordesc<fp32[8,16]>"] * 2 + ["i32", "i32"], {}),
    "sums16": (sums, ["tensordesc<fp16[8,16]>"] * 2 + ["i32", "i32"], {}),
    "blocks": (blocks, ["*fp16", "*fp16", "i32", "i32", "i32", "i32"],
               {"BM": 16, "BN": 32}),
}


def ttir_of(function, types, constants):
    names = [name for name in function.arg_names if name not in constants]
    signature = dict(zip(names, types, strict=True))
    source = ASTSource(function, {**signature, **dict.fromkeys(constants, "constexpr")},
                       constants)
    backend = make_backend(GPUTarget("cuda", 80, 32))
    options = backend.parse_options({"num_warps": 4})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(GPUTarget("cuda", 80, 32), options,
                            backend.get_codegen_implementation(options),
                            backend.get_module_map(), context)
    passes = ir.pass_manager(context)
    from triton._C.libtriton import passes as triton_passes
    triton_passes.common.add_inliner(passes)
    triton_passes.common.add_canonicalizer(passes)
    triton_passes.common.add_cse(passes)
    passes.run(module, "simplify")
    return str(module)


for name, kernel in KERNELS.items():
    text = ttir_of(*kernel).replace(str(pathlib.Path(__file__).resolve()),
                                    "descriptors.kernels.py")
    (pathlib.Path(sys.argv[1]) / f"descriptors.{name}.ttir").write_text(text)
