"""Running sums and a linear recurrence along rows. Shows a scan of one value forwards, and
a scan of two values backwards by a function of our own that is associative but does not
commute: state = decay * state + x, as in state space models.
"""

import triton
import triton.language as tl


@triton.jit
def follow(decay, state, next_decay, next_state):
    return decay * next_decay, state * next_decay + next_state


@triton.jit
def scan_rows(x, decay, sums, states, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    column = tl.arange(0, COLUMNS)
    place = row[:, None] * columns + column[None, :]
    inside = (column < columns)[None, :]
    value = tl.load(x + place, mask=inside, other=0.0)
    factor = tl.load(decay + place, mask=inside, other=1.0)
    tl.store(sums + place, tl.cumsum(value, axis=1), mask=inside)
    _, state = tl.associative_scan((factor, value), 1, follow, reverse=True)
    tl.store(states + place, state, mask=inside)
