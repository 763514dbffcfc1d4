"""All casts between floats on the simulator, against their definition in NumPy.

usage: casts.py FOLDER TARGET

Casts all patterns of 8 and 16 bits, and of 32 and 64 random ones and those that lie at or
next to the middle of two numbers of a smaller format. Prints the casts that are wrong, and
how many there were.
"""

import dataclasses
import pathlib
import subprocess
import sys

import numpy as np

COUNT = 1 << 16


@dataclasses.dataclass
class Format:
    """A float: sign, exponent, mantissa. Its numbers are k * 2^e with k < 2^(mantissa + 1)."""
    bits: int
    mantissa: int
    bias: int
    largest: float
    has_infinity: bool = True
    has_signed_zero: bool = True

    @property
    def words(self):
        return np.dtype(f"u{self.bits // 8}")

    def decode(self, patterns):
        if self.bits == 64:
            return patterns.view(np.float64)
        patterns = patterns.astype(np.int64)
        exponent = patterns >> self.mantissa & (1 << self.bits - 1 - self.mantissa) - 1
        fraction = patterns & (1 << self.mantissa) - 1
        whole = np.where(exponent == 0, fraction, fraction + (1 << self.mantissa))
        value = np.ldexp(whole.astype(np.float64), np.maximum(exponent, 1) - self.bias - self.mantissa)
        if self.has_infinity:
            value = np.where(value > self.largest, np.where(fraction == 0, np.inf, np.nan), value)
        value = np.where(value > self.largest, np.nan, value) if not self.has_infinity else value
        value = np.where(patterns >> self.bits - 1 == 1, -value, value)
        return value if self.has_signed_zero else np.where(patterns == 0x80, np.nan, value)

    def round(self, x, how):
        """The format's number, as f64."""
        size = np.abs(np.where(np.isfinite(x), x, 0))
        exponent = np.maximum(np.frexp(size)[1] - 1, 1 - self.bias) - self.mantissa
        count = np.ldexp(size, -exponent)
        rounded = np.ldexp(np.rint(count) if how == "rtne" else np.trunc(count), exponent)
        if self.bits == 8 or how == "rtz":
            rounded = np.minimum(rounded, self.largest)
        rounded = np.where(rounded > self.largest, np.inf, rounded)
        # E5M2 toward zero is part of an f16.
        keeps = self.bits > 8 or (how == "rtz" and self.has_infinity)
        rounded = np.where(np.isinf(x), np.inf if keeps else self.largest, rounded)
        rounded = np.where(np.isnan(x), np.nan, np.copysign(rounded, x))
        return rounded if self.has_signed_zero else np.where(rounded == 0, 0.0, rounded)


FORMATS = {
    "f8E4M3FN": Format(8, 3, 7, 448.0, has_infinity=False),
    "f8E5M2": Format(8, 2, 15, 57344.0),
    "f8E4M3FNUZ": Format(8, 3, 8, 240.0, has_infinity=False, has_signed_zero=False),
    "f8E5M2FNUZ": Format(8, 2, 16, 57344.0, has_infinity=False, has_signed_zero=False),
    "f16": Format(16, 10, 15, 65504.0),
    "bf16": Format(16, 7, 127, float(np.ldexp(255.0, 120))),
    "f32": Format(32, 23, 127, float(np.finfo(np.float32).max)),
    "f64": Format(64, 52, 1023, float(np.finfo(np.float64).max)),
}


def inputs(name, engine):
    form = FORMATS[name]
    if form.bits <= 16:
        return np.arange(COUNT, dtype=np.uint32).astype(form.words)
    patterns = engine.integers(0, 1 << 64, COUNT, dtype=np.uint64)
    # Middles of numbers of smaller formats, and their neighbours.
    for place, other in enumerate(o for o in FORMATS.values() if o.bits < form.bits):
        part = slice(8192 * place, 8192 * place + 4096)
        first = other.decode(engine.integers(0, 1 << other.bits, 4096, dtype=np.uint64)
                             .astype(other.words))
        size = np.abs(np.where(np.isfinite(first), first, 1.5))
        exponent = np.maximum(np.frexp(size)[1] - 1, 1 - other.bias) - other.mantissa
        middle = np.copysign(size + np.ldexp(0.5, exponent), first)
        near = np.nextafter(middle, np.where(engine.integers(0, 2, 4096) == 1, np.inf, -np.inf),
                            dtype=np.float64)
        if form.bits == 32:
            single = middle.astype(np.float32)
            near = np.nextafter(single, np.where(engine.integers(0, 2, 4096) == 1, np.inf, -np.inf)
                                .astype(np.float32))
            chosen = np.where(engine.integers(0, 3, 4096) == 0, single, near)
            patterns[part] = chosen.view(np.uint32)
        else:
            patterns[part] = np.where(engine.integers(0, 3, 4096) == 0, middle, near).view(np.uint64)
    edges = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 448, 464, 465, 480, 240, 248, 249,
                      57344, 61440, 61441, 65504, 65519, 65520, 3.4e38, 1e-45, 1e-7])
    with np.errstate(all="ignore"):
        edges = edges.astype(np.float32 if form.bits == 32 else np.float64)
    patterns[-len(edges):] = edges.view(form.words)
    return patterns.astype(form.words)


