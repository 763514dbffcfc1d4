"""Kernels that Triton made, with descriptors and block pointers, on the simulator, compared
to the bit with NumPy: tiles that are partly outside of a tensor on either side of each axis,
in arrays that are larger than the tensor: descriptors.py FOLDER"""

import itertools
import pathlib
import subprocess
import sys

import numpy as np

INPUTS = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(sys.argv[1])
RANDOM = np.random.default_rng(20)


def randn(shape, dtype):
    return RANDOM.standard_normal(shape).astype(dtype)


def bits(shape, dtype):
    limits = np.iinfo(dtype)
    return RANDOM.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def block(tensor, starts, shape, padding):
    """The definition: what lies at each coordinate, or the padding."""
    result = np.full(shape, padding, tensor.dtype)
    for at in itertools.product(*map(range, shape)):
        index = tuple(start + each for start, each in zip(starts, at, strict=True))
        if all(0 <= i < size for i, size in zip(index, tensor.shape, strict=True)):
            result[at] = tensor[index]
    return result


def put(tensor, starts, values, combine=lambda old, new: new):
    """Writes what is inside of the tensor."""
    for at in itertools.product(*map(range, values.shape)):
        index = tuple(start + each for start, each in zip(starts, at, strict=True))
        if all(0 <= i < size for i, size in zip(index, tensor.shape, strict=True)):
            tensor[index] = combine(tensor[index], values[at])


class Case:
    """A kernel, its arguments, and what buffers have in the end."""

    def __init__(self, name, grid, kernel=None):
        self.name, self.grid = name, grid
        self.kernel = kernel or INPUTS / f"descriptors.{name}.ttir"
        self.options, self.expected = [], {}

    def number(self, name, value):
        self.options += ["--arg", f"{name}={value}"]

    def save(self, name, array):
        path = FOLDER / f"{self.name}.{name}.npy"
        np.save(path, array)
        return path

    def pointer(self, name, array):
        self.options += ["--arg", f"{name}=@{self.save(name, array)}"]

    def descriptor(self, name, array, shape, more=""):
        sizes = "x".join(map(str, shape))
        self.options += [
            "--arg", f"{name}=desc({self.save(name, array)},shape={sizes}{more})"]

    def run(self, *more):
        checks = []
        for name, array in self.expected.items():
            checks += ["--check", f"{name}={self.save(name + '.expected', array)}"]
        done = subprocess.run(
            ["heddle", "sim", self.kernel, "--target", "sm_90",
             "--grid", ",".join(map(str, self.grid)), *self.options, *checks, *more],
            capture_output=True, text=True, check=False)
        print(f"{self.name}: {done.returncode} {done.stderr.strip()}")


def tensor_in(array, shape):
    return array[tuple(slice(size) for size in shape)]


def made():
    shape, row, shifts = (37, 75), 80, (3, -5)
    case = Case("made", (3, 3))
    x, out = randn((40, row), np.float16), randn((40, row), np.float16)
    case.pointer("x", x)
    case.pointer("out", out)
    for name, value in zip(("M", "N", "row", "shift_m", "shift_n"), (*shape, row, *shifts),
                           strict=True):
        case.number(name, value)
    want = out.copy()
    for m, n in itertools.product(range(0, 48, 16), range(0, 96, 32)):
        tile = block(tensor_in(x, shape), (m - shifts[0], n - shifts[1]), (16, 32), np.nan)
        put(tensor_in(want, shape), (m, n), tile)
    case.expected["out"] = want
    case.run()


def given():
    """Sums of small whole numbers, which are exact. Rows end at multiples of 16 bytes, up to
    which the copy engine stores."""
    case = Case("given", (2,))
    x = RANDOM.integers(-8, 9, (24, 72)).astype(np.float16)
    out = randn(32, np.float32)
    case.descriptor("x", x, (21, 70), ",block=16x32,padding=zero")
    case.descriptor("out", out, (20,))
    case.number("K", 70)
    want = out.copy()
    want[:20] = x[:20, :70].astype(np.float32).sum(axis=1)
    case.expected["out"] = want
    case.run()


def line():
    case = Case("line", (4,))
    x, out = bits(200, np.int32), bits(230, np.int32)
    case.descriptor("x", x, (190,))
    case.descriptor("out", out, (221,))
    case.number("shift", -7)
    want = out.copy()
    for i in range(0, 256, 64):
        put(want[:221], (i,), block(x[:190], (i - 7,), (64,), 0))
    case.expected["out"] = want
    case.run()


def cube():
    shape = (6, 7, 12)
    case = Case("cube", (2, 2, 2))
    x, out = randn((6, 8, 16), np.float32), randn((7, 7, 16), np.float32)
    case.descriptor("x", x, shape, ",padding=nan")
    case.descriptor("out", out, shape)
    case.number("shift", 1)
    want = out.copy()
    for a, b, c in itertools.product((0, 4), (0, 4), (0, 8)):
        tile = block(tensor_in(x, shape), (a - 1, b + 1, c - 4), (4, 4, 8), np.nan)
        put(tensor_in(want, shape), (a, b, c), tile)
    case.expected["out"] = want
    case.run()


