"""Copies the rows of a table that a list of token numbers names, several tokens a
program. Shows loads whose addresses are data along one axis and contiguous along the
other, so a lane can still move many bytes at once.
"""

import triton
import triton.language as tl


@triton.jit
def embedding(tokens, table, out, count, width, TOKENS: tl.constexpr, WIDTH: tl.constexpr):
    row = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)
    column = tl.program_id(1) * WIDTH + tl.arange(0, WIDTH)[None, :]
    token = tl.load(tokens + row, mask=row < count, other=0)[:, None]
    inside = (row < count)[:, None] & (column < width)
    vector = tl.load(table + token * width + column, mask=inside)
    tl.store(out + row[:, None] * width + column, vector, mask=inside)
