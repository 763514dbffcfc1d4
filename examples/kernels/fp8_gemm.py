"""The product A * B^T of two fp8 matrices with one scale each. Shows operands that are
both contiguous along K, as fp8 instructions want them. Hopper adds fp8 products up with
fewer bits than fp32 has, which the tolerance allows.
"""

import triton
import triton.language as tl


@triton.jit
def fp8_gemm(a, b, c, scale, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
             BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    a_place = a + m[:, None] * K + k[None, :]
    b_place = b + n[None, :] * K + k[:, None]
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        a_inside = (m < M)[:, None] & (k < K - begin)[None, :]
        b_inside = (k < K - begin)[:, None] & (n < N)[None, :]
        a_tile = tl.load(a_place, mask=a_inside, other=0.0)
        b_tile = tl.load(b_place, mask=b_inside, other=0.0)
        total = tl.dot(a_tile, b_tile, total)
        a_place += BLOCK_K
        b_place += BLOCK_K
    inside = (m < M)[:, None] & (n < N)[None, :]
    result = (total * scale).to(tl.float16)
    tl.store(c + m[:, None] * N + n[None, :], result, mask=inside)
