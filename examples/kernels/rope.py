"""Rotary embedding, in place: the two halves of each head's vector are the coordinates of
points that turn by an angle of the token's position. One token a program with all of its
heads. Shows rows of a table that are looked up by data, a small tile that is broadcast
over heads, and a padded dimension, since there need not be a power of two heads.
"""

import triton
import triton.language as tl


@triton.jit
def rope(x, cosines, sines, positions, heads, HEADS: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0)
    position = tl.load(positions + token)
    head = tl.arange(0, HEADS)[:, None]
    half = tl.arange(0, HALF)[None, :]
    cosine = tl.load(cosines + position * HALF + half)
    sine = tl.load(sines + position * HALF + half)
    place = x + (token * heads + head) * (2 * HALF) + half
    left = tl.load(place, mask=head < heads, other=0.0).to(tl.float32)
    right = tl.load(place + HALF, mask=head < heads, other=0.0).to(tl.float32)
    turned_left = left * cosine - right * sine
    turned_right = right * cosine + left * sine
    tl.store(place, turned_left.to(tl.float16), mask=head < heads)
    tl.store(place + HALF, turned_right.to(tl.float16), mask=head < heads)
