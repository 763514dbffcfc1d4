"""Inline assembly on the simulator, against what the PTX ISA says of it, in NumPy.

usage: assembly.py FOLDER

Each case is executed for random words, and for those at the ends of ranges. Prints the
cases that are wrong, and how many were tried.
"""

import pathlib
import subprocess
import sys

import numpy as np

COUNT = 1024
U32, S32, F32 = np.uint32, np.int32, np.float32


def kernel(text):
    shape = f"tensor<{COUNT}xi32, #l>"
    pointers = f"tensor<{COUNT}x!tt.ptr<i32>, #l>"
    loads = "".join(f"""    %p{n} = tt.splat %{n} : !tt.ptr<i32> -> {pointers}
    %q{n} = tt.addptr %p{n}, %r : {pointers}, {shape}
""" + (f"    %v{n} = tt.load %q{n} : {pointers}\n" if n != "out" else "")
                    for n in ("a", "b", "c", "out"))
    return f"""#l = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32,
    ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @f(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>, %c: !tt.ptr<i32>, %out: !tt.ptr<i32>) {{
    %r = tt.make_range {{start = 0 : i32, end = {COUNT} : i32}} : {shape}
{loads}    %y = tt.elementwise_inline_asm "{text}" {{constraints = "=r,r,r,r", packed_element = 1 : i32, pure = true}} %va, %vb, %vc : {shape}, {shape}, {shape} -> {shape}
    tt.store %qout, %y : {pointers}
    tt.return
  }}
}}
"""


def signed(x):
    return x.astype(U32).view(S32).astype(np.int64)


def floats(x):
    return x.view(F32)


def bfe(x, position, length, is_signed):
    """As the ISA's pseudo-code, for one word."""
    position, length = position & 255, length & 255
    last = min(position + length - 1, 31)
    sign = x >> last & 1 if is_signed and length else 0
    return sum((x >> position + i & 1 if i < length and position + i <= 31 else sign) << i
               for i in range(32))


def bfi(x, into, position, length):
    position, length = position & 255, length & 255
    for i in range(length):
        if position + i <= 31:
            into = into & ~(1 << position + i) | (x >> i & 1) << position + i
    return into


def prmt(a, b, selector):
    both, made = a | b << 32, 0
    for i in range(4):
        digit = selector >> 4 * i & 15
        byte = both >> 8 * (digit & 7) & 255
        if digit & 8:
            byte = 255 if byte & 128 else 0
        made |= byte << 8 * i
    return made


def each(function):
    return lambda *words: np.array([function(*map(int, row)) & 0xFFFFFFFF
                                    for row in zip(*words)], dtype=U32)


def halves(function):
    def apply(*words):
        parts = [np.ascontiguousarray(word).view(np.float16) for word in words]
        return function(*parts).astype(np.float16).view(U32)
    return apply


def pair(x):
    """The low and the high half of each word, as words."""
    return x & U32(0xFFFF), x >> U32(16)


def bf16(x):
    """To the nearest, ties to even, as the low half of a word; x is of f64, exact or rounded to odd.
    Rounding to f32 first would round twice."""
    x = np.asarray(x, np.float64)
    _, exponent = np.frexp(x)
    unit = np.ldexp(1.0, np.maximum(exponent - 1, -126) - 7)
    rounded = np.where(np.isfinite(x), np.rint(x / unit) * unit, x)
    made = rounded.astype(F32).view(U32) >> U32(16)
    return np.where(np.isnan(x), U32(0x7FFF), made)


def of_bf16(half):
    return (half << U32(16)).astype(U32).view(F32).astype(np.float64)


def bf16_pairs(function):
    def apply(*words):
        low, high = (bf16(function(*map(of_bf16, parts)))
                     for parts in zip(*(pair(word) for word in words)))
        return low | high << U32(16)
    return apply


