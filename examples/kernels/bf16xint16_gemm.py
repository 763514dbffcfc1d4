"""A bf16 matrix times one of 16-bit integers, which are rounded to bf16 on their way into
the product. Shows an operand that is converted in registers, between memory and the
matrix instruction, without a change of width.
"""

import triton
import triton.language as tl


@triton.jit
def bf16xint16_gemm(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                    BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    a_place = a + m[:, None] * K + k[None, :]
    b_place = b + k[:, None] * N + n[None, :]
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        a_inside = (m < M)[:, None] & (k < K - begin)[None, :]
        b_inside = (k < K - begin)[:, None] & (n < N)[None, :]
        a_tile = tl.load(a_place, mask=a_inside, other=0.0)
        b_tile = tl.load(b_place, mask=b_inside, other=0)
        total = tl.dot(a_tile, b_tile.to(tl.bfloat16), total)
        a_place += BLOCK_K
        b_place += BLOCK_K * N
    inside = (m < M)[:, None] & (n < N)[None, :]
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.bfloat16), mask=inside)
