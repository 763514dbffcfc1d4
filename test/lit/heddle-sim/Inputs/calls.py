"""Runs calls.ttir and calls.ttgir on the simulator: calls.py FOLDER"""

import pathlib
import subprocess
import sys

import numpy as np

N, BLOCK, STEPS, PROGRAMS = 700, 256, 6, 3

here = pathlib.Path(__file__).parent
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
x = np.random.default_rng(2).integers(-1000, 1000, N).astype(np.int32)
out = np.empty(2 * N, np.int32)
for program in range(PROGRAMS):
    total, v = 0, program
    for i in range(STEPS):
        v, u = (v * 2 + int(x[i]), int(x[i])) if i > 3 else (v + i, 7)
        total += u
    part = np.arange(program * BLOCK, min(N, (program + 1) * BLOCK))
    v += int(x[part].sum()) + total
    out[part] = v + part
    out[N + part] = -v + part
np.save(folder / "x.npy", x)
np.save(folder / "out.npy", out)
for options in (["calls.ttgir"], *(["calls.ttir", "--num-warps", w] for w in "148")):
    subprocess.run(["heddle", "sim", here / options[0], *options[1:], "--target", "sm_90",
                    "--grid", str(PROGRAMS), "--arg", f"0=@{folder}/x.npy",
                    "--arg", f"1=i32[{2 * N}]:poison", "--arg", f"2={N}", "--arg", f"3={STEPS}",
                    "--check", f"1={folder}/out.npy"], check=True)
