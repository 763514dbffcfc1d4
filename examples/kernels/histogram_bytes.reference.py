import numpy as np


def reference(a):
    fine = np.bincount(a["x"], minlength=256)
    return {"coarse": a["coarse"] + fine.reshape(16, 16).sum(axis=1), "fine": a["fine"] + fine}
