"""What scripts say of results that are not as wanted."""

import numpy as np


def difference(got, want):
    """The first element of a matrix that is not as wanted, for a message; None if all are."""
    wrong = np.argwhere(got != want)
    if len(wrong) == 0:
        return None
    row, column = wrong[0]
    return f"expects {want[row, column]} at ({row}, {column}), but got {got[row, column]}"


def report(target, cases, faults):
    """Prints the faults, of which None is none, and how many cases are right; returns the exit code."""
    for case, fault in zip(cases, faults, strict=True):
        if fault:
            print(f"{case}: {fault}")
    wrong = sum(fault is not None for fault in faults)
    print(f"{target}: {len(faults) - wrong} right, {wrong} wrong")
    return 1 if wrong else 0
