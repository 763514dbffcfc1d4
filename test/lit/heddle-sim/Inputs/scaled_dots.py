"""Products of matrices with scales on the simulator, against NumPy on the values that the
formats stand for: scaled_dots.py FOLDER [all [TARGET]]"""

import itertools
import pathlib
import subprocess
import sys

import numpy as np

from dots import pointers

# The storage in IR, bits of exponent and mantissa, bias.
FORMATS = {"e4m3": ("f8E4M3FN", 4, 3, 7), "e5m2": ("f8E5M2", 5, 2, 15),
           "e2m3": ("i8", 2, 3, 1), "e3m2": ("i8", 3, 2, 3), "e2m1": ("i8", 2, 1, 1),
           "bf16": ("bf16", 8, 7, 127), "fp16": ("f16", 5, 10, 15)}
GROUPS = {"i8": 32, "f8E4M3FN": 16}

# target, warps, batch (0: none), M, N, K, then of each factor: the element, the scale, how
# it lies in memory (K or the other axis varies fastest), and along which pairs lie; fastMath
CASES = [
    ("sm_80", 4, 0, 16, 16, 64, ("e2m1", "i8", "K", "K"), ("e2m1", "i8", "K", "K"), True),
    ("sm_90", 4, 0, 32, 128, 64, ("e4m3", "i8", "K", "K"), ("e2m1", "i8", "K", "K"), False),
    ("sm_90", 4, 0, 64, 32, 128, ("bf16", None, "K", "K"), ("e2m1", "i8", "N", "N"), False),
    ("sm_80", 4, 0, 128, 16, 64, ("e5m2", "i8", "K", "K"), ("e4m3", "i8", "N", "K"), False),
    ("sm_90", 8, 0, 64, 64, 64, ("e2m1", "f8E4M3FN", "K", "K"),
     ("e2m1", "f8E4M3FN", "K", "K"), False),
    ("sm_90", 4, 0, 32, 64, 64, ("fp16", None, "K", "K"), ("e2m1", "i8", "K", "K"), False),
    ("sm_90", 2, 0, 16, 32, 64, ("e2m3", "i8", "K", "K"), ("e3m2", "i8", "K", "K"), True),
    ("sm_80", 4, 0, 64, 16, 128, ("e2m1", "i8", "M", "M"), ("fp16", "i8", "K", "K"), False),
    ("sm_90", 1, 2, 16, 16, 64, ("e5m2", None, "K", "K"), ("e2m1", "f8E4M3FN", "N", "K"),
     False),
    ("sm_75", 4, 0, 32, 32, 32, ("e2m1", "i8", "K", "K"), ("e5m2", None, "N", "K"), False),
    ("sm_89", 4, 0, 16, 64, 64, ("e4m3", "f8E4M3FN", "K", "K"),
     ("bf16", "f8E4M3FN", "N", "K"), False),
    # Instructions that know scales.
    ("sm_120", 4, 0, 64, 128, 128, ("e4m3", "i8", "K", "K"), ("e5m2", "i8", "K", "K"), False),
    ("sm_120", 2, 0, 32, 64, 128, ("e2m1", "i8", "K", "K"), ("e2m1", "i8", "K", "K"), False),
    ("sm_120", 4, 0, 128, 32, 64, ("e2m1", "f8E4M3FN", "K", "K"),
     ("e2m1", "f8E4M3FN", "K", "K"), True),
    ("sm_120", 8, 0, 16, 256, 64, ("e2m3", "i8", "K", "K"), ("e2m1", None, "N", "K"), False),
    ("sm_120", 1, 0, 16, 8, 32, ("e2m1", "i8", "K", "K"), ("e3m2", "i8", "N", "K"), False),
    ("gfx950", 4, 0, 64, 128, 128, ("e4m3", "i8", "K", "K"), ("e5m2", "i8", "K", "K"), False),
    ("gfx950", 2, 0, 32, 64, 256, ("e2m1", "i8", "K", "K"), ("e2m1", "i8", "K", "K"), False),
    ("gfx950", 8, 0, 16, 256, 128, ("e5m2", "i8", "K", "K"), ("e2m1", None, "K", "K"), True),
    ("gfx950", 1, 0, 8, 32, 64, ("e2m1", "i8", "K", "K"), ("e4m3", "i8", "N", "K"), False),
]


