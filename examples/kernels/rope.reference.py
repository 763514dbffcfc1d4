import numpy as np


def reference(a):
    left, right = np.split(a["x"].astype(np.float64), 2, axis=2)
    cosine = a["cosines"].astype(np.float64)[a["positions"]][:, None, :]
    sine = a["sines"].astype(np.float64)[a["positions"]][:, None, :]
    turned = np.concatenate([left * cosine - right * sine, right * cosine + left * sine], 2)
    size = np.concatenate([np.abs(left * cosine) + np.abs(right * sine),
                           np.abs(right * cosine) + np.abs(left * sine)], 2)
    return {"x": (turned, size)}
