import numpy as np


def reference(a):
    rounded = np.floor_divide(a["x"], a["divisor"])
    sums = np.array([part.sum() for part in np.split(rounded, [64])])
    return {"out": rounded, "totals": np.floor_divide(sums, a["divisor"])}
