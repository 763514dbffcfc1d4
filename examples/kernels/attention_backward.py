"""The gradients of causal attention, from the logarithms of the sums that the forward
pass keeps and from delta, the sum of out * gradient of each query. A program owns some
keys and their values and walks over the queries that see them; what it finds for the
queries it adds to memory atomically. Shows five matrix products in one loop, two of them
with a transposed left operand.
"""

import triton
import triton.language as tl


@triton.jit
def attention_backward(query, key, value, gradient, logsum, delta, query_gradient,
                       key_gradient, value_gradient, length, scale, QUERIES: tl.constexpr,
                       KEYS: tl.constexpr, DEPTH: tl.constexpr):
    first = tl.program_id(0) * KEYS
    head = tl.program_id(1) * length
    depth = tl.arange(0, DEPTH)
    column = first + tl.arange(0, KEYS)
    place = (head + column)[:, None] * DEPTH + depth[None, :]
    k = tl.load(key + place, mask=(column < length)[:, None], other=0.0)
    v = tl.load(value + place, mask=(column < length)[:, None], other=0.0)
    k_sum = tl.zeros([KEYS, DEPTH], dtype=tl.float32)
    v_sum = tl.zeros([KEYS, DEPTH], dtype=tl.float32)
    for begin in range(first // QUERIES * QUERIES, length, QUERIES):
        row = begin + tl.arange(0, QUERIES)
        inside = row < length
        row_place = (head + row)[:, None] * DEPTH + depth[None, :]
        q = tl.load(query + row_place, mask=inside[:, None], other=0.0)
        change = tl.load(gradient + row_place, mask=inside[:, None], other=0.0)
        total = tl.load(logsum + head + row, mask=inside, other=0.0)
        shift = tl.load(delta + head + row, mask=inside, other=0.0)
        score = tl.dot(q, tl.trans(k)) * scale
        seen = (column[None, :] <= row[:, None]) & inside[:, None]
        share = tl.where(seen, tl.exp(score - total[:, None]), 0.0)
        v_sum = tl.dot(tl.trans(share.to(tl.float16)), change, v_sum)
        slope = share * (tl.dot(change, tl.trans(v)) - shift[:, None]) * scale
        slope = slope.to(tl.float16)
        k_sum = tl.dot(tl.trans(slope), q, k_sum)
        tl.atomic_add(query_gradient + row_place, tl.dot(slope, k), mask=inside[:, None],
                      sem="relaxed")
    kept = (column < length)[:, None]
    tl.store(key_gradient + place, k_sum.to(tl.float16), mask=kept)
    tl.store(value_gradient + place, v_sum.to(tl.float16), mask=kept)
