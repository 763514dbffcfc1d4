"""Runs regions.ttir on the simulator and compares: regions.py FOLDER"""

import math
import pathlib
import subprocess
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
random = np.random.default_rng(1)
x = random.integers(1, 1000, 128, dtype=np.int32) * 21
y = random.integers(-4, 5, 128, dtype=np.int32)
divisor = np.where(y == 0, 1, y)
quotient = np.trunc(x / divisor).astype(np.int32)
z = np.where(y == 0, x, np.where(np.fmod(x, divisor) == 0, 0, quotient))
N = 40
state = 0
for k in range(N):
    state = k if k == 1 else state + k
for name, array in {"x": x, "y": y, "z": z.astype(np.int32),
                    "r": np.array([math.gcd(*x.tolist()), state, state], np.int32)}.items():
    np.save(folder / f"{name}.npy", array)
here = pathlib.Path(__file__).parent
for warps in ("1", "4", "8"):
    subprocess.run(["heddle", "sim", here / "regions.ttir", "--target", "sm_90",
                    "--num-warps", warps, "--arg", f"x=@{folder}/x.npy",
                    "--arg", f"y=@{folder}/y.npy", "--arg", "z=i32[128]:poison",
                    "--arg", "r=i32[3]:poison", "--arg", f"n={N}",
                    "--check", f"z={folder}/z.npy", "--check", f"r={folder}/r.npy"],
                   check=True)
