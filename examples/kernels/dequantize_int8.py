"""Turns bytes back into numbers: (byte - zero point) * scale, with a scale and a zero
point for each group of 32 columns. Shows loads of bytes next to stores of twice their
width, and values that many neighbouring lanes share.
"""

import triton
import triton.language as tl


@triton.jit
def dequantize_int8(x, scales, zeros, out, rows, columns, ROWS: tl.constexpr,
                    COLUMNS: tl.constexpr, GROUP: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    inside = (row < rows) & (column < columns)
    place = row * columns + column
    group = row * (columns // GROUP) + column // GROUP
    scale = tl.load(scales + group, mask=inside, other=0.0)
    zero = tl.load(zeros + group, mask=inside, other=0).to(tl.int32)
    value = tl.load(x + place, mask=inside, other=0).to(tl.int32)
    result = (value - zero).to(tl.float32) * scale
    tl.store(out + place, result.to(tl.float16), mask=inside)
