"""Attention as a template: a constant chooses whether it is causal, and the loop over
keys stands in a function that is inlined twice, without masks for the blocks of keys that
all queries see, and with masks for the rest; either loop may have nothing to do, since
how many keys there are is loaded for each head. Tokens are rows of all heads, so strides
are arguments; keys are loaded as columns. bf16 in memory.
"""

import triton
import triton.language as tl


@triton.jit
def attend(q, keys, values, largest, weight, total, begin, end, row, length, stride, scale,
           CAUSAL: tl.constexpr, MASKED: tl.constexpr, KEYS: tl.constexpr,
           DEPTH: tl.constexpr):
    depth = tl.arange(0, DEPTH)
    for first in range(begin, end, KEYS):
        column = first + tl.arange(0, KEYS)
        k_place = keys + column[None, :] * stride + depth[:, None]
        v_place = values + column[:, None] * stride + depth[None, :]
        if MASKED:
            k = tl.load(k_place, mask=(column < length)[None, :], other=0.0)
            v = tl.load(v_place, mask=(column < length)[:, None], other=0.0)
        else:
            k = tl.load(k_place)
            v = tl.load(v_place)
        score = tl.dot(q, k) * (scale * 1.4426950408889634)
        if MASKED:
            seen = (column < length)[None, :]
            if CAUSAL:
                seen = seen & (column[None, :] <= row[:, None])
            score = tl.where(seen, score, -float("inf"))
        highest = tl.maximum(largest, tl.max(score, axis=1))
        share = tl.exp2(score - highest[:, None])
        shrink = tl.exp2(largest - highest)
        weight = weight * shrink + tl.sum(share, axis=1)
        total = tl.dot(share.to(tl.bfloat16), v, total * shrink[:, None])
        largest = highest
    return largest, weight, total


@triton.jit
def template_attention(query, key, value, out, key_counts, queries, stride, scale,
                       CAUSAL: tl.constexpr, QUERIES: tl.constexpr, KEYS: tl.constexpr,
                       DEPTH: tl.constexpr):
    first = tl.program_id(0) * QUERIES
    head = tl.program_id(1) * DEPTH
    length = tl.load(key_counts + tl.program_id(1))
    row = first + tl.arange(0, QUERIES)
    place = head + row[:, None] * stride + tl.arange(0, DEPTH)[None, :]
    q = tl.load(query + place, mask=(row < queries)[:, None], other=0.0)
    largest = tl.full([QUERIES], -float("inf"), dtype=tl.float32)
    weight = tl.zeros([QUERIES], dtype=tl.float32)
    total = tl.zeros([QUERIES, DEPTH], dtype=tl.float32)
    if CAUSAL:
        full = first // KEYS * KEYS
        end = min(first + QUERIES, length)
    else:
        full = length // KEYS * KEYS
        end = length
    largest, weight, total = attend(q, key + head, value + head, largest, weight, total, 0,
                                    full, row, length, stride, scale, CAUSAL, False, KEYS,
                                    DEPTH)
    largest, weight, total = attend(q, key + head, value + head, largest, weight, total,
                                    full, end, row, length, stride, scale, CAUSAL, True,
                                    KEYS, DEPTH)
    result = total / weight[:, None]
    tl.store(out + place, result.to(tl.bfloat16), mask=(row < queries)[:, None])
