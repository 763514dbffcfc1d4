"""Kernels whose programs have one wide row each, for wide_rows.py."""

import triton
import triton.language as tl


@triton.jit
def softmax(x, out, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + cols, mask=cols < n, other=-float("inf")).to(tl.float32)
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * stride + cols, (e / tl.sum(e, axis=0)).to(out.dtype.element_ty), mask=cols < n)


@triton.jit
def layer_norm(x, out, w, b, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    m = cols < n
    v = tl.load(x + row * stride + cols, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / n
    d = tl.where(m, v - mean, 0.0)
    rstd = 1 / tl.sqrt(tl.sum(d * d, axis=0) / n + 1e-5)
    g = tl.load(w + cols, mask=m).to(tl.float32)
    h = tl.load(b + cols, mask=m).to(tl.float32)
    tl.store(out + row * stride + cols, (d * rstd * g + h).to(out.dtype.element_ty), mask=m)


@triton.jit
def rms_norm(x, out, w, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    m = cols < n
    v = tl.load(x + row * stride + cols, mask=m, other=0.0).to(tl.float32)
    r = tl.rsqrt(tl.sum(v * v, axis=0) / n + 1e-6)
    g = tl.load(w + cols, mask=m, other=0.0)
    tl.store(out + row * stride + cols, (v * r).to(out.dtype.element_ty) * g, mask=m)


@triton.jit
def cross_entropy(x, out, labels, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    m = cols < n
    v = tl.load(x + row * stride + cols, mask=m, other=-float("inf")).to(tl.float32)
    top = tl.max(v, axis=0)
    s = tl.sum(tl.exp(v - top), axis=0)
    label = tl.load(labels + row)
    lse = top + tl.log(s)
    g = tl.exp(v - lse) - tl.where(cols == label, 1.0, 0.0)
    tl.store(out + row * stride + cols, g.to(out.dtype.element_ty), mask=m)


@triton.jit
def swiglu(x, out, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    m = cols < n
    a = tl.load(x + row * 2 * stride + cols, mask=m, other=0.0).to(tl.float32)
    b = tl.load(x + row * 2 * stride + stride + cols, mask=m, other=0.0).to(tl.float32)
    tl.store(out + row * stride + cols, (a * tl.sigmoid(a) * b).to(out.dtype.element_ty), mask=m)


@triton.jit
def log_softmax(x, out, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + cols, mask=cols < n, other=-float("inf")).to(tl.float32)
    v = v - tl.max(v, axis=0)
    tl.store(out + row * stride + cols, (v - tl.log(tl.sum(tl.exp(v), axis=0))).to(out.dtype.element_ty), mask=cols < n)


@triton.jit
def quantize(x, out, scales, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    m = cols < n
    v = tl.load(x + row * stride + cols, mask=m, other=0.0).to(tl.float32)
    s = tl.max(tl.abs(v), axis=0) / 448.0
    tl.store(scales + row, s)
    tl.store(out + row * stride + cols, (v / s).to(tl.float8e4nv), mask=m)


@triton.jit
def entropy_loop(x, out, labels, n, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    top = -float("inf")
    s = 0.0
    for i in range(0, n, BLOCK):
        cols = i + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + cols, mask=cols < n, other=-float("inf")).to(tl.float32)
        new = tl.maximum(top, tl.max(v, axis=0))
        s = s * tl.exp(top - new) + tl.sum(tl.exp(v - new), axis=0)
        top = new
    label = tl.load(labels + row)
    tl.store(out + row, top + tl.log(s) - tl.load(x + row * stride + label).to(tl.float32))
