import numpy as np


def reference(a):
    x, out = a["x"].astype(np.int64), a["out"].copy()
    positive = x[x > 0]
    out[:len(positive)] = positive
    return {"out": out, "length": [len(positive)], "largest": [x.max()],
            "smallest": [x.min()], "lock": [0], "total": ([x.sum()], [np.abs(x).sum()])}
