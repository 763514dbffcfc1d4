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
    "add.f16x2 $0, $1, $2;": halves(lambda a, b, c: a.astype(F32) + b.astype(F32)),
    "fma.rn.f16x2 $0, $1, $1, $1;": halves(lambda a, b, c: a.astype(np.float64) * a + a),
    "cvt.rn.f16x2.f32 $0, $1, $2;": lambda a, b, c: (
        floats(b).astype(np.float16).view(np.uint16).astype(U32) |
        floats(a).astype(np.float16).view(np.uint16).astype(U32) << U32(16)),
    "{ .reg .b16 l, h; mov.b32 {l, h}, $1; mov.b32 $0, {h, l}; }":
        lambda a, b, c: a << U32(16) | a >> U32(16),
    "cvt.u32.u8 $0, $1;": lambda a, b, c: a & U32(255),
    "cvt.s32.s8 $0, $1;": lambda a, b, c: a.astype(np.int8).astype(S32).view(U32),
}


def is_same(text, got, want):
    if "f16x2" in text:
        got, want = got.view(np.float16), want.view(np.float16)
    elif ".f32" in text and "s32.f32" not in text:
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
