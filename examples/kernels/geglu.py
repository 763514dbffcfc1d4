"""A gating unit with GELU in its approximation by tanh: out = gelu(gate) * up. Since (1 +
tanh(u)) / 2 = sigmoid(2u), one exponential is enough and nothing cancels for large
negative numbers. One row a program, in tiles; shows a helper function that is inlined.
"""

import triton
import triton.language as tl


@triton.jit
def gelu(x):
    bent = 0.7978845608028654 * (x + 0.044715 * x * x * x)
    return x * tl.sigmoid(2.0 * bent)


@triton.jit
def geglu(gate, up, out, columns, BLOCK: tl.constexpr):
    start = tl.program_id(0) * columns
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        inside = column < columns
        left = tl.load(gate + start + column, mask=inside, other=0.0).to(tl.float32)
        right = tl.load(up + start + column, mask=inside, other=0.0).to(tl.float32)
        result = gelu(left) * right
        tl.store(out + start + column, result.to(tl.bfloat16), mask=inside)
