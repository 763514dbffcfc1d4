"""Products of many small matrices, several a program. Shows tiles of three dimensions and
a matrix product that is batched over the first of them.
"""

import triton
import triton.language as tl


@triton.jit
def batched_matmul(a, b, c, count, M, N, K, BATCH: tl.constexpr, BLOCK_M: tl.constexpr,
                   BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    which = tl.program_id(0) * BATCH + tl.arange(0, BATCH)[:, None, None]
    m = tl.arange(0, BLOCK_M)[None, :, None]
    n = tl.arange(0, BLOCK_N)[None, None, :]
    total = tl.zeros([BATCH, BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        k_row = begin + tl.arange(0, BLOCK_K)[None, None, :]
        k_column = begin + tl.arange(0, BLOCK_K)[None, :, None]
        a_inside = (which < count) & (m < M) & (k_row < K)
        b_inside = (which < count) & (k_column < K) & (n < N)
        a_tile = tl.load(a + (which * M + m) * K + k_row, mask=a_inside, other=0.0)
        b_tile = tl.load(b + (which * K + k_column) * N + n, mask=b_inside, other=0.0)
        total = tl.dot(a_tile, b_tile, total)
    inside = (which < count) & (m < M) & (n < N)
    tl.store(c + (which * M + m) * N + n, total.to(tl.float16), mask=inside)
