import numpy as np


def reference(a):
    image = a["image"]
    count, height, width = image.shape
    squares = image.reshape(count, height // 2, 2, width // 2, 2)
    channels = squares.transpose(0, 2, 4, 1, 3)
    border = image[:, [0, -1]].astype(np.int64)
    return {"out": channels.reshape(count, 4, height // 2, width // 2),
            "sums": border.sum(axis=(1, 2))}
