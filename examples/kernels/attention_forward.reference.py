import numpy as np


def reference(a):
    query, key, value = (a[name].astype(np.float64) for name in ("query", "key", "value"))
    score = query @ key.transpose(0, 2, 1) * a["scale"]
    later = np.triu(np.ones(score.shape[1:], bool), 1)
    score = np.where(later, -np.inf, score)
    share = np.exp(score - score.max(axis=2, keepdims=True))
    share /= share.sum(axis=2, keepdims=True)
    return {"out": (share @ value, share @ np.abs(value))}
