#!/usr/bin/env python3
"""Attention forward, with and without a warp that loads, and by cuDNN:

    python bench/gpu/attention.py [--heddle PATH] [--target sm_90] [--keys 4096] [--heads 32]

Kernels of tiles of 128 queries by 128 keys for eight warps, and of 64 by 128 for four, f16: by
tensor maps of the host, by descriptors that the kernel makes, and by pointers. Medians of 100
launches, in microseconds; the first tile of each result is compared with NumPy's. cuDNN by PyTorch,
if there is one. Needs a GPU.
"""

import argparse
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

FORMS, SIZES = ("maps", "descriptors", "pointers"), (64, 128)


class Shape(NamedTuple):
    """Queries of a block, keys of an iteration, and warps."""
    rows: int
    step: int
    warps: int


SHAPES = Shape(128, 128, 8), Shape(64, 128, 4)


def along(lines, size, name):
    """Lines that make %{name}Range, the numbers of a tile's rows, %{name}Along, those of its
    columns, and %{name}Sizes, the length of each row."""
    numbers = f"tensor<{lines}x{size}xi32>"
    return f"""%{name}Range = tt.make_range {{start = 0 : i32, end = {lines} : i32}} : tensor<{lines}xi32>
    %{name}Along = tt.broadcast %line1 : tensor<1x{size}xi32> -> {numbers}
    %{name}Sizes = arith.constant dense<{size}> : {numbers}"""


def tile(form, lines, size, name, letter, row):
    """Lines that load a tile of so many rows, from `row` on, to %name."""
    matrix, numbers = f"tensor<{lines}x{size}xf16>", f"tensor<{lines}x{size}xi32>"
    kind = "row" if letter == "q" else "step"
    if form != "pointers":
        return (f"%{name} = tt.descriptor_load %{letter}d[{row}, %c0] : "
                f"!tt.tensordesc<{lines}x{size}xf16> -> {matrix}")
    pointers = f"tensor<{lines}x{size}x!tt.ptr<f16>>"
    return f"""%{name}0 = tt.splat {row} : i32 -> tensor<{lines}xi32>
      %{name}1 = arith.addi %{name}0, %{kind}Range : tensor<{lines}xi32>
      %{name}2 = tt.expand_dims %{name}1 {{axis = 1 : i32}} : tensor<{lines}xi32> -> tensor<{lines}x1xi32>
      %{name}3 = tt.broadcast %{name}2 : tensor<{lines}x1xi32> -> {numbers}
      %{name}4 = arith.muli %{name}3, %{kind}Sizes : {numbers}
      %{name}5 = arith.addi %{name}4, %{kind}Along : {numbers}
      %{name}6 = tt.splat %{letter} : !tt.ptr<f16> -> {pointers}
      %{name}7 = tt.addptr %{name}6, %{name}5 : {pointers}, {numbers}
      %{name} = tt.load %{name}7 : {pointers}"""


