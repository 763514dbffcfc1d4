"""A matrix times a vector, several rows a program. Memory is all that counts here: each
element of the matrix is used once. Shows a vector that is broadcast along rows, products
added up in registers, and one reduction after the loop.
"""

import triton
import triton.language as tl


@triton.jit
def matrix_vector(matrix, x, out, rows, columns, ROWS: tl.constexpr,
                  COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros([ROWS, COLUMNS], dtype=tl.float32)
    for begin in range(0, columns, COLUMNS):
        column = begin + tl.arange(0, COLUMNS)
        inside = (row < rows)[:, None] & (column < columns)[None, :]
        place = row[:, None] * columns + column[None, :]
        tile = tl.load(matrix + place, mask=inside, other=0.0).to(tl.float32)
        vector = tl.load(x + column, mask=column < columns, other=0.0).to(tl.float32)
        total += tile * vector[None, :]
    tl.store(out + row, tl.sum(total, axis=1), mask=row < rows)
