"""The 21 kernels of figure 9 of the paper "Linear Layouts" in 265 sizes.

The kernels are those of examples/kernels that have the names of the paper's, which took
them from TritonBench. Sizes are those of large language models where a kernel has such; the
tiles follow from the sizes, and are the same for every compiler.
"""

import itertools

import torch
from launches import (MULTIPROCESSORS, Case, Launch, empty, example, integers, normal, parts,
                      power_of_two, uniform)

# Rows and columns of the right factor, in the layers of a model of 8 or 70 billion weights.
LAYERS = [(1280, 8192), (8192, 1024), (7168, 8192), (8192, 3584)]
WIDTHS = [4096, 8192, 11008, 14336]
VOCABULARIES = [4096, 8192, 16384, 32768, 65536]


CASES = []


def kernel(name, sizes, source=None):
    """Cases of the function that follows, which says of a size what is launched: the grid, the
    arguments, the constants, and the number of warps if it is not 4."""
    def add(build):
        def launch(*size):
            made = build(*size)
            return Launch(example(source or name), *made)
        CASES.extend(Case(name, size, launch) for size in sizes)
        return build
    return add


def product(M, N, block_k):
    """Tiles of a product, and warps: the largest that leave most multiprocessors something to
    do."""
    tiles = [(128, 256, 8), (128, 128, 8), (64, 128, 4), (64, 64, 4), (32, 64, 4), (16, 64, 4)]
    fitting = [tile for tile in tiles if tile[0] <= max(16, power_of_two(M))]
    m, n, warps = next((tile for tile in fitting
                        if parts(M, tile[0]) * parts(N, tile[1]) >= 0.75 * MULTIPROCESSORS),
                       fitting[-1])
    return ((parts(M, m), parts(N, n)), {"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": block_k}, warps)


def squares(*sizes):
    return [(size, size, size) for size in sizes]


def layers(*rows):
    return [(M, N, K) for M in rows for N, K in LAYERS]


@kernel("gemm", squares(256, 512, 768, 1024, 1536, 2048, 3072, 4096)
        + layers(16, 128, 1024, 4096), "matmul_fp16")
def gemm(M, N, K):
    grid, tiles, warps = product(M, N, 64)
    a, b = (normal(*shape, dtype=torch.float16) for shape in ((M, K), (K, N)))
    return (grid, (a, b, empty(M, N, dtype=torch.float16), M, N, K, K, N, N), tiles, warps)


@kernel("bf16xint16_gemm", layers(16, 64, 256, 1024))
def bf16xint16_gemm(M, N, K):
    grid, tiles, warps = product(M, N, 64)
    a = normal(M, K, dtype=torch.bfloat16)
    b = integers(K, N, low=-1000, high=1000, dtype=torch.int16)
    return (grid, (a, b, empty(M, N, dtype=torch.bfloat16), M, N, K), tiles, warps)


@kernel("fp8_gemm", squares(512, 1024, 2048, 4096) + layers(16, 128, 1024))
def fp8_gemm(M, N, K):
    grid, tiles, warps = product(M, N, 128)
    a, b = (normal(*shape, dtype=torch.float8_e4m3fn) for shape in ((M, K), (N, K)))
    return (grid, (a, b, empty(M, N, dtype=torch.float16), 0.25, M, N, K), tiles, warps)


