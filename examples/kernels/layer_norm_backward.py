"""The gradients of layer normalisation: with n = (x - mean) * deviation and g = gradient
* weight, that of x is deviation * (g - mean(g) - n * mean(g * n)), that of weight is the
sum of gradient * n over all rows, and that of bias the sum of gradient. Shows sums that
one program adds up over its rows in registers, and then atomically with other programs.
"""

import triton
import triton.language as tl


@triton.jit
def layer_norm_backward(gradient, x, weight, mean, deviation, x_gradient, weight_gradient,
                        bias_gradient, rows, columns, ROWS: tl.constexpr,
                        COLUMNS: tl.constexpr):
    first = tl.program_id(0) * ROWS
    column = tl.arange(0, COLUMNS)
    inside = column < columns
    gain = tl.load(weight + column, mask=inside, other=0.0)
    weight_sum = tl.zeros([COLUMNS], dtype=tl.float32)
    bias_sum = tl.zeros([COLUMNS], dtype=tl.float32)
    for row in range(first, min(first + ROWS, rows)):
        place = row * columns + column
        change = tl.load(gradient + place, mask=inside, other=0.0).to(tl.float32)
        value = tl.load(x + place, mask=inside, other=0.0).to(tl.float32)
        scale = tl.load(deviation + row)
        normal = tl.where(inside, (value - tl.load(mean + row)) * scale, 0.0)
        weighted = change * gain
        average = tl.sum(weighted) / columns
        slope = tl.sum(weighted * normal) / columns
        result = scale * (weighted - average - normal * slope)
        tl.store(x_gradient + place, result.to(tl.float16), mask=inside)
        weight_sum += change * normal
        bias_sum += change
    tl.atomic_add(weight_gradient + column, weight_sum, mask=inside, sem="relaxed")
    tl.atomic_add(bias_gradient + column, bias_sum, mask=inside, sem="relaxed")