def e4m3(x):
    """Of f32: to the nearest of all bytes, ties to the even one, the largest beyond it."""
    x = floats(x).astype(np.float64)
    values = of_e4m3(np.arange(127, dtype=U32))
    size = np.minimum(np.where(np.isnan(x), 0, np.abs(x)), values[-1])
    above = np.searchsorted(values, size).clip(1)
    low, high = size - values[above - 1], values[above] - size
    byte = np.where((low < high) | ((low == high) & (above % 2 == 1)), above - 1, above)
    return np.where(np.isnan(x), 0x7F, byte | np.where(np.signbit(x), 0x80, 0)).astype(U32)


def of_e4m3(byte):
    exponent, mantissa = byte >> U32(3) & U32(15), (byte & U32(7)).astype(np.float64)
    size = np.where(exponent == 0, np.ldexp(mantissa, -9),
                    np.ldexp(mantissa + 8, exponent.astype(np.int32) - 10))
    size = np.where(byte & U32(127) == 127, np.nan, size)
    return np.where(byte & U32(128) != 0, -size, size)


def ftz(x):
    """Subnormal numbers of f32 as zeros with their sign."""
    x = np.asarray(x, F32)
    return np.where(np.abs(x) < F32(2.0**-126), np.copysign(F32(0), x), x)


def flushing(function):
    return lambda *words: ftz(function(*(ftz(floats(word)) for word in words))).view(U32)


def wide(code, function, is_signed=False):
    """A case of 64 bits: z from x = {a, b} and y = {b, c}; both words of it make the result."""
    text = ("{ .reg .b64 x, y, z; .reg .b32 l, h; mov.b64 x, {$1, $2}; mov.b64 y, {$2, $3}; "
            f"{code} mov.b64 {{l, h}}, z; mul.lo.u32 h, h, 5; xor.b32 $0, l, h; }}")

    def apply(x, y):
        if is_signed:
            x, y = ((n ^ 1 << 63) - (1 << 63) for n in (x, y))
        made = function(x, y)
        return made ^ (made >> 32 & 0xFFFFFFFF) * 5
    return text, each(lambda a, b, c: apply(a | b << 32, b | c << 32))


def to_s32(x):
    x = floats(x).astype(np.float64)
    return np.where(np.isnan(x), 0, np.clip(np.trunc(np.nan_to_num(x, posinf=2.0**40, neginf=-2.0**40)),
                                            -2.0**31, 2.0**31 - 1)).astype(np.int64).astype(U32)


