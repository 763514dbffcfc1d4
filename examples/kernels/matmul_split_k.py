"""A product of matrices that are long in K and small otherwise, where there are too few
tiles for all processors: several programs share a tile, each takes every second or third
step along K, and all add their part to memory atomically. Shows atomic sums of whole
tiles.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_split_k(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                   BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(tl.program_id(2) * BLOCK_K, K, tl.num_programs(2) * BLOCK_K):
        k = begin + tl.arange(0, BLOCK_K)
        a_inside = (m < M)[:, None] & (k < K)[None, :]
        b_inside = (k < K)[:, None] & (n < N)[None, :]
        a_tile = tl.load(a + m[:, None] * K + k[None, :], mask=a_inside, other=0.0)
        b_tile = tl.load(b + k[:, None] * N + n[None, :], mask=b_inside, other=0.0)
        total = tl.dot(a_tile, b_tile, total)
    inside = (m < M)[:, None] & (n < N)[None, :]
    tl.atomic_add(c + m[:, None] * N + n[None, :], total, mask=inside, sem="relaxed")
