import numpy as np


def reference(a):
    x, index = a["x"], a["index"]
    return {"shuffled": np.take_along_axis(x, index, axis=1),
            "picked": x[index[:, 0] % len(x)]}
