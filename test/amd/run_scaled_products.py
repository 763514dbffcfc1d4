#!/usr/bin/env python3
"""Runs products of random factors in blocks with scales for gfx950, on the simulator and, as LLVM's
assembly, in the interpreter of it (gcn.py); compares both with NumPy.

usage: run_scaled_products.py BUILD [--cases N] [--seed N] [NAME...]

Each product has to use an instruction that knows scales. A NAME is a part of a case's name. Needs
NumPy.
"""

import argparse
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "test" / "lit" / "heddle-sim" / "Inputs"), str(ROOT / "test" / "sim")]

import gcn  # noqa: E402
import run_mixed_products as mixed  # noqa: E402
import scaled_dots  # noqa: E402

TARGET = "gfx950"
FORMATS = ("e4m3", "e5m2", "e2m1")
SIDES = ((16, 16), (32, 32), (64, 32), (16, 128), (128, 64), (8, 32), (32, 8), (256, 16))


class Case:
    """Two factors with the bytes of pairs along K, which may vary slowest in memory."""

    def __init__(self, number, seed):
        self.number = number
        self.random = np.random.default_rng([11, seed, number])
        pick = self.random.choice
        self.m, self.n = SIDES[self.random.integers(len(SIDES))]
        self.k = int(pick([64, 128, 256]))
        self.warps = int(pick([1, 2, 4, 8]))
        self.kinds = [(str(pick(FORMATS)), "i8" if self.random.integers(4) else None,
                       "K" if self.random.integers(3) else other, "K") for other in "MN"]
        if not any(scale for _, scale, *_ in self.kinds):
            self.kinds[0] = (self.kinds[0][0], "i8", *self.kinds[0][2:])
        self.fast = bool(self.random.integers(2))

    @property
    def name(self):
        kinds = "-".join("".join(("s" if scale else "", format, "t" if lies != "K" else ""))
                         for format, scale, lies, _ in self.kinds)
        return f"{self.number}-{kinds}-{self.m}x{self.n}x{self.k}-w{self.warps}"


def run(case, options, folder):
    """What is wrong with the case, as text."""
    folder.mkdir()
    factors = [scaled_dots.Factor(case.random, name, kind, (0, side, case.k), case.fast, 8)
               for name, kind, side in zip("ab", case.kinds, (case.m, case.n))]
    stored = [(name, data) for factor in factors for name, _, _, _, data in factor.tensors()]
    kernel = folder / "product.ttir"
    kernel.write_text(scaled_dots.kernel(factors, [case.m, case.n], case.fast))
    heddle = options.build / "bin/heddle"
    how = [kernel, "--target", TARGET, "--num-warps", str(case.warps)]
    line = [heddle, "sim", *how]
    for index, (name, data) in enumerate(stored):
        np.save(folder / f"{name}.npy", data)
        line += ["--arg", f"{index}=@{folder / name}.npy"]
    last = len(stored)
    line += ["--arg", f"{last}=f32[{case.m},{case.n}]:poison", "--out",
             f"{last}={folder / 'd.npy'}"]
    outcome = subprocess.run(line, capture_output=True, text=True, check=False)
    if outcome.returncode != 0:
        return outcome.stderr.strip() or f"exit code {outcome.returncode}"
    a, b = (factor.value for factor in factors)
    want, size = a @ b.T, np.abs(a) @ np.abs(b).T

    def fault_of(d, where):
        if not (np.isnan(d) == np.isnan(want)).all():
            return f"{where}: NaN elsewhere"
        error = np.nan_to_num(np.abs(d - want) - case.k * 2.0 ** -23 * size)
        worst = np.unravel_index(np.argmax(error), error.shape)
        if error[worst] > 0:
            return f"{where}: element {tuple(map(int, worst))} is {d[worst]}, not {want[worst]}"
        return ""

    if fault := fault_of(np.load(folder / "d.npy").astype(np.float64), "simulator"):
        return fault
    assembly = subprocess.run([heddle, "compile", *how], capture_output=True, text=True,
                              check=False)
    if assembly.returncode != 0:
        return assembly.stderr.strip()
    if "v_mfma_scale_f32" not in assembly.stdout:
        return "multiplies without scales"
    d = np.full((case.m, case.n), 77, np.float32)
    try:
        gcn.run(assembly.stdout, "product", [1, 1, 1], [*(data for _, data in stored), d])
    except (gcn.Unknown, IndexError) as error:
        return f"{type(error).__name__}: {error}"
    return fault_of(d.astype(np.float64), "assembly")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chosen = [Case(number, options.seed) for number in range(options.cases)]
    if options.names:
        chosen = [case for case in chosen if any(name in case.name for name in options.names)]
    return mixed.run_all(chosen, lambda case, folder: run(case, options, folder))


if __name__ == "__main__":
    sys.exit(main())