CASES = {
    "add.s32 $0, $1, $2;": lambda a, b, c: a + b,
    "sub.u32 $0, $1, -7;": lambda a, b, c: a + U32(7),
    "mul.lo.s32 $0, $1, 0x12345;": lambda a, b, c: a * U32(0x12345),
    "mul.hi.s32 $0, $1, $2;": lambda a, b, c: (signed(a) * signed(b) >> 32).astype(U32),
    "mul.hi.u32 $0, $1, $2;": lambda a, b, c: (a.astype(np.uint64) * b >> np.uint64(32)).astype(U32),
    "mad.lo.s32 $0, $1, $2, $3;": lambda a, b, c: a * b + c,
    "{ .reg .b64 w; .reg .b32 l; mul.wide.u32 w, $1, $2; mov.b64 {l, $0}, w; }":
        lambda a, b, c: (a.astype(np.uint64) * b >> np.uint64(32)).astype(U32),
    "min.s32 $0, $1, $2;": lambda a, b, c: np.minimum(signed(a), signed(b)).astype(U32),
    "max.u32 $0, $1, $2;": lambda a, b, c: np.maximum(a, b),
    "abs.s32 $0, $1;": lambda a, b, c: np.abs(signed(a)).astype(U32),
    "neg.s32 $0, $1;": lambda a, b, c: U32(0) - a,
    "not.b32 $0, $1;": lambda a, b, c: ~a,
    "and.b32 $0, $1, $2; or.b32 $0, $0, $3; // both\\0A": lambda a, b, c: a & b | c,
    "xor.b32 $0, $1, /* last */ $3;": lambda a, b, c: a ^ c,
    "shl.b32 $0, $1, $3;": each(lambda a, b, c: a << c if c < 32 else 0),
    "shr.u32 $0, $1, $3;": each(lambda a, b, c: a >> c if c < 32 else 0),
    "shr.s32 $0, $1, $3;": each(lambda a, b, c: (a ^ 1 << 31) - (1 << 31) >> min(c, 31)),
    "lop3.b32 $0, $1, $2, $3, 0xE8;": lambda a, b, c: a & b | a & c | b & c,
    "prmt.b32 $0, $1, $2, $3;": each(prmt),
    "prmt.b32 $0, $1, $2, 0x5410;": lambda a, b, c: a & U32(0xFFFF) | b << U32(16),
    "bfe.u32 $0, $1, $2, $3;": each(lambda a, b, c: bfe(a, b, c, False)),
    "bfe.s32 $0, $1, $2, $3;": each(lambda a, b, c: bfe(a, b, c, True)),
    "bfe.s32 $0, $1, 5, $3;": each(lambda a, b, c: bfe(a, 5, c, True)),
    "bfi.b32 $0, $1, $2, $3, 9;": each(lambda a, b, c: bfi(a, b, c, 9)),
    "bfind.u32 $0, $1;": each(lambda a, b, c: a.bit_length() - 1),
    "bfind.shiftamt.u32 $0, $1;": each(lambda a, b, c: 32 - a.bit_length() if a else -1),
    "brev.b32 $0, $1;": each(lambda a, b, c: int(f"{a:032b}"[::-1], 2)),
    "popc.b32 $0, $1;": each(lambda a, b, c: bin(a).count("1")),
    "clz.b32 $0, $1;": each(lambda a, b, c: 32 - a.bit_length()),
    "{ .reg .pred p, q; setp.lt.s32 p, $1, $2; @p mov.b32 $0, $1; @!p mov.b32 $0, $3; }":
        lambda a, b, c: np.where(signed(a) < signed(b), a, c),
    "{ .reg .pred p; setp.hi.u32 p, $1, $2; selp.b32 $0, $1, $3, p; }":
        lambda a, b, c: np.where(a > b, a, c),
    "{ .reg .f32 %f<2>; cvt.rn.f32.s32 %f0, $1; mul.f32 %f1, %f0, 0f3F000000; mov.b32 $0, %f1; }":
        lambda a, b, c: (signed(a).astype(F32) * F32(0.5)).view(U32),
    "fma.rn.f32 $0, $1, 0f40000000, 0f3F800000;":
        lambda a, b, c: (floats(a).astype(np.float64) * 2 + 1).astype(F32).view(U32),
    "cvt.rzi.s32.f32 $0, $1;": lambda a, b, c: to_s32(a),
    "{ .reg .pred p, q; setp.lt.f16x2 p|q, $1, $2; selp.b32 $0, 1, 0, p; @q or.b32 $0, $0, 2; }":
        lambda a, b, c: (lambda x, y: (x < y).reshape(-1, 2) @ np.array([1, 2], U32))(
            a.view(np.float16), b.view(np.float16)),
    "{ .reg .pred p, q; setp.geu.and.f16x2 p|q, $1, $2, 1; selp.b32 $0, 1, 0, p; @q or.b32 $0, $0, 2; }":
        lambda a, b, c: (lambda x, y: (~(x < y)).reshape(-1, 2) @ np.array([1, 2], U32))(
            a.view(np.float16), b.view(np.float16)),
    "{ .reg .b64 s, t; mov.u64 s, %globaltimer; mov.u64 t, %globaltimer; sub.u64 s, t, s; "
    "cvt.u32.u64 $0, s; }": lambda a, b, c: np.full_like(a, 1000),
    "add.f16x2 $0, $1, $2;": halves(lambda a, b, c: a.astype(F32) + b.astype(F32)),
    "fma.rn.f16x2 $0, $1, $1, $1;": halves(lambda a, b, c: a.astype(np.float64) * a + a),
    "cvt.rn.f16x2.f32 $0, $1, $2;": lambda a, b, c: (
        floats(b).astype(np.float16).view(np.uint16).astype(U32) |
        floats(a).astype(np.float16).view(np.uint16).astype(U32) << U32(16)),
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; mov.b32 $0, {h, l}; }":
        lambda a, b, c: a << U32(16) | a >> U32(16),
    "cvt.u32.u8 $0, $1;": lambda a, b, c: a & U32(255),
    "cvt.s32.s8 $0, $1;": lambda a, b, c: a.astype(np.int8).astype(S32).view(U32),
    # Sums and products of two bf16 are exact in f64, or so nearly that it makes no difference.
    "add.bf16x2 $0, $1, $2;": bf16_pairs(lambda a, b, c: a + b),
    "mul.rn.bf16x2 $0, $1, $3;": bf16_pairs(lambda a, b, c: a * c),
    "max.bf16x2 $0, $1, $2;": bf16_pairs(lambda a, b, c: np.fmax(a, b)),
    "min.NaN.bf16x2 $0, $1, $2;": bf16_pairs(lambda a, b, c: np.minimum(a, b)),
    "neg.bf16x2 $0, $1;": bf16_pairs(lambda a, b, c: -a),
    "cvt.rn.bf16x2.f32 $0, $1, $2;":
        lambda a, b, c: bf16(floats(b)) | bf16(floats(a)) << U32(16),
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; cvt.f32.bf16 $0, h; }":
        lambda a, b, c: of_bf16(pair(a)[1]).astype(F32).view(U32),
    "{ .reg .b16 p; cvt.rn.satfinite.e4m3x2.f32 p, $1, $2; cvt.u32.u16 $0, p; }":
        lambda a, b, c: e4m3(b) | e4m3(a) << U32(8),
    # Sizes from 2^-15 to 2 with half a unit more or without it.
    "{ .reg .b16 p; .reg .b32 x; and.b32 x, $1, 0x87F80000; or.b32 x, x, 0x38000000; "
    "cvt.rn.satfinite.e4m3x2.f32 p, x, 0f3F800000; cvt.u32.u16 $0, p; }":
        lambda a, b, c: U32(0x38) | e4m3(a & U32(0x87F80000) | U32(0x38000000)) << U32(8),
    "{ .reg .b16 p, q; mov.b32 {p, q}, $1; cvt.rn.f16x2.e4m3x2 $0, p; }":
        lambda a, b, c: (of_e4m3(a & U32(255)).astype(np.float16).view(np.uint16).astype(U32) |
                         of_e4m3(a >> U32(8) & U32(255)).astype(np.float16).view(np.uint16)
                         .astype(U32) << U32(16)),
    "add.ftz.f32 $0, $1, $2;": flushing(lambda a, b, c: a + b),
    "mul.ftz.f32 $0, $1, $3;": flushing(lambda a, b, c: a * c),
    "abs.ftz.f32 $0, $1;": flushing(lambda a, b, c: np.abs(a)),
    "{ .reg .pred p; setp.lt.ftz.f32 p, $1, $2; selp.b32 $0, $1, $3, p; }":
        lambda a, b, c: np.where(ftz(floats(a)) < ftz(floats(b)), a, c),
    "{ .reg .pred p; setp.gt.f32 p, $1, -20.; selp.b32 $0, $1, $3, p; }":
        lambda a, b, c: np.where(floats(a) > -20, a, c),
    "{ .reg .pred p; setp.lt.f32 p, $1, 1.5; selp.b32 $0, $1, $3, p; }":
        lambda a, b, c: np.where(floats(a) < 1.5, a, c),
    "cvt.ftz.f32.f32 $0, $2;": flushing(lambda a, b, c: b),
    **dict((
        wide("add.s64 z, x, y;", lambda x, y: x + y),
        wide("sub.u64 z, y, x;", lambda x, y: y - x),
        wide("mul.lo.u64 z, x, y;", lambda x, y: x * y),
        wide("mul.hi.u64 z, x, y;", lambda x, y: x * y >> 64),
        wide("mul.hi.s64 z, x, y;", lambda x, y: x * y >> 64, is_signed=True),
        wide("mad.lo.s64 z, x, y, x;", lambda x, y: x * y + x),
        wide("min.s64 z, x, y;", min, is_signed=True),
        wide("max.u64 z, x, y;", max),
        wide("abs.s64 z, x;", lambda x, y: abs(x), is_signed=True),
        wide("xor.b64 z, x, y; not.b64 z, z;", lambda x, y: ~(x ^ y)),
        wide("shl.b64 z, x, $3;", lambda x, y: x << (y >> 32) if y >> 32 < 64 else 0),
        wide("shr.u64 z, x, $3;", lambda x, y: x >> (y >> 32) if y >> 32 < 64 else 0),
        wide("shr.s64 z, x, 40;", lambda x, y: x >> 40, is_signed=True),
        wide("{ .reg .pred p; setp.lt.s64 p, x, y; selp.b64 z, x, y, p; }", min, is_signed=True),
        wide("{ .reg .b32 n; popc.b64 n, x; cvt.u64.u32 z, n; }", lambda x, y: bin(x).count("1")),
        wide("{ .reg .b32 n; clz.b64 n, y; cvt.u64.u32 z, n; }", lambda x, y: 64 - y.bit_length()),
        wide("brev.b64 z, x;", lambda x, y: int(f"{x:064b}"[::-1], 2)),
        wide("cvt.s64.s32 z, $1;", lambda x, y: (x & 0xFFFFFFFF ^ 1 << 31) - (1 << 31)),
    )),
}


