import numpy as np


def reference(a):
    x, y = (a[name].astype(np.float64) for name in ("x", "y"))
    (real, imaginary), (real_y, imaginary_y) = x.T, y.T
    parts = [real * real_y, -imaginary * imaginary_y,
             real * imaginary_y, imaginary * real_y]
    product = np.stack([parts[0] + parts[1], parts[2] + parts[3]], axis=1)
    size = np.abs(parts)
    magnitude = np.stack([size[0] + size[1], size[2] + size[3]], axis=1)
    return {"product": (product, magnitude),
            "swapped": (product[:, ::-1], magnitude[:, ::-1])}
