import numpy as np


def reference(a):
    x = a["x"].astype(np.float32)
    scale = np.abs(x).max(axis=1) / np.float32(127.0)
    steps = np.floor(x / scale[:, None] + np.float32(0.5))
    return {"out": np.clip(steps, -127, 127), "scales": scale}
