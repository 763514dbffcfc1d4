#!/usr/bin/env python3
"""Products of matrices and attention, a program for heddle.bench:

    python -m heddle.bench --num-stages 2,3,4,5 bench/gpu/products.py [WORD]...

A word is a part of a case's name: matmul-fp16-kn-4096x4096x4096-128x256x64-8, and so does
`long` for short sums of many elements, `scaled` for MXFP4, `attention`, `dkdv` and `dq`.
"""

import itertools
import math

import attention_kernels
import product_kernels
import torch
import triton.language as tl
from launches import (DTYPES, MULTIPROCESSORS, Case, Launch, empty, integers, launch_all, normal,
                      parts, random)
from triton.tools.tensor_descriptor import TensorDescriptor

TOKENS = 32 * 4096  # Of all heads of attention.
CASES = []


def kind_of(function):
    """Cases of a kind, by their sizes: `function.add(*size)`."""
    def add(*size):
        CASES.append(Case(function.__name__.replace("_", "-"), size, function))
    function.add = add
    return function


def out_of(element):
    return {"i8": "i32", "fp8e4nv": "fp16"}.get(element, element)


def tile_constants(tile):
    return dict(zip(("BM", "BN", "BK"), tile))


def grid_of(m, n, tile):
    return (parts(m, tile[0]), parts(n, tile[1]))


def matrix(rows, columns, element, is_major=True):
    """Of random elements; its rows are contiguous, or its columns."""
    return random(*((rows, columns) if is_major else (columns, rows)), element=element)


@kind_of
def matmul(element, majors, size, tile, warps, weights=None):
    """`majors`: the contiguous axis of a and of b; `weights`: what b is of, if of something
    else."""
    m, n, k = size
    out = out_of(element)
    types = {"fp16": tl.float16, "bf16": tl.bfloat16, "fp32": tl.float32, "i32": tl.int32}
    return Launch(
        product_kernels.matmul, grid_of(m, n, tile),
        (matrix(m, k, element, majors[0] == "k"),
         matrix(k, n, weights or element, majors[1] == "n"), empty(m, n, dtype=DTYPES[out]),
         k, k if majors[0] == "k" else m, k if majors[1] == "k" else n, n),
        {**tile_constants(tile), "A_MAJOR": majors[0], "B_MAJOR": majors[1],
         "SUM": tl.int32 if element == "i8" else tl.float32, "OUT": types[out]}, warps)


