import numpy as np
from number_formats import decode, encode


def reference(a):
    left = decode(a["a"], "bf16")
    right = decode(encode(a["b"], "bf16"), "bf16")
    return {"c": (left @ right, np.abs(left) @ np.abs(right))}