def is_same(text, got, want):
    if ".f16x2" in text:
        got, want = got.view(np.float16), want.view(np.float16)
    elif "bf16x2" in text:
        got, want = (of_bf16(np.concatenate(pair(words))) for words in (got, want))
    elif ".f32" in text and not any(each in text for each in ("s32.f32", "e4m3x2", "setp")):
        got, want = got.view(F32), want.view(F32)
    return np.array_equal(got, want, equal_nan=got.dtype.kind == "f")


def main():
    np.seterr(all="ignore")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    engine = np.random.default_rng(3)
    words = [engine.integers(0, 1 << 32, COUNT).astype(U32) for _ in range(3)]
    words[0][:8] = [0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7F800000, 0xFF800000, 0x7FC00000]
    words[1][8:512] &= U32(63)
    words[2][:768] &= U32(63)
    for name, array in zip("abc", words):
        np.save(folder / f"{name}.npy", array.view(S32))
    for text, function in CASES.items():
        path = folder / "f.ttgir"
        path.write_text(kernel(text))
        arguments = [argument for name in "abc"
                     for argument in ("--arg", f"{name}=@{folder / name}.npy")]
        done = subprocess.run(
            ["heddle", "sim", path, "--target", "sm_90", "--grid", "1", *arguments, "--arg",
             f"out=i32[{COUNT}]:poison", "--out", f"out={folder / 'out.npy'}"],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(text, done.stderr)
            continue
        got = np.load(folder / "out.npy").view(U32)
        want = function(*words)
        if not is_same(text, got, want):
            at = int(np.flatnonzero(got != want)[0])
            print(text, [hex(word[at]) for word in words], "got", hex(got[at]), "expects",
                  hex(int(want[at])))
    print(f"{len(CASES)} cases")


if __name__ == "__main__":
    main()
