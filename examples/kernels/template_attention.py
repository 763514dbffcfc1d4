"""Attention as a template: constants choose whether it is causal, and how large its tiles
are. Its operands are block pointers, which know the shape of the tensor and are moved
along by the loop, so there is not one mask for loads and stores. bf16 in memory.
"""

import triton
import triton.language as tl


@triton.jit
def template_attention(query, key, value, out, length, scale, CAUSAL: tl.constexpr,
                       QUERIES: tl.constexpr, KEYS: tl.constexpr, DEPTH: tl.constexpr):
    first = tl.program_id(0) * QUERIES
    head = tl.program_id(1) * length * DEPTH
    shape = (length, DEPTH)
    strides = (DEPTH, 1)
    q_block = tl.make_block_ptr(query + head, shape, strides, (first, 0), (QUERIES, DEPTH),
                                (1, 0))
    k_block = tl.make_block_ptr(key + head, (DEPTH, length), (1, DEPTH), (0, 0),
                                (DEPTH, KEYS), (0, 1))
    v_block = tl.make_block_ptr(value + head, shape, strides, (0, 0), (KEYS, DEPTH), (1, 0))
    out_block = tl.make_block_ptr(out + head, shape, strides, (first, 0), (QUERIES, DEPTH),
                                  (1, 0))
    q = tl.load(q_block, boundary_check=(0,), padding_option="zero")
    row = first + tl.arange(0, QUERIES)
    largest = tl.full([QUERIES], -float("inf"), dtype=tl.float32)
    weight = tl.zeros([QUERIES], dtype=tl.float32)
    total = tl.zeros([QUERIES, DEPTH], dtype=tl.float32)
    end = min(first + QUERIES, length) if CAUSAL else length
    for begin in range(0, end, KEYS):
        column = begin + tl.arange(0, KEYS)
        k = tl.load(k_block, boundary_check=(1,), padding_option="zero")
        score = tl.dot(q, k) * (scale * 1.4426950408889634)
        seen = (column < length)[None, :]
        if CAUSAL:
            seen = seen & (column[None, :] <= row[:, None])
        score = tl.where(seen, score, -float("inf"))
        highest = tl.maximum(largest, tl.max(score, axis=1))
        share = tl.exp2(score - highest[:, None])
        shrink = tl.exp2(largest - highest)
        weight = weight * shrink + tl.sum(share, axis=1)
        v = tl.load(v_block, boundary_check=(0,), padding_option="zero")
        total = tl.dot(share.to(tl.bfloat16), v, total * shrink[:, None])
        largest = highest
        k_block = tl.advance(k_block, (0, KEYS))
        v_block = tl.advance(v_block, (KEYS, 0))
    result = total / weight[:, None]
    tl.store(out_block, result.to(tl.bfloat16), boundary_check=(0,))
