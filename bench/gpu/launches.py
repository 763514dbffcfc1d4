"""Launches to measure, as data: who launches what, and of which size.

A program that ends with `launch_all(CASES)` makes those whose names contain one of the words
on its command line, or all. heddle.bench measures what it launches.
"""

import dataclasses
import pathlib
import sys
from collections.abc import Callable

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import examples  # noqa: E402  (they lie with the scripts)

MULTIPROCESSORS = 132  # Of an H100 and an H200.
DTYPES = {"fp16": torch.float16, "bf16": torch.bfloat16, "fp32": torch.float32,
          "fp8e4nv": torch.float8_e4m3fn, "fp8e5": torch.float8_e5m2, "i8": torch.int8,
          "i32": torch.int32}


@dataclasses.dataclass
class Launch:
    function: object
    grid: tuple
    arguments: tuple
    constants: dict
    num_warps: int = 4
    num_ctas: int = 1
    others: tuple = ()
    """What has to live as long as the arguments."""

    def run(self):
        self.function[self.grid](*self.arguments, **self.options())

    def options(self):
        return {**self.constants, "num_warps": self.num_warps, "num_ctas": self.num_ctas}


@dataclasses.dataclass
class Case:
    kind: str
    size: tuple
    build: Callable
    """From the size to its Launch."""

    @property
    def name(self):
        def text(part):
            return "x".join(map(str, part)) if isinstance(part, tuple) else str(part)
        return "-".join([self.kind, *map(text, self.size)])

    def launch(self):
        torch.manual_seed(1)
        return self.build(*self.size)


def example(name):
    return examples.load_kernel(name)


def normal(*shape, dtype=torch.float32, mean=0.0, spread=1.0):
    return (torch.randn(shape, device="cuda") * spread + mean).to(dtype)


def uniform(*shape, low=0.0, high=1.0, dtype=torch.float32):
    return torch.empty(shape, device="cuda").uniform_(low, high).to(dtype)


def integers(*shape, low=0, high, dtype=torch.int64):
    return torch.randint(low, high, shape, device="cuda", dtype=dtype)


def random(*shape, element):
    """Of elements of a type as Triton names it."""
    if element == "i8":
        return integers(*shape, low=-128, high=128, dtype=torch.int8)
    return normal(*shape, dtype=DTYPES[element])


def empty(*shape, dtype=torch.float32):
    return torch.empty(shape, device="cuda", dtype=dtype)


def parts(whole, part):
    return -(-whole // part)


def power_of_two(count, most=1 << 20):
    return min(1 << (count - 1).bit_length(), most)


def launch_all(cases):
    import triton
    triton.set_allocator(lambda size, alignment, stream: torch.empty(
        size, dtype=torch.int8, device="cuda"))
    words = sys.argv[1:]
    for case in cases:
        if not words or any(word in case.name for word in words):
            case.launch().run()
            torch.cuda.synchronize()
