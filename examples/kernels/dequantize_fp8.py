"""Turns fp8 weights back into bf16, with one scale for each square of 32 by 32 elements.
Shows a conversion from fp8, a program for every square, and a scalar that its tile is
multiplied by.
"""

import triton
import triton.language as tl


@triton.jit
def dequantize_fp8(x, scales, out, rows, columns, SIDE: tl.constexpr):
    row = tl.program_id(0) * SIDE + tl.arange(0, SIDE)[:, None]
    column = tl.program_id(1) * SIDE + tl.arange(0, SIDE)[None, :]
    inside = (row < rows) & (column < columns)
    place = row * columns + column
    scale = tl.load(scales + tl.program_id(0) * tl.num_programs(1) + tl.program_id(1))
    value = tl.load(x + place, mask=inside).to(tl.float32)
    tl.store(out + place, (value * scale).to(tl.bfloat16), mask=inside)