def text_of(form, size, shape):
    rows, step, _ = shape
    scores, sums = f"tensor<{rows}x{step}xf32>", f"tensor<{rows}x{size}xf32>"
    row, thin = f"tensor<{rows}xf32>", f"tensor<{rows}x1xf32>"
    half, numbers = f"tensor<{rows}x{size}xf16>", f"tensor<{rows}x{size}xi32>"
    left, right = f"tensor<{step}x{size}xf16>", f"tensor<{size}x{step}xf16>"
    blocks = {x: f"!tt.tensordesc<{rows if x == 'q' else step}x{size}xf16>" for x in "qkv"}
    pointer = "!tt.ptr<f16> {tt.divisibility = 16 : i32}"
    arguments = ", ".join(f"%{x}d: {blocks[x]}" if form == "maps" else f"%{x}: {pointer}"
                          for x in "qkv")
    makers = "\n    ".join(
        f"%{x}d = tt.make_tensor_descriptor %{x}, [%all, %size], [%wide, %one] : !tt.ptr<f16>, {blocks[x]}"
        for x in "qkv") if form == "descriptors" else ""
    reduce = """({{
      ^bb0(%l: f32, %r: f32):
        %lr = arith.{} %l, %r : f32
        tt.reduce.return %lr : f32
      }}) : (""" + f"{scores}) -> {row}"
    return f"""tt.func public @attention({arguments}, %out: {pointer}, %scale: f32,
    %keys: i32 {{tt.divisibility = 16 : i32}}, %all: i32 {{tt.divisibility = 16 : i32}}) {{
    %c0 = arith.constant 0 : i32
    %rows = arith.constant {rows} : i32
    %step = arith.constant {step} : i32
    %size = arith.constant {size} : i32
    %wide = arith.constant {size} : i64
    %one = arith.constant 1 : i64
    %log2e = arith.constant 1.44269502 : f32
    %nothing = arith.constant dense<0.0> : {scores}
    %most0 = arith.constant dense<-1.0e30> : {row}
    %total0 = arith.constant dense<0.0> : {row}
    %sums0 = arith.constant dense<0.0> : {sums}
    {makers}
    %factor = arith.mulf %scale, %log2e : f32
    %factors = tt.splat %factor : f32 -> {scores}
    %rowFactors = tt.splat %factor : f32 -> {row}
    %line = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>
    %line1 = tt.expand_dims %line {{axis = 0 : i32}} : tensor<{size}xi32> -> tensor<1x{size}xi32>
    {along(rows, size, "row")}
    {along(step, size, "step")}
    %x = tt.get_program_id x : i32
    %y = tt.get_program_id y : i32
    %head = arith.muli %y, %keys : i32
    %tile = arith.muli %x, %rows : i32
    %begin = arith.addi %head, %tile : i32
    {tile(form, rows, size, "queries", "q", "%begin")}
    %r:3 = scf.for %i = %c0 to %keys step %step iter_args(%most = %most0, %total = %total0, %sums = %sums0) -> ({row}, {row}, {sums}) : i32 {{
      %at = arith.addi %head, %i : i32
      {tile(form, step, size, "a", "k", "%at")}
      %at_ = tt.trans %a {{order = array<i32: 1, 0>}} : {left} -> {right}
      %s = tt.dot %queries, %at_, %nothing : {half} * {right} -> {scores}
      %high = "tt.reduce"(%s) <{{axis = 1 : i32}}> {reduce.format("maxnumf")}
      %high1 = arith.mulf %high, %rowFactors : {row}
      %new = arith.maxnumf %most, %high1 : {row}
      %new1 = tt.expand_dims %new {{axis = 1 : i32}} : {row} -> {thin}
      %news = tt.broadcast %new1 : {thin} -> {scores}
      %scaled = arith.mulf %s, %factors : {scores}
      %less = arith.subf %scaled, %news : {scores}
      %weights = math.exp2 %less : {scores}
      %gone = arith.subf %most, %new : {row}
      %decay = math.exp2 %gone : {row}
      %old = arith.mulf %total, %decay : {row}
      %sum = "tt.reduce"(%weights) <{{axis = 1 : i32}}> {reduce.format("addf")}
      %next = arith.addf %old, %sum : {row}
      {tile(form, step, size, "b", "v", "%at")}
      %decay1 = tt.expand_dims %decay {{axis = 1 : i32}} : {row} -> {thin}
      %decays = tt.broadcast %decay1 : {thin} -> {sums}
      %kept = arith.mulf %sums, %decays : {sums}
      %w = arith.truncf %weights : {scores} to tensor<{rows}x{step}xf16>
      %more = tt.dot %w, %b, %kept : tensor<{rows}x{step}xf16> * {left} -> {sums}
      scf.yield %new, %next, %more : {row}, {row}, {sums}
    }}
    %total1 = tt.expand_dims %r#1 {{axis = 1 : i32}} : {row} -> {thin}
    %totals = tt.broadcast %total1 : {thin} -> {sums}
    %mean = arith.divf %r#2, %totals : {sums}
    %result = arith.truncf %mean : {sums} to {half}
    %down = tt.expand_dims %rowRange {{axis = 1 : i32}} : tensor<{rows}xi32> -> tensor<{rows}x1xi32>
    %down1 = tt.broadcast %down : tensor<{rows}x1xi32> -> {numbers}
    %down2 = arith.muli %down1, %rowSizes : {numbers}
    %place = arith.addi %down2, %rowAlong : {numbers}
    %skipped = arith.muli %begin, %size : i32
    %to = tt.addptr %out, %skipped : !tt.ptr<f16>, i32
    %to1 = tt.splat %to : !tt.ptr<f16> -> tensor<{rows}x{size}x!tt.ptr<f16>>
    %to2 = tt.addptr %to1, %place : tensor<{rows}x{size}x!tt.ptr<f16>>, {numbers}
    tt.store %to2, %result : tensor<{rows}x{size}x!tt.ptr<f16>>
    tt.return
}}
"""


