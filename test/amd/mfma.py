"""Products of matrices of gfx942 (CDNA3 ISA, "Matrix Arithmetic Instructions", and the layouts of
AMD's matrix instruction calculator), and of gfx950 those with scales (CDNA4 ISA, and the layouts
that Triton 3.6 has for them), for the interpreter in gcn.py."""

import re

import numpy as np

LANES = 64
SCALED = re.compile(r"^mfma_scale_f32_(\d+)x(\d+)x(\d+)_f8f6f4$")
NAME = re.compile(r"^mfma_(f32|f64|i32)_(\d+)x(\d+)x(\d+)_(?:(\d+)b_)?(\w+)$")


def halves(words, kind):
    bits = np.stack([words & 0xFFFF, words >> 16], axis=-1).astype(np.uint16)
    if kind == "f16":
        return bits.view(np.float16).astype(np.float64)
    return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def byte_float(byte, exponent_bits):
    """FNUZ: no negative zero, whose place NaN has; the bias is 2^(bits - 1)."""
    mantissa_bits = 7 - exponent_bits
    if byte == 0x80:
        return np.nan
    sign = -1.0 if byte & 0x80 else 1.0
    exponent, mantissa = (byte & 0x7F) >> mantissa_bits, byte & (1 << mantissa_bits) - 1
    bias = 1 << exponent_bits - 1
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa * 2.0 ** -mantissa_bits) * 2.0 ** (exponent - bias)


def ocp_float(code, exponent_bits, mantissa_bits):
    """As the Open Compute Project has them: e4m3 without infinity, e5m2, e2m1."""
    sign = -1.0 if code >> exponent_bits + mantissa_bits & 1 else 1.0
    exponent = code >> mantissa_bits & (1 << exponent_bits) - 1
    mantissa = code & (1 << mantissa_bits) - 1
    bias = (1 << exponent_bits - 1) - 1
    if exponent_bits == 5 and exponent == 31:
        return np.nan if mantissa else sign * np.inf
    if exponent_bits == 4 and code & 0x7F == 0x7F:
        return np.nan
    if exponent == 0:
        return sign * mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return sign * (1 + mantissa * 2.0 ** -mantissa_bits) * 2.0 ** (exponent - bias)


# By cbsz (of A) and blgp (of B).
FORMATS = {0: np.array([ocp_float(code, 4, 3) for code in range(256)]),
           1: np.array([ocp_float(code, 5, 2) for code in range(256)]),
           4: np.array([ocp_float(code, 2, 1) for code in range(16)])}
BYTES = {"gfx942": {"fp8": np.array([byte_float(byte, 4) for byte in range(256)]),
                    "bf8": np.array([byte_float(byte, 5) for byte in range(256)])},
         "gfx950": {"fp8": FORMATS[0], "bf8": FORMATS[1]}}


def elements(words, kind, target):
    """Lanes x elements of an operand's registers (words x lanes), in float64."""
    words = words.T
    if kind == "f64":
        return np.ascontiguousarray(words).view(np.float64)
    if kind == "f32":
        return np.ascontiguousarray(words).view(np.float32).astype(np.float64)
    if kind == "xf32":
        return np.ascontiguousarray(words & np.uint32(0xFFFFE000)).view(np.float32).astype(
            np.float64)
    if kind in ("f16", "bf16"):
        return halves(words, kind).reshape(LANES, -1)
    codes = np.ascontiguousarray(words).view(np.uint8)
    if kind == "i8":
        return codes.view(np.int8).astype(np.float64)
    return BYTES[target][kind][codes]


