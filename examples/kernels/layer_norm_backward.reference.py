import numpy as np


def reference(a):
    change, x = a["gradient"].astype(np.float64), a["x"].astype(np.float64)
    scale = a["deviation"][:, None]
    normal = (x - a["mean"][:, None]) * scale
    weighted = change * a["weight"]
    slope = (weighted * normal).mean(axis=1, keepdims=True)
    result = scale * (weighted - weighted.mean(axis=1, keepdims=True) - normal * slope)
    size = np.abs(weighted)
    bound = (size * np.abs(normal)).mean(axis=1, keepdims=True)
    magnitude = scale * (size + size.mean(axis=1, keepdims=True) + np.abs(normal) * bound)
    return {"x_gradient": (result, magnitude),
            "weight_gradient": ((change * normal).sum(axis=0),
                                np.abs(change * normal).sum(axis=0)),
            "bias_gradient": (change.sum(axis=0), np.abs(change).sum(axis=0))}
