"""Counts and mixes the bits of vectors whose addresses stand in a table. Shows integers
that become pointers, 64-bit offsets, bitcasts of floats, shifts, the high half of a
product, and inline assembly, whose text is a constant of the target.
"""

import triton
import triton.language as tl


@triton.jit
def bit_tricks(table, ones, mixed, signs, count, ASM: tl.constexpr,
               CONSTRAINTS: tl.constexpr, BLOCK: tl.constexpr):
    vector = tl.program_id(0).to(tl.int64)
    data = tl.load(table + vector).to(tl.pointer_type(tl.float32))
    place = tl.arange(0, BLOCK)
    inside = place < count
    value = tl.load(data + place, mask=inside, other=0.0)
    word = value.to(tl.uint32, bitcast=True)
    bits = tl.inline_asm_elementwise(ASM, CONSTRAINTS, [word], dtype=tl.int32,
                                     is_pure=True, pack=1)
    out = vector * count + place
    tl.store(ones + out, bits, mask=inside)
    wide = word.to(tl.uint64) * 0x9E3779B97F4A7C15
    wide ^= wide >> 29
    low = wide.to(tl.uint32)
    tl.store(mixed + out, (tl.umulhi(low, word) ^ (low << 7)) | 1, mask=inside)
    flipped = (word ^ 0x80000000).to(tl.float32, bitcast=True)
    tl.store(signs + out, flipped, mask=inside & ((word >> 31) == 1))
