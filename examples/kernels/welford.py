"""Layer normalisation by Welford's method, which has no sum of squares and so loses
nothing where the mean is large: each column of a tile updates its own mean and squared
distance, and a reduction of three values at once joins the columns. Shows a combining
function with a division, and tiles of three quantities that a loop carries.
"""

import triton
import triton.language as tl


@triton.jit
def join(mean, squares, weight, other_mean, other_squares, other_weight):
    total = weight + other_weight
    share = tl.where(total == 0.0, 0.0, other_weight / total)
    gap = other_mean - mean
    return (mean + gap * share, squares + other_squares + gap * gap * weight * share, total)


@triton.jit
def welford(x, out, means, variances, rows, columns, epsilon, ROWS: tl.constexpr,
            COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    mean = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    squares = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    weight = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    for begin in range(0, columns, COLUMNS):
        column = begin + tl.arange(0, COLUMNS)[None, :]
        inside = (row < rows) & (column < columns)
        value = tl.load(x + row * columns + column, mask=inside, other=0.0)
        gap = value - mean
        weight += inside.to(tl.float32)
        mean = tl.where(inside, mean + gap / weight, mean)
        squares = tl.where(inside, squares + gap * (value - mean), squares)
    mean, squares, _ = tl.reduce((mean, squares, weight), 1, join, keep_dims=True)
    variance = squares / columns
    tl.store(means + row, mean, mask=row < rows)
    tl.store(variances + row, variance, mask=row < rows)
    scale = tl.rsqrt(variance + epsilon)
    for begin in range(0, columns, COLUMNS):
        column = begin + tl.arange(0, COLUMNS)[None, :]
        inside = (row < rows) & (column < columns)
        value = tl.load(x + row * columns + column, mask=inside)
        tl.store(out + row * columns + column, (value - mean) * scale, mask=inside)
