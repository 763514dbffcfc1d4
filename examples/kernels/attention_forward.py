"""Causal attention of one head, forwards, without the matrix of all scores. Shows two
matrix products in one loop that feed each other: the result of the first becomes an
operand of the second, and running maxima and sums rescale what was added up before.
"""

import triton
import triton.language as tl


@triton.jit
def attention_forward(query, key, value, out, length, scale, QUERIES: tl.constexpr,
                      KEYS: tl.constexpr, DEPTH: tl.constexpr):
    first = tl.program_id(0) * QUERIES
    head = tl.program_id(1).to(tl.int64) * length * DEPTH
    row = first + tl.arange(0, QUERIES)
    depth = tl.arange(0, DEPTH)
    place = head + row[:, None] * DEPTH + depth[None, :]
    q = tl.load(query + place, mask=(row < length)[:, None], other=0.0)
    largest = tl.full([QUERIES], float("-inf"), dtype=tl.float32)
    weight = tl.zeros([QUERIES], dtype=tl.float32)
    total = tl.zeros([QUERIES, DEPTH], dtype=tl.float32)
    for begin in range(0, first + QUERIES, KEYS):
        column = begin + tl.arange(0, KEYS)
        place_k = head + column[None, :] * DEPTH + depth[:, None]
        place_v = head + column[:, None] * DEPTH + depth[None, :]
        k = tl.load(key + place_k, mask=(column < length)[None, :], other=0.0)
        score = tl.dot(q, k) * (scale * 1.4426950408889634)
        score = tl.where(column[None, :] <= row[:, None], score, float("-inf"))
        highest = tl.maximum(largest, tl.max(score, axis=1))
        share = tl.exp2(score - highest[:, None])
        shrink = tl.exp2(largest - highest)
        weight = weight * shrink + tl.sum(share, axis=1)
        v = tl.load(value + place_v, mask=(column < length)[:, None], other=0.0)
        total = tl.dot(share.to(tl.float16), v, total * shrink[:, None])
        largest = highest
    result = total / weight[:, None]
    tl.store(out + place, result.to(tl.float16), mask=(row < length)[:, None])
