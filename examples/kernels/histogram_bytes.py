"""Counts bytes in two ways. Sixteen coarse bins are counted inside of a program and then
added to memory bin by bin; the 256 fine bins are added to by every element on its own, so
lanes that meet in one bin show whether atomics are kept apart.
"""

import triton
import triton.language as tl


@triton.jit
def histogram_bytes(x, coarse, fine, count, BLOCK: tl.constexpr, BINS: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    value = tl.load(x + place, mask=inside, other=0).to(tl.int32)
    bins = tl.histogram(value * BINS // 256, BINS, mask=inside)
    tl.atomic_add(coarse + tl.arange(0, BINS), bins)
    tl.atomic_add(fine + value, 1, mask=inside, sem="relaxed")
