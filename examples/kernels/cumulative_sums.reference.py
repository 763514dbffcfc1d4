import numpy as np


def reference(a):
    x = a["x"].astype(np.int64)
    return {"rising": np.cumsum(x, axis=1),
            "falling": np.cumsum(x[:, ::-1], axis=1)[:, ::-1]}
