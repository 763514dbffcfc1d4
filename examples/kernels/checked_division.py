"""Divides integers with rounding down, checks its own answers and prints one of them.
Shows a function that is called instead of inlined, asserts on a tensor and on a scalar,
and prints. It is compiled for debugging, since Triton drops asserts otherwise.
"""

import triton
import triton.language as tl


@triton.jit(noinline=True)
def floor_of(numerator, denominator):
    quotient = numerator // denominator
    remainder = numerator % denominator
    if (remainder != 0) & ((remainder < 0) != (denominator < 0)):
        quotient -= 1
    return quotient


@triton.jit
def checked_division(x, out, totals, divisor, count, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    tl.device_assert(divisor != 0, "the divisor is zero")
    place = program * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    value = tl.load(x + place, mask=inside, other=0)
    rounded = value // divisor
    remainder = value - rounded * divisor
    wrong = (remainder != 0) & ((remainder < 0) != (divisor < 0))
    rounded = tl.where(wrong, rounded - 1, rounded)
    rest = value - rounded * divisor
    tl.device_assert(tl.abs(rest) < tl.abs(divisor), "a remainder is too large", inside)
    tl.store(out + place, rounded, mask=inside)
    total = floor_of(tl.sum(tl.where(inside, rounded, 0)), divisor)
    tl.store(totals + program, total)
    tl.device_print("program, quotient of sum", program, total)
    if program == 0:
        tl.device_print("first remainders", rest, hex=True)