def all_cases():
    """Every pair of formats with every scale, in shapes and layouts that take turns."""
    shapes = itertools.cycle([(16, 16, 64), (32, 128, 64), (128, 128, 128), (128, 16, 32),
                              (16, 256, 64)])
    rest = itertools.cycle(itertools.product(
        ("sm_90", "sm_80", "sm_75"), (4, 8, 1), ("K", "M"), ("K", "N"), (False, True)))
    for (a, b), scale_a, scale_b in itertools.product(
            itertools.product(FORMATS, FORMATS), (None, *GROUPS), (None, *GROUPS)):
        if scale_a and scale_b and GROUPS[scale_a] != GROUPS[scale_b]:
            continue  # No op has such scales.
        target, warps, lies_a, lies_b, fast = next(rest)
        pack_a = next(rest)[2] if a == "e2m1" else "K"
        pack_b = next(rest)[3] if b == "e2m1" else "K"
        shape = next(shapes)
        if warps == 1:
            shape = (16, 16, 64)
        yield (target, warps, 0, *shape, (a, scale_a, lies_a, pack_a),
               (b, scale_b, lies_b, pack_b), fast)


def decode(bits, name):
    """What patterns of a format stand for, as f64."""
    _, exponents, mantissas, bias = FORMATS[name]
    bits = bits.astype(np.int64)
    mantissa = bits & (1 << mantissas) - 1
    exponent = bits >> mantissas & (1 << exponents) - 1
    sign = 1 - 2.0 * (bits >> exponents + mantissas & 1)
    tiny = exponent == 0
    value = (mantissa / (1 << mantissas) + ~tiny) * 2.0 ** (np.maximum(exponent, 1) - bias)
    top = exponent == (1 << exponents) - 1
    if name in ("e5m2", "bf16", "fp16"):
        value = np.where(top, np.where(mantissa == 0, np.inf, np.nan), value)
    elif name == "e4m3":
        value = np.where(top & (mantissa == 7), np.nan, value)
    return sign * value


def patterns(rng, shape, name):
    """Random numbers of a format, of sizes that sums of f32 stand well; a few special ones."""
    _, exponents, mantissas, bias = FORMATS[name]
    bits = rng.integers(0, 1 << 1 + exponents + mantissas, shape)
    if name in ("bf16", "fp16"):
        exponent = rng.integers(bias - 4, bias + 4, shape)
        bits = bits & ~((1 << exponents) - 1 << mantissas) | exponent << mantissas
    elif name == "e5m2":
        bits = np.where((bits >> mantissas & 31) > bias + 3, bits & 0xB, bits)
    else:
        bits = np.where(np.isnan(decode(bits, name)), 1, bits)
    # Six bits and no more count.
    return bits | (rng.integers(0, 4, shape) << 6 if name in ("e2m3", "e3m2") else 0)


def scales(rng, shape, kind, fast, most):
    """Random scales of up to 2^most, as they are stored and as numbers."""
    if kind == "i8":
        stored = rng.integers(118, 127 + most, shape)
        if not fast and rng.integers(0, 2):
            stored.flat[rng.integers(0, stored.size)] = 255
        return stored.astype(np.uint8), np.where(stored == 255, np.nan, 2.0 ** (stored - 127))
    stored = rng.integers(0, 7 + most << 3, shape)
    return stored.astype(np.uint8), decode(stored, "e4m3")


