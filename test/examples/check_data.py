#!/usr/bin/env python3
"""Inputs of the examples are what the README says, and comparisons see what is wrong.

usage: check_data.py
"""

import pathlib
import sys
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import examples  # noqa: E402
from examples import Argument, Launch  # noqa: E402

MASK = 2**64 - 1


def word(key, index):
    """SplitMix64 with Python's integers."""
    state = (key + (index + 1) * 0x9E3779B97F4A7C15) & MASK
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & MASK
    return state ^ (state >> 31)


class Inputs(unittest.TestCase):
    def test_splitmix64(self):
        # The first numbers of the published generator for the state 1234567.
        self.assertEqual([int(w) for w in examples.words(1234567, 3)],
                         [6457827717110365317, 3203168211198807973, 9817491932198370423])

    def test_keys(self):
        # Published values of the hash.
        self.assertEqual(examples.fnv1a("a"), 0xAF63DC4C8601EC8C)
        self.assertEqual(examples.fnv1a("foobar"), 0x85944171F73967E8)
        self.assertEqual(examples.key_of("k", "x", 2),
                         examples.fnv1a("k.x") ^ (2 * 0x9E3779B97F4A7C15 & MASK))

    def test_normal(self):
        key, index = 99, 7
        total = sum(word(key, 3 * index + part) >> shift & 0xFFFF
                    for part in range(3) for shift in (0, 16, 32, 48))
        self.assertEqual(examples.normal(key, 10)[index], (total - 393210) / 65536)
        many = examples.normal(key, 100000)
        self.assertLess(abs(many.mean()), 0.02)
        self.assertLess(abs(many.var() - 1), 0.02)

    def test_uniform(self):
        want = 2.0 + 3.0 * ((word(5, 4) >> 11) / 2**53)
        self.assertEqual(examples.uniform(5, 9, 2.0, 5.0)[4], want)

    def test_integers(self):
        want = -10 + ((word(5, 4) >> 32) * 20 >> 32)
        got = examples.integers(5, 1000, -10, 10)
        self.assertEqual(got[4], want)
        self.assertEqual((got.min(), got.max()), (-10, 9))

    def test_fills(self):
        def made(type, fill, shape=(4,)):
            argument = Argument("x", type, shape=list(shape), fill=fill)
            return examples.make_tensor(argument, 3)
        np.testing.assert_array_equal(made("i32", "arange"), [0, 1, 2, 3])
        np.testing.assert_array_equal(made("bf16", "arange"), [0, 0x3F80, 0x4000, 0x4040])
        np.testing.assert_array_equal(made("i8", "zeros"), [0, 0, 0, 0])
        np.testing.assert_array_equal(made("i16", "poison"), [-0x5A5B] * 4)
        np.testing.assert_array_equal(made("fp8e4nv", "poison"), [0x7F] * 4)
        self.assertTrue(np.isnan(made("fp16", "poison")).all())
        np.testing.assert_array_equal(made("i32", [5, 6], (2,)), [5, 6])
        tables = made("i64", {"addresses": [[2], [3]], "of": "fp32"}, (2,))
        self.assertEqual([table.shape for table in tables], [(2,), (3,)])
        with self.assertRaisesRegex(ValueError, "expects a fill that the README lists"):
            made("i32", {"random": 1})


def compared(type, tolerance, got, want):
    argument = Argument("out", type, shape=list(np.shape(got)))
    launch = Launch("k", 4, [1], {}, {}, {}, {}, {"out": argument}, {"out": tolerance})
    return examples.compare(launch, "out", np.array(got, examples.STORAGE[type]), want)


class Comparisons(unittest.TestCase):
    def right(self, *case):
        self.assertIsNone(compared(*case).message)

    def wrong(self, *case):
        self.assertIsNotNone(compared(*case).message)

    def test_exact(self):
        self.right("i32", "exact", [1, 2], [1, 2])
        self.wrong("i32", "exact", [1, 2], [1, 3])
        self.right("fp32", "exact", [np.nan], np.array([np.nan]))
        self.wrong("fp32", "exact", [0.0], np.array([-0.0]))
        self.right("fp16", "exact", [0.1], np.array([0.1]))
        self.right("bf16", "exact", [0x3DCD], np.array([0.1]))
        self.right("i8", "exact", [-2, 2], np.array([-1.6, 2.5]))

    def test_unordered(self):
        self.right("i32", "unordered", [1, 3, 2], [1, 2, 3])
        self.wrong("i32", "unordered", [1, 3, 3], [1, 2, 3])

    def test_ulp(self):
        below = np.nextafter(np.float16(1), np.float16(0))
        self.right("fp16", {"ulp": 1}, [below], np.array([1.0]))
        lower = np.nextafter(below, np.float16(0))
        self.wrong("fp16", {"ulp": 1}, [lower], np.array([1.0]))
        self.right("bf16", {"ulp": 1}, [0x8001], np.array([0.0]))
        self.wrong("bf16", {"ulp": 1}, [0x8001], np.array([1e-40]))
        self.wrong("fp16", {"ulp": 1}, [np.nan], np.array([1.0]))

    def test_distances(self):
        self.right("fp32", {"rtol": 0.1}, [1.09], np.array([1.0]))
        self.wrong("fp32", {"rtol": 0.1}, [1.11], np.array([1.0]))
        self.right("fp32", {"atol": 0.1}, [0.09], np.array([0.0]))
        self.right("fp32", {"magnitude": 0.01}, [0.5], (np.array([0.0]), np.array([51.0])))
        self.wrong("fp32", {"magnitude": 0.01}, [0.5], (np.array([0.0]), np.array([49.0])))
        self.right("fp32", {"rtol": 0.1, "magnitude": 0.01}, [1.5],
                   (np.array([1.0]), np.array([41.0])))
        self.wrong("fp32", {"rtol": 0.1}, [np.nan], np.array([1.0]))
        self.wrong("fp32", {"rtol": 0.1}, [1.0], np.array([np.nan]))

    def test_messages(self):
        result = compared("i32", "exact", [[1, 2], [3, 4]], [[1, 2], [5, 5]])
        self.assertEqual(result.message, 'out: expects 5 at [1, 0] within "exact", but '
                                         'got 3; 2 of 4 elements are wrong')
        result = compared("i32", "exact", [1, 2], [1])
        self.assertEqual(result.message,
                         "out: expects shape [2] of the reference, but got [1]")


if __name__ == "__main__":
    unittest.main()
