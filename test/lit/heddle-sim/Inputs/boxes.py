"""Kernels whose tiles are copied as boxes, as Triton 3.6 and 3.9 made them
(boxes.kernels.py): on the simulator, with tensors that end within a tile, compared to the bit
with NumPy. Numbers are small and whole, so that all sums are exact: boxes.py FOLDER"""

import itertools
import pathlib
import subprocess
import sys

import numpy as np

INPUTS = pathlib.Path(__file__).resolve().parent
# What Triton made of them, or the programs themselves, of which Heddle makes it, with and
# without a warp of its own for copies.
RELEASES = ("3.6", "3.9", "ttir", "warp")
TARGET = "sm_90"
# What is in memory where nothing may be written.
UNTOUCHED = -77


class Case:
    """A kernel, what it is given, and what it leaves behind."""

    def __init__(self, name, grid):
        self.name, self.grid = name, grid
        self.values = {}
        self.expected = {}

    def file(self, release):
        end = ".ttir" if release in ("ttir", "warp") else f"-{release}.ttgir"
        return INPUTS / f"boxes.{self.name}{end}"

    def arguments(self, folder):
        """The options that give the inputs, which are written to the folder."""
        options = []
        for key, value in self.values.items():
            if not isinstance(value, (int, tuple)):
                value = f"@{save(folder, f'{self.name}.{key}', value)}"
            elif isinstance(value, tuple):
                array, shape = value
                path = save(folder, f"{self.name}.{key}", array)
                value = f"desc({path},shape={'x'.join(map(str, shape))})"
            options += ["--arg", f"{key}={value}"]
        return options

    def checks(self, folder):
        options = []
        for key, array in self.expected.items():
            options += ["--check", f"{key}={save(folder, f'{self.name}.{key}.want', array)}"]
        return options


def save(folder, name, array):
    path = pathlib.Path(folder) / f"{name}.npy"
    np.save(path, array)
    return path


def wide(array):
    """With more columns, which are no part of the tensor; rows begin at multiples of 16 bytes."""
    rows, columns = array.shape
    result = np.full((rows, columns + 1 + -(columns + 1) % 8), UNTOUCHED, array.dtype)
    result[:, :columns] = array
    return result


def quarters(random, shape):
    return (random.integers(-8, 9, shape) / 4).astype(np.float16)


def product(name, grid, shape, is_of_host, sizes=()):
    """Of matrices with shape m, n, k: none is a multiple of its tile."""
    random = np.random.default_rng(7)
    case = Case(name, grid)
    m, n, k = shape
    a, b = quarters(random, (m, k)), quarters(random, (k, n))
    want = (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)
    c = np.full((m, n), UNTOUCHED, np.float16)
    if is_of_host:
        for key, array in (("a", a), ("b", b), ("c", c)):
            case.values[key] = (wide(array), array.shape)
        want = wide(want)
    else:
        case.values |= {"a": a, "b": b, "c": c}
    case.values |= {key: dict(zip("MNK", shape, strict=True))[key] for key in sizes}
    case.expected["c"] = want
    return case


def grouped():
    """Rows of the second product end within 16 bytes, and no other bytes of them may change; the
    last one is empty."""
    random = np.random.default_rng(10)
    case = Case("grouped", (2,))
    stride = 112
    sizes = [(0, 70, 88, 80), (80, 100, 91, 40), (180, 130, 40, 104), (310, 0, 8, 8)]
    a, b = quarters(random, (320, stride)), quarters(random, (320, stride))
    c = np.full((320, stride), UNTOUCHED, np.float16)
    want = c.copy()
    for first, m, n, k in sizes:
        product = (a[first:first + m, :k].astype(np.float32)
                   @ b[first:first + k, :n].astype(np.float32))
        want[first:first + m, :n] = product.astype(np.float16)
    case.values = {"a": a, "b": b, "c": c, "sizes": np.array(sizes, np.int32),
                   "groups": len(sizes), "stride": stride}
    case.expected["c"] = want
    return case


def moved(x, by, shape):
    result = np.zeros(shape, x.dtype)
    for row, column in itertools.product(*map(range, shape)):
        at = (row - by, column + by)
        if all(0 <= each < size for each, size in zip(at, x.shape, strict=True)):
            result[row, column] = x[at]
    return result


def shift():
    random = np.random.default_rng(8)
    case = Case("shift", (2, 2))
    x = random.integers(-999, 999, (43, 22), np.int32)
    shape, by = (41, 28), 4
    case.values = {"x": (wide(x), x.shape),
                   "y": (wide(np.full(shape, UNTOUCHED, np.int32)), shape), "by": by}
    case.expected["y"] = wide(moved(x, by, shape) * 3 + 1)
    return case


def reduce():
    """Of three tiles, the last of which is not whole, in tensors that are smaller."""
    random = np.random.default_rng(9)
    case = Case("reduce", (3,))
    x = random.integers(-999, 999, (80, 14), np.int32)
    y, most = random.integers(-999, 999, (2, 30, 12), np.int32)
    case.values = {"x": (wide(x), x.shape), "y": (wide(y), y.shape),
                   "most": (wide(most), most.shape)}
    tiles = np.zeros((96, 16), np.int32)
    tiles[:80, :14] = x
    tiles = tiles.reshape(3, 32, 16)[:, :30, :12]
    case.expected = {"y": wide(y + tiles.sum(axis=0, dtype=np.int32)),
                     "most": wide(np.maximum(most, tiles.max(axis=0)))}
    return case


def cases():
    return [
        # Iterations 4 and 5 read what the result is stored over: with 6 none does.
        product("host", (2, 2), (100, 88, 148), True, "K"),
        product("device", (2, 2), (100, 88, 152), False, "MNK"),
        product("specialized", (2, 2), (200, 88, 344), False, "MNK"),
        product("persistent", (2,), (140, 104, 152), True, "MNK"),
        shift(),
        reduce(),
        grouped(),
    ]


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for case, release in itertools.product(cases(), RELEASES):
        for seed in ("1", "2"):
            done = subprocess.run(
                ["heddle", "sim", case.file(release), "--target", TARGET, "--seed", seed,
                 "--warp-specialize", "on" if release == "warp" else "off",
                 "--grid", ",".join(map(str, case.grid)), *case.arguments(folder),
                 *case.checks(folder)], capture_output=True, text=True, check=False)
            print(f"{case.name} {release}: {done.returncode} {done.stderr.strip()}")


if __name__ == "__main__":
    main()
