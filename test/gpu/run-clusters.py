#!/usr/bin/env python3
"""Random work across the blocks of clusters on the GPU, against NumPy.

usage: run-clusters.py make FOLDER [--count N] [--seed N] [--blocks N...] [--kinds KIND...]
       run-clusters.py run FOLDER

`make` compiles kernels in random layouts with `heddle` to FOLDER: NAME.ptx, NAME.json and
NAME.npz, the arrays and what they are to be. `run` runs all of them; it needs NumPy and
NVIDIA's driver, nothing else, so that FOLDER can be taken to a machine with a GPU (sm_90 or
newer). Under compute-sanitizer it finds wrong accesses and races too. Exit code 1 if a
kernel cannot be compiled or an array is wrong.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

import numpy as np

TEST = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TEST.parent / "scripts"))
sys.path.insert(0, str(TEST / "lit/heddle-sim/Inputs"))

import cluster_memory  # noqa: E402  (it lies with the tests on the simulator)
import clusters  # noqa: E402
from cuda_driver import Driver  # noqa: E402


# Tensor maps are encoded by `heddle run` only.
KINDS = clusters.KINDS | {kind: case for kind, case in cluster_memory.KINDS.items()
                          if kind != "boxes"}


def make(folder, count, seed, blocks, kinds):
    """How many kernels could not be compiled."""
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for kind in kinds:
        for number in blocks:
            for index in range(count):
                name = f"{kind}-{number}-{seed}-{index}"
                rng = random.Random(name)
                case = KINDS[kind](rng, rng.randrange(4), number.bit_length() - 1)
                source = folder / f"{name}.ttgir"
                source.write_text(case.text)
                done = subprocess.run(["heddle", "compile", source, "--target", case.target, "-o",
                                       folder / f"{name}.ptx"], capture_output=True, text=True,
                                      check=False)
                if done.returncode != 0:
                    failed += 1
                    print(f"{name}: {done.stderr}")
                    continue
                source.unlink()
                np.savez(folder / f"{name}.npz",
                         **{f"in_{key}": array for key, array in case.arrays.items()},
                         **{f"out_{key}": array for key, array in case.expected.items()})
    return failed


def faults(driver, path):
    """The names of arrays that are wrong after a launch."""
    meta = json.loads(path.with_suffix(".json").read_text())
    stored = np.load(path.with_suffix(".npz"))
    module, function = driver.load(path.read_bytes(), meta["name"], meta["shared_bytes"],
                                   meta["num_ctas"])
    addresses, likes = {}, {}
    for argument in meta["args"]:
        name = argument["name"]
        if f"in_{name}" in stored:
            array = stored[f"in_{name}"]
        else:
            # What is not written would look wrong.
            array = np.full_like(stored[f"out_{name}"], 77)
        likes[name] = np.ascontiguousarray(array)
        addresses[name] = driver.copy_in(likes[name])
    driver.launch(function, [meta["num_ctas"]], meta["num_warps"] * meta["threads_per_warp"],
                  meta["shared_bytes"], list(addresses.values()))
    driver.synchronize()
    wrong = []
    for name, address in addresses.items():
        want = stored[f"out_{name}"] if f"out_{name}" in stored else likes[name]
        if driver.copy_out(address, likes[name]).tobytes() != want.tobytes():
            wrong.append(name)
        driver.free(address)
    driver.unload(module)
    return wrong


def run(folder):
    """How many kernels were wrong."""
    driver, wrong, sums = Driver(), 0, {}
    for path in sorted(folder.glob("*.ptx")):
        names = faults(driver, path)
        kind = "-".join(path.stem.split("-")[:2])
        right, all_ = sums.get(kind, (0, 0))
        sums[kind] = (right + (not names), all_ + 1)
        if names:
            wrong += 1
            print(f"{path.stem}: wrong: {', '.join(names)}", flush=True)
    for kind, (right, all_) in sums.items():
        print(f"{kind} blocks: {right} of {all_} right")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    maker = commands.add_parser("make")
    maker.add_argument("folder", type=pathlib.Path)
    maker.add_argument("--count", type=int, default=25)
    maker.add_argument("--seed", type=int, default=1)
    maker.add_argument("--blocks", type=int, nargs="+", default=[2, 4])
    maker.add_argument("--kinds", nargs="+", choices=list(KINDS),
                       default=list(KINDS))
    runner = commands.add_parser("run")
    runner.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.command == "run":
        return 1 if run(arguments.folder) else 0
    return 1 if make(arguments.folder, arguments.count, arguments.seed, arguments.blocks,
                     arguments.kinds) else 0


if __name__ == "__main__":
    sys.exit(main())
