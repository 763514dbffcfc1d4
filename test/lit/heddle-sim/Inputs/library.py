"""Runs library.ttir on the simulator and compares: library.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
random = np.random.default_rng(1)
floats = random.standard_normal(128).astype(np.float32)
floats[:5] = [0, -0.0, np.nan, np.inf, -np.inf]
arrays = {"f32": floats}
expected = {"saturatef": np.where(floats > 0, np.minimum(floats, 1), 0).astype(np.float32)}
for bits, suffix in ((32, ""), (64, "ll")):
    values = random.integers(0, 2**bits, 128, dtype=f"u{bits // 8}")
    values >>= random.integers(0, bits, 128, dtype=values.dtype)
    values[:3] = [0, 1, 2**bits - 1]
    numbers = [int(value) for value in values]
    counts = {"popc": [value.bit_count() for value in numbers],
              "clz": [bits - value.bit_length() for value in numbers],
              "ffs": [(value & -value).bit_length() for value in numbers]}
    expected.update({name + suffix: np.array(each, np.int32)
                     for name, each in counts.items()})
    turned = [int(f"{value:0{bits}b}"[::-1], 2) for value in numbers]
    expected["brev" + suffix] = np.array(turned, values.dtype).view(f"i{bits // 8}")
    arrays[f"i{bits}"] = values.view(f"i{bits // 8}")
kernel = pathlib.Path(__file__).with_suffix(".ttir")
command = ["heddle", "sim", kernel, "--target", "sm_90"]
for name, array in arrays.items():
    np.save(folder / f"{name}.npy", array)
    command += ["--arg", f"{name}=@{folder}/{name}.npy"]
for name, array in expected.items():
    np.save(folder / f"{name}.npy", array)
    kind = array.dtype.kind + str(8 * array.dtype.itemsize)
    command += ["--arg", f"{name}={kind}[128]:poison",
                "--check", f"{name}={folder}/{name}.npy"]
subprocess.run(command, check=True)
