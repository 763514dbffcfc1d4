"""Runs overlap-3.6.ttir and overlap-3.9.ttir on the simulator: overlap.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

N = 700

here = pathlib.Path(__file__).parent
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
x = np.random.default_rng(4).integers(-1000, 1000, N).astype(np.int32)
np.save(folder / "x.npy", x)
np.save(folder / "out.npy", 3 * x)
for release in ("3.6", "3.9"):
    for target in ("sm_80", "sm_90"):
        subprocess.run(["heddle", "sim", here / f"overlap-{release}.ttir", "--target", target,
                        "--grid", "3", "--arg", f"0=@{folder}/x.npy",
                        "--arg", f"1=i32[{N}]:poison", "--arg", f"2={N}",
                        "--check", f"1={folder}/out.npy"], check=True)
