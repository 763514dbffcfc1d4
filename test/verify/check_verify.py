#!/usr/bin/env python3
"""Puts faults into kernels behind the passes that compile them, and sees that heddle-opt
--verify-each-pass finds each of them with its rewrite; and sees that passes which make none are not
blamed: those that compile examples, and random programs on their way to threads.

usage: check_verify.py BUILD [--all]
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "examples" / "kernels"
TARGETS = ("sm_90", "gfx942", "sm_80")
# Example, target, kind of the fault, and which of the ops that can have it. Others make no
# difference: no such op is left, or nothing depends on it.
FAULTS = """
matmul_persistent sm_80 operands 2
gather_gemv gfx942 operands 0
softmax_rows sm_80 operands 1
attention_backward sm_90 operands 1
geglu sm_80 operands 0
decode_attention_merge sm_80 operands 0
cumulative_sums gfx942 operands 3
softmax_online sm_90 operands 0
cumulative_sums sm_90 constant 1
transpose_tiles gfx942 constant 1
fp8_gemm sm_80 constant 1
welford sm_90 constant 1
flex_attention gfx942 constant 0
histogram_bytes sm_90 constant 1
dequantize_fp8 gfx942 constant 0
quantize_fp8 sm_90 constant 2
layer_norm sm_90 mask 2
layer_norm sm_80 mask 3
argmax_rows sm_80 mask 1
cross_entropy sm_90 mask 0
matmul_fp16 gfx942 mask 2
cumulative_sums sm_80 mask 2
masked_select gfx942 mask 0
quantize_fp8 gfx942 mask 2
control_flow sm_80 mask 0
attention_backward gfx942 yield 0
fused_linear_cross_entropy sm_90 yield 1
matmul_persistent sm_80 predicate 2
matmul_fp16 sm_80 predicate 3
matrix_vector sm_90 predicate 1
softmax_online sm_80 predicate 1
rms_norm gfx942 predicate 0
decode_attention sm_90 predicate 1
permute_heads sm_80 predicate 0
gelu_dropout gfx942 op 2
swiglu gfx942 op 0
layer_norm sm_90 op 2
layer_norm_backward sm_80 op 3
softmax_online gfx942 op 1
scan_rows sm_90 op 1
""".split("\n")[1:-1]
# Those that are slow to execute tensor by tensor.
LONG = {"grouped_gemm", "template_attention", "matmul_scaled", "atomic_append", "conv2d",
        "fused_linear_jsd"}
FEW = ["softmax_rows", "matmul_fp16", "attention_forward", "layer_norm", "top_k",
       "dequantize_int8", "matmul_descriptor"]
PASSES = ("builtin.module(tritongpu-coalesce,tritongpu-remove-layout-conversions,triton-licm,"
          "tritongpu-reduce-data-duplication,tritongpu-reorder-instructions,canonicalize,cse)")


def run(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def fault(build, line):
    """What is wrong with the answer about a fault; nothing if it is found."""
    kernel, target, kind, number = line.split()
    done = run(build / "bin/heddle-opt", KERNELS / f"{kernel}.ttir",
               f"--heddle-tensors=target={target}", f"--test-fault=kind={kind} number={number}",
               "--verify-each-pass", "-o", os.devnull)
    if done.returncode == 0 or "'test-fault', changes what" not in done.stderr:
        return f"not found: {done.stderr.strip()[:300]}"
    if "MarkOrBreak, here" not in done.stderr:
        return f"found without its rewrite: {done.stderr.strip()[:300]}"
    return ""


def example(build, line):
    kernel, target = line.split()
    done = run(build / "bin/heddle", "bisect", KERNELS / f"{kernel}.ttir", "--target", target)
    return "" if done.returncode == 0 else done.stderr.strip()[:600]


def random_program(build, line):
    """A random program of the simulator's fuzzer, through passes and down to threads."""
    with tempfile.TemporaryDirectory() as folder:
        first, second, threads = (pathlib.Path(folder) / name
                                  for name in ("first.mlir", "second.mlir", "threads.mlir"))
        first.write_text(run(build / "bin/heddle-sim-fuzzer", "--seed", "7", "--first",
                             line.split()[1], "--programs", "1", "--print").stdout)
        has_layouts = "ttg.target" in first.read_text()
        done = run(build / "bin/heddle-opt", first, f"--pass-pipeline={PASSES}" if has_layouts
                   else "--heddle-tensors=target=sm_90", "--verify-each-pass", "-o", second)
        if "changes what" in done.stderr:
            return done.stderr.strip()[:600]
        if done.returncode != 0:
            return ""
        if run(build / "bin/heddle-opt", second, "--heddle-threads", "-o", threads).returncode:
            return ""
        done = run(build / "bin/heddle", "verify", first, threads, "--target", "sm_90")
        return done.stderr.strip()[:600] if "not the same" in done.stderr else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="all faults, examples and programs")
    options = parser.parse_args()
    build = options.build.resolve()
    faults = FAULTS if options.all else FAULTS[::4]
    names = sorted(path.stem for path in KERNELS.glob("*.ttir"))
    examples = [f"{kernel} {target}" for target in TARGETS[:2]
                for kernel in (names if options.all else FEW)
                if options.all or kernel not in LONG]
    programs = [f"program {number}" for number in range(1000 if options.all else 30)]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for check, lines in ((fault, faults), (example, examples), (random_program, programs)):
            answers = pool.map(lambda line, check=check: check(build, line), lines)
            for line, answer in zip(lines, answers):
                if answer:
                    wrong += 1
                    print(f"{line}: {answer}")
    count = len(faults) + len(examples) + len(programs)
    print(f"verify: {count - wrong} right, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
