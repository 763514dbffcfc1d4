"""Kernels in Gluon, and their IR as Triton 3.9.0 makes it of them, before any of its passes.

usage: kernels.py FOLDER [HEDDLE-OPT]

Needs Triton 3.9.0; writes FOLDER/NAME.ttgir, which HEDDLE-OPT prints without locations.
"""

import pathlib
import subprocess
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon._runtime import GluonASTSource
from triton.experimental.gluon.language._layouts import NVMMASharedLayout
from triton.experimental.gluon.language.nvidia import ampere
from triton.experimental.gluon.language.nvidia.ampere import async_copy
from triton.experimental.gluon.language.nvidia.hopper import (
    fence_async_shared, mbarrier, tma, warpgroup_mma)


@gluon.jit
def add(x, y, out, n, B: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([4], [32], [4], [0])
    i = gl.program_id(0) * B + gl.arange(0, B, layout=layout)
    m = i < n
    gl.store(out + i, gl.load(x + i, mask=m) + gl.load(y + i, mask=m), mask=m)


@gluon.jit
def add_auto(x, y, out, n, B: gl.constexpr):
    i = gl.program_id(0) * B + gl.arange(0, B, layout=gl.AutoLayout())
    m = i < n
    v = gl.load(x + i, mask=m) + gl.load(y + i, mask=m)
    w = gl.set_auto_layout(v, gl.BlockedLayout([4], [32], [4], [0]))
    j = gl.set_auto_layout(i, gl.BlockedLayout([4], [32], [4], [0]))
    gl.store(out + j, gl.exp2(w) * 2.0,
             mask=gl.set_auto_layout(m, gl.BlockedLayout([4], [32], [4], [0])))


@gluon.jit
def rows(x, out, n, m, R: gl.constexpr, C: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([1, 4], [1, 32], [4, 1], [1, 0])
    r = gl.program_id(0) * R + gl.arange(0, R, layout=gl.SliceLayout(1, layout))
    c = gl.arange(0, C, layout=gl.SliceLayout(0, layout))
    mask = (r[:, None] < n) & (c[None, :] < m)
    v = gl.load(x + r[:, None] * m + c[None, :], mask=mask, other=0.0)
    s = gl.sum(v, 1)
    gl.store(out + r, s, mask=r < n)


@gluon.jit
def transpose(x, out, n, B: gl.constexpr):
    a: gl.constexpr = gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])
    sh: gl.constexpr = gl.SwizzledSharedLayout(4, 1, 8, [1, 0])
    i = gl.program_id(0) * B + gl.arange(0, B, layout=gl.SliceLayout(1, a))
    j = gl.program_id(1) * B + gl.arange(0, B, layout=gl.SliceLayout(0, a))
    smem = gl.allocate_shared_memory(gl.float32, [B, B], sh)
    async_copy.async_load(smem, x + i[:, None] * n + j[None, :])
    async_copy.commit_group()
    async_copy.wait_group(0)
    v = smem.permute([1, 0]).load(a)
    ii = gl.program_id(1) * B + gl.arange(0, B, layout=gl.SliceLayout(1, a))
    jj = gl.program_id(0) * B + gl.arange(0, B, layout=gl.SliceLayout(0, a))
    gl.store(out + ii[:, None] * n + jj[None, :], v)


@gluon.jit
def scan(x, out, B: gl.constexpr):
    layout: gl.constexpr = gl.BlockedLayout([2], [32], [4], [0])
    i = gl.arange(0, B, layout=layout)
    v = gl.load(x + i)
    w = gl.convert_layout(gl.associative_scan(v, 0, _add), gl.BlockedLayout([1], [32], [4], [0]))
    o = gl.arange(0, B, layout=gl.BlockedLayout([1], [32], [4], [0]))
    gl.store(out + o, w)


@gluon.jit
def _add(a, b):
    return a + b


