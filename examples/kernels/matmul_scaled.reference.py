import numpy as np
from number_formats import decode


def widened(values, scales):
    """Rows of numbers, each 32 of them times 2^(scale - 127)."""
    factors = np.ldexp(1.0, scales.astype(np.int32) - 127)
    return values * np.repeat(factors, 32, axis=1)


def reference(a):
    left = widened(decode(a["a"], "fp8e5"), a["a_scale"])
    halves = np.stack([a["b"] & 15, a["b"] >> 4], axis=1).reshape(-1, a["N"])
    right = widened(decode(halves, "fp4e2m1").T, a["b_scale"]).T
    return {"c": (left @ right, np.abs(left) @ np.abs(right))}
