"""Kernels of products of matrices, for products.py."""

import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, K, stride_a, stride_b, stride_c, BM: tl.constexpr, BN: tl.constexpr,
           BK: tl.constexpr, A_MAJOR: tl.constexpr, B_MAJOR: tl.constexpr,
           SUM: tl.constexpr, OUT: tl.constexpr):
    """c = a @ b. A_MAJOR, B_MAJOR: which axis of the product is contiguous, "m", "n" or "k"."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    if A_MAJOR == "k":
        pa = a + rm[:, None] * stride_a + rk[None, :]
    else:
        pa = a + rm[:, None] + rk[None, :] * stride_a
    if B_MAJOR == "k":
        pb = b + rk[:, None] + rn[None, :] * stride_b
    else:
        pb = b + rk[:, None] * stride_b + rn[None, :]
    total = tl.zeros((BM, BN), dtype=SUM)
    for _ in range(0, K, BK):
        y = tl.load(pb).to(a.dtype.element_ty)  # Of weights; others have it.
        total = tl.dot(tl.load(pa), y, total, out_dtype=SUM)
        pa += BK if A_MAJOR == "k" else BK * stride_a
        pb += BK if B_MAJOR == "k" else BK * stride_b
    tl.store(c + rm[:, None] * stride_c + rn[None, :], total.to(OUT))


@triton.jit
def scaled(a, b, scales, c, K, stride_a, stride_b, stride_scales, stride_c,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, FORMAT: tl.constexpr):
    """c = a @ b, where b is of MXFP4: two elements along K a byte, 32 of them a scale."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    pa = a + rm[:, None] * stride_a + tl.arange(0, BK)[None, :]
    pb = b + tl.arange(0, BK // 2)[:, None] + rn[None, :] * stride_b
    ps = scales + rn[:, None] * stride_scales + tl.arange(0, BK // 32)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot_scaled(tl.load(pa), None, FORMAT, tl.load(pb), tl.load(ps), "e2m1",
                              total)
        pa += BK
        pb += BK // 2
        ps += BK // 32
    tl.store(c + rm[:, None] * stride_c + rn[None, :], total.to(c.dtype.element_ty))


@triton.jit
def attention(q, k, v, out, scale, LENGTH, D: tl.constexpr, BM: tl.constexpr,
              BN: tl.constexpr, CAUSAL: tl.constexpr):
    """Rows of one head: softmax(q @ k^T * scale) @ v, with the rows' sums along the way."""
    start = tl.program_id(0) * BM
    head = tl.program_id(1) * LENGTH * D
    rm, rd, rn = start + tl.arange(0, BM), tl.arange(0, D), tl.arange(0, BN)
    x = tl.load(q + head + rm[:, None] * D + rd[None, :])
    most = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    sums = tl.zeros((BM, D), tl.float32)
    end = start + BM if CAUSAL else LENGTH
    for first in range(0, end, BN):
        rows = first + rn
        keys = tl.load(k + head + rows[None, :] * D + rd[:, None])
        scores = tl.dot(x, keys) * (scale * 1.4426950408889634)
        if CAUSAL:
            scores = tl.where(rm[:, None] >= rows[None, :], scores, float("-inf"))
        new = tl.maximum(most, tl.max(scores, 1))
        weights = tl.exp2(scores - new[:, None])
        decay = tl.exp2(most - new)
        total = total * decay + tl.sum(weights, 1)
        values = tl.load(v + head + rows[:, None] * D + rd[None, :])
        sums = tl.dot(weights.to(v.dtype.element_ty), values, sums * decay[:, None])
        most = new
    tl.store(out + head + rm[:, None] * D + rd[None, :],
             (sums / total[:, None]).to(out.dtype.element_ty))
