"""Copies the elements whose flag is set to the front of a vector, in their order. Each
program counts the flags before its tile by itself, so that programs need not wait for
each other. Shows a scan that gives places to store to, and a masked store to addresses
that are data.
"""

import triton
import triton.language as tl


@triton.jit
def masked_select(x, flags, out, length, count, BLOCK: tl.constexpr):
    first = tl.program_id(0) * BLOCK
    lane = tl.arange(0, BLOCK)
    before = 0
    for begin in range(0, first, BLOCK):
        before += tl.sum((tl.load(flags + begin + lane) != 0).to(tl.int32))
    place = first + lane
    inside = place < count
    value = tl.load(x + place, mask=inside)
    wanted = tl.load(flags + place, mask=inside, other=0) != 0
    rank = tl.cumsum(wanted.to(tl.int32))
    tl.store(out + before + rank - 1, value, mask=wanted)
    if tl.program_id(0) == tl.num_programs(0) - 1:
        tl.store(length, before + tl.sum(wanted.to(tl.int32)))