@kind_of
def scaled(element, size, tile, warps):
    m, n, k = size
    return Launch(
        product_kernels.scaled, grid_of(m, n, tile),
        (matrix(m, k, element), integers(n, k // 2, high=256, dtype=torch.uint8),
         integers(n, k // 32, low=120, high=130, dtype=torch.uint8),
         empty(m, n, dtype=torch.bfloat16), k, k, k // 2, k // 32, n),
        {**tile_constants(tile),
         "FORMAT": {"fp8e4nv": "e4m3", "fp8e5": "e5m2"}.get(element, element)}, warps)


@kind_of
def split_k(element, size, tile, warps, splits):
    m, n, k = size
    return Launch(
        product_kernels.split_k, (*grid_of(m, n, tile), splits),
        (matrix(m, k, element), matrix(k, n, element), empty(m, n).zero_(), k, k, n, n),
        {**tile_constants(tile), "SPLITS": splits}, warps)


@kind_of
def gelu(form, element, size, tile, warps):
    m, n, k = size
    dtype = DTYPES[element]
    return Launch(
        product_kernels.gelu, grid_of(m, n, tile),
        (normal(m, k, spread=k**-0.5, dtype=dtype), matrix(k, n, element),
         normal(n, dtype=dtype), empty(m, n, dtype=dtype), k, k, n, n),
        {**tile_constants(tile), "FORM": form}, warps)


@kind_of
def ordered(form, element, size, tile, warps, majors="kn"):
    """Kernels whose programs take tiles in groups of rows. Only "persistent-descriptor" has
    other majors. Triton is asked to make one loop of both in a persistent "flat" one."""
    m, n, k = size
    is_persistent = form.startswith("persistent")
    more = {"PROGRAMS": MULTIPROCESSORS, "FLATTEN": form.endswith("flat")} if is_persistent \
        else {}
    if majors != "kn":
        more |= {"A_MAJOR": majors[0], "B_MAJOR": majors[1]}
    tiles = math.prod(grid_of(m, n, tile))
    name = form.removesuffix("-flat").replace("-", "_")
    return Launch(
        getattr(product_kernels, name),
        (min(MULTIPROCESSORS, tiles) if is_persistent else tiles,),
        (matrix(m, k, element, majors[0] == "k"), matrix(k, n, element, majors[1] == "n"),
         empty(m, n, dtype=DTYPES[element]), m, n, k, k if majors[0] == "k" else m,
         k if majors[1] == "k" else n, n), {**tile_constants(tile), "GROUP": 8, **more}, warps)


@kind_of
def by_host(element, size, tile, warps, majors="kn", form="host"):
    """The rows of A are contiguous, and those of B or its columns. "host" has warps of their
    own that load, in "host-all" all warps do, and "host-cluster" is so in clusters of two."""
    m, n, k = size
    bm, bn, bk = tile
    b = matrix(k, n, element, majors[1] == "n")
    a, b, c = (TensorDescriptor.from_tensor(tensor, block) for tensor, block in (
        (matrix(m, k, element), [bm, bk]),
        (b, [bk, bn] if majors[1] == "n" else [bn, bk]),
        (empty(m, n, dtype=DTYPES[element]), [bm, bn])))
    return Launch(product_kernels.host_descriptor, grid_of(m, n, tile), (a, b, c, k),
                  {**tile_constants(tile), "B_MAJOR": majors[1], "SPECIALIZE": form == "host"},
                  warps, num_ctas=2 if form == "host-cluster" else 1)


@kind_of
def group(tile, warps):
    """Several products, which the kernel finds by tables of addresses: what it writes is not
    compared."""
    sizes = [(4096, 4096, 4096), (2048, 4096, 2048), (1024, 2048, 4096), (512, 4096, 8192)]
    matrices = [[matrix(m, k, "fp16"), matrix(k, n, "fp16"), empty(m, n, dtype=torch.float16)]
                for m, n, k in sizes]
    tables = [torch.tensor([each.data_ptr() for each in column], device="cuda")
              for column in zip(*matrices)]
    return Launch(
        product_kernels.group, (MULTIPROCESSORS,),
        (*tables, torch.tensor(sizes, device="cuda", dtype=torch.int32), len(sizes)),
        {**tile_constants(tile), "OUT": tl.float16, "PROGRAMS": MULTIPROCESSORS}, warps,
        others=(matrices,))


def attention_of(gradients, length, d, tile, warps, is_causal):
    heads = TOKENS // length
    q, k, v = (normal(heads, length, d, dtype=torch.float16) for _ in range(3))
    inputs = [q, k, v]
    if gradients:
        # About what a softmax of so many normal scores has.
        inputs += [normal(heads, length, d, dtype=torch.float16),
                   normal(heads, length, mean=math.log2(length) + 0.7, spread=0.3),
                   normal(heads, length)]
    outputs = [torch.empty_like(q) for _ in gradients or ("out",)]
    return Launch(
        getattr(attention_kernels, "_".join(["attention", "".join(gradients)]).strip("_")),
        (length // tile["dk" in gradients], heads), (*inputs, *outputs, 1 / math.sqrt(d), length),
        {"D": d, "BM": tile[0], "BN": tile[1], "CAUSAL": is_causal}, warps)


@kind_of
def attention(length, d, is_causal, tile=(128, 64)):
    return attention_of((), length, d, tile, 4, is_causal)


@kind_of
def dkdv(length, d, is_causal):
    queries, warps = {64: (32, 4), 128: (64, 8)}[d]
    return attention_of(("dk", "dv"), length, d, (queries, 128), warps, is_causal)


@kind_of
def dq(length, d, is_causal):
    return attention_of(("dq",), length, d, (128, 64), {64: 4, 128: 8}[d], is_causal)


def add_products():
    for side in (4096, 8192):
        size = (side, side, side)
        for element, tile, warps, majors in (
                ("fp16", (128, 256, 64), 8, ("kn", "kk", "mn")),
                ("bf16", (128, 256, 64), 8, ("kn",)),
                ("fp16", (128, 128, 64), 4, ("kn",)),
                ("fp8e4nv", (128, 256, 128), 8, ("kk", "kn")),
                ("i8", (128, 256, 128), 8, ("kk", "kn")),
                ("fp32", (128, 128, 32), 8, ("kk", "kn", "mk", "mn"))):
            for each in majors:
                matmul.add(element, each, size, tile, warps)
        for form in ("erf", "tanh"):
            gelu.add(form, "fp16", size, (128, 256, 64), 8)
        for form in ("tutorial", "persistent", "descriptor", "persistent-descriptor"):
            for element in ("fp16", "bf16"):
                ordered.add(form, element, size, (128, 256, 64), 8)
        for form in ("persistent-flat", "persistent-descriptor-flat"):
            ordered.add(form, "fp16", size, (128, 256, 64), 8)
    size = (4096, 4096, 4096)
    for majors in ("kk", "kn"):
        matmul.add("bf16", majors, size, (128, 128, 64), 8, "i8")
    for element in ("bf16", "fp16", "fp8e4nv", "fp8e5"):
        for m, n in itertools.product((64, 128), repeat=2):
            scaled.add(element, size, (m, n, 128), 4)
    matmul.add("fp16", "kn", (64, 4096, 4096), (64, 64, 64), 4)
    matmul.add("bf16", "kk", (64, 4096, 4096), (64, 128, 64), 4)
    for side in (256, 512):
        for tile in ((64, 64, 64), (128, 128, 64)):
            matmul.add("fp16", "kn", (side, side, 16384), tile, 4)
            split_k.add("fp16", (side, side, 16384), tile, 4, 8)
    group.add((128, 128, 64), 4)
    group.add((128, 256, 64), 8)


def add_attention():
    for is_causal, d in itertools.product((False, True), (64, 128)):
        for length in (4096, 16384):
            attention.add(length, d, is_causal)
            if d == 64:
                attention.add(length, d, is_causal, (64, 128))
        dkdv.add(4096, d, is_causal)
        dq.add(4096, d, is_causal)


add_products()
add_attention()

if __name__ == "__main__":
    launch_all(CASES)
