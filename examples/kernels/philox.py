"""Philox 4x32 with ten rounds: random numbers as a function of a key and a counter, by
J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), and as `tl.rand`
of Triton uses it: the seed is the key, and an element's offset the counter.
"""

import numpy as np


def philox(seed, offset):
    """The four 32-bit words of each offset, an array of 32-bit integers."""
    mask = np.uint64(0xFFFFFFFF)
    key = [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF]
    zero = np.zeros(np.shape(offset), np.uint64)
    counter = [np.asarray(offset).astype(np.uint64) & mask, zero, zero, zero]
    for _ in range(10):
        left = np.uint64(0xD2511F53) * counter[0]
        right = np.uint64(0xCD9E8D57) * counter[2]
        counter = [(right >> np.uint64(32)) ^ counter[1] ^ np.uint64(key[0]), right & mask,
                   (left >> np.uint64(32)) ^ counter[3] ^ np.uint64(key[1]), left & mask]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return [word.astype(np.uint32) for word in counter]


def uniform(seed, offset):
    """The numbers 0 <= u < 1 of `tl.rand(seed, offset)`, to the bit: the first word as a
    signed integer n, folded to n or -n - 1, in steps of 2^-31, with a factor that is
    slightly smaller so that 1 is never reached."""
    word = philox(seed, offset)[0].view(np.int32)
    folded = np.where(word < 0, ~word, word)
    return folded.astype(np.float32) * np.float32(4.6566127342e-10)
