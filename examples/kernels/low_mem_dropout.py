"""Sets elements to zero at random and scales the others. The random numbers are a
function of the seed and of the element's place (Philox), so no mask is stored: the
backward pass makes the same one again. Shows a long chain of 32-bit integer
multiplications and exclusive ors.
"""

import triton
import triton.language as tl


@triton.jit
def low_mem_dropout(x, out, count, drop, scale, seed, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    value = tl.load(x + place, mask=inside)
    kept = tl.rand(seed, place) >= drop
    tl.store(out + place, tl.where(kept, value * scale, 0.0), mask=inside)
