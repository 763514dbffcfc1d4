import numpy as np
from number_formats import decode


def reference(a):
    left, right, bias, residual = (decode(a[name], "bf16")
                                   for name in ("a", "b", "bias", "residual"))
    result = np.maximum(left @ right + bias, 0.0) * a["scale"] + residual
    size = (np.abs(left) @ np.abs(right) + np.abs(bias)) * a["scale"] + np.abs(residual)
    return {"c": (result, size)}
