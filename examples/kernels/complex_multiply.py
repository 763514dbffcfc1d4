"""Multiplies complex numbers that lie in memory as pairs. Shows split, join and
interleave: a last dimension of size two becomes two tensors and back, which moves no data
if a lane holds both halves of a pair.
"""

import triton
import triton.language as tl


@triton.jit
def complex_multiply(x, y, product, swapped, count, BLOCK: tl.constexpr):
    pair = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    place = pair[:, None] * 2 + tl.arange(0, 2)[None, :]
    inside = (pair < count)[:, None]
    real, imaginary = tl.split(tl.load(x + place, mask=inside))
    real_y, imaginary_y = tl.split(tl.load(y + place, mask=inside))
    product_real = real * real_y - imaginary * imaginary_y
    product_imaginary = real * imaginary_y + imaginary * real_y
    tl.store(product + place, tl.join(product_real, product_imaginary), mask=inside)
    flat = tl.program_id(0) * BLOCK * 2 + tl.arange(0, BLOCK * 2)
    reverse = tl.interleave(product_imaginary, product_real)
    tl.store(swapped + flat, reverse, mask=flat < count * 2)
