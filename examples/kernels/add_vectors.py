"""Adds two vectors. The smallest kernel there is: one tile a program, and a mask where
the vectors end inside of the last tile.
"""

import triton
import triton.language as tl


@triton.jit
def add_vectors(x, y, out, count, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    left = tl.load(x + place, mask=inside)
    right = tl.load(y + place, mask=inside)
    tl.store(out + place, left + right, mask=inside)


EXAMPLE = {
    "signature": {"x": "*fp32", "y": "*fp32", "out": "*fp32", "count": "i32"},
    "constexprs": {"BLOCK": 512},
    "divisible": ["x", "y", "out"],
    "num_warps": 4,
    "grid": [2],
    "arguments": {"x": [1000], "y": [1000], "out": [1000], "count": 1000},
    "outputs": ["out"],
}
