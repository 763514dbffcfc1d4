#!/usr/bin/env python3
"""Executes the assembly of examples for gfx942 or gfx950 (gcn.py), and compares what they write with
their references: a witness of what LLVM made of a thread's program, where there is no AMD GPU.

usage: check_amdgcn.py BUILD [--target gfx942] [--all] [--triton | --pipelined] [NAME...]

Needs NumPy. Without names all but those of SKIPPED and, without --all, of LONG; with --triton what
Triton 3.6 has made of some, of OF_TRITON; with --pipelined those of PIPELINED, whose loops load an
iteration ahead by the passes for AMD GPUs.
"""

import argparse
import concurrent.futures
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
sys.path.insert(0, str(ROOT / "test/sim"))

import examples  # noqa: E402
import gcn  # noqa: E402
import run_examples  # noqa: E402

# What cannot be executed, and why.
SKIPPED = {
    "atomic_append": "m0, by which values go from lane to scalar loop",
    "bit_tricks": "inline assembly is PTX",
}
# What takes 3 to 12 seconds each.
LONG = {"attention_backward", "conv2d", "flex_attention", "fused_linear_cross_entropy",
        "fused_linear_jsd", "grouped_gemm", "linear_attention_chunk", "matmul_descriptor",
        "matmul_persistent", "matmul_split_k", "template_attention"}
OF_TRITON = ["gather_rows", "histogram_bytes", "layer_norm_backward", "masked_select", "rms_norm",
             "rope", "softmax_rows", "space_to_depth", "transpose_tiles", "welford",
             "matmul_fp16", "attention_forward", "fp8_gemm"]
PIPELINED = ["attention_forward", "batched_matmul", "conv2d", "decode_attention", "matmul_epilogue",
             "matmul_fp16", "matmul_split_k"]
SIZES = {"fp64": 8, "i64": 8, "u64": 8, "i1": 1, "i8": 1, "u8": 1, "i16": 2, "u16": 2}


def bytes_of(value, type):
    if type == "fp32":
        return np.float32(value).tobytes()
    if type == "fp64":
        return np.float64(value).tobytes()
    return int(value).to_bytes(SIZES.get(type, 4), "little", signed=value < 0)


def pipelined(options, name, launch):
    """The tensor program of an example, with its loops pipelined."""
    done = subprocess.run(
        [options.build / "bin/heddle-opt", examples.KERNELS / f"{name}.ttir",
         f"--triton-tensors=target={options.target} num-warps={launch.num_warps}",
         "--tritonamdgpu-schedule-loops=num_stages=2", "--tritonamdgpu-pipeline"],
        capture_output=True, text=True, check=True)
    return done.stdout


def simulated_lines(options, name, launch, inputs):
    """What an example prints on the simulator."""
    with tempfile.TemporaryDirectory() as folder:
        command = run_examples.sim_command(options.build / "bin/heddle", name, options.target,
                                           launch, inputs, pathlib.Path(folder))
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line for line in done.stderr.splitlines() if not line.startswith("heddle: ")]


def fault_of(options, name):
    """What is wrong with an example; None if nothing is."""
    launch = examples.load_launch(name)
    inputs = examples.make_inputs(launch)
    want = examples.load_reference(name)(examples.make_inputs(launch))
    text = None
    if options.kind == "triton":
        source = [examples.KERNELS / "triton-3.6" / f"{name}.{options.target}.ttgir"]
    elif options.kind == "pipelined":
        source, text = ["-"], pipelined(options, name, launch)
    else:
        source = [examples.KERNELS / f"{name}.ttir", "--num-warps", str(launch.num_warps)]
    done = subprocess.run([options.build / "bin/heddle", "compile", *source, "--target", options.target],
                          input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip()
    values = {key: np.ascontiguousarray(value).copy() if launch.arguments[key].is_tensor
              else bytes_of(value, launch.arguments[key].type) for key, value in inputs.items()}
    grid = [*launch.grid, 1, 1][:3]
    lines = gcn.run(done.stdout, name, grid, list(values.values()))
    if lines and sorted(lines) != sorted(simulated_lines(options, name, launch, inputs)):
        return f"prints {lines[0]!r} and {len(lines) - 1} more, not what the simulator prints"
    for key, argument in launch.arguments.items():
        if key in launch.outputs:
            message = examples.compare(launch, key, values[key], want[key]).message
            if message:
                return message
        elif argument.is_tensor and values[key].tobytes() != inputs[key].tobytes():
            return f"{key} is no output, but was written"
    return None


def report_of(options, name):
    try:
        return fault_of(options, name)
    except (gcn.Unknown, IndexError) as error:
        return f"{type(error).__name__}: {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--target", default="gfx942")
    parser.add_argument("--all", action="store_true", help="also what takes long")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--triton", action="store_const", const="triton", dest="kind",
                       default="compiled", help="what Triton 3.6 has made of some")
    kinds.add_argument("--pipelined", action="store_const", const="pipelined", dest="kind",
                       help="some, with loops that load an iteration ahead")
    options = parser.parse_intermixed_args()
    left_out = SKIPPED.keys() if options.all else SKIPPED.keys() | LONG
    some = {"triton": OF_TRITON, "pipelined": PIPELINED}
    names = options.names or some.get(options.kind) or [
        name for name in examples.names() if name not in left_out]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        faults = list(pool.map(report_of, itertools.repeat(options), names))
    for name, fault in zip(names, faults, strict=True):
        if fault:
            print(f"{name}: {fault}")
    wrong = sum(fault is not None for fault in faults)
    print(f"{options.target}: {len(names) - wrong} right, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
