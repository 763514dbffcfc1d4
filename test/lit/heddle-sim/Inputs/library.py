"""Compares functions of CUDA's library on the simulator with exact arithmetic.

usage: library.py FOLDER

References are Python's integers and fractions, rounded here. All functions whose result is
one number by definition are tried: those of integers, conversions, arithmetic in every
rounding direction, and those that take floats apart.
"""

import math
import pathlib
import struct
import subprocess
import sys
from fractions import Fraction

import numpy as np

COUNT = 128
LAYOUT = {"f32": (23, 127, "f", "I"), "f64": (52, 1023, "d", "Q")}
DIRECTIONS = ("rn", "rz", "ru", "rd")


def bits_of(value, kind):
    _, _, number, word = LAYOUT[kind]
    return struct.unpack(word, struct.pack(number, value))[0]


def from_bits(bits, kind):
    _, _, number, word = LAYOUT[kind]
    return struct.unpack(number, struct.pack(word, bits))[0]


def nearest_whole(value, direction):
    """A fraction as an integer; "away" rounds ties away from zero."""
    low = math.floor(value)
    rest = value - low
    if rest == 0:
        return low
    if direction == "rz":
        return low if value > 0 else low + 1
    if direction in ("ru", "rd"):
        return low + 1 if direction == "ru" else low
    if rest == Fraction(1, 2):
        if direction == "away":
            return low + 1 if value > 0 else low
        return low + low % 2
    return low + (rest > Fraction(1, 2))


def rounded(value, kind, direction, zero=0.0):
    """A fraction as a float; what a zero is says `zero`."""
    if value == 0:
        return zero
    mantissa, bias, _, _ = LAYOUT[kind]
    exponent = abs(value).numerator.bit_length() - abs(value).denominator.bit_length()
    while Fraction(2) ** exponent > abs(value):
        exponent -= 1
    side = 1 if value > 0 else -1
    unit = Fraction(2) ** (max(exponent, 1 - bias) - mantissa)
    whole = nearest_whole(value / unit, direction)
    limit = Fraction(2) ** (bias + 1)
    if abs(whole * unit) >= limit:
        largest = float(limit - Fraction(2) ** (bias - mantissa))
        outward = direction == "rn" or direction == ("ru" if value > 0 else "rd")
        return math.inf * side if outward else largest * side
    if whole == 0:
        return 0.0 * side
    return float(whole * unit)


def root(value, kind, direction):
    """The square root: the integer root of enough digits, and whether it is exact."""
    if math.isnan(value) or value < 0:
        return math.nan
    if value == 0 or math.isinf(value):
        return value
    shift = 2200
    scaled = Fraction(value) * Fraction(2) ** (2 * shift)
    whole = math.isqrt(math.floor(scaled))
    sticky = Fraction(0 if whole * whole == scaled else 1, 2)
    return rounded((whole + sticky) / Fraction(2) ** shift, kind, direction)


def summed(a, b, kind, direction):
    if not (math.isfinite(a) and math.isfinite(b)):
        return a + b
    zero = a if sign_of(a) == sign_of(b) else (-0.0 if direction == "rd" else 0.0)
    return rounded(Fraction(a) + Fraction(b), kind, direction, zero)


def sign_of(*values):
    return math.prod(math.copysign(1, value) for value in values)


def product(a, b, kind, direction):
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b
    return rounded(Fraction(a) * Fraction(b), kind, direction, math.copysign(0, sign_of(a, b)))


def quotient(a, b, kind, direction):
    if math.isnan(a) or math.isnan(b) or (math.isinf(a) and math.isinf(b)) or a == b == 0:
        return math.nan
    if math.isinf(a) or b == 0:
        return math.copysign(math.inf, sign_of(a, b))
    if math.isinf(b):
        return math.copysign(0, sign_of(a, b))
    return rounded(Fraction(a) / Fraction(b), kind, direction, math.copysign(0, sign_of(a, b)))


def fused(a, b, c, kind, direction):
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b)
    zero = -0.0 if direction == "rd" else 0.0
    if exact == 0 and c == 0 and sign_of(a, b) == sign_of(c):
        zero = c
    return rounded(exact + Fraction(c), kind, direction, zero)


def integer(value, bits, is_signed, direction, kind):
    least = -(2 ** (bits - 1)) if is_signed else 0
    most = 2 ** (bits - 1) - 1 if is_signed else 2**bits - 1
    if math.isnan(value):
        return 2 ** (bits - 1) if bits == 64 or kind == "f64" else 0
    if math.isinf(value):
        return most if value > 0 else least
    return min(max(nearest_whole(Fraction(value), direction), least), most)


