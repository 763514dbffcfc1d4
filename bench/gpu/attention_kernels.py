"""Kernels of attention, forward and backward, for products.py."""

import triton
import triton.language as tl


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


@triton.jit
def attention_dkdv(q, k, v, dout, lse, delta, dk, dv, scale, LENGTH, D: tl.constexpr,
                   BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    """The gradients of one head's keys and values: BN of them, in a loop over BM queries.
    lse: of each query log2(sum(exp2(its scores))); delta: sum(its output * its gradient)."""
    start = tl.program_id(0) * BN
    head, row = tl.program_id(1) * LENGTH * D, tl.program_id(1) * LENGTH
    rn, rd = start + tl.arange(0, BN), tl.arange(0, D)
    keys = tl.load(k + head + rn[:, None] * D + rd[None, :])
    values = tl.load(v + head + rn[:, None] * D + rd[None, :])
    key_sums = tl.zeros((BN, D), tl.float32)
    value_sums = tl.zeros((BN, D), tl.float32)
    begin = start if CAUSAL else 0
    for first in range(begin, LENGTH, BM):
        rm = first + tl.arange(0, BM)
        x = tl.load(q + head + rm[None, :] * D + rd[:, None])  # Transposed.
        scores = tl.dot(keys, x) * (scale * 1.4426950408889634)
        weights = tl.exp2(scores - tl.load(lse + row + rm)[None, :])
        if CAUSAL:
            weights = tl.where(rm[None, :] >= rn[:, None], weights, 0.0)
        gradient = tl.load(dout + head + rm[:, None] * D + rd[None, :])
        value_sums = tl.dot(weights.to(q.dtype.element_ty), gradient, value_sums)
        change = tl.dot(values, tl.trans(gradient)) - tl.load(delta + row + rm)[None, :]
        key_sums = tl.dot((weights * change).to(q.dtype.element_ty), tl.trans(x), key_sums)
    place = head + rn[:, None] * D + rd[None, :]
    tl.store(dv + place, value_sums.to(dv.dtype.element_ty))
    tl.store(dk + place, (key_sums * scale).to(dk.dtype.element_ty))


@triton.jit
def attention_dq(q, k, v, dout, lse, delta, dq, scale, LENGTH, D: tl.constexpr,
                 BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    """The gradients of one head's queries: BM of them, in a loop over BN keys."""
    start = tl.program_id(0) * BM
    head, row = tl.program_id(1) * LENGTH * D, tl.program_id(1) * LENGTH
    rm, rd = start + tl.arange(0, BM), tl.arange(0, D)
    place = head + rm[:, None] * D + rd[None, :]
    x, gradient = tl.load(q + place), tl.load(dout + place)
    most = tl.load(lse + row + rm)[:, None]
    shift = tl.load(delta + row + rm)[:, None]
    sums = tl.zeros((BM, D), tl.float32)
    end = start + BM if CAUSAL else LENGTH
    for first in range(0, end, BN):
        rn = first + tl.arange(0, BN)
        keys = tl.load(k + head + rn[None, :] * D + rd[:, None])  # Transposed.
        values = tl.load(v + head + rn[None, :] * D + rd[:, None])
        weights = tl.exp2(tl.dot(x, keys) * (scale * 1.4426950408889634) - most)
        if CAUSAL:
            weights = tl.where(rm[:, None] >= rn[None, :], weights, 0.0)
        change = weights * (tl.dot(gradient, values) - shift)
        sums = tl.dot(change.to(q.dtype.element_ty), tl.trans(keys), sums)
    tl.store(dq + place, (sums * scale).to(dq.dtype.element_ty))