def first_tile(q, k, v, rows, keys):
    q, k, v = (each.astype(np.float64) for each in (q[:rows], k[:keys], v[:keys]))
    scores = q @ k.T * q.shape[1] ** -0.5
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return weights @ v / weights.sum(1, keepdims=True)


def run(options, folder, form, size, shape, arrays, specialization):
    """Microseconds of a launch."""
    source, out = folder / "attention.ttir", folder / "out.npy"
    source.write_text(text_of(form, size, shape))
    rows = options.heads * options.keys
    line = [options.heddle, "run", source, "--target", options.target,
            "--num-warps", str(shape.warps), "--warp-specialize", specialization,
            "--grid", f"{options.keys // shape.rows},{options.heads}",
            "--repeat", "100", "--arg", f"3=f16[{rows},{size}]:poison", "--out", f"3={out}",
            "--force", "--arg", f"4={size ** -0.5}", "--arg", f"5={options.keys}",
            "--arg", f"6={rows}"]
    for index, letter in enumerate("qkv"):
        file = folder / f"{letter}.npy"
        line += ["--arg", f"{index}=desc({file})" if form == "maps" else f"{index}=@{file}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    found = re.search(r"([\d.]+) us: the median", done.stdout)
    if done.returncode != 0 or not found:
        sys.exit(done.stderr or done.stdout)
    got = np.load(out)[:shape.rows].astype(np.float64)
    want = first_tile(*arrays, shape.rows, options.keys)
    if not np.allclose(got, want, rtol=2e-2, atol=2e-3):
        sys.exit(f"{form} of {size} numbers a head: other results than NumPy's")
    return float(found.group(1))


def by_cudnn(options, size):
    try:
        import torch
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:
        return None
    q, k, v = (torch.randn(1, options.heads, options.keys, size, device="cuda",
                           dtype=torch.float16) for _ in range(3))
    times = []
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        for _ in range(100):
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            torch.nn.functional.scaled_dot_product_attention(q, k, v)
            end.record()
            torch.cuda.synchronize()
            times.append(begin.elapsed_time(end) * 1000)
    return sorted(times)[len(times) // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default="build/bin/heddle")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--keys", type=int, default=4096)
    parser.add_argument("--heads", type=int, default=32)
    options = parser.parse_args()
    numbers = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for size in SIZES:
            arrays = [numbers.standard_normal((options.heads * options.keys, size)).astype(np.float16)
                      for _ in "qkv"]
            for letter, array in zip("qkv", arrays):
                np.save(folder / f"{letter}.npy", array)
            for shape, form in itertools.product(SHAPES, FORMS):
                times = [run(options, folder, form, size, shape, arrays, how)
                         for how in ("auto", "off")]
                tile_name = f"{shape.rows} x {shape.step}"
                print(f"{size:4} {tile_name:9} {form:12} {times[0]:8.1f} without {times[1]:8.1f}",
                      flush=True)
            cudnn = by_cudnn(options, size)
            if cudnn is not None:
                print(f"{size:4} {'cuDNN':22} {cudnn:8.1f}", flush=True)


if __name__ == "__main__":
    main()
