"""Quantises each row to bytes: its scale is its largest magnitude over 127, and each
element the nearest whole number of scales. Shows a reduction to a scalar that all lanes
then use, division that rounds correctly, and stores of single bytes from lanes that hold
several.
"""

import triton
import triton.language as tl


@triton.jit
def quantize_int8(x, out, scales, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.arange(0, BLOCK)
    inside = column < columns
    place = row * columns + column
    value = tl.load(x + place, mask=inside, other=0.0).to(tl.float32)
    scale = tl.div_rn(tl.maximum(tl.max(tl.abs(value)), 1e-12), 127.0)
    steps = tl.floor(tl.div_rn(value, scale) + 0.5)
    tl.store(out + place, tl.clamp(steps, -127.0, 127.0).to(tl.int8), mask=inside)
    tl.store(scales + row, scale)
