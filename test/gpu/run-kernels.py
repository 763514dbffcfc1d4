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
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import examples  # noqa: E402  (it lies with the scripts)

NUMBERS = {"i1": ctypes.c_int8, "i8": ctypes.c_int8, "i16": ctypes.c_int16,
           "i32": ctypes.c_int32, "i64": ctypes.c_int64, "f32": ctypes.c_float,
           "f64": ctypes.c_double}


class Driver:
    """The functions of libcuda that are needed, with errors as exceptions."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status != 0:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(status, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'?').decode()}")

    def load(self, ptx, entry):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), ptx + b"\0")
        self.call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        return function

    def copy_in(self, array):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(array.nbytes))
        self.call("cuMemcpyHtoD_v2", address, array.ctypes.data_as(ctypes.c_void_p),
                  ctypes.c_size_t(array.nbytes))
        return address

    def copy_out(self, address, like):
        array = np.empty_like(like)
        self.call("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), address,
                  ctypes.c_size_t(array.nbytes))
        self.call("cuMemFree_v2", address)
        return array


def run(driver, ptx, meta, launch, inputs):
    """What the arrays among the inputs are after the launch, by name."""
    function = driver.load(ptx, meta["name"])
    values, addresses = [], {}
    for described, (name, value) in zip(meta["args"], inputs.items(), strict=True):
        if isinstance(value, np.ndarray):
            addresses[name] = driver.copy_in(np.ascontiguousarray(value))
            values.append(addresses[name])
        elif described["type"] in NUMBERS:
            values.append(NUMBERS[described["type"]](value))
        else:
            raise RuntimeError(f"{name}: a {described['type']} cannot be given yet")
    pointers = (ctypes.c_void_p * len(values))(
        *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))
    grid = (list(launch.grid) + [1, 1])[:3]
    threads = meta["num_warps"] * meta["threads_per_warp"]
    driver.call("cuLaunchKernel", function, *grid, threads, 1, 1, meta["shared_bytes"],
                None, pointers, None)
    driver.call("cuCtxSynchronize")
    return {name: driver.copy_out(address, inputs[name])
            for name, address in addresses.items()}


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
