"""The gating unit of many language models: out = gate * sigmoid(gate) * up, for rows that
hold gate and up side by side, as one matrix product leaves them. Shows two loads from one
row at a distance, and fp32 arithmetic between fp16 loads and stores.
"""

import triton
import triton.language as tl


@triton.jit
def swiglu(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = column < columns
    pair = x + row * 2 * columns + column
    gate = tl.load(pair, mask=inside, other=0.0).to(tl.float32)
    up = tl.load(pair + columns, mask=inside, other=0.0).to(tl.float32)
    result = gate * tl.sigmoid(gate) * up
    tl.store(out + row * columns + column, result.to(tl.float16), mask=inside)
