"""Softmax along the rows of a matrix, several rows a program. Shows two reductions along
one axis of a two-dimensional tile whose results are broadcast back, with minus infinity
where the tile is wider than the matrix.
"""

import triton
import triton.language as tl


@triton.jit
def softmax_rows(x, out, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.arange(0, COLUMNS)
    place = row[:, None] * columns + column[None, :]
    inside = (row < rows)[:, None] & (column < columns)[None, :]
    value = tl.load(x + place, mask=inside, other=float("-inf"))
    # A row past the end is all minus infinity; its maximum must not be subtracted.
    largest = tl.max(value, axis=1)
    largest = tl.where(row < rows, largest, 0.0)
    power = tl.exp(value - largest[:, None])
    total = tl.where(row < rows, tl.sum(power, axis=1), 1.0)
    tl.store(out + place, power / total[:, None], mask=inside)