def scaled_factor(words, form, scales, byte, rows, depth):
    """Rows (of B columns) x K of a factor of which each lane has 32 elements, with the scales of
    blocks of 32: a byte of the lane's word."""
    codes = np.ascontiguousarray(words.T).view(np.uint8)
    lane, item = np.meshgrid(np.arange(LANES), np.arange(32), indexing="ij")
    group, groups = lane // rows, LANES // rows
    if form == 4:
        codes = np.stack([codes & 15, codes >> 4], axis=-1).reshape(LANES, -1)
        k = 32 * group + item
    else:
        # Two pieces of 16, of the lower and the upper half of K.
        k = 16 * group + item % 16 + item // 16 * 16 * groups
    if codes.shape[1] != 32:
        raise ValueError(f"a factor of format {form} has {codes.shape[1]} elements a lane")
    matrix, powers = np.zeros((rows, depth)), np.zeros((rows, depth // 32))
    matrix[lane % rows, k] = FORMATS[form][codes]
    code = (scales >> np.uint32(8 * byte)) & np.uint32(0xFF)
    powers[np.arange(LANES) % rows, np.arange(LANES) // rows] = np.where(
        code == 255, np.nan, 2.0 ** (code.astype(np.float64) - 127))
    return matrix * np.repeat(powers, 32, axis=1)


def multiply_scaled(name, a, b, c, scales, modifiers):
    """As `multiply`; `scales` are the words of A's and of B's."""
    found = SCALED.match(name)
    if not found:
        return None
    m, n, k = (int(found[index]) for index in (1, 2, 3))
    low, high = ([int(bit) for bit in modifiers.get(key, "[0,0,0]")[1:-1].split(",")]
                 for key in ("op_sel", "op_sel_hi"))
    with np.errstate(all="ignore"):
        rows, columns = (
            scaled_factor(words, int(modifiers.get(key, 0)), scales[at], low[at] + 2 * high[at],
                          side, k)
            for at, (words, key, side) in enumerate(((a, "cbsz", m), (b, "blgp", n))))
        products = rows @ columns.T
        row, column = np.meshgrid(np.arange(m), np.arange(n), indexing="ij")
        strip, strips = row // 4, LANES // n
        place = (column + n * (strip % strips), row % 4 + 4 * (strip // strips))
        sums = np.ascontiguousarray(c.T).view(np.float32).copy()
        sums[place] = (sums[place] + products).astype(np.float32)
    return np.ascontiguousarray(sums.view(np.uint32).T)


def multiply(name, a, b, c, modifiers, target):
    """D's registers (words x lanes) of those of A, B, C; None if the name is none of these."""
    found = NAME.match(name)
    if not found or int(modifiers.get("blgp", 0)):
        return None
    sum_kind, kinds = found[1], found[6].split("_")
    m, n, k = (int(found[index]) for index in (2, 3, 4))
    blocks = int(found[5] or 1)
    left, right = elements(a, kinds[0], target), elements(b, kinds[-1], target)
    held = k * m * blocks // LANES
    if left.shape[1] != held or right.shape[1] != held:
        raise ValueError(f"{name} has {left.shape[1]} and {right.shape[1]} elements a lane")
    # A factor's element in each lane and register: of which block, row or column, and step of K.
    lane, item = np.meshgrid(np.arange(LANES), np.arange(held), indexing="ij")
    rows, columns = np.zeros((blocks, m, k)), np.zeros((blocks, k, n))
    rows[lane // m % blocks, lane % m, lane // (m * blocks) * held + item] = left
    columns[lane // n % blocks, lane // (n * blocks) * held + item, lane % n] = right
    # Blocks of a group take the rows of one of them.
    group, which = 1 << int(modifiers.get("cbsz", 0)), int(modifiers.get("abid", 0))
    rows = rows[np.arange(blocks) // group * group + which] if group > 1 else rows
    # Of 32-bit sums a lane has four rows side by side, of f64 one.
    side = 1 if sum_kind == "f64" else 4
    block, row, column = np.meshgrid(np.arange(blocks), np.arange(m), np.arange(n), indexing="ij")
    strip, strips = row // side, LANES // (n * blocks)
    place = (column + n * (block + blocks * (strip % strips)), row % side + side * (strip // strips))
    store = {"f64": np.float64, "f32": np.float32, "i32": np.int32}[sum_kind]
    sums = np.ascontiguousarray(c.T).view(store).copy()
    with np.errstate(all="ignore"):
        products = rows @ columns
        if sum_kind == "i32":
            sums[place] = (sums[place].astype(np.int64) + products.astype(np.int64)).astype(
                np.uint32).view(np.int32)
        else:
            sums[place] = (sums[place] + products).astype(store)
    return np.ascontiguousarray(sums.view(np.uint32).T)
