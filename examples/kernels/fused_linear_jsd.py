"""The divergence of Jensen and Shannon of a student and a teacher, from their hidden
states and their two matrices of weights, without a matrix of scores in memory. A first
loop over the vocabulary finds the logarithms of both sums, a second one makes the scores
again. Shows a helper function with a loop and a matrix product in it, called four times.
"""

import triton
import triton.language as tl


@triton.jit
def scores_of(hidden, weights, token, word, tokens, vocabulary, depth,
              TOKENS: tl.constexpr, WORDS: tl.constexpr, BLOCK_K: tl.constexpr):
    score = tl.zeros([TOKENS, WORDS], dtype=tl.float32)
    for begin in range(0, depth, BLOCK_K):
        k = begin + tl.arange(0, BLOCK_K)
        x = tl.load(hidden + token[:, None] * depth + k[None, :],
                    mask=(token < tokens)[:, None] & (k < depth)[None, :], other=0.0)
        w = tl.load(weights + word[None, :] * depth + k[:, None],
                    mask=(word < vocabulary)[None, :] & (k < depth)[:, None], other=0.0)
        score = tl.dot(x, w, score)
    return tl.where((word < vocabulary)[None, :], score, -float("inf"))


@triton.jit
def widen(largest, total, score):
    highest = tl.maximum(largest, tl.max(score, axis=1))
    power = tl.sum(tl.exp(score - highest[:, None]), axis=1)
    return highest, total * tl.exp(largest - highest) + power


@triton.jit
def fused_linear_jsd(student, student_weights, teacher, teacher_weights, loss, tokens,
                     vocabulary, depth, beta, TOKENS: tl.constexpr, WORDS: tl.constexpr,
                     BLOCK_K: tl.constexpr):
    token = tl.program_id(0) * TOKENS + tl.arange(0, TOKENS)
    largest_q = tl.full([TOKENS], -float("inf"), dtype=tl.float32)
    largest_p = largest_q
    total_q = tl.zeros([TOKENS], dtype=tl.float32)
    total_p = total_q
    for first in range(0, vocabulary, WORDS):
        word = first + tl.arange(0, WORDS)
        q = scores_of(student, student_weights, token, word, tokens, vocabulary, depth,
                      TOKENS, WORDS, BLOCK_K)
        largest_q, total_q = widen(largest_q, total_q, q)
        p = scores_of(teacher, teacher_weights, token, word, tokens, vocabulary, depth,
                      TOKENS, WORDS, BLOCK_K)
        largest_p, total_p = widen(largest_p, total_p, p)
    logsum_q = largest_q + tl.log(total_q)
    logsum_p = largest_p + tl.log(total_p)
    result = tl.zeros([TOKENS], dtype=tl.float32)
    for first in range(0, vocabulary, WORDS):
        word = first + tl.arange(0, WORDS)
        q = scores_of(student, student_weights, token, word, tokens, vocabulary, depth,
                      TOKENS, WORDS, BLOCK_K) - logsum_q[:, None]
        p = scores_of(teacher, teacher_weights, token, word, tokens, vocabulary, depth,
                      TOKENS, WORDS, BLOCK_K) - logsum_p[:, None]
        power_q = (1.0 - beta) * tl.exp(q)
        power_p = beta * tl.exp(p)
        middle = tl.log(power_q + power_p)
        term = power_q * (q - middle) + power_p * (p - middle)
        result += tl.sum(tl.where((word < vocabulary)[None, :], term, 0.0), axis=1)
    tl.store(loss + token, result, mask=token < tokens)
