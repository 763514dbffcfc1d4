"""The kernel of calls.ttir and calls.ttgir, which Triton 3.6 made of it, for sm_90."""

import triton
import triton.language as tl


@triton.jit(noinline=True)
def scale(x, k, p):
    if k > 3:
        v = tl.load(p + k)
        r = x * 2 + v
    else:
        v = 7
        r = x + k
    return r, v


@triton.jit(noinline=True)
def sums(p, n):
    o = tl.arange(0, 256)
    return tl.sum(tl.load(p + o, mask=o < n, other=0), axis=0)


@triton.jit(noinline=True)
def store(p, base, v, n):
    o = base + tl.arange(0, 256)
    tl.store(p + o, v + o, mask=o < n)


@triton.jit(noinline=True)
def both(p, base, v, n):
    store(p, base, v, n)
    store(p + n, base, -v, n)


@triton.jit
def k(x, out, n, steps, B: tl.constexpr):
    pid = tl.program_id(0)
    t = 0
    v = pid
    for i in range(steps):
        v, u = scale(v, i, x)
        t += u
    s = sums(x + pid * B, n - pid * B)
    both(out, pid * B, v + s + t, n)
