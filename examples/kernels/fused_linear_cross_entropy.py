"""The loss log(sum(exp(scores))) - scores[target] with scores = hidden * weights^T, which
are never stored: a vocabulary has many thousands of columns. Each program makes the
scores of its tokens tile by tile and keeps their maximum, their sum and the one score
that is wanted. Shows sums of a matrix product that are reduced at once.
"""

import triton
import triton.language as tl


@triton.jit
def fused_linear_cross_entropy(hidden, weights, target, loss, tokens, vocabulary, depth,
                               TOKENS: tl.constexpr, WORDS: tl.constexpr,
                               BLOCK_K: tl.constexpr):
    token = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)
    wanted = tl.load(target + token, mask=token < tokens, other=0)
    largest = tl.full([TOKENS], -float("inf"), dtype=tl.float32)
    total = tl.zeros([TOKENS], dtype=tl.float32)
    chosen = tl.zeros([TOKENS], dtype=tl.float32)
    for first in range(0, vocabulary, WORDS):
        word = first + tl.arange(0, WORDS)
        score = tl.zeros([TOKENS, WORDS], dtype=tl.float32)
        for begin in range(0, depth, BLOCK_K):
            k = begin + tl.arange(0, BLOCK_K)
            x = tl.load(hidden + token[:, None] * depth + k[None, :],
                        mask=(token < tokens)[:, None] & (k < depth)[None, :], other=0.0)
            w = tl.load(weights + word[None, :] * depth + k[:, None],
                        mask=(word < vocabulary)[None, :] & (k < depth)[:, None], other=0.0)
            score = tl.dot(x, w, score)
        score = tl.where((word < vocabulary)[None, :], score, -float("inf"))
        hit = word[None, :] == wanted[:, None]
        chosen += tl.sum(tl.where(hit, score, 0.0), axis=1)
        highest = tl.maximum(largest, tl.max(score, axis=1))
        power = tl.exp(score - highest[:, None])
        total = total * tl.exp(largest - highest) + tl.sum(power, axis=1)
        largest = highest
    tl.store(loss + token, largest + tl.log(total) - chosen, mask=token < tokens)
