"""Bias, GELU, dropout and quantisation in one elementwise chain. Shows casts among fp16,
bf16, fp32 and int8, a function of the math library (erf), random numbers (Philox), and
that every tile keeps one layout although its elements change in width.
"""

import triton
import triton.language as tl


@triton.jit
def gelu(x):
    return 0.5 * x * (1.0 + tl.erf(x * 0.7071067811865476))


@triton.jit
def gelu_dropout(x, bias, out, quantised, count, columns, seed, drop, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    value = tl.load(x + place, mask=inside, other=0.0).to(tl.float32)
    value += tl.load(bias + place % columns, mask=inside, other=0.0).to(tl.float32)
    active = gelu(value)
    kept = tl.rand(seed, place) >= drop
    active = tl.where(kept, active / (1.0 - drop), 0.0)
    tl.store(out + place, active.to(tl.float16), mask=inside)
    steps = tl.clamp(tl.floor(active * 32.0 + 0.5), -128.0, 127.0)
    tl.store(quantised + place, steps.to(tl.int8), mask=inside)
