import numpy as np
from number_formats import decode, encode


def reference(a):
    x = decode(a["x"], "bf16").astype(np.float32)
    parts = x.reshape(len(x), a["groups"], -1)
    scale = np.abs(parts).max(axis=2) / np.float32(448.0)
    steps = parts / scale[:, :, None]
    return {"out": encode(steps, "fp8e4nv").reshape(x.shape), "scales": scale}