def neighbour(x, y, kind):
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if x == y:
        return y
    if x == 0:
        return math.copysign(from_bits(1, kind), y)
    return from_bits(bits_of(x, kind) + (1 if (x < y) == (x > 0) else -1), kind)


def exponent(x):
    return math.frexp(x)[1] - 1


def scaled(x, power, kind):
    if not math.isfinite(x) or x == 0:
        return x
    return rounded(Fraction(x) * Fraction(2) ** power, kind, "rn")


def remainder(function, x, y):
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return function(x, y)


def signed(value, bits):
    value %= 2**bits
    return value - 2**bits if value >> (bits - 1) else value


def selected_bytes(x, y, selector):
    both = (y << 32 | x).to_bytes(8, "little")
    result = []
    for index in range(4):
        digit = selector >> (4 * index) & 15
        byte = both[digit & 7]
        result.append((0xFF if byte >> 7 else 0) if digit & 8 else byte)
    return int.from_bytes(bytes(result), "little")


def integer_functions():
    """Names with the kinds of arguments, of the result, and the function of numbers as
    Python has them: integers come without a sign."""
    table = {}
    for bits, wide in ((32, ""), (64, "ll")):
        kind = f"i{bits}"
        table |= {
            "popc" + wide: ([kind], "i32", int.bit_count),
            "clz" + wide: ([kind], "i32", lambda x, bits=bits: bits - x.bit_length()),
            "ffs" + wide: ([kind], "i32", lambda x: (x & -x).bit_length()),
            "brev" + wide: ([kind], kind, lambda x, bits=bits: int(f"{x:0{bits}b}"[::-1], 2)),
            wide + "abs": ([kind], kind, lambda x, bits=bits: abs(signed(x, bits))),
            wide + "min": ([kind] * 2, kind,
                           lambda x, y, bits=bits: min(signed(x, bits), signed(y, bits))),
            wide + "max": ([kind] * 2, kind,
                           lambda x, y, bits=bits: max(signed(x, bits), signed(y, bits))),
            "u" + wide + "min": ([kind] * 2, kind, min),
            "u" + wide + "max": ([kind] * 2, kind, max),
        }
    two, three = ["i32"] * 2, ["i32"] * 3
    low24 = lambda x: signed(x, 24)
    table |= {
        "mulhi": (two, "i32", lambda x, y: signed(x, 32) * signed(y, 32) >> 32),
        "umulhi": (two, "i32", lambda x, y: x * y >> 32),
        "mul64hi": (["i64"] * 2, "i64", lambda x, y: signed(x, 64) * signed(y, 64) >> 64),
        "umul64hi": (["i64"] * 2, "i64", lambda x, y: x * y >> 64),
        "mul24": (two, "i32", lambda x, y: low24(x) * low24(y)),
        "umul24": (two, "i32", lambda x, y: (x % 2**24) * (y % 2**24)),
        "sad": (three, "i32", lambda x, y, z: abs(signed(x, 32) - signed(y, 32)) + z),
        "usad": (three, "i32", lambda x, y, z: abs(x - y) + z),
        "hadd": (two, "i32", lambda x, y: signed(x, 32) + signed(y, 32) >> 1),
        "uhadd": (two, "i32", lambda x, y: x + y >> 1),
        "rhadd": (two, "i32", lambda x, y: signed(x, 32) + signed(y, 32) + 1 >> 1),
        "urhadd": (two, "i32", lambda x, y: x + y + 1 >> 1),
        "byte_perm": (three, "i32", selected_bytes),
    }
    return table


def conversion_functions():
    table = {}
    for source, kind in (("float", "f32"), ("double", "f64")):
        for way in DIRECTIONS:
            for target, bits, is_signed in (("int", 32, True), ("uint", 32, False),
                                            ("ll", 64, True), ("ull", 64, False)):
                table[f"{source}2{target}_{way}"] = (
                    [kind], f"i{bits}",
                    lambda x, a=(bits, is_signed, way, kind): integer(x, *a))
        suffix = "f" if kind == "f32" else ""
        table["llrint" + suffix] = (
            [kind], "i64", lambda x, kind=kind: integer(x, 64, True, "rn", kind))
        table["llround" + suffix] = (
            [kind], "i64", lambda x, kind=kind: integer(x, 64, True, "away", kind))
    for way in DIRECTIONS:
        table[f"double2float_{way}"] = (
            ["f64"], "f32", lambda x, way=way: product(x, 1.0, "f32", way))
        for source, bits, is_signed in (("int", 32, True), ("uint", 32, False),
                                        ("ll", 64, True), ("ull", 64, False)):
            for target, kind in (("float", "f32"), ("double", "f64")):
                if bits == 32 and kind == "f64" and way != "rn":
                    continue
                table[f"{source}2{target}_{way}"] = (
                    [f"i{bits}"], kind,
                    lambda x, a=(bits, is_signed, kind, way):
                        rounded(Fraction(signed(x, a[0]) if a[1] else x), a[2], a[3]))
    for name, source, result in (("float_as_int", "f32", "i32"), ("float_as_uint", "f32", "i32"),
                                 ("double_as_longlong", "f64", "i64")):
        table[name] = ([source], result, lambda x, kind=source: bits_of(x, kind))
    for name, source, result in (("int_as_float", "i32", "f32"), ("uint_as_float", "i32", "f32"),
                                 ("longlong_as_double", "i64", "f64")):
        table[name] = ([source], result, lambda x, kind=result: from_bits(x, kind))
    table |= {
        "double2hiint": (["f64"], "i32", lambda x: bits_of(x, "f64") >> 32),
        "double2loint": (["f64"], "i32", lambda x: bits_of(x, "f64")),
        "hiloint2double": (["i32", "i32"], "f64", lambda x, y: from_bits(x << 32 | y, "f64")),
    }
    return table


