"""The product of an fp8 and an fp4 matrix, each block of 32 along K with a scale of its
own (microscaling). sm_100 and sm_120 have instructions for it; others widen both to bf16.
Triton 3.6 and 3.7 stop after the .ttgir for gfx942; 3.8 and 3.9 compile it. Two fp4
numbers share a byte, the lower one in its low half.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_scaled(a, a_scale, b, b_scale, c, N, K, BLOCK_M: tl.constexpr,
                  BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    byte = tl.arange(0, BLOCK_K // 2)
    group = tl.arange(0, BLOCK_K // 32)
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        a_tile = tl.load(a + m[:, None] * K + begin + k[None, :])
        b_tile = tl.load(b + (begin // 2 + byte)[:, None] * N + n[None, :])
        scales = begin // 32 + group[None, :]
        a_factor = tl.load(a_scale + m[:, None] * (K // 32) + scales)
        b_factor = tl.load(b_scale + n[:, None] * (K // 32) + scales)
        total = tl.dot_scaled(a_tile, a_factor, "e5m2", b_tile, b_factor, "e2m1", total)
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.bfloat16))
