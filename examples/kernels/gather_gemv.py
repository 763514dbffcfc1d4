"""Matrices of bytes times a vector, as when few experts of many work on one token: a list
of numbers says which matrices. Shows an address that is data, a product by a broadcast
and a sum instead of matrix instructions, and bytes that are widened next to bf16.
"""

import triton
import triton.language as tl


@triton.jit
def gather_gemv(weights, chosen, x, out, rows, columns, ROWS: tl.constexpr,
                COLUMNS: tl.constexpr):
    which = tl.program_id(0)
    expert = tl.load(chosen + which)
    row = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    start = weights + expert * rows * columns
    total = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    for begin in range(0, columns, COLUMNS):
        column = begin + tl.arange(0, COLUMNS)
        inside = (row < rows)[:, None] & (column < columns)[None, :]
        place = row[:, None] * columns + column[None, :]
        weight = tl.load(start + place, mask=inside, other=0).to(tl.float32)
        vector = tl.load(x + column, mask=column < columns, other=0.0).to(tl.float32)
        total += weight * vector[None, :]
    result = tl.sum(total, axis=1).to(tl.bfloat16)
    tl.store(out + which * rows + row, result, mask=row < rows)
