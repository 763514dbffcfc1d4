"""The largest element of every row and the first column it stands in. Shows a reduction
of two values at once by a function of our own; that the lower column wins a tie makes it
commutative, so any order of lanes and warps gives the same answer.
"""

import triton
import triton.language as tl


@triton.jit
def larger(value, column, other_value, other_column):
    tie = (value == other_value) & (column < other_column)
    first = (value > other_value) | tie
    return tl.where(first, value, other_value), tl.where(first, column, other_column)


@triton.jit
def argmax_rows(x, values, places, rows, columns, ROWS: tl.constexpr,
                COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.arange(0, COLUMNS)
    inside = (row < rows)[:, None] & (column < columns)[None, :]
    value = tl.load(x + row[:, None] * columns + column[None, :], mask=inside,
                    other=-32768)
    index = tl.broadcast_to(column[None, :], [ROWS, COLUMNS])
    best, where = tl.reduce((value, index), axis=1, combine_fn=larger)
    tl.store(values + row, best, mask=row < rows)
    tl.store(places + row, where.to(tl.int64), mask=row < rows)
