#!/usr/bin/env python3
"""Table 6 of the paper "Linear Layouts" with this compiler, as Markdown.

usage: layout_ops.py HEDDLE [--target sm_90] [--all]

How many operations move a tensor from one layout to another in the IR that each compiler
ends with: local_load, local_store (among them local_alloc of a value) and convert_layout.
Compiles the examples that are the paper's benchmarks, with --all every example, and
counts the same in what Triton 3.6.0 ends with, which lies in examples/kernels/triton-3.6.
The paper adds up the configurations that its benchmarks tune over; here each is one kernel.
Needs no GPU. Exit code 1 if a kernel is refused.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

import examples  # noqa: E402  (they lie with the scripts)

# Counts of the paper, and the example that is its benchmark.
PAPER = {"gemm": ("matmul_fp16", (76, 18, 54)),
         "bf16xint16_gemm": ("bf16xint16_gemm", (22, 14, 32)),
         "int4_gemm": ("int4_gemm", (9, 3, 6)),
         "template_attention": ("template_attention", (2, 4, 2)),
         "fp8_gemm": ("fp8_gemm", (4, 0, 16)),
         "welford": ("welford", (0, 0, 8)),
         "gather_gemv": ("gather_gemv", (0, 0, 8)),
         "grouped_gemm": ("grouped_gemm", (0, 0, 4)),
         "rope": ("rope", (0, 0, 2)),
         "embedding": ("embedding", (0, 0, 1))}
OPS = (r"= ttg\.local_load\b", r"\bttg\.local_store\b|= ttg\.local_alloc %",
       r"= ttg\.convert_layout\b")


def count(ttgir):
    return tuple(len(re.findall(op, ttgir)) for op in OPS)


def compile_example(heddle, name, target):
    launch = examples.load_launch(name)
    done = subprocess.run([heddle, "compile", examples.KERNELS / f"{name}.ttir", "--target",
                           target, "--num-warps", str(launch.num_warps), "--emit", "ttgir"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return done.stdout


def shown(counts):
    return " / ".join(map(str, counts)) if counts else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("heddle", type=pathlib.Path)
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    rows = [(name, example, counts) for name, (example, counts) in PAPER.items()]
    if options.all:
        known = {example for _, example, _ in rows}
        rows += [(name, name, None) for name in sorted({*examples.names()} - known)]
    print("Each cell: local_load / local_store / convert_layout.\n")
    print("| kernel | paper | Triton 3.6.0 | ours |\n|---|---|---|---|")
    sums = [[0, 0, 0], [0, 0, 0]]
    for name, example, paper in rows:
        triton = examples.KERNELS / "triton-3.6" / f"{example}.{options.target}.ttgir"
        theirs = count(triton.read_text()) if triton.exists() else None
        ours = count(compile_example(options.heddle, example, options.target))
        print(f"| {name} | {shown(paper)} | {shown(theirs)} | {shown(ours)} |")
        if theirs:
            sums = [[a + b for a, b in zip(total, counts)]
                    for total, counts in zip(sums, (theirs, ours))]
    print(f"| all that both have | | {shown(sums[0])} | {shown(sums[1])} |")


if __name__ == "__main__":
    main()
