"""Kernels in Gluon (gluon/kernels.py) on the simulator, against NumPy.

usage: gluon.py FOLDER

Prints a line for each kernel: whether it is right. FOLDER gets the arrays.
"""

import pathlib
import subprocess
import sys

import numpy as np

KERNELS = pathlib.Path(__file__).resolve().parent / "gluon"


def cases():
    """The kernel, its programs, its arguments, where the result is to be, and how exact."""
    rng = np.random.default_rng(1)

    def numbers(shape, type=np.float32):
        return rng.standard_normal(shape).astype(type)

    def exactly(a, b):
        return a.astype(np.float32) @ b.astype(np.float32)

    x, y = numbers(1008), numbers(1008)
    yield "add", "2", {"x": x, "y": y, "out": None, "n": 1008}, x + y, 0
    yield "add_auto", "2", {"x": x, "y": y, "out": None, "n": 1008}, np.exp2(x + y) * 2, 1e-5
    x = numbers((48, 112))
    yield "rows", "4", {"x": x, "out": None, "n": 48, "m": 112}, x.sum(1), 1e-4
    x = numbers((64, 64))
    yield "transpose", "2,2", {"x": x, "out": None, "n": 64}, x.T, 0
    x = rng.integers(-4, 5, 1024).astype(np.float32)
    yield "scan", "1", {"x": x, "out": None}, np.cumsum(x), 0
    a, b = numbers((64, 128), np.float16), numbers((128, 64), np.float16)
    yield "matmul", "1", {"a": a, "b": b, "c": None, "K": 128}, exactly(a, b), 1e-3
    a, b = numbers((64, 256), np.float16), numbers((256, 64), np.float16)
    yield ("tma_matmul", "1", {"a": a, "b": b, "c": None},
           exactly(a, b).astype(np.float16), 5e-2)


def fault(folder, name, grid, arguments, want, most):
    is_tiled = name.startswith("tma")
    command = ["heddle", "sim", KERNELS / f"{name}.ttgir", "--grid", grid]
    type = "f16" if want.dtype == np.float16 else "f32"
    for key, value in arguments.items():
        if isinstance(value, np.ndarray):
            np.save(folder / f"{key}.npy", value)
            text = f"@{folder / key}.npy"
        elif value is None:
            text = f"{type}[{','.join(map(str, want.shape))}]:poison"
            command += ["--out", f"{key}={folder / 'out.npy'}"]
        else:
            text = str(value)
        if is_tiled:
            text = f"desc({text})"
        command += ["--arg", f"{key}={text}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr
    got = np.load(folder / "out.npy").astype(np.float32)
    error = np.abs(got - want.astype(np.float32)).max()
    return None if error <= most else f"off by {error}"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, *case in cases():
        print(f"{name}: {fault(folder, name, *case) or 'right'}")


if __name__ == "__main__":
    main()
