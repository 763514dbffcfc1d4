"""Triton's fp8e4b15, whose casts are inline assembly, on the simulator: e4m3b15.py FOLDER

A number is a sign, four bits of exponent with a bias of 15, and three of mantissa. Nothing is
infinite or NaN, and casts give at most 1.75, as `tl.float8e4b15` has it.
"""

import pathlib
import subprocess
import sys

import numpy as np

COUNT = 1 << 16


def decode(byte):
    byte = byte.astype(np.int64)
    exponent, fraction = byte >> 3 & 15, byte & 7
    whole = np.where(exponent == 0, fraction, fraction + 8)
    value = np.ldexp(whole.astype(np.float64), np.maximum(exponent, 1) - 15 - 3)
    return np.where(byte >> 7 == 1, -value, value)


def encode(half):
    """The nearest number; of two, the larger one."""
    size = np.minimum(np.where(np.isnan(half), np.inf, np.abs(half.astype(np.float64))), 1.75)
    numbers = decode(np.arange(0x7F))
    middles = (numbers[1:] + numbers[:-1]) / 2
    byte = np.searchsorted(middles, size, side="right").astype(np.uint8)
    return byte | np.where(np.signbit(half), 0x80, 0).astype(np.uint8)


def toward_zero(single):
    half = single.astype(np.float16)
    grew = np.abs(half.astype(np.float32)) > np.abs(single)
    half = np.where(grew, (half.view(np.uint16) - 1).view(np.float16), half)
    return np.where(np.isnan(single), np.float16(np.nan), half)  # Without its sign.


def main():
    np.seterr(all="ignore")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    engine = np.random.default_rng(10)
    bytes_ = np.arange(COUNT, dtype=np.uint32).astype(np.uint8)
    halves = np.arange(COUNT, dtype=np.uint32).astype(np.uint16).view(np.float16)
    singles = engine.integers(0, 1 << 32, COUNT, dtype=np.uint64).astype(np.uint32).view(np.float32)
    singles[::2] = engine.normal(size=COUNT // 2)
    for name, array in {"0": bytes_.view(np.int8), "1": halves, "2": singles,
                        "3": encode(halves).view(np.int8),
                        "4": encode(toward_zero(singles)).view(np.int8),
                        "5": decode(bytes_).astype(np.float16)}.items():
        np.save(folder / f"{name}.npy", array)
    for chip in ("75", "90"):
        arguments = [part for number in range(3)
                     for part in ("--arg", f"{number}=@{folder}/{number}.npy")]
        for number, kind in ((3, "i8"), (4, "i8"), (5, "f16")):
            arguments += ["--arg", f"{number}={kind}[{COUNT}]:poison",
                          "--check", f"{number}={folder}/{number}.npy"]
        subprocess.run(["heddle", "sim", pathlib.Path(__file__).parent / f"e4m3b15.{chip}.ttir",
                        "--target", f"sm_{chip}", "--grid", str(COUNT // 1024), *arguments],
                       check=True)


if __name__ == "__main__":
    main()
