"""Small float formats as bit patterns: bf16, fp8 e4m3fn, fp8 e5m2 and fp4 e2m1.

NumPy has none of them, so their arrays hold bit patterns, as uint16 or uint8. A format
has a sign bit, exponent bits and mantissa bits. With the exponent field E, the mantissa
field m, the bias b and p mantissa bits, its numbers are

    (1 + m / 2^p) * 2^(E - b)   where E > 0      m / 2^p * 2^(1 - b)   where E = 0.

Example: 0x3C of fp8e4nv is E = 7, m = 4, so 1.5 * 2^(7 - 7) = 1.5.
"""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Format:
    """Patterns without the sign bit: those up to `largest` are finite; `infinity`, if
    there is one, follows them; `nan` is the pattern of a quiet NaN, if there are NaNs."""

    storage: type
    exponent_bits: int
    mantissa_bits: int
    largest: int
    infinity: int | None
    nan: int | None

    @property
    def bias(self):
        return 2 ** (self.exponent_bits - 1) - 1

    @property
    def sign(self):
        return 1 << (self.exponent_bits + self.mantissa_bits)


FORMATS = {
    "bf16": Format(np.uint16, 8, 7, 0x7F7F, 0x7F80, 0x7FC0),
    "fp8e4nv": Format(np.uint8, 4, 3, 0x7E, None, 0x7F),
    "fp8e5": Format(np.uint8, 5, 2, 0x7B, 0x7C, 0x7F),
    "fp4e2m1": Format(np.uint8, 2, 1, 0x7, None, None),
}


def decode(patterns, name):
    """The numbers of the bit patterns, as float64, which holds each of them."""
    form = FORMATS[name]
    patterns = np.asarray(patterns).astype(np.int64)
    magnitude = patterns & (form.sign - 1)
    exponent = magnitude >> form.mantissa_bits
    fraction = magnitude & ((1 << form.mantissa_bits) - 1)
    hidden = np.where(exponent > 0, 1 << form.mantissa_bits, 0)
    shift = np.maximum(exponent, 1) - form.bias - form.mantissa_bits
    value = np.ldexp((hidden + fraction).astype(np.float64), shift.astype(np.int32))
    if form.infinity is not None:
        value = np.where(magnitude == form.infinity, np.inf, value)
    is_nan = (magnitude > form.largest) & (magnitude != form.infinity)
    value = np.where(is_nan, np.nan, value)
    return np.where(patterns & form.sign, -value, value)


def encode(values, name):
    """The bit patterns of the nearest numbers; a tie goes to the even pattern. Numbers
    too large become infinite in bf16, and the largest number in the others, as the
    conversions of GPUs to them saturate."""
    form = FORMATS[name]
    values = np.asarray(values, dtype=np.float64)
    size = np.where(np.isfinite(values), np.abs(values), 0.0)
    _, exponent = np.frexp(size)  # size = fraction * 2^exponent, 0.5 <= fraction < 1
    exponent = np.where(size == 0, 1 - form.bias, np.maximum(exponent - 1, 1 - form.bias))
    # The last place of the result is 2^(exponent - mantissa_bits). Counting the hidden
    # bit as one step of the exponent field makes a carry and a subnormal come out right.
    steps = np.rint(np.ldexp(size, (form.mantissa_bits - exponent).astype(np.int32)))
    magnitude = (exponent - 1 + form.bias) * 2**form.mantissa_bits + steps.astype(np.int64)
    too_large = form.infinity if name == "bf16" else form.largest
    magnitude = np.where(magnitude > form.largest, too_large, magnitude)
    magnitude = np.where(np.isinf(values), too_large, magnitude)
    if form.nan is not None:
        magnitude = np.where(np.isnan(values), form.nan, magnitude)
    pattern = np.where(np.signbit(values), magnitude | form.sign, magnitude)
    return pattern.astype(form.storage)
