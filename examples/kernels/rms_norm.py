"""Divides each row by the root of the mean of its squares and multiplies it by a weight,
one row a program. Shows a whole row in registers: one load, one reduction to a scalar,
one store, with bf16 in memory and fp32 in between.
"""

import triton
import triton.language as tl


@triton.jit
def rms_norm(x, weight, out, scales, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.arange(0, BLOCK)
    inside = column < columns
    place = row * columns + column
    value = tl.load(x + place, mask=inside, other=0.0).to(tl.float32)
    gain = tl.load(weight + column, mask=inside, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(value * value) / columns + epsilon)
    tl.store(scales + row, scale)
    tl.store(out + place, (value * scale * gain).to(tl.bfloat16), mask=inside)
