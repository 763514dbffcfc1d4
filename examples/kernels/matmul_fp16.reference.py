import numpy as np


def reference(a):
    left, right = a["a"][:, :a["K"]].astype(np.float64), a["b"].astype(np.float64)
    return {"c": (left @ right, np.abs(left) @ np.abs(right))}
