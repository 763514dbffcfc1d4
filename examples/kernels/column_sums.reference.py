import numpy as np


def reference(a):
    x = a["x"].astype(np.float64)
    return {"sums": (x.sum(axis=0), np.abs(x).sum(axis=0)),
            "largest": [np.abs(a["x"]).max()]}
