"""A layer of a network in one kernel: relu(A * B + bias) * scale + residual. Shows what
happens to the sums of a matrix product before they are stored: a vector that is broadcast
over rows, and a tile that is loaded in the layout of the result.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_epilogue(a, b, bias, residual, c, scale, M, N, K, BLOCK_M: tl.constexpr,
                    BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        depth = begin + k
        a_inside = (m < M)[:, None] & (depth < K)[None, :]
        b_inside = (depth < K)[:, None] & (n < N)[None, :]
        a_tile = tl.load(a + m[:, None] * K + depth[None, :], mask=a_inside, other=0.0)
        b_tile = tl.load(b + depth[:, None] * N + n[None, :], mask=b_inside, other=0.0)
        total = tl.dot(a_tile, b_tile, total)
    inside = (m < M)[:, None] & (n < N)[None, :]
    place = m[:, None] * N + n[None, :]
    shift = tl.load(bias + n, mask=n < N, other=0.0).to(tl.float32)
    skipped = tl.load(residual + place, mask=inside, other=0.0).to(tl.float32)
    result = tl.maximum(total + shift[None, :], 0.0) * scale + skipped
    tl.store(c + place, result.to(tl.bfloat16), mask=inside)
