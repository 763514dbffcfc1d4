import numpy as np


def turned(x):
    return x.transpose(0, 2, 1)


def reference(a):
    query, key, value, gradient = (a[name].astype(np.float64)
                                   for name in ("query", "key", "value", "gradient"))
    score = query @ turned(key) * a["scale"]
    seen = np.tril(np.ones(score.shape[1:], bool))
    share = np.where(seen, np.exp(score - a["logsum"][:, :, None]), 0.0)
    shift = a["delta"][:, :, None].astype(np.float64)
    slope = share * (gradient @ turned(value) - shift) * a["scale"]
    bound = np.abs(gradient) @ turned(np.abs(value)) + np.abs(shift)
    size = share * bound * a["scale"]
    return {"query_gradient": (slope @ key, size @ np.abs(key)),
            "key_gradient": (turned(slope) @ query, turned(size) @ np.abs(query)),
            "value_gradient": (turned(share) @ gradient, turned(share) @ np.abs(gradient))}
