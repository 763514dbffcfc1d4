"""Runs scratch.ttgir on the simulator: scratch.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
x = np.random.default_rng(8).integers(-1000, 1000, (12, 256)).astype(np.int32)
np.save(folder / "x.npy", x)
np.save(folder / "out.npy", x[:, ::-1] + 3 * x + 7)
for threads in ("1", "4"):
    subprocess.run(["heddle", "sim", pathlib.Path(__file__).parent / "scratch.ttgir",
                    "--grid", "3,2,2", "--threads", threads, "--arg", f"x=@{folder}/x.npy",
                    "--arg", f"out=i32[{x.size}]:poison", "--check", f"out={folder}/out.npy"],
                   check=True)
