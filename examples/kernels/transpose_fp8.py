"""Transposes a matrix of bytes that are fp8 numbers. The smaller the element, the more of
them a lane has to collect from other lanes before it can store a whole word, so this is
the hardest transpose there is.
"""

import triton
import triton.language as tl


@triton.jit
def transpose_fp8(x, out, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    inside = (row < rows)[:, None] & (column < columns)[None, :]
    tile = tl.load(x + row[:, None] * columns + column[None, :], mask=inside)
    place = column[:, None] * rows + row[None, :]
    kept = (column < columns)[:, None] & (row < rows)[None, :]
    tl.store(out + place, tl.trans(tile), mask=kept)
