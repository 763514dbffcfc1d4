"""Runs broadcasts.ttgir on the simulator: broadcasts.py FOLDER FILE"""

import pathlib
import subprocess
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
engine = np.random.default_rng(9)
x, y = (engine.integers(-1000, 1000, size).astype(np.int32) for size in (64, 16))
for name, array in {"x": x, "y": y, "out": np.outer(x, y)}.items():
    np.save(folder / f"{name}.npy", array)
subprocess.run(["heddle", "sim", sys.argv[2], "--arg", f"x=@{folder}/x.npy",
                "--arg", f"y=@{folder}/y.npy", "--arg", "out=i32[64,16]:poison",
                "--check", f"out={folder}/out.npy"], check=True)
