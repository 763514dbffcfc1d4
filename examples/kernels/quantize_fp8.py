"""Quantises a matrix to fp8 with a scale for each 128 elements of a row, as
mixed-precision training does for activations. Shows a tile that is reshaped so that a
reduction along its last axis gives one scale a group, and a conversion to fp8.
"""

import triton
import triton.language as tl


@triton.jit
def quantize_fp8(x, out, scales, rows, groups, ROWS: tl.constexpr, GROUPS: tl.constexpr,
                 LENGTH: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    first = tl.program_id(1) * GROUPS
    column = first * LENGTH + tl.arange(0, GROUPS * LENGTH)[None, :]
    inside = (row < rows) & (column < groups * LENGTH)
    place = row * groups * LENGTH + column
    value = tl.load(x + place, mask=inside, other=0.0).to(tl.float32)
    parts = tl.reshape(value, [ROWS, GROUPS, LENGTH])
    largest = tl.max(tl.abs(parts), axis=2)
    scale = tl.div_rn(tl.maximum(largest, 1e-12), 448.0)
    steps = tl.div_rn(parts, tl.broadcast_to(scale[:, :, None], parts.shape))
    result = tl.reshape(steps.to(tl.float8e4nv), [ROWS, GROUPS * LENGTH])
    tl.store(out + place, result, mask=inside)
    group = first + tl.arange(0, GROUPS)[None, :]
    kept = (row < rows) & (group < groups)
    tl.store(scales + row * groups + group, scale, mask=kept)
