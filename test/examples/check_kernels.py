#!/usr/bin/env python3
"""Every example has its four files, and they agree with each other. Needs no Triton.

usage: check_kernels.py
"""

import ast
import functools
import pathlib
import re
import sys
import unittest

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import examples  # noqa: E402

MODULES = {"number_formats", "philox"}
IR_TYPES = {"fp16": "f16", "fp32": "f32", "fp64": "f64", "bf16": "bf16",
            "fp8e4nv": "f8E4M3FN", "fp8e5": "f8E5M2", "u8": "i8", "u16": "i16",
            "u32": "i32", "u64": "i64"}


def ir_type(argument):
    """An argument in the function's signature: its type and what it is divisible by."""
    element = IR_TYPES.get(argument.type, argument.type)
    type = f"!tt.ptr<{element}>" if argument.is_tensor else element
    return type, argument.divisible


def signature_of(text, name):
    """(name, type, divisor) of each argument of the public function in a module."""
    line = re.search(rf"tt.func public @{name}\((.*)\) attributes", text).group(1)
    found = re.findall(r"%(\w+): ([^ ,{]+)(?: \{tt\.divisibility = (\d+) : i32\})?", line)
    return [(name, type, int(divisor) if divisor else None)
            for name, type, divisor in found]


def for_each_kernel(check):
    """A test that makes the check on every example and names those that fail it."""
    @functools.wraps(check)
    def test(self):
        for name in examples.names():
            with self.subTest(kernel=name):
                check(self, name, examples.load_launch(name))
    return test


class Kernels(unittest.TestCase):
    def test_there_are_four_files_of_each(self):
        suffixes = {".py", ".launch.json", ".reference.py", ".ttir"}
        found = {}
        for path in examples.KERNELS.glob("*.*"):
            name, suffix = path.name.split(".", 1)
            if path.is_file() and name not in MODULES | {"README"}:
                found.setdefault(name, set()).add("." + suffix)
        self.assertEqual(found, {name: suffixes for name in examples.names()})

    @for_each_kernel
    def test_the_kernel_takes_its_arguments_and_then_its_constants(self, name, launch):
        tree = ast.parse((examples.KERNELS / f"{name}.py").read_text())
        kernel, = [node for node in tree.body
                   if isinstance(node, ast.FunctionDef) and node.name == name]
        taken = [argument.arg for argument in kernel.args.args]
        constants = list(launch.constexprs)
        self.assertEqual(taken[:len(launch.arguments)], list(launch.arguments))
        self.assertEqual(set(taken[len(launch.arguments):]), set(constants))
        self.assertTrue(ast.get_docstring(tree), "expects a docstring")

    @for_each_kernel
    def test_the_ttir_has_the_launch_s_arguments(self, name, launch):
        text = (examples.KERNELS / f"{name}.ttir").read_text()
        want = [(key, *ir_type(argument)) for key, argument in launch.arguments.items()]
        self.assertEqual(signature_of(text, name), want)
        self.assertNotIn(" loc(", text)
        self.assertNotIn("#loc", text)

    @for_each_kernel
    def test_divisible_numbers_are_so(self, name, launch):
        for key, argument in launch.arguments.items():
            if argument.divisible and not argument.is_tensor:
                self.assertEqual(argument.value % argument.divisible, 0, key)

    @for_each_kernel
    def test_it_is_small_enough_to_simulate(self, name, launch):
        size = sum(np.prod(a.shape) * np.dtype(examples.STORAGE[a.type]).itemsize
                   for a in launch.arguments.values() if a.is_tensor)
        self.assertLess(size, 4 << 20)

    @for_each_kernel
    def test_inputs_are_not_constant(self, name, launch):
        inputs = examples.make_inputs(launch)
        for key, argument in launch.arguments.items():
            if argument.fill in ("poison", "zeros") or isinstance(argument.fill, list):
                continue
            if argument.is_tensor and isinstance(inputs[key], np.ndarray):
                self.assertGreater(len(np.unique(inputs[key])), 1, key)

    @for_each_kernel
    def test_references_answer_with_every_output(self, name, launch):
        inputs = examples.make_inputs(launch)
        answers = examples.load_reference(name)(examples.make_inputs(launch))
        self.assertEqual(set(answers), set(launch.outputs))
        for key, tolerance in launch.outputs.items():
            answer, argument = answers[key], launch.arguments[key]
            has_magnitude = isinstance(tolerance, dict) and "magnitude" in tolerance
            self.assertEqual(isinstance(answer, tuple), has_magnitude, key)
            for part in answer if has_magnitude else (answer,):
                self.assertEqual(list(np.shape(part)), argument.shape, key)
            answer = np.asarray(answer[0] if has_magnitude else answer)
            stored = examples.stored(answer, argument.type)
            values = examples.decode(stored, argument.type)
            written = ~examples.same(stored, inputs[key])
            self.assertTrue(np.isfinite(values[written]).all(), key)
            if answer.size > 1:
                self.assertGreater(len(np.unique(values[written])), 1, key)

    @for_each_kernel
    def test_a_changed_element_is_seen(self, name, launch):
        answers = examples.load_reference(name)(examples.make_inputs(launch))
        for key in launch.outputs:
            answer = answers[key][0] if isinstance(answers[key], tuple) else answers[key]
            got = examples.stored(answer, launch.arguments[key].type).copy()
            self.assertIsNone(examples.compare(launch, key, got, answers[key]).message)
            poison = examples.poison(got.size, launch.arguments[key].type)
            middle = got.size // 2
            if examples.same(got.reshape(-1)[middle:middle + 1],
                             poison[middle:middle + 1])[0]:
                continue
            got.reshape(-1)[middle] = poison[middle]
            self.assertIsNotNone(examples.compare(launch, key, got, answers[key]).message)


if __name__ == "__main__":
    unittest.main()
