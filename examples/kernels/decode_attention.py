"""Attention of one new token to all tokens before it, whose keys and values lie in pages.
A page table says where; a program takes some of the pages, for the query heads that share
the keys of one head. It leaves its part unfinished, with its maximum and sum, for
decode_attention_merge. Shows loads whose rows are chosen by data, and a matrix product
with few rows.
"""

import triton
import triton.language as tl


@triton.jit
def decode_attention(query, keys, values, pages, lengths, parts, largests, weights,
                     table_row, scale, PAGE: tl.constexpr, PART: tl.constexpr,
                     SHARED: tl.constexpr, DEPTH: tl.constexpr):
    request = tl.program_id(0)
    head = tl.program_id(1)
    part = tl.program_id(2)
    heads = tl.num_programs(1)
    length = tl.load(lengths + request)
    row = tl.arange(0, SHARED)
    depth = tl.arange(0, DEPTH)
    first_row = (request * heads + head) * SHARED
    q = tl.load(query + (first_row + row)[:, None] * DEPTH + depth[None, :])
    largest = tl.full([SHARED], -1e30, dtype=tl.float32)
    weight = tl.zeros([SHARED], dtype=tl.float32)
    total = tl.zeros([SHARED, DEPTH], dtype=tl.float32)
    for begin in range(part * PART, min(part * PART + PART, length), PAGE):
        page = tl.load(pages + request * table_row + begin // PAGE)
        slot = tl.arange(0, PAGE)
        inside = begin + slot < length
        place = ((page * PAGE + slot)[:, None] * heads + head) * DEPTH + depth[None, :]
        k = tl.load(keys + place, mask=inside[:, None], other=0.0)
        v = tl.load(values + place, mask=inside[:, None], other=0.0)
        score = tl.dot(q, tl.trans(k)) * scale
        score = tl.where(inside[None, :], score, -float("inf"))
        highest = tl.maximum(largest, tl.max(score, axis=1))
        share = tl.exp(score - highest[:, None])
        shrink = tl.exp(largest - highest)
        weight = weight * shrink + tl.sum(share, axis=1)
        total = tl.dot(share.to(tl.float16), v, total * shrink[:, None])
        largest = highest
    out_row = (first_row + row) * tl.num_programs(2) + part
    tl.store(parts + out_row[:, None] * DEPTH + depth[None, :], total)
    tl.store(largests + out_row, largest)
    tl.store(weights + out_row, weight)
