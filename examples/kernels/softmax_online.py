"""Softmax of one row a program, for rows longer than a tile, reading each row twice
instead of three times: the first loop keeps the largest element so far and the sum of the
powers relative to it, which shrinks whenever a larger element comes. Shows scalars that a
loop carries and that come from reductions.
"""

import triton
import triton.language as tl


@triton.jit
def softmax_online(x, out, columns, BLOCK: tl.constexpr):
    start = tl.program_id(0).to(tl.int64) * columns
    largest = -float("inf")
    total = 0.0
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        value = tl.load(x + start + column, mask=column < columns, other=-float("inf"))
        value = value.to(tl.float32)
        highest = tl.maximum(largest, tl.max(value))
        total = total * tl.exp(largest - highest) + tl.sum(tl.exp(value - highest))
        largest = highest
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        inside = column < columns
        value = tl.load(x + start + column, mask=inside).to(tl.float32)
        share = tl.exp(value - largest) / total
        tl.store(out + start + column, share.to(tl.float16), mask=inside)
