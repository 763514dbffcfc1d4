import numpy as np


def steps_to_one(number):
    steps = 0
    while number > 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


def reference(a):
    steps = np.array([steps_to_one(int(number)) for number in a["start"]])
    steps = np.minimum(steps, a["limit"])
    block = np.arange(a["count"]) // 128
    even = block % 2 == 0
    factor = np.where(even, 0.5, 1.0 / (1.0 + steps))
    total = np.where(even, 0.0, factor)
    for power in range(1, a["rounds"] + 1):
        total = total + factor**power
    return {"steps": steps, "powers": total}
