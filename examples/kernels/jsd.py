"""The generalised divergence of Jensen and Shannon of rows of log-probabilities p and q:
with M = beta * P + (1 - beta) * Q, it is beta * KL(P, M) + (1 - beta) * KL(Q, M); and its
gradient in q, (1 - beta) * Q * (q - log(M)). Shows a longer chain of exponentials and
logarithms on tiles that stay in registers, with a scalar and a tile as results.
"""

import triton
import triton.language as tl


@triton.jit
def jsd(student, teacher, loss, gradient, columns, beta, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    start = row * columns
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for begin in range(0, columns, BLOCK):
        column = begin + tl.arange(0, BLOCK)
        inside = column < columns
        q = tl.load(student + start + column, mask=inside, other=-float("inf"))
        p = tl.load(teacher + start + column, mask=inside, other=-float("inf"))
        power_p = beta * tl.exp(p)
        power_q = (1.0 - beta) * tl.exp(q)
        middle = tl.log(power_p + power_q)
        total += tl.where(inside, power_p * (p - middle) + power_q * (q - middle), 0.0)
        tl.store(gradient + start + column, power_q * (q - middle), mask=inside)
    tl.store(loss + row, tl.sum(total))
