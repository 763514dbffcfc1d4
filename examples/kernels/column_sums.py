"""Adds up the columns of a matrix and finds the largest magnitude in it. Each program
sums a strip of rows and adds its result to memory atomically, in no fixed order. Shows a
reduction along the slow axis, atomic sums of a vector, and an atomic maximum of floats.
"""

import triton
import triton.language as tl


@triton.jit
def column_sums(x, sums, largest, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    inside = (row < rows) & (column < columns)[None, :]
    value = tl.load(x + row * columns + column[None, :], mask=inside, other=0.0)
    tl.atomic_add(sums + column, tl.sum(value, axis=0), mask=column < columns,
                  sem="relaxed")
    tl.atomic_max(largest, tl.max(tl.abs(value)))
