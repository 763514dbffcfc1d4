"""Moves 2x2 squares of an image into channels, and concatenates two rows. Shows views of
one tile: reshape to five dimensions, permute, and reshape back, where order matters, and
a concatenation whose order is free since only its sum is used.
"""

import triton
import triton.language as tl


@triton.jit
def space_to_depth(image, out, sums, H: tl.constexpr, W: tl.constexpr):
    row = tl.arange(0, H)
    column = tl.arange(0, W)
    start = tl.program_id(0) * H * W
    tile = tl.load(image + start + row[:, None] * W + column[None, :])
    squares = tl.reshape(tile, [H // 2, 2, W // 2, 2])
    channels = tl.permute(squares, [1, 3, 0, 2])
    place = tl.arange(0, H * W)
    tl.store(out + start + place, tl.reshape(channels, [H * W]))
    first = tl.load(image + start + column).to(tl.int32)
    last = tl.load(image + start + (H - 1) * W + column).to(tl.int32)
    border = tl.cat(first, last, can_reorder=True)
    tl.store(sums + tl.program_id(0), tl.sum(border))
