"""Products of groups of rows with a matrix of each group's own, as in a mixture of
experts. Groups differ in length, and one launch serves all: each program walks over the
tiles of all groups and takes those whose number is its own. Shows a while loop inside of
a counted one, and shapes that are data.
"""

import triton
import triton.language as tl


@triton.jit
def grouped_gemm(a, b, c, starts, groups, N, K, BLOCK_M: tl.constexpr,
                 BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    columns = tl.cdiv(N, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    tile = tl.program_id(0)
    passed = 0
    for group in range(groups):
        first = tl.load(starts + group)
        end = tl.load(starts + group + 1)
        tiles = tl.cdiv(end - first, BLOCK_M) * columns
        while tile < passed + tiles:
            m = first + (tile - passed) // columns * BLOCK_M + tl.arange(0, BLOCK_M)
            n = (tile - passed) % columns * BLOCK_N + tl.arange(0, BLOCK_N)
            a_place = a + m[:, None] * K + k[None, :]
            b_place = b + group * K * N + k[:, None] * N + n[None, :]
            total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
            for begin in range(0, K, BLOCK_K):
                a_inside = (m < end)[:, None] & (k < K - begin)[None, :]
                b_inside = (k < K - begin)[:, None] & (n < N)[None, :]
                a_tile = tl.load(a_place, mask=a_inside, other=0.0)
                b_tile = tl.load(b_place, mask=b_inside, other=0.0)
                total = tl.dot(a_tile, b_tile, total)
                a_place += BLOCK_K
                b_place += BLOCK_K * N
            inside = (m < end)[:, None] & (n < N)[None, :]
            tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), mask=inside)
            tile += tl.num_programs(0)
        passed += tiles
