import numpy as np


def reference(a):
    word = np.stack(a["table"]).view(np.uint32)
    ones = np.unpackbits(word.view(np.uint8).reshape(*word.shape, 4), axis=2).sum(axis=2)
    wide = word.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    low = (wide ^ (wide >> np.uint64(29))).astype(np.uint32)
    high = (low.astype(np.uint64) * word) >> np.uint64(32)
    mixed = (high.astype(np.uint32) ^ (low << np.uint32(7))) | np.uint32(1)
    negative = word >> 31 == 1
    signs = np.where(negative, -np.stack(a["table"]), a["signs"])
    return {"ones": ones, "mixed": mixed, "signs": signs}
