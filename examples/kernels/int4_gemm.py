"""An fp16 matrix times weights of 4 bits, two to a byte along K (the even row in the low
half), with a scale for each 32 rows of a column. Shows bytes that are split, widened,
joined and reshaped into an operand of twice as many rows.
"""

import triton
import triton.language as tl


@triton.jit
def int4_gemm(a, b, scales, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
              BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    pair = tl.arange(0, BLOCK_K // 2)
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for begin in range(0, K, BLOCK_K):
        a_inside = (m < M)[:, None] & (begin + k < K)[None, :]
        b_inside = (begin // 2 + pair < K // 2)[:, None] & (n < N)[None, :]
        a_place = m[:, None] * K + begin + k[None, :]
        b_place = (begin // 2 + pair)[:, None] * N + n[None, :]
        a_tile = tl.load(a + a_place, mask=a_inside, other=0.0)
        both = tl.load(b + b_place, mask=b_inside, other=0)
        steps = tl.join(both & 0xF, both >> 4).permute(0, 2, 1)
        steps = steps.reshape(BLOCK_K, BLOCK_N).to(tl.float16) - 8.0
        group = (begin + k[:, None]) // 32
        scale = tl.load(scales + group * N + n[None, :],
                        mask=(begin + k < K)[:, None] & (n < N)[None, :], other=0.0)
        total = tl.dot(a_tile, steps * scale, total)
    inside = (m < M)[:, None] & (n < N)[None, :]
    tl.store(c + m[:, None] * N + n[None, :], total.to(tl.float16), mask=inside)
