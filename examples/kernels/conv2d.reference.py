import numpy as np


def convolved(image, weights, stride, padding, shape):
    padded = np.pad(image, [(0, 0), (padding, padding), (padding, padding), (0, 0)])
    out = np.zeros(shape)
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            rows = slice(row, row + stride * shape[1], stride)
            columns = slice(column, column + stride * shape[2], stride)
            out += padded[:, rows, columns][:, :shape[1], :shape[2]] @ weights[row, column]
    return out


def reference(a):
    image, weights = a["image"].astype(np.float64), a["weights"].astype(np.float64)
    how = (a["stride"], a["padding"], a["out"].shape)
    return {"out": (convolved(image, weights, *how),
                    convolved(np.abs(image), np.abs(weights), *how))}
