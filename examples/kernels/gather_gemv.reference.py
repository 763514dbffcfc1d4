import numpy as np
from number_formats import decode


def reference(a):
    matrices = a["weights"][a["chosen"]].astype(np.float64)
    vector = decode(a["x"], "bf16")
    return {"out": (matrices @ vector, np.abs(matrices) @ np.abs(vector))}
