#!/usr/bin/env python3
"""Runs compiled examples on the GPU and compares what they write with their references.

usage: run-kernels.py FOLDER [--seed N]

FOLDER has NAME.ptx and NAME.json as `heddle compile examples/kernels/NAME.ttir -o
FOLDER/NAME.ptx` writes them. Needs NumPy and NVIDIA's driver, nothing else; under
compute-sanitizer it finds wrong accesses and races too. Exit code 1 if an output is
wrong or an argument was written that is no output, 2 if the usage is wrong.
"""

import argparse
import ctypes
import json
import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import examples  # noqa: E402  (they lie with the scripts)
from cuda_driver import Driver  # noqa: E402

NUMBERS = {"i1": ctypes.c_int8, "i8": ctypes.c_int8, "i16": ctypes.c_int16,
           "i32": ctypes.c_int32, "i64": ctypes.c_int64, "f32": ctypes.c_float,
           "f64": ctypes.c_double}


def run(driver, ptx, meta, launch, inputs):
    """What the arrays among the inputs are after the launch, by name."""
    module, function = driver.load(ptx, meta["name"], meta["shared_bytes"],
                                   meta.get("num_ctas", 1))
    values, addresses, others = [], {}, []
    for described, (name, value) in zip(meta["args"], inputs.items()):
        if isinstance(value, np.ndarray):
            addresses[name] = driver.copy_in(np.ascontiguousarray(value))
            values.append(addresses[name])
        elif isinstance(value, list):
            table = [driver.copy_in(array) for array in value]
            values.append(driver.copy_in(np.array([each.value for each in table], np.uint64)))
            others += [*table, values[-1]]
        elif described["type"] in NUMBERS:
            values.append(NUMBERS[described["type"]](value))
        else:
            raise RuntimeError(f"{name}: a {described['type']} cannot be given yet")
    scratch = meta.get("global_scratch_size", 0)
    if scratch:
        others.append(driver.allocate(scratch * math.prod(launch.grid)))
        values.append(others[-1])
    if len(values) != len(meta["args"]):
        raise RuntimeError(f"{meta['name']} takes {len(meta['args'])} arguments, "
                           f"but {len(values)} are known")
    # Programs that are clusters have neighbours along x.
    blocks = [launch.grid[0] * meta.get("num_ctas", 1), *launch.grid[1:]]
    driver.launch(function, blocks, meta["num_warps"] * meta["threads_per_warp"],
                  meta["shared_bytes"], values)
    driver.synchronize()
    after = {name: driver.copy_out(address, inputs[name])
             for name, address in addresses.items()}
    for address in [*addresses.values(), *others]:
        driver.free(address)
    driver.unload(module)
    return after


def faults(driver, path, seed):
    """What is wrong with a kernel's results."""
    launch = examples.load_launch(path.stem)
    inputs = examples.make_inputs(launch, seed)
    want = examples.load_reference(path.stem)(examples.make_inputs(launch, seed))
    meta = json.loads(path.with_suffix(".json").read_text())
    after = run(driver, path.read_bytes(), meta, launch, inputs)
    found = [examples.compare(launch, output, after[output], want[output]).message
             for output in launch.outputs]
    found += [f"{name} is no output, but was written" for name, array in after.items()
              if name not in launch.outputs
              and array.tobytes() != inputs[name].tobytes()]
    return [message for message in found if message]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=examples.SEED)
    arguments = parser.parse_args()
    kernels = sorted(arguments.folder.glob("*.ptx"))
    if not kernels:
        parser.error(f"expects compiled kernels in {arguments.folder}, but got none")
    driver = Driver()
    wrong = 0
    for path in kernels:
        messages = faults(driver, path, arguments.seed)
        wrong += bool(messages)
        print(f"{path.stem}: {'wrong: ' + '; '.join(messages) if messages else 'right'}",
              flush=True)
    print(f"{len(kernels)} kernels, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