def rounded_functions():
    table = {}
    for letter, kind in (("f", "f32"), ("d", "f64")):
        fma = "fmaf" if kind == "f32" else "fma"
        for way in DIRECTIONS:
            a = (kind, way)
            table |= {
                f"{letter}add_{way}": ([kind] * 2, kind, lambda x, y, a=a: summed(x, y, *a)),
                f"{letter}sub_{way}": ([kind] * 2, kind, lambda x, y, a=a: summed(x, -y, *a)),
                f"{letter}mul_{way}": ([kind] * 2, kind, lambda x, y, a=a: product(x, y, *a)),
                f"{letter}div_{way}": ([kind] * 2, kind, lambda x, y, a=a: quotient(x, y, *a)),
                f"{letter}rcp_{way}": ([kind], kind, lambda x, a=a: quotient(1.0, x, *a)),
                f"{letter}sqrt_{way}": ([kind], kind, lambda x, a=a: root(x, *a)),
                f"{fma}_{way}": ([kind] * 3, kind, lambda x, y, z, a=a: fused(x, y, z, *a)),
            }
    return table


def float_part_functions():
    table = {}
    for suffix, kind in (("f", "f32"), ("", "f64")):
        special = lambda x: math.isnan(x) or math.isinf(x) or x == 0
        table |= {
            "nextafter" + suffix: ([kind] * 2, kind, lambda x, y, k=kind: neighbour(x, y, k)),
            "fdim" + suffix: ([kind] * 2, kind,
                              lambda x, y, k=kind: 0.0 if y >= x else summed(x, -y, k, "rn")),
            "fmod" + suffix: ([kind] * 2, kind, lambda x, y: remainder(math.fmod, x, y)),
            "remainder" + suffix: ([kind] * 2, kind,
                                   lambda x, y: remainder(math.remainder, x, y)),
            "ldexp" + suffix: ([kind, "power"], kind,
                               lambda x, n, k=kind: scaled(x, signed(n, 32), k)),
            "scalbn" + suffix: ([kind, "power"], kind,
                                lambda x, n, k=kind: scaled(x, signed(n, 32), k)),
            "logb" + suffix: ([kind], kind,
                              lambda x: (-math.inf if x == 0 else abs(x)) if special(x)
                              else float(exponent(x))),
            "ilogb" + suffix: ([kind], "i32",
                               lambda x: (2**31 - 1 if math.isinf(x) else 2**31) if special(x)
                               else exponent(x)),
        }
        end = "f" if kind == "f32" else "d"
        table |= {
            "signbit" + end: ([kind], "i32", lambda x: int(math.copysign(1, x) < 0)),
            "isinf" + end: ([kind], "i32", lambda x: int(math.isinf(x))),
            "isnan" + end: ([kind], "i32", lambda x: int(math.isnan(x))),
            ("finitef" if kind == "f32" else "isfinited"):
                ([kind], "i32", lambda x: int(math.isfinite(x))),
        }
    table["saturatef"] = (["f32"], "f32", lambda x: min(x, 1.0) if x > 0 else 0.0)
    table["frsqrt_rn"] = (["f32"], "f32", reciprocal_root)
    return table


def reciprocal_root(x):
    if x == 0:
        return math.copysign(math.inf, x)
    if math.isnan(x) or x < 0:
        return math.nan
    return 0.0 if math.isinf(x) else root(1 / Fraction(x), "f32", "rn")


