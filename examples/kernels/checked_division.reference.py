import numpy as np


def reference(a):
    return {"out": np.floor_divide(a["x"], a["divisor"])}
