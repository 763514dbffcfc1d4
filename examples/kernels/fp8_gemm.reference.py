import numpy as np
from number_formats import decode


def reference(a):
    left, right = decode(a["a"], "fp8e4nv"), decode(a["b"], "fp8e4nv").T
    return {"c": (left @ right * a["scale"], np.abs(left) @ np.abs(right) * a["scale"])}