def casts_from(name):
    """(to, rounding) as the IR allows."""
    bits = FORMATS[name].bits
    for to, form in FORMATS.items():
        if to == name:
            continue
        for how in ("rtne", "rtz") if form.bits <= bits else ("",):
            yield to, how


def kernel(name):
    tensor = lambda element: f"tensor<{COUNT // 64}x{element}>"
    lines, arguments = [], [f"%x: !tt.ptr<{name}>"]
    for number, (to, how) in enumerate(casts_from(name)):
        arguments.append(f"%o{number}: !tt.ptr<{to}>")
        rounding = f", rounding = {how}" if how else ""
        lines += [f"%y{number} = tt.fp_to_fp %v{rounding} : {tensor(name)} -> {tensor(to)}",
                  f"%b{number} = tt.splat %o{number} : !tt.ptr<{to}> -> {tensor(f'!tt.ptr<{to}>')}",
                  f"%q{number} = tt.addptr %b{number}, %i : {tensor(f'!tt.ptr<{to}>')}, {tensor('i32')}",
                  f"tt.store %q{number}, %y{number} : {tensor(f'!tt.ptr<{to}>')}"]
    size = COUNT // 64
    return "\n  ".join([
        f"tt.func public @f({', '.join(arguments)}) {{",
        "%pid = tt.get_program_id x : i32", f"%size = arith.constant {size} : i32",
        "%first = arith.muli %pid, %size : i32", f"%s = tt.splat %first : i32 -> {tensor('i32')}",
        f"%r = tt.make_range {{start = 0 : i32, end = {size} : i32}} : {tensor('i32')}",
        f"%i = arith.addi %s, %r : {tensor('i32')}",
        f"%b = tt.splat %x : !tt.ptr<{name}> -> {tensor(f'!tt.ptr<{name}>')}",
        f"%p = tt.addptr %b, %i : {tensor(f'!tt.ptr<{name}>')}, {tensor('i32')}",
        f"%v = tt.load %p : {tensor(f'!tt.ptr<{name}>')}", *lines, "tt.return"]) + "\n}\n"


def run(folder, target, name, patterns):
    """The patterns that each cast made."""
    path = folder / f"{name}.ttir"
    path.write_text(kernel(name))
    np.save(folder / "x.npy", patterns)
    arguments = ["--arg", f"0=@{folder}/x.npy"]
    outputs = []
    for number, (to, _) in enumerate(casts_from(name)):
        outputs.append(folder / f"{number}.npy")
        arguments += ["--arg", f"{number + 1}={to}[{COUNT}]:poison",
                      "--out", f"{number + 1}={outputs[-1]}"]
    subprocess.run(["heddle", "sim", path, "--target", target, "--grid", "64", *arguments],
                   check=True, capture_output=True)
    return [np.load(path).view(FORMATS[to].words)
            for path, (to, _) in zip(outputs, casts_from(name))]


def main():
    np.seterr(all="ignore")
    folder, target = pathlib.Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    engine = np.random.default_rng(5)
    count = 0
    for name, form in FORMATS.items():
        patterns = inputs(name, engine)
        x = form.decode(patterns)
        for (to, how), made in zip(casts_from(name), run(folder, target, name, patterns)):
            count += 1
            want = FORMATS[to].round(x, how or "rtne")
            got = FORMATS[to].decode(made)
            same = np.where(np.isnan(want), np.isnan(got),
                            (got == want) & (np.signbit(got) == np.signbit(want)))
            if not same.all():
                at = np.flatnonzero(~same)[0]
                print(f"{name} to {to} {how}: {x[at]} ({int(patterns[at]):#x}) is {got[at]}, "
                      f"but should be {want[at]} ({int((~same).sum())} of {COUNT})")
    print(f"{count} casts")


if __name__ == "__main__":
    main()
