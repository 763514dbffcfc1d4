"""The divergence of Kullback and Leibler, sum(target * (log(target) - prediction)), of
each row, where the predictions are logarithms already. Where a target is zero, so is its
term. Shows a tile of sums that a loop carries, and a select that keeps log(0) out of
them.
"""

import triton
import triton.language as tl


@triton.jit
def kl_div(prediction, target, loss, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    start = row * columns
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        inside = column < columns
        guess = tl.load(prediction + start + column, mask=inside, other=0.0)
        truth = tl.load(target + start + column, mask=inside, other=0.0)
        term = truth * (tl.log(tl.maximum(truth, 1e-30)) - guess)
        total += tl.where(truth > 0.0, term, 0.0)
    tl.store(loss + row, tl.sum(total))
