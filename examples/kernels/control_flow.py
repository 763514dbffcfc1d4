"""Counts how many steps numbers take to 1 by the rule of Collatz, and sums small powers.
Shows an early return, a while loop whose condition is a reduction, nested counted loops,
and an if that yields tensors from both of its branches.
"""

import triton
import triton.language as tl


@triton.jit
def control_flow(start, steps, powers, count, limit, rounds, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    if program * BLOCK >= count:
        return
    place = program * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    number = tl.load(start + place, mask=inside, other=1)
    taken = tl.zeros([BLOCK], dtype=tl.int32)
    passed = 0
    while (tl.max(number) > 1) & (passed < limit):
        running = number > 1
        following = tl.where(number % 2 == 0, number // 2, 3 * number + 1)
        number = tl.where(running, following, number)
        taken += running.to(tl.int32)
        passed += 1
    tl.store(steps + place, taken, mask=inside)
    if program % 2 == 0:
        factor = tl.full([BLOCK], 0.5, dtype=tl.float32)
        total = tl.zeros([BLOCK], dtype=tl.float32)
    else:
        factor = 1.0 / (1.0 + taken.to(tl.float32))
        total = factor
    for outer in range(rounds):
        power = factor
        for _ in range(outer):
            power *= factor
        total += power
    tl.store(powers + place, total, mask=inside)
