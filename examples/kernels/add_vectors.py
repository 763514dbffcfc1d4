"""Adds two vectors. The smallest kernel there is: one tile a program, and a mask where
the vectors end inside of the last tile.
"""

import triton
import triton.language as tl


@triton.jit
def add_vectors(x, y, out, count, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    left = tl.load(x + place, mask=inside)
    right = tl.load(y + place, mask=inside)
    tl.store(out + place, left + right, mask=inside)