def five():
    shape = (3, 4, 3, 4, 8)
    case = Case("five", (2, 2))
    x, out = randn((4, 4, 4, 4, 8), np.float16), randn((4, 4, 4, 4, 8), np.float16)
    case.descriptor("x", x, shape)
    case.descriptor("out", out, shape)
    case.number("shift", 1)
    want = out.copy()
    for a, b, c, d in itertools.product((0, 2), repeat=4):
        tile = block(tensor_in(x, shape), (a, b - 1, c + 1, d, 4), (2, 2, 2, 2, 8), 0)
        put(tensor_in(want, shape), (a, b, c, d, 0), tile)
    case.expected["out"] = want
    case.run()


def rows(y):
    """Some numbers are no rows: those read zeros, and are not written."""
    shape, result = (20, 60), (24, 50)
    case = Case("rows", (1,))
    x, out = randn((20, 64), np.float32), randn((24, 64), np.float32)
    index = np.concatenate([RANDOM.permutation(24)[:16] - 2,
                            RANDOM.permutation(30)[:16] - 3]).astype(np.int32)
    case.descriptor("x", x, shape)
    case.descriptor("out", out, result)
    case.pointer("index", index)
    case.number("y", y)
    want = out.copy()
    for source, target in zip(index[:16], index[16:], strict=True):
        tile = block(tensor_in(x, shape), (source, y), (1, 32), 0)
        put(tensor_in(want, result), (target, y), tile)
    case.expected["out"] = want
    case.run()


OPERATIONS = {"add": np.add, "low": np.minimum, "high": np.maximum,
              "both": np.bitwise_and, "either": np.bitwise_or, "other": np.bitwise_xor}


def reductions(name, dtype):
    shape = (7, 13)
    case = Case(name, (1,))
    x = bits((8, 16), dtype)
    case.descriptor("x", x, shape)
    case.number("m", -2)
    case.number("n", 3)
    tile = block(tensor_in(x, shape), (-2, 3), (8, 16), 0)
    for key, operation in OPERATIONS.items():
        array = bits((8, 16), dtype)
        case.descriptor(key, array, shape)
        want = array.copy()
        with np.errstate(over="ignore"):
            put(tensor_in(want, shape), (-2, 3), tile, operation)
        case.expected[key] = want
    case.run()


def sums(name, values, operation=np.add, kernel=None):
    shape = (7, 13)
    case = Case(name, (1,), kernel)
    x, out = values(), values()
    case.descriptor("x", x, shape)
    case.descriptor("out", out, shape)
    case.number("m", 1)
    case.number("n", -4)
    want = out.copy()
    put(tensor_in(want, shape), (1, -4), block(tensor_in(x, shape), (1, -4), (8, 16), 0),
        operation)
    case.expected["out"] = want
    case.run()


def numbers_and_nans(dtype):
    """Every tenth number is none."""
    return np.where(RANDOM.random((8, 16)) < 0.1, np.nan, randn((8, 16), dtype)).astype(dtype)


def counts():
    return RANDOM.integers(0, 8, (8, 16), np.uint32)


def increment(old, most):
    return 0 if old >= most else old + 1


def decrement(old, most):
    return most if old == 0 or old > most else old - 1


def variant(kind, element, stored):
    """The kernel of sums with another reduction, which Triton has no Python for."""
    text = (INPUTS / "descriptors.sums32.ttir").read_text()
    text = text.replace("descriptor_reduce add", f"descriptor_reduce {kind}")
    text = text.replace("tensordesc<tensor<8x16xf32>>", f"tensordesc<tensor<8x16x{element}>>")
    text = text.replace("tensor<8x16xf32>", f"tensor<8x16x{stored}>")
    path = FOLDER / f"{kind}.{element}.ttir"
    path.write_text(text)
    return path


def variants():
    for kind, operation in (("min", np.fmin), ("max", np.fmax)):
        for element, dtype in (("f16", np.float16), ("f32", np.float32),
                               ("f64", np.float64)):
            sums(f"{kind}.{element}", lambda dtype=dtype: numbers_and_nans(dtype), operation,
                 variant(kind, element, element))
    for kind, operation in (("inc", increment), ("dec", decrement)):
        sums(f"{kind}.ui32", counts, operation, variant(kind, "ui32", "i32"))


def blocks():
    shape, row, first = (27, 75), 77, -6
    case = Case("blocks", (2,))
    x, out = randn((27, row), np.float16), randn((27, row), np.float16)
    case.pointer("x", x)
    case.pointer("out", out)
    for name, value in zip(("M", "N", "row", "first"), (*shape, row, first), strict=True):
        case.number(name, value)
    want = out.copy()
    for m, n in itertools.product((0, 16), (0, 32, 64)):
        put(tensor_in(want, shape), (m, n),
            block(tensor_in(x, shape), (m, n + first), (16, 32), 0))
    case.expected["out"] = want
    case.run()


FOLDER.mkdir(parents=True, exist_ok=True)
made()
given()
line()
cube()
five()
rows(0)
rows(-5)
rows(40)
reductions("signed", np.int32)
reductions("unsigned", np.uint32)
reductions("wide", np.uint64)
sums("sums32", lambda: randn((8, 16), np.float32))
sums("sums16", lambda: randn((8, 16), np.float16))
blocks()
variants()
