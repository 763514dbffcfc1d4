"""Reorders [token, head, depth] to [head, token, depth], as attention wants it. Rows of
depth stay as they are, so wide loads and stores are possible on both sides, and no lane
needs another one's elements.
"""

import triton
import triton.language as tl


@triton.jit
def permute_heads(x, out, tokens, heads, TOKENS: tl.constexpr, HEADS: tl.constexpr,
                  DEPTH: tl.constexpr):
    token = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)[:, None, None]
    head = tl.arange(0, HEADS)[None, :, None]
    depth = tl.arange(0, DEPTH)[None, None, :]
    inside = (token < tokens) & (head < heads)
    tile = tl.load(x + (token * heads + head) * DEPTH + depth, mask=inside)
    turned = tl.permute(tile, [1, 0, 2])
    head = tl.arange(0, HEADS)[:, None, None]
    token = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)[None, :, None]
    inside = (token < tokens) & (head < heads)
    tl.store(out + (head * tokens + token) * DEPTH + depth, turned, mask=inside)