@kernel("int4_gemm", [(M, N, K) for M in (16, 32, 64, 128, 512, 1024) for N, K in LAYERS[1:]])
def int4_gemm(M, N, K):
    grid, tiles, warps = product(M, N, 64)
    a = normal(M, K, dtype=torch.float16)
    b = integers(K // 2, N, high=256, dtype=torch.uint8)
    scales = uniform(K // 32, N, low=0.05, high=0.2, dtype=torch.float16)
    return (grid, (a, b, scales, empty(M, N, dtype=torch.float16), M, N, K), tiles, warps)


@kernel("grouped_gemm", [(groups, rows, N, K) for groups in (4, 8, 16) for rows in (128, 512)
                         for N, K in ((4096, 2048), (2048, 4096))])
def grouped_gemm(groups, rows, N, K):
    # Groups of different lengths, `rows` on average.
    lengths = [rows // 2 + rows * index // (groups - 1) for index in range(groups)]
    starts = [0, *itertools.accumulate(lengths)]
    _, tiles, warps = product(starts[-1], N, 64)
    tiles["BLOCK_M"], tiles["BLOCK_N"] = min(tiles["BLOCK_M"], 128), 128
    a = normal(starts[-1], K, dtype=torch.float16)
    b = normal(groups, K, N, dtype=torch.float16)
    return ((MULTIPROCESSORS,),
            (a, b, empty(starts[-1], N, dtype=torch.float16),
             torch.tensor(starts, device="cuda", dtype=torch.int32), groups, N, K),
            tiles, warps)


@kernel("gather_gemv", [(side,) for side in (1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192,
                                             12288, 14336)])
def gather_gemv(side):
    weights = integers(8, side, side, low=-128, high=128, dtype=torch.int8)
    x = normal(side, dtype=torch.bfloat16)
    chosen = torch.tensor([6, 1], device="cuda")
    return ((2, parts(side, 8)),
            (weights, chosen, x, empty(2, side, dtype=torch.bfloat16), side, side),
            {"ROWS": 8, "COLUMNS": 512})


@kernel("flex_attention", [(depth, length) for depth in (64, 128)
                           for length in (512, 1024, 2048, 4096, 8192, 16384)])
def flex_attention(depth, length):
    heads, shared = 32, 4
    query = normal(heads, length, depth, dtype=torch.float16)
    key, value = (normal(heads // shared, length, depth, dtype=torch.float16) for _ in range(2))
    slopes = uniform(heads, low=0.02, high=0.3)
    return ((parts(length, 128), heads),
            (query, key, value, slopes, empty(heads, length, depth, dtype=torch.float16),
             length, depth ** -0.5, 1024),
            {"SHARED": shared, "QUERIES": 128, "KEYS": 64, "DEPTH": depth}, 8)


@kernel("template_attention", [(causal, length) for causal in (False, True)
                               for length in (256, 512, 1024, 2048, 4096, 8192, 16384)])
def template_attention(causal, length):
    heads, depth = 16, 64
    query, key, value = (normal(length, heads, depth, dtype=torch.bfloat16) for _ in range(3))
    counts = torch.full((heads,), length, device="cuda", dtype=torch.int32)
    return ((parts(length, 128), heads),
            (query, key, value, empty(length, heads, depth, dtype=torch.bfloat16), counts,
             length, heads * depth, depth ** -0.5),
            {"CAUSAL": causal, "QUERIES": 128, "KEYS": 64, "DEPTH": depth}, 8)


def vocabularies(*tokens):
    return [(count, words) for count in tokens for words in VOCABULARIES[1:4]]


@kernel("fused_linear_cross_entropy", vocabularies(4096, 8192))
def fused_linear_cross_entropy(tokens, words):
    depth = 2048
    hidden = normal(tokens, depth, dtype=torch.float16)
    weights = uniform(words, depth, low=-0.05, high=0.05, dtype=torch.float16)
    return ((parts(tokens, 64),),
            (hidden, weights, integers(tokens, high=words), empty(tokens), tokens, words,
             depth),
            {"TOKENS": 64, "WORDS": 128, "BLOCK_K": 64})


@kernel("fused_linear_jsd", vocabularies(4096, 8192))
def fused_linear_jsd(tokens, words):
    depth = 1024
    student, teacher = (normal(tokens, depth, dtype=torch.float16) for _ in range(2))
    student_weights, teacher_weights = (
        uniform(words, depth, low=-0.05, high=0.05, dtype=torch.float16) for _ in range(2))
    return ((parts(tokens, 64),),
            (student, student_weights, teacher, teacher_weights, empty(tokens), tokens,
             words, depth, 0.5),
            {"TOKENS": 64, "WORDS": 64, "BLOCK_K": 64})


@kernel("cross_entropy", [(rows, words) for rows in (2048, 4096) for words in VOCABULARIES])
def cross_entropy(rows, words):
    return ((rows,), (normal(rows, words), integers(rows, high=words), empty(rows), words),
            {"BLOCK": 4096}, 8)


@kernel("jsd", [(rows, words) for rows in (1024, 4096) for words in VOCABULARIES])
def jsd(rows, words):
    student, teacher = (normal(rows, words).log_softmax(-1) for _ in range(2))
    return ((rows,), (student, teacher, empty(rows), empty(rows, words), words, 0.3),
            {"BLOCK": 4096}, 8)


@kernel("kl_div", [(rows, words) for rows in (1024, 4096) for words in VOCABULARIES])
def kl_div(rows, words):
    return ((rows,), (normal(rows, words).log_softmax(-1), normal(rows, words).softmax(-1),
                      empty(rows), words),
            {"BLOCK": 4096}, 8)


@kernel("embedding", [(width, words) for width in (768, 4096)
                      for words in (1024, 2048, 4096, 8192, 16384, 32768, 65536)])
def embedding(width, words):
    count = 16384
    block = power_of_two(width, 1024)
    return ((parts(count, 4), parts(width, block)),
            (integers(count, high=words), normal(words, width, dtype=torch.float16),
             empty(count, width, dtype=torch.float16), count, width),
            {"TOKENS": 4, "WIDTH": block})


@kernel("geglu", [(rows, columns) for rows in (1024, 4096, 8192) for columns in WIDTHS])
def geglu(rows, columns):
    gate, up = (normal(rows, columns, dtype=torch.bfloat16) for _ in range(2))
    return ((rows,), (gate, up, empty(rows, columns, dtype=torch.bfloat16), columns),
            {"BLOCK": 4096}, 8)


@kernel("swiglu", [(rows, columns) for rows in (1024, 4096, 8192) for columns in WIDTHS])
def swiglu(rows, columns):
    return ((rows, parts(columns, 2048)),
            (normal(rows, 2 * columns, dtype=torch.float16),
             empty(rows, columns, dtype=torch.float16), columns),
            {"BLOCK": 2048}, 8)


@kernel("welford", [(columns,) for columns in range(1024, 2561, 128)])
def welford(columns):
    rows = 32768
    return ((parts(rows, 2),),
            (uniform(rows, columns, low=100, high=104), empty(rows, columns), empty(rows),
             empty(rows), rows, columns, 1e-3),
            {"ROWS": 2, "COLUMNS": 1024}, 8)


@kernel("low_mem_dropout", [(1 << power,) for power in range(16, 28)])
def low_mem_dropout(count):
    return ((parts(count, 1024),),
            (normal(count), empty(count), count, 0.3, 1 / 0.7, 1234), {"BLOCK": 1024})


@kernel("rms_norm", [(rows, columns) for rows in (2048, 8192)
                     for columns in (1024, 2048, 4096, 5120, 8192, 12288, 16384)])
def rms_norm(rows, columns):
    block = power_of_two(columns)
    return ((rows,),
            (normal(rows, columns, dtype=torch.bfloat16),
             normal(columns, dtype=torch.bfloat16),
             empty(rows, columns, dtype=torch.bfloat16), empty(rows), columns, 1e-6),
            {"BLOCK": block}, min(max(block // 512, 4), 16))


@kernel("layer_norm", [(512 * count,) for count in (2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32)])
def layer_norm(columns):
    rows = 4096
    block = power_of_two(columns, 4096)
    return ((rows,),
            (normal(rows, columns, dtype=torch.float16), normal(columns), normal(columns),
             empty(rows, columns, dtype=torch.float16), empty(rows), empty(rows), columns,
             1e-5),
            {"BLOCK": block}, min(max(block // 512, 4), 8))


@kernel("rope", [(heads, tokens) for heads in (8, 32)
                 for tokens in (1024, 2048, 4096, 8192, 16384, 32768)])
def rope(heads, tokens):
    angles = normal(tokens, 64)
    return ((tokens,),
            (normal(tokens, heads, 128, dtype=torch.float16), angles.cos(), angles.sin(),
             torch.arange(tokens, device="cuda", dtype=torch.int32), heads),
            {"HEADS": heads, "HALF": 64})
