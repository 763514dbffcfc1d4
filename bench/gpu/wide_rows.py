#!/usr/bin/env python3
"""Kernels whose programs have a row of 8 to 64 KiB each, a program for heddle.bench:

    python -m heddle.bench bench/gpu/wide_rows.py [WORD]...

A word is a part of a case's name: softmax-bf16-16-4 has 16 KiB and 4 warps.
"""

import itertools

import torch
import wide_row_kernels
from launches import DTYPES, Case, Launch, empty, integers, launch_all, normal

BYTES = 1 << 28  # Of the input.
KIB, WARPS = (8, 16, 32, 64), (4, 8, 16)
# Arguments by kind, besides x, out, n and stride, from the row's width and the number of rows.
MORE = {
    "softmax": lambda n, rows, dtype: (),
    "log_softmax": lambda n, rows, dtype: (),
    "swiglu": lambda n, rows, dtype: (),
    "rms_norm": lambda n, rows, dtype: (normal(n, dtype=dtype),),
    "layer_norm": lambda n, rows, dtype: (normal(n, dtype=dtype), normal(n, dtype=dtype)),
    "cross_entropy": lambda n, rows, dtype: (integers(rows, high=n),),
    "entropy_loop": lambda n, rows, dtype: (integers(rows, high=n),),
    "quantize": lambda n, rows, dtype: (empty(rows),)}
OUTPUTS = {"entropy_loop": torch.float32, "quantize": torch.float8_e4m3fn}


def wide(kind):
    def build(element, kib, warps):
        dtype = DTYPES[element]
        n = kib * 1024 // dtype.itemsize
        rows = BYTES // (kib * 1024)
        if kind == "swiglu":
            rows //= 2
        x = normal(BYTES // dtype.itemsize, dtype=dtype)
        out = empty(rows * n, dtype=OUTPUTS.get(kind, dtype))
        block = 4096 if kind == "entropy_loop" else n
        return Launch(getattr(wide_row_kernels, kind), (rows,),
                      (x, out, *MORE[kind](n, rows, dtype), n, n), {"BLOCK": block}, warps)
    return build


CASES = [Case(kind, size, wide(kind)) for kind in MORE
         for size in itertools.product(("fp16", "bf16", "fp32"), KIB, WARPS)]

if __name__ == "__main__":
    launch_all(CASES)
