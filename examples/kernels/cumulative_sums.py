"""Running sums along rows that are longer than a tile, from the left and from the right:
the sum of each tile is carried to the next. Shows scans of integers in both directions,
and a loop that runs backwards.
"""

import triton
import triton.language as tl


@triton.jit
def cumulative_sums(x, rising, falling, columns, BLOCK: tl.constexpr):
    start = tl.program_id(0) * columns
    tiles = tl.cdiv(columns, BLOCK)
    carry = 0
    for tile in range(tiles):
        column = tile * BLOCK + tl.arange(0, BLOCK)
        inside = column < columns
        value = tl.load(x + start + column, mask=inside, other=0).to(tl.int32)
        tl.store(rising + start + column, tl.cumsum(value) + carry, mask=inside)
        carry += tl.sum(value)
    carry = 0
    for back in range(tiles):
        column = (tiles - 1 - back) * BLOCK + tl.arange(0, BLOCK)
        inside = column < columns
        value = tl.load(x + start + column, mask=inside, other=0).to(tl.int32)
        sums = tl.cumsum(value, reverse=True) + carry
        tl.store(falling + start + column, sums, mask=inside)
        carry += tl.sum(value)
