import numpy as np


def reference(a):
    x = a["x"].astype(np.float64)
    mean, variance = x.mean(axis=1), x.var(axis=1)
    scale = 1.0 / np.sqrt(variance + a["epsilon"])
    out = (x - mean[:, None]) * scale[:, None]
    return {"out": out, "means": mean, "variances": variance}
