"""Transposes a matrix tile by tile. Rows are contiguous in what is read and columns in
what is written, so reading and writing want two layouts and one conversion between them
has to go through shared memory.
"""

import triton
import triton.language as tl


@triton.jit
def transpose_tiles(x, out, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    inside = (row < rows)[:, None] & (column < columns)[None, :]
    tile = tl.load(x + row[:, None] * columns + column[None, :], mask=inside)
    turned = tl.trans(tile)
    place = column[:, None] * rows + row[None, :]
    tl.store(out + place, turned, mask=tl.trans(inside))
