"""Linear attention with decay, chunk by chunk: with the state S, out = (q * k^T, weighed
by decay^(distance) and causal) * v + decay^(place + 1) * q * S, and then S = decay^CHUNK
* S + (k weighed)^T * v. Shows a matrix of state that a loop carries in registers and that
is an operand of one product and the sums of another.
"""

import triton
import triton.language as tl


@triton.jit
def linear_attention_chunk(query, key, value, decays, out, state, length,
                           CHUNK: tl.constexpr, DEPTH: tl.constexpr, WIDTH: tl.constexpr):
    head = tl.program_id(0)
    rate = tl.log2(tl.load(decays + head))
    lane = tl.arange(0, CHUNK)
    depth = tl.arange(0, DEPTH)
    width = tl.program_id(1) * WIDTH + tl.arange(0, WIDTH)
    columns = tl.num_programs(1) * WIDTH
    distance = lane[:, None] - lane[None, :]
    fading = tl.where(distance >= 0, tl.exp2(rate * distance), 0.0)
    total = tl.zeros([DEPTH, WIDTH], dtype=tl.float32)
    for begin in range(0, length, CHUNK):
        row = begin + lane
        inside = (row < length)[:, None]
        place = (head * length + row)[:, None]
        q = tl.load(query + place * DEPTH + depth[None, :], mask=inside, other=0.0)
        k = tl.load(key + place * DEPTH + depth[None, :], mask=inside, other=0.0)
        v = tl.load(value + place * columns + width[None, :], mask=inside, other=0.0)
        share = tl.dot(q, tl.trans(k)) * fading
        result = tl.dot(q, total.to(tl.bfloat16)) * tl.exp2(rate * (lane + 1))[:, None]
        result = tl.dot(share.to(tl.bfloat16), v, result)
        result = result.to(tl.bfloat16)
        tl.store(out + place * columns + width[None, :], result, mask=inside)
        count = min(length - begin, CHUNK)
        late = (k * tl.exp2(rate * (count - 1 - lane))[:, None]).to(tl.bfloat16)
        total = tl.dot(tl.trans(late), v, total * tl.exp2(rate * count))
    place = (head * DEPTH + depth)[:, None] * columns + width[None, :]
    tl.store(state + place, total)
