"""Sorts rows upwards and writes them downwards too. Triton expands a sort into bitonic
steps on a tensor of many dimensions of size two, so this is an example of reshapes and
exclusive-or reductions at a high rank; the flip is built the same way.
"""

import triton
import triton.language as tl


@triton.jit
def sort_rows(x, rising, falling, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.arange(0, COLUMNS)
    place = row[:, None] * COLUMNS + column[None, :]
    ordered = tl.sort(tl.load(x + place), dim=1)
    tl.store(rising + place, ordered)
    tl.store(falling + place, tl.flip(ordered, 1))
