"""Appends the positive elements of a vector to a list, in no fixed order of programs.
Shows an atomic add whose old value is used as a place, atomic maximum and minimum, and a
lock of compare-and-swap and exchange around a sum that is not atomic itself.
"""

import triton
import triton.language as tl


@triton.jit
def atomic_append(x, out, length, largest, smallest, lock, total, count,
                  BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    value = tl.load(x + place, mask=inside, other=0)
    wanted = (value > 0).to(tl.int32)
    base = tl.atomic_add(length, tl.sum(wanted), sem="relaxed")
    tl.store(out + base + tl.cumsum(wanted) - 1, value, mask=wanted != 0)
    tl.atomic_max(largest, tl.max(value))
    tl.atomic_min(smallest + tl.zeros_like(place), value, mask=inside)
    while tl.atomic_cas(lock, 0, 1, sem="acquire") == 1:
        pass
    tl.store(total, tl.load(total) + tl.sum(value.to(tl.float32)))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0, sem="release")
