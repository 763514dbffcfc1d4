"""Attention whose scores a function of the head, the query and the key may change: here
they are bounded by a tanh, fall with the distance, and end at a window of earlier keys.
Several query heads share the keys of one. Shows arithmetic on the scores between two
matrix products, and tiles that are skipped because no query sees them.
"""

import triton
import triton.language as tl


@triton.jit
def modify(score, slope, row, column, window):
    bounded = 20.0 * (2.0 * tl.sigmoid(score / 10.0) - 1.0)  # 20 * tanh(score / 20)
    distance = row[:, None] - column[None, :]
    seen = (distance >= 0) & (distance < window)
    return tl.where(seen, bounded - slope * distance, -float("inf"))


@triton.jit
def flex_attention(query, key, value, slopes, out, length, scale, window,
                   SHARED: tl.constexpr, QUERIES: tl.constexpr, KEYS: tl.constexpr,
                   DEPTH: tl.constexpr):
    first = tl.program_id(0) * QUERIES
    head = tl.program_id(1)
    slope = tl.load(slopes + head)
    row = first + tl.arange(0, QUERIES)
    depth = tl.arange(0, DEPTH)
    place = (head * length + row)[:, None] * DEPTH + depth[None, :]
    q = tl.load(query + place, mask=(row < length)[:, None], other=0.0)
    largest = tl.full([QUERIES], -1e30, dtype=tl.float32)
    weight = tl.zeros([QUERIES], dtype=tl.float32)
    total = tl.zeros([QUERIES, DEPTH], dtype=tl.float32)
    begin_key = max(first - window + 1, 0) // KEYS * KEYS
    end_key = min(first + QUERIES, length)
    for begin in range(begin_key, end_key, KEYS):
        column = begin + tl.arange(0, KEYS)
        inside = (column < length)[:, None]
        shared_place = (head // SHARED * length + column)[:, None] * DEPTH + depth[None, :]
        k = tl.load(key + shared_place, mask=inside, other=0.0)
        v = tl.load(value + shared_place, mask=inside, other=0.0)
        score = modify(tl.dot(q, tl.trans(k)) * scale, slope, row, column, window)
        highest = tl.maximum(largest, tl.max(score, axis=1))
        share = tl.exp(score - highest[:, None])
        shrink = tl.exp(largest - highest)
        weight = weight * shrink + tl.sum(share, axis=1)
        total = tl.dot(share.to(tl.float16), v, total * shrink[:, None])
        largest = highest
    result = (total / weight[:, None]).to(tl.float16)
    tl.store(out + place, result, mask=(row < length)[:, None])
