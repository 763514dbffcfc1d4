#!/usr/bin/env python3
"""Runs the examples on the simulator and compares what they write with their references.

usage: run_examples.py BUILD [--target sm_90] [--seed N] [--stages N] [--verbose] [--gpu]
                       [--triton RELEASE | --pipeline NAME] [--blocks N] [NAME...]

Needs NumPy. --gpu runs them on the GPU instead, with `heddle run`; --triton begins with what
that release of Triton, 3.6 or 3.9, has made of them for the target, its layouts and pipelines, where that is there;
--pipeline with what that pipeline of heddle-opt makes of them. --blocks makes each program a cluster.
The examples in SKIPPED, which cannot run yet, are skipped, and no others: one that fails
otherwise, or that runs by now, is an error.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import examples  # noqa: E402  (it lies with the scripts)

IR_TYPES = {"fp16": "f16", "fp32": "f32", "fp64": "f64", "bf16": "bf16",
            "fp8e4nv": "f8E4M3FN", "fp8e5": "f8E5M2", "u8": "i8", "u16": "i16",
            "u32": "i32", "u64": "i64"}


# What cannot run yet, by the reason that is given.
SKIPPED = {
    "bit_tricks": "a table of addresses cannot be given",
}
# What clusters have not yet.
IN_CLUSTERS = {}
# Triton 3.6.0 copies q of a later round over q that a product may still read: one buffer too few
# where a load feeds two products (issue 8554 of Triton). On a GPU that seldom shows.
RACES_OF_TRITON = {
    "sm_90": {"attention_backward": "that nobody has waited for still read"},
}
# What Triton 3.6.0 itself cannot compile any further: "Unsupported DotScaleOp".
UNFINISHED_BY_TRITON = {
    "gfx942": {"matmul_scaled": "no instruction that multiplies e5m2 and e2m1 in blocks"},
}


def argument_options(launch, inputs, folder):
    """How the command line gives the inputs: what no kernel reads before it is written is
    undefined."""
    options = []
    for index, (name, value) in enumerate(inputs.items()):
        argument = launch.arguments[name]
        if isinstance(value, list):
            raise NotImplementedError("a table of addresses cannot be given")
        if argument.is_tensor and argument.fill == "poison":
            shape = ",".join(map(str, argument.shape))
            text = f"{IR_TYPES.get(argument.type, argument.type)}[{shape}]:poison"
        elif argument.is_tensor:
            np.save(folder / f"{name}.npy", value)
            text = f"@{folder / f'{name}.npy'}"
        else:
            text = repr(value)
        options += ["--arg", f"{index}={text}"]
    return options


def skipped_on(target, release, command, blocks=1):
    if blocks > 1:
        return SKIPPED | IN_CLUSTERS
    if release is None:
        return SKIPPED
    races = RACES_OF_TRITON.get(target, {}) if command == "sim" else {}
    return SKIPPED | races | UNFINISHED_BY_TRITON.get(target, {})


def triton_folder(release):
    return examples.KERNELS / f"triton-{release}"


def triton_file(name, target, release):
    return triton_folder(release) / f"{name}.{target}.ttgir"


def laid_out(heddle, name, target, launch, folder, pipeline):
    """The file that a pipeline of heddle-opt makes of an example, with the names of arguments."""
    file = folder / f"{name}.ttgir"
    sources = (triton_folder("3.6") / f"{name}{suffix}.ttir" for suffix in ("", ".sm_90"))
    source = next(filter(pathlib.Path.exists, sources))
    subprocess.run([heddle.parent / "heddle-opt", source, "-o", file,
                    "--mlir-print-debuginfo",
                    f"--{pipeline}=target={target} num-warps={launch.num_warps}"], check=True)
    return file


def sim_command(heddle, name, target, launch, inputs, folder, command="sim", release=None,
                stages=None, pipeline=None, blocks=1):
    """What runs an example; its inputs are written to the folder."""
    if pipeline:
        source = [laid_out(heddle, name, target, launch, folder, pipeline)]
    elif release:
        source = [triton_file(name, target, release)]
    else:
        source = [examples.KERNELS / f"{name}.ttir", "--num-warps", str(launch.num_warps)]
        if stages is not None:
            source += ["--num-stages", str(stages)]
        if blocks > 1:
            source += ["--num-ctas", str(blocks)]
    return [heddle, command, *source, "--target", target,
            "--grid", ",".join(map(str, launch.grid)),
            *argument_options(launch, inputs, folder)]


def with_untouched(array, before, want, type):
    """The array with what was there before in place of the simulator's poison, where the
    reference says that the kernel writes nothing."""
    def bits(numbers):
        size = numbers.dtype.itemsize
        return np.ascontiguousarray(numbers).view(np.uint8).reshape(*numbers.shape, size)

    if isinstance(want, tuple):  # with how far each element may be off
        want = want[0]
    want = examples.stored(want, type)
    if want.shape != array.shape:
        return array
    is_poison = (bits(array) == 0xA5).all(axis=-1)
    is_untouched = (bits(want) == bits(before)).all(axis=-1)
    return np.where(is_poison & is_untouched, before, array)


def run(heddle, name, target, seed, command="sim", release=None, stages=None, pipeline=None,
        blocks=1):
    """What is wrong with an example, and why it was skipped: both may be None."""
    skipped = skipped_on(target, release, command, blocks)
    launch = examples.load_launch(name)
    inputs = examples.make_inputs(launch, seed)
    want = examples.load_reference(name)(examples.make_inputs(launch, seed))
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        try:
            line = sim_command(heddle, name, target, launch, inputs, folder, command, release,
                               stages, pipeline, blocks)
        except NotImplementedError as reason:
            is_skipped = name in skipped and skipped[name] in str(reason)
            return (None, str(reason)) if is_skipped else (str(reason), None)
        tensors = [key for key, each in launch.arguments.items() if each.is_tensor]
        outputs = [option for key in tensors
                   for option in ("--out", f"{key}={folder / f'{key}.out.npy'}")]
        line += ["--seed", str(seed), *outputs]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            message = done.stderr.strip().splitlines()
            first = message[0] if message else f"exit code {done.returncode}"
            is_skipped = name in skipped and skipped[name] in first
            return (None, first) if is_skipped else ("\n".join(message[-4:]), None)
        after = {key: np.load(folder / f"{key}.out.npy") for key in tensors}
    found = []
    for key in tensors:
        array = after[key].view(inputs[key].dtype)
        if key in launch.outputs:
            if launch.arguments[key].fill == "poison":
                array = with_untouched(array, inputs[key], want[key],
                                       launch.arguments[key].type)
            found.append(examples.compare(launch, key, array, want[key]).message)
        elif array.tobytes() != inputs[key].tobytes():
            found.append(f"{key} is no output, but was written")
    return "; ".join(filter(None, found)) or None, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--seed", type=int, default=examples.SEED)
    parser.add_argument("--gpu", dest="command", action="store_const", const="run",
                        default="sim", help="runs them on the GPU")
    parser.add_argument("--triton", metavar="RELEASE",
                        help="runs what this release of Triton has made of them, 3.6 or 3.9")
    parser.add_argument("--pipeline", metavar="NAME",
                        help="runs what this pipeline of heddle-opt makes of them")
    parser.add_argument("--stages", type=int, help="of the loops of TTIR")
    parser.add_argument("--blocks", type=int, default=1, help="blocks of a cluster")
    parser.add_argument("--verbose", action="store_true", help="says what is skipped")
    options = parser.parse_args()
    heddle = options.build / "bin" / "heddle"
    names = options.names or examples.names()
    if options.triton:
        names = [name for name in names 
                 if triton_file(name, options.target, options.triton).exists()]
    all_skipped = skipped_on(options.target, options.triton, options.command, options.blocks)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(
            lambda name: run(heddle, name, options.target, options.seed, options.command,
                             options.triton, options.stages, options.pipeline,
                             options.blocks), names))
    wrong = skipped = 0
    for name, (fault, reason) in zip(names, results, strict=True):
        if name in all_skipped and not fault and not reason:
            fault = "runs by now: take it out of SKIPPED"
        wrong += fault is not None
        skipped += reason is not None
        if fault:
            print(f"{name}: {fault}")
        elif reason and options.verbose:
            print(f"{name}: skipped: {reason}")
    right = len(names) - wrong - skipped
    print(f"{options.target}: {right} right, {wrong} wrong, {skipped} skipped")
    sys.exit(1 if wrong or not right else 0)


if __name__ == "__main__":
    main()
