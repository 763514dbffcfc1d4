"""Joins the parts that decode_attention leaves: each is weighed by the exponential of its
maximum relative to the largest one. Shows a reduction over a short axis beside a long
one, and values that are broadcast along the long one.
"""

import triton
import triton.language as tl


@triton.jit
def decode_attention_merge(parts, largests, weights, out, rows, count, ROWS: tl.constexpr,
                           PARTS: tl.constexpr, DEPTH: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    part = tl.arange(0, PARTS)
    depth = tl.arange(0, DEPTH)
    place = row[:, None] * count + part[None, :]
    inside = (row < rows)[:, None] & (part < count)[None, :]
    largest = tl.load(largests + place, mask=inside, other=-1e30)
    weight = tl.load(weights + place, mask=inside, other=0.0)
    factor = tl.exp(largest - tl.max(largest, axis=1)[:, None])
    total = tl.sum(weight * factor, axis=1)
    values = tl.load(parts + place[:, :, None] * DEPTH + depth[None, None, :],
                     mask=inside[:, :, None], other=0.0)
    result = tl.sum(values * factor[:, :, None], axis=1)
    result = tl.where((row < rows)[:, None], result / total[:, None], 0.0)
    tl.store(out + row[:, None] * DEPTH + depth[None, :], result.to(tl.float16),
             mask=(row < rows)[:, None])