class Factor:
    """A factor of a product: what is stored, what it stands for, how IR names it."""

    def __init__(self, rng, name, case, sizes, fast, most):
        batch, other, depth = sizes
        self.name = name
        self.format, self.scale, lies, packed = case
        self.element = FORMATS[self.format][0]
        lead = [batch] if batch else []
        # Rows are those of A, K fastest, whatever lies in memory.
        bits = patterns(rng, [*lead, other, depth], self.format)
        self.value = decode(bits & 0x3F if self.format in ("e2m3", "e3m2") else bits,
                            self.format)
        if self.format == "e2m1":
            axis = -1 if packed == "K" else -2
            bits = (bits.take(range(0, bits.shape[axis], 2), axis)
                    | bits.take(range(1, bits.shape[axis], 2), axis) << 4)
        self.k_pack = packed == "K"
        kind = np.uint16 if self.element in ("bf16", "f16") else np.uint8
        stored = bits.astype(kind)
        rows, columns = stored.shape[-2:]
        strides = [columns, 1] if lies == "K" else [1, rows]
        self.shape = [*lead, rows, columns]
        self.strides = [*([rows * columns] if batch else []), *strides]
        if name == "b":
            self.shape[-2:] = self.shape[:-3:-1]
            self.strides[-2:] = self.strides[:-3:-1]
        self.stored = np.ascontiguousarray(stored if lies == "K" else stored.swapaxes(-1, -2))
        if self.element == "f16":
            self.stored = self.stored.view(np.float16)
        if self.scale:
            group = min(GROUPS[self.scale], depth)
            self.scale_shape = [*lead, other, depth // group]
            self.scale_stored, numbers = scales(rng, self.scale_shape, self.scale, fast,
                                                   most)
            self.value = self.value * np.repeat(numbers, group, -1)

    def tensors(self):
        """Name, type, shape, strides and numbers of each tensor."""
        yield self.name, self.element, self.shape, self.strides, self.stored
        if self.scale:
            sizes = self.scale_shape
            strides = [*([sizes[-1] * sizes[-2]] if len(sizes) > 2 else []), sizes[-1], 1]
            yield f"{self.name}s", self.scale, sizes, strides, self.scale_stored


def type_text(shape, element):
    return f"tensor<{'x'.join(map(str, [*shape, element]))}>"


def kernel(factors, shape, fast):
    tensors = [each for factor in factors for each in factor.tensors()]
    strides = [*([shape[-1] * shape[-2]] if len(shape) > 2 else []), shape[-1], 1]
    tensors.append(("d", "f32", shape, strides, None))
    body, operands, types = [], [], []
    for name, element, sizes, steps, _ in tensors:
        body += pointers(name, sizes, steps, element)
        if name != "d":
            pointer = type_text(sizes, f"!tt.ptr<{element}>")
            body.append(f"%x{name} = tt.load %{name}_q : {pointer}")
    for factor in factors:
        own = [(name, element, sizes) for name, element, sizes, *_ in factor.tensors()]
        operands.append(" scale ".join(f"%x{name}" for name, *_ in own))
        types.append(", ".join(type_text(sizes, element) for _, element, sizes in own))
    a, b = factors
    attributes = (f"{{fastMath = {str(fast).lower()}, lhs_k_pack = {str(a.k_pack).lower()}, "
                  f"rhs_k_pack = {str(b.k_pack).lower()}}}")
    result = type_text(shape, "f32")
    body += [f"%c = arith.constant dense<0.0> : {result}",
             f"%sum = tt.dot_scaled {operands[0]}, {operands[1]}, %c lhs = {a.format} "
             f"rhs = {b.format} {attributes} : {types[0]} * {types[1]} -> {result}",
             f"tt.store %d_q, %sum : {type_text(shape, '!tt.ptr<f32>')}", "tt.return"]
    arguments = ", ".join(f"%{name}: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}}"
                          for name, element, *_ in tensors)
    return "\n".join([f"tt.func public @product({arguments}) {{", *body, "}"])


def rounding(factors):
    """The relative error of a product of two elements that is allowed: an f16 holds all that
    is not scaled by a power of two, and rounds what is."""
    a, b = (factor.format for factor in factors)
    if "fp16" in (a, b):
        return 2.0 ** -9
    wide = any(factor.scale == "i8" or factor.format == "bf16" for factor in factors)
    rounds = wide and any(factor.scale == "f8E4M3FN" and factor.format == "bf16"
                          for factor in factors)
    return 2.0 ** -7 if rounds else 0


def run(folder, number, case):
    target, warps, batch, m, n, k, left, right, fast = case
    rng = np.random.default_rng(number)
    # Where values become f16, those that it holds.
    most = 4 if "fp16" in (left[0], right[0]) else 8
    factors = [Factor(rng, "a", left, (batch, m, k), fast, most),
               Factor(rng, "b", right, (batch, n, k), fast, most)]
    shape = [*([batch] if batch else []), m, n]
    (folder / "product.ttir").write_text(kernel(factors, shape, fast))
    line = ["heddle", "sim", folder / "product.ttir", "--target", target,
            "--num-warps", str(warps)]
    index = 0
    for factor in factors:
        for name, _, _, _, stored in factor.tensors():
            np.save(folder / f"{name}.npy", stored)
            line += ["--arg", f"{index}=@{folder / name}.npy"]
            index += 1
    out = folder / "out.npy"
    line += ["--arg", f"{index}=f32[{','.join(map(str, shape))}]:poison",
             "--out", f"{index}={out}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip()
    got = np.load(out).astype(np.float64)
    a, b = (factor.value for factor in factors)
    want = a @ b.swapaxes(-1, -2)
    # Sums of f32 in any order; products of what was rounded.
    bound = (k * 2.0 ** -23 + rounding(factors)) * (np.abs(a) @ np.abs(b).swapaxes(-1, -2))
    bound = bound + (k * 2.0 ** -20 if rounding(factors) else 0)
    if not (np.isnan(got) == np.isnan(want)).all():
        return "NaN elsewhere"
    error = np.nan_to_num(np.abs(got - want) - bound)
    return "right" if (error <= 0).all() else f"wrong by {error.max()}"


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    cases = all_cases() if "all" in sys.argv else CASES
    for number, case in enumerate(cases):
        case = (*sys.argv[3:], *case[len(sys.argv[3:]):])
        print(*case, run(folder, number, case), flush=True)


if __name__ == "__main__":
    main()