@gluon.jit
def matmul(a, b, c, K, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr):
    ld: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])
    mma: gl.constexpr = gl.NVMMADistributedLayout([2, 0], [2, 2], [16, 8])
    da: gl.constexpr = gl.DotOperandLayout(0, mma, 2)
    db: gl.constexpr = gl.DotOperandLayout(1, mma, 2)
    rm = gl.arange(0, BM, layout=gl.SliceLayout(1, ld))
    rk = gl.arange(0, BK, layout=gl.SliceLayout(0, ld))
    rk2 = gl.arange(0, BK, layout=gl.SliceLayout(1, ld))
    rn = gl.arange(0, BN, layout=gl.SliceLayout(0, ld))
    pa = a + rm[:, None] * K + rk[None, :]
    pb = b + rk2[:, None] * BN + rn[None, :]
    acc = gl.zeros([BM, BN], gl.float32, mma)
    for k in range(0, K, BK):
        x = gl.convert_layout(gl.load(pa), da)
        y = gl.convert_layout(gl.load(pb), db)
        acc = ampere.mma_v2(x, y, acc)
        pa += BK
        pb += BK * BN
    om = gl.arange(0, BM, layout=gl.SliceLayout(1, mma))
    on = gl.arange(0, BN, layout=gl.SliceLayout(0, mma))
    gl.store(c + om[:, None] * BN + on[None, :], acc)


@gluon.jit
def tma_matmul(a, b, c, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, K: gl.constexpr):
    mma: gl.constexpr = gl.NVMMADistributedLayout([3, 0], [4, 1], [16, BN, 16])
    sa = gl.allocate_shared_memory(a.dtype, [BM, BK], a.layout)
    sb = gl.allocate_shared_memory(b.dtype, [BK, BN], b.layout)
    sc = gl.allocate_shared_memory(c.dtype, [BM, BN], c.layout)
    bar = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(bar, count=1)
    acc = gl.zeros([BM, BN], gl.float32, mma)
    phase = 0
    for k in range(0, K, BK):
        mbarrier.expect(bar, a.block_type.nbytes + b.block_type.nbytes)
        tma.async_load(a, [0, k], bar, sa)
        tma.async_load(b, [k, 0], bar, sb)
        mbarrier.wait(bar, phase=phase)
        phase ^= 1
        acc = warpgroup_mma(sa, sb, acc, is_async=False)
    mbarrier.invalidate(bar)
    sc.store(acc.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [0, 0], sc)
    tma.store_wait(0)


FLOATS = {"x": "*fp32", "y": "*fp32", "out": "*fp32"}
TILE = f"tensordesc<fp16[64, 64],{NVMMASharedLayout(128, 16, 2)!r}>"
CASES = [
    (add, FLOATS | {"n": "i32"}, {"B": 512}),
    (add_auto, FLOATS | {"n": "i32"}, {"B": 512}),
    (rows, {"x": "*fp32", "out": "*fp32", "n": "i32", "m": "i32"}, {"R": 16, "C": 128}),
    (transpose, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {"B": 32}),
    (scan, {"x": "*fp32", "out": "*fp32"}, {"B": 1024}),
    (matmul, {"a": "*fp16", "b": "*fp16", "c": "*fp32", "K": "i32"},
     {"BM": 64, "BN": 64, "BK": 32}),
    (tma_matmul, {"a": TILE, "b": TILE, "c": TILE}, {"BM": 64, "BN": 64, "BK": 64, "K": 256}),
]


def source_of(kernel, signature, constants):
    names = [*signature, *constants]
    source = GluonASTSource(
        kernel, signature | dict.fromkeys(constants, "constexpr"),
        {(names.index(name),): value for name, value in constants.items()},
        {(index,): [["tt.divisibility", 16]] for index in range(len(signature))})
    compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 4})
    return compiled.asm["source"]


def main():
    folder = pathlib.Path(sys.argv[1])
    for kernel, signature, constants in CASES:
        path = folder / f"{kernel.__name__}.ttgir"
        path.write_text(source_of(kernel, signature, constants))
        if len(sys.argv) > 2:
            subprocess.run([sys.argv[2], path, "--mlir-use-nameloc-as-prefix", "-o", path],
                           check=True)


if __name__ == "__main__":
    main()
