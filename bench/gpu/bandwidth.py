#!/usr/bin/env python3
"""Times examples that memory limits on the GPU, and another compiler's versions beside them.

usage: bandwidth.py FOLDER OTHER [--json FILE] [NAME...]

FOLDER has NAME.ptx and NAME.json as `heddle compile examples/kernels/NAME.ttir -o
FOLDER/NAME.ptx` writes them, OTHER has NAME.cubin and NAME.json of the same .ttir as
compile_triton.py writes them. Tensors are made so large that they come from memory, the
grids with them, of which examples/kernels/NAME.launch.json has small ones. Both versions
run in turns, with nothing in the cache, and have to write about the same. Needs NumPy.
"""

import argparse
import ctypes
import json
import pathlib
import statistics
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import examples  # noqa: E402  (they lie with the scripts)
from cuda_driver import Driver  # noqa: E402

NUMBERS = {"i32": ctypes.c_int32, "fp32": ctypes.c_float}
MANY = 1 << 14
# By example: what sizes become, wherever the launch data has them, and the grid.
SIZES = {
    "add_matrices": ({40: 4096, 208: 4096}, [256, 32]),
    "add_vectors": ({1000: 512 * 2 * MANY}, [2 * MANY]),
    "argmax_rows": ({20: 16 * MANY}, [MANY]),
    "column_sums": ({80: 32 * 1024, 112: 1024}, [1024, 16]),
    "complex_multiply": ({400: 256 * MANY}, [MANY]),
    "cross_entropy": ({6: MANY}, [MANY]),
    "cumulative_sums": ({3: MANY}, [MANY]),
    "dequantize_fp8": ({80: 8192, 112: 2048, 3: 256, 4: 64}, [256, 64]),
    "dequantize_int8": ({24: 16 * 4096}, [4096, 2]),
    "embedding": ({40: 16 * 4096}, [4096, 2]),
    "geglu": ({3: MANY}, [MANY]),
    "gelu_dropout": ({30: 1 << 18, 1440: 48 << 18}, [48 << 8]),
    "jsd": ({4: MANY}, [MANY]),
    "kl_div": ({5: MANY}, [MANY]),
    "layer_norm": ({3: 4 * MANY}, [4 * MANY]),
    "low_mem_dropout": ({2912: 1024 * MANY}, [MANY]),
    "matrix_vector": ({60: 16 * 4096}, [4096]),
    "permute_heads": ({20: 8 * 8192}, [8192]),
    "quantize_fp8": ({10: 4 * MANY}, [MANY, 2]),
    "quantize_int8": ({5: 2 * MANY}, [2 * MANY]),
    "rms_norm": ({5: 2 * MANY}, [2 * MANY]),
    "rope": ({5: MANY}, [MANY]),
    "scan_rows": ({8: 4 * 2 * MANY}, [2 * MANY]),
    "softmax_online": ({3: MANY}, [MANY]),
    "softmax_rows": ({10: 4 * 2 * MANY}, [2 * MANY]),
    "space_to_depth": ({2: MANY}, [MANY]),
    "swiglu": ({4: MANY}, [MANY, 2]),
    "transpose_fp8": ({112: 8192, 176: 8192}, [128, 128]),
    "transpose_tiles": ({80: 8192, 48: 4096}, [128, 128]),
    "welford": ({10: 4 * 8192}, [8192]),
}


class Case:
    """An example with large tensors on the GPU."""

    def __init__(self, driver, name):
        self.driver = driver
        self.launch = examples.load_launch(name)
        sizes, self.grid = SIZES[name]
        self.arrays, self.addresses, self.values = {}, {}, []
        for key, value in examples.make_inputs(self.launch).items():
            argument = self.launch.arguments[key]
            if argument.is_tensor:
                shape = [sizes.get(size, size) for size in argument.shape]
                self.arrays[key] = np.resize(value, shape)
                self.addresses[key] = driver.copy_in(self.arrays[key])
                self.values.append(self.addresses[key])
            else:
                self.values.append(NUMBERS[argument.type](sizes.get(value, value)))
        # Triton's kernels take two more pointers, to scratch that they do not use.
        self.values += [ctypes.c_uint64(0)] * 2

    def close(self):
        for address in self.addresses.values():
            self.driver.free(address)

    def run(self, versions):
        """The milliseconds of each version, and whether all have written about the same."""
        starts, modules, outputs = [], [], []
        for image, meta in versions:
            module, function = self.driver.load(image, meta["name"], meta["shared_bytes"])
            modules.append(module)
            starts.append(self.starter(function, meta))
            self.reset()
            starts[-1]()
            outputs.append({key: examples.decode(self.driver.copy_out(
                self.addresses[key], self.arrays[key]), self.launch.arguments[key].type)
                for key in self.launch.outputs})
        is_same = all(np.allclose(some[key], outputs[0][key], rtol=1e-2, atol=1e-2,
                                  equal_nan=True) for some in outputs for key in some)
        times = self.driver.medians(starts, is_cold=True, samples=25)
        for module in modules:
            self.driver.unload(module)
        return times, is_same

    def starter(self, function, meta):
        threads = meta["num_warps"] * meta["threads_per_warp"]
        return lambda: self.driver.launch(function, self.grid, threads,
                                          meta["shared_bytes"], self.values)

    def reset(self):
        for key in self.launch.outputs:
            self.driver.copy_to(self.addresses[key], self.arrays[key])


def version(folder, name, suffix):
    return ((folder / f"{name}{suffix}").read_bytes(),
            json.loads((folder / f"{name}.json").read_text()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("other", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=sorted(SIZES))
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    if unknown := set(options.names) - set(SIZES):
        parser.error(f"expects names of {sorted(SIZES)}, but got {sorted(unknown)}")
    driver = Driver()
    results, different = {}, []
    for name in options.names:
        case = Case(driver, name)
        times, is_same = case.run([version(options.folder, name, ".ptx"),
                                   version(options.other, name, ".cubin")])
        case.close()
        results[name] = dict(zip(("ours", "other"), times))
        different += [] if is_same else [name]
        print(f"{name}: {times[0] * 1e3:.1f} us, the other's {times[1] * 1e3:.1f} us, "
              f"ratio {times[1] / times[0]:.3f}", flush=True)
    ratios = [times["other"] / times["ours"] for times in results.values()]
    print(f"{len(ratios)} examples, geometric mean of the other's time over ours "
          f"{statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}"
          + "".join(f"; {name} writes something else" for name in different))
    if options.json:
        options.json.write_text(json.dumps(results))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
