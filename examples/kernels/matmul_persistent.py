"""The product of two fp16 matrices by as many programs as the device runs at once: each
walks over several tiles of the result, in an order that keeps neighbouring tiles'
operands in the cache. Shows a loop of loops with the tile's place computed by divisions
in the outer one.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_persistent(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                      BLOCK_K: tl.constexpr, GROUP: tl.constexpr):
    rows = tl.cdiv(M, BLOCK_M)
    columns = tl.cdiv(N, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    for tile in range(tl.program_id(0), rows * columns, tl.num_programs(0)):
        # Tiles go down GROUP rows before they go on to the next column.
        first = tile // (GROUP * columns) * GROUP
        height = min(rows - first, GROUP)
        within = tile % (GROUP * columns)
        m = (first + within % height) * BLOCK_M + tl.arange(0, BLOCK_M)
        n = within // height * BLOCK_N + tl.arange(0, BLOCK_N)
        total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
        for begin in range(0, K, BLOCK_K):
            depth = begin + k
            a_inside = (m < M)[:, None] & (depth < K)[None, :]
            b_inside = (depth < K)[:, None] & (n < N)[None, :]
            a_tile = tl.load(a + m[:, None] * K + depth[None, :], mask=a_inside, other=0.0)
            b_tile = tl.load(b + depth[:, None] * N + n[None, :], mask=b_inside, other=0.0)
            total = tl.dot(a_tile, b_tile, total)
        inside = (m < M)[:, None] & (n < N)[None, :]
        tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), mask=inside)
