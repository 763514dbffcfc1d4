"""The product A * B^T by tensor descriptors made in the kernel. sm_90 and sm_100 copy
such tiles with their tensor memory accelerator; the other targets turn descriptors into
pointers and masks. B lies transposed in memory, so its tile is transposed as a view.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_descriptor(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                      BLOCK_K: tl.constexpr):
    a_tiles = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BLOCK_M, BLOCK_K])
    b_tiles = tl.make_tensor_descriptor(b, [N, K], [K, 1], [BLOCK_N, BLOCK_K])
    c_tiles = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BLOCK_M, BLOCK_N])
    m = tl.program_id(0) * BLOCK_M
    n = tl.program_id(1) * BLOCK_N
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for k in range(0, K, BLOCK_K):
        total = tl.dot(a_tiles.load([m, k]), b_tiles.load([n, k]).T, total)
    c_tiles.store([m, n], total.to(tl.float16))
