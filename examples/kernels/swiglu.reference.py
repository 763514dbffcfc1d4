import numpy as np


def reference(a):
    gate, up = np.split(a["x"].astype(np.float64), 2, axis=1)
    return {"out": gate / (1.0 + np.exp(-gate)) * up}
