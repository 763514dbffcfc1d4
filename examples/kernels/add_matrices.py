"""Adds two matrices that lie row by row in memory, a rectangular tile a program. The
smallest kernel with a two-dimensional grid: places and masks come from the row and the
column in the whole matrix, so tiles at its right and at its bottom end stay inside.
"""

import triton
import triton.language as tl


@triton.jit
def add_matrices(x, y, out, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    inside = (row < rows) & (column < columns)
    place = row * columns + column
    left = tl.load(x + place, mask=inside)
    right = tl.load(y + place, mask=inside)
    tl.store(out + place, left + right, mask=inside)
