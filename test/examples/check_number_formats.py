#!/usr/bin/env python3
"""The small float formats of examples/kernels/number_formats.py are what they claim.

usage: check_number_formats.py
"""

import pathlib
import sys
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "examples" / "kernels"))

from number_formats import FORMATS, decode, encode  # noqa: E402


def by_definition(pattern, name):
    """The number of one pattern, by the definition in the module's first lines."""
    form = FORMATS[name]
    magnitude = pattern % form.sign
    if magnitude == form.infinity:
        value = float("inf")
    elif magnitude > form.largest:
        value = float("nan")
    else:
        field, mantissa = divmod(magnitude, 2**form.mantissa_bits)
        fraction = mantissa / 2**form.mantissa_bits
        value = (1 + fraction) * 2.0 ** (field - form.bias) if field else \
            fraction * 2.0 ** (1 - form.bias)
    return -value if pattern >= form.sign else value


class Decode(unittest.TestCase):
    def test_every_pattern_is_the_number_of_the_definition(self):
        for name, form in FORMATS.items():
            patterns = np.arange(2 * form.sign)
            want = np.array([by_definition(int(p), name) for p in patterns])
            np.testing.assert_array_equal(decode(patterns, name), want, name)

    def test_numbers_of_the_standards(self):
        for name, pattern, value in [
                ("bf16", 0x3F80, 1.0), ("bf16", 0x0001, 2.0**-133), ("bf16", 0xC000, -2.0),
                ("fp8e4nv", 0x7E, 448.0), ("fp8e4nv", 0x01, 2.0**-9),
                ("fp8e4nv", 0x08, 2.0**-6), ("fp8e5", 0x7B, 57344.0),
                ("fp8e5", 0x01, 2.0**-16), ("fp8e5", 0x7C, np.inf),
                ("fp8e5", 0xFC, -np.inf),
                ("fp4e2m1", 0x7, 6.0), ("fp4e2m1", 0x9, -0.5)]:
            self.assertEqual(decode(pattern, name), value, f"{name} {pattern:#x}")


class Encode(unittest.TestCase):
    def test_every_number_comes_back(self):
        for name, form in FORMATS.items():
            patterns = np.arange(2 * form.sign)
            values = decode(patterns, name)
            kept = patterns[np.isfinite(values)]
            np.testing.assert_array_equal(encode(values[np.isfinite(values)], name), kept)
            if form.nan is not None:
                nans = encode(values[np.isnan(values)], name)
                self.assertTrue(np.isnan(decode(nans, name)).all(), name)

    def test_between_two_neighbours_the_nearer_one_and_a_tie_to_even(self):
        for name, form in FORMATS.items():
            low = np.arange(form.largest)
            here, next = decode(low, name), decode(low + 1, name)
            middle = (here + next) / 2
            np.testing.assert_array_equal(encode(middle, name), low + low % 2, name)
            np.testing.assert_array_equal(encode(-middle, name), low + low % 2 + form.sign)
            np.testing.assert_array_equal(encode(np.nextafter(middle, 0), name), low, name)
            above = np.nextafter(middle, np.inf)
            np.testing.assert_array_equal(encode(above, name), low + 1, name)

    def test_bf16_is_a_rounded_float32(self):
        bits = np.random.default_rng(1).integers(0, 2**32, 100000, dtype=np.uint32)
        values = bits.view(np.float32)
        bits = bits[np.isfinite(values)]
        # Adding half of the last place, less one where the result is even, then cutting.
        want = (bits.astype(np.uint64) + 0x7FFF + (bits >> 16 & 1)) >> 16
        np.testing.assert_array_equal(encode(bits.view(np.float32), "bf16"), want)

    def test_numbers_too_large(self):
        for name, value, pattern in [
                ("bf16", 3.4e38, 0x7F80), ("bf16", -1e300, 0xFF80),
                ("bf16", np.inf, 0x7F80), ("fp8e4nv", 1e9, 0x7E),
                ("fp8e4nv", 465.0, 0x7E), ("fp8e4nv", -np.inf, 0xFE),
                ("fp8e5", 1e9, 0x7B), ("fp8e5", 61440.0, 0x7B), ("fp4e2m1", -7.0, 0xF)]:
            self.assertEqual(encode(value, name), pattern, f"{name} {value}")


if __name__ == "__main__":
    unittest.main()
