"""The product of two matrices of bytes with 32-bit sums, which are exact, and then a
scale for each row and one for each column. B lies transposed in memory, as instructions
for bytes want it. Shows an integer product, and vectors that scale the rows and columns
of a tile.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_int8(a, b, row_scales, column_scales, c, M, N, K, BLOCK_M: tl.constexpr,
                BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.int32)
    for begin in range(0, K, BLOCK_K):
        k = begin + tl.arange(0, BLOCK_K)
        a_inside = (m < M)[:, None] & (k < K)[None, :]
        b_inside = (k < K)[:, None] & (n < N)[None, :]
        a_tile = tl.load(a + m[:, None] * K + k[None, :], mask=a_inside, other=0)
        b_tile = tl.load(b + n[None, :] * K + k[:, None], mask=b_inside, other=0)
        total = tl.dot(a_tile, b_tile, total, out_dtype=tl.int32)
    row_scale = tl.load(row_scales + m, mask=m < M, other=0.0)
    column_scale = tl.load(column_scales + n, mask=n < N, other=0.0)
    result = total.to(tl.float32) * row_scale[:, None] * column_scale[None, :]
    inside = (m < M)[:, None] & (n < N)[None, :]
    tl.store(c + m[:, None] * N + n[None, :], result.to(tl.float16), mask=inside)