def inputs(random):
    """Three arrays of each kind: all sizes of integers; floats of all sizes, of like sizes,
    halves, and special ones."""
    arrays = {}
    for bits in (32, 64):
        for index in range(3):
            values = random.integers(0, 2**bits, COUNT, dtype=f"u{bits // 8}")
            values >>= random.integers(0, bits, COUNT, dtype=values.dtype)
            values[::3] = -values[::3]
            values[index:index + 4] = [0, 1, 2**bits - 1, 2 ** (bits - 1)]
            arrays[f"i{bits}_{index}"] = values.view(f"i{bits // 8}")
        kind = f"f{bits}"
        dtype = np.dtype(f"f{bits // 8}")
        for index in range(3):
            patterns = random.integers(0, 2**bits, COUNT, dtype=f"u{bits // 8}")
            values = patterns.view(dtype).copy()
            values[16:64] = random.standard_normal(48) * np.exp2(random.uniform(-4, 40, 48))
            values[64:80] = random.integers(-9, 9, 16) / 2
            values[80:96] = random.standard_normal(16) * np.finfo(dtype).tiny
            corners = np.array([0, -0.0, np.nan, np.inf, -np.inf, 1, -1, np.finfo(dtype).max,
                                -np.finfo(dtype).max, np.finfo(dtype).smallest_subnormal])
            values[96:] = random.choice(corners, 32)
            arrays[f"{kind}_{index}"] = values
    arrays["power_1"] = random.integers(-2200, 2200, COUNT).astype(np.int32)
    arrays["power_1"][::2] %= 160
    return arrays


def numbers(array):
    return [int(each) for each in array.view(f"u{array.itemsize}")] \
        if array.dtype.kind == "i" else [float(each) for each in array]


def as_array(values, kind):
    if kind[0] == "f":
        with np.errstate(over="ignore"):
            return np.array(values, f"f{int(kind[1:]) // 8}")
    bits = int(kind[1:])
    return np.array([value % 2**bits for value in values],
                    f"u{bits // 8}").view(f"i{bits // 8}")


def kernel(table, used):
    """The text of a kernel that calls each function of the table."""
    def type_of(name):
        kind = name.split("_")[0]
        return "i32" if kind == "power" else kind

    vector = lambda kind: f"tensor<{COUNT}x{kind}>"
    results = {f"r_{name}": kind for name, (_, kind, _) in table.items()}
    kinds = {name: type_of(name) for name in used} | results
    parameters = ", ".join(f"%{name}: !tt.ptr<{kind}>" for name, kind in kinds.items())
    lines = [f"tt.func public @library({parameters}) {{",
             f"  %i = tt.make_range {{end = {COUNT} : i32, start = 0 : i32}} : {vector('i32')}"]
    for name, kind in kinds.items():
        pointer = f"!tt.ptr<{kind}>"
        lines += [f"  %{name}_s = tt.splat %{name} : {pointer} -> {vector(pointer)}",
                  f"  %{name}_p = tt.addptr %{name}_s, %i : {vector(pointer)}, {vector('i32')}"]
        if name in used:
            lines.append(f"  %{name}_v = tt.load %{name}_p : {vector(pointer)}")
    for name, (arguments, kind, _) in table.items():
        operands = [f"{each}_{index}" for index, each in enumerate(arguments)]
        types = ", ".join(vector(type_of(each)) for each in operands)
        lines += [f"  %y_{name} = tt.extern_elementwise "
                  + ", ".join(f"%{each}_v" for each in operands)
                  + f' {{libname = "", libpath = "", pure = true, symbol = "__nv_{name}"}}'
                  + f" : ({types}) -> {vector(kind)}",
                  f"  tt.store %r_{name}_p, %y_{name} : {vector(f'!tt.ptr<{kind}>')}"]
    return "\n".join(lines + ["  tt.return", "}", ""])


def check(folder, family, table, arrays):
    used = sorted({f"{kind}_{index}" for arguments, _, _ in table.values()
                   for index, kind in enumerate(arguments)})
    text = folder / f"{family}.ttir"
    text.write_text(kernel(table, used), encoding="ascii")
    command = ["heddle", "sim", text, "--target", "sm_90"]
    for name in used:
        np.save(folder / f"{name}.npy", arrays[name])
        command += ["--arg", f"{name}=@{folder}/{name}.npy"]
    for name, (arguments, kind, function) in table.items():
        operands = [numbers(arrays[f"{each}_{index}"]) for index, each in enumerate(arguments)]
        expected = as_array([function(*each) for each in zip(*operands)], kind)
        np.save(folder / f"r_{name}.npy", expected)
        command += ["--arg", f"r_{name}={kind}[{COUNT}]:poison",
                    "--check", f"r_{name}={folder}/r_{name}.npy"]
    print(f"{family}: {len(table)} functions", flush=True)
    subprocess.run(command, check=True)


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
arrays = inputs(np.random.default_rng(1))
for family, table in (("integers", integer_functions()),
                      ("conversions", conversion_functions()),
                      ("rounded", rounded_functions()),
                      ("parts", float_part_functions())):
    check(folder, family, table, arrays)
