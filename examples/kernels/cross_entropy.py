"""The loss log(sum(exp(row))) - row[target] of each row of scores, and its gradient,
softmax less one at the target, written over the scores. Rows whose target is -100 are
ignored. Shows one row a program in two passes, a value that is looked up by data, an
early store of zeros, and stores to the memory that was read.
"""

import triton
import triton.language as tl


@triton.jit
def cross_entropy(scores, target, loss, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    start = scores + row.to(tl.int64) * columns
    wanted = tl.load(target + row)
    if wanted == -100:
        tl.store(loss + row, 0.0)
        for begin in range(0, columns, BLOCK):
            column = begin + tl.arange(0, BLOCK)
            tl.store(start + column, 0.0, mask=column < columns)
        return
    largest = -float("inf")
    total = 0.0
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        score = tl.load(start + column, mask=column < columns, other=-float("inf"))
        highest = tl.maximum(largest, tl.max(score))
        total = total * tl.exp(largest - highest) + tl.sum(tl.exp(score - highest))
        largest = highest
    tl.store(loss + row, largest + tl.log(total) - tl.load(start + wanted))
    # No lane may overwrite a score that another one still reads.
    tl.debug_barrier()
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        score = tl.load(start + column, mask=column < columns)
        share = tl.exp(score - largest) / total
        change = tl.where(column == wanted, share - 1.0, share)
        tl.store(start + column, change, mask=column < columns)
