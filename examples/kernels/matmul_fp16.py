"""The product of two fp16 matrices with fp32 sums. Shows a loop over K with masks in all
three dimensions, pointers that the loop carries and loads that a compiler may pipeline;
each target picks its own matrix instruction.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_fp16(a, b, c, M, N, K, a_row, b_row, c_row, BLOCK_M: tl.constexpr,
                BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    a_place = a + m[:, None] * a_row + k[None, :]
    b_place = b + k[:, None] * b_row + n[None, :]
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        left = K - begin
        a_inside = (m < M)[:, None] & (k < left)[None, :]
        b_inside = (k < left)[:, None] & (n < N)[None, :]
        a_tile = tl.load(a_place, mask=a_inside, other=0.0)
        b_tile = tl.load(b_place, mask=b_inside, other=0.0)
        total = tl.dot(a_tile, b_tile, total)
        a_place += BLOCK_K
        b_place += BLOCK_K * b_row
    inside = (m < M)[:, None] & (n < N)[None, :]
    tl.store(c + m[:, None] * c_row + n[None, :], total.to(tl.float16), mask=inside)
