"""Reorders the elements of each row by indices that are data, then picks whole rows by
the indices of its first column. Shows gathers along both axes of a tile in registers:
one may stay inside of a warp, the other crosses warps.
"""

import triton
import triton.language as tl


@triton.jit
def gather_rows(x, index, shuffled, picked, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.arange(0, ROWS)
    column = tl.arange(0, COLUMNS)
    place = row[:, None] * COLUMNS + column[None, :]
    value = tl.load(x + place)
    where = tl.load(index + place)
    tl.store(shuffled + place, tl.gather(value, where, axis=1))
    first = tl.load(index + row * COLUMNS) % ROWS
    rows = tl.broadcast_to(first[:, None], [ROWS, COLUMNS])
    tl.store(picked + place, tl.gather(value, rows, axis=0))
