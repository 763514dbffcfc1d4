#!/usr/bin/env python3
"""Runs the kernels in examples/kernels on the CPU and compares them with their references.

usage: check-examples.py [NAME]... [--seed N]

Run it with a Python that has Triton 3.6 to 3.9, and NumPy. Triton's interpreter executes
one program of the grid after the other; it needs no GPU and no compiler. Prints a line
for each output: the largest part of the tolerance that an element needs, or the first
element that is wrong. Also, every access has to stay inside of a tensor, nothing may come
of what a masked load leaves undefined, and a tensor that is no output has to stay as it
was.

What the interpreter executes wrongly or not at all, interpreter_repairs.py puts right.
Exit code 1 if an output is wrong.
"""

import argparse
import contextlib
import io
import os
import sys

os.environ["TRITON_INTERPRET"] = "1"

import examples  # noqa: E402  (Triton reads the variable when it is imported)
import interpreter_memory  # noqa: E402
import interpreter_repairs  # noqa: E402
import numpy as np  # noqa: E402
import triton.language as tl  # noqa: E402
from triton.runtime import interpreter  # noqa: E402


def interpreted(argument, value, memory):
    """An argument as the interpreter passes it on, a typed number or a typed address; and
    the tensor's elements, where it is one."""
    if not argument.is_tensor:
        type = tl.str_to_ty(argument.type, None)
        data = np.array([value], examples.STORAGE[argument.type])
        return tl.tensor(interpreter.TensorHandle(data, type), type), None
    if isinstance(value, list):
        tables = [memory.place(array) for array in value]
        value = np.array([table.ctypes.data for table in tables], np.int64)
    elements = memory.place(value)
    type = tl.str_to_ty(argument.signature, None)
    data = np.array([elements.ctypes.data], np.uint64)
    return tl.tensor(interpreter.TensorHandle(data, type), type), elements


def run(launch, inputs):
    """The elements of each tensor after the launch."""
    memory = interpreter_memory.Memory()
    interpreter_memory.watch(memory)
    arguments, tensors = dict(launch.constexprs), {}
    for name, argument in launch.arguments.items():
        arguments[name], elements = interpreted(argument, inputs[name], memory)
        if argument.is_tensor:
            tensors[name] = elements
    kernel = examples.load_kernel(launch.name)
    # Asserts are executed where the launch compiles them.
    interpreter.interpreter_builder.options = interpreter.InterpreterOptions(
        debug=launch.options.get("debug", False))
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        kernel[tuple(launch.grid)](**arguments)
    return tensors


def check(name, seed):
    """(lines to print, number of wrong outputs) of an example."""
    launch = examples.load_launch(name)
    inputs = examples.make_inputs(launch, seed)
    want = examples.load_reference(name)(examples.make_inputs(launch, seed))
    try:
        after = run(launch, inputs)
    except interpreter.InterpreterError as error:
        return [f"{name}: failed: {error}"], 1
    lines, wrong = [], 0
    for output in launch.outputs:
        result = examples.compare(launch, output, after[output], want[output])
        wrong += result.message is not None
        lines.append(f"{name}: wrong: {result.message}" if result.message else
                     f"{name}: {output}: right, needs {result.used:.2g} of the tolerance")
    for argument, array in after.items():
        before = inputs[argument]
        if argument not in launch.outputs and not isinstance(before, list):
            if array.tobytes() != before.tobytes():
                wrong += 1
                lines.append(f"{name}: wrong: {argument} is no output, but was written")
    return lines, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seed", type=int, default=examples.SEED)
    options = parser.parse_args()
    interpreter_repairs.apply()
    wrong = 0
    for name in options.names or examples.names():
        lines, failures = check(name, options.seed)
        print("\n".join(lines), flush=True)
        wrong += failures
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
