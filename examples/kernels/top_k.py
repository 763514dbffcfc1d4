"""The k largest elements of each row and the columns they stand in, falling; of equal
elements the lower column comes first. Value and column are packed into one 64-bit integer
that is ordered as the pair, so one partial sort serves both. Shows bit tricks on floats,
64-bit integers, and the bitonic steps of a top-k at a high rank.
"""

import triton
import triton.language as tl


@triton.jit
def top_k(x, values, places, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr,
          COUNT: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    column = tl.arange(0, COLUMNS)[None, :]
    inside = (row < rows) & (column < columns)
    value = tl.load(x + row * columns + column, mask=inside, other=-float("inf"))
    # A float's bits are ordered as the numbers are if those of negative ones are turned.
    bits = value.to(tl.int32, bitcast=True)
    rank = tl.where(bits < 0, bits ^ 0x7FFFFFFF, bits)
    pair = (rank.to(tl.int64) << 32) | (COLUMNS - 1 - column).to(tl.int64)
    best = tl.topk(pair, COUNT, dim=1)
    where = COLUMNS - 1 - (best & 0xFFFFFFFF).to(tl.int32)
    rank = (best >> 32).to(tl.int32)
    bits = tl.where(rank < 0, rank ^ 0x7FFFFFFF, rank)
    place = row * COUNT + tl.arange(0, COUNT)[None, :]
    tl.store(values + place, bits.to(tl.float32, bitcast=True), mask=row < rows)
    tl.store(places + place, where, mask=row < rows)
