"""Layer normalisation of one row a program, for rows longer than a tile. Shows tiles
that a loop carries, reductions of a whole tile to a scalar, and a second loop that reads
the row again; mean and reciprocal deviation are stored as scalars.
"""

import triton
import triton.language as tl


@triton.jit
def layer_norm(x, weight, bias, out, mean, deviation, columns, epsilon,
               BLOCK: tl.constexpr):
    row = tl.program_id(0)
    start = row * columns
    total = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        value = tl.load(x + start + column, mask=column < columns, other=0.0)
        value = value.to(tl.float32)
        total += value
        squares += value * value
    center = tl.sum(total) / columns
    scale = tl.rsqrt(tl.sum(squares) / columns - center * center + epsilon)
    tl.store(mean + row, center)
    tl.store(deviation + row, scale)
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        inside = column < columns
        value = tl.load(x + start + column, mask=inside, other=0.0).to(tl.float32)
        gain = tl.load(weight + column, mask=inside)
        shift = tl.load(bias + column, mask=inside)
        result = (value - center) * scale * gain + shift
        tl.store(out + start + column, result.to(tl.float16), mask=inside)
