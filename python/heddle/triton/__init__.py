"""Heddle inside Triton: what `@triton.jit` compiles goes through Heddle.

    import heddle.triton
    heddle.triton.enable()

Or HEDDLE_TRITON=1 in the environment, with no change to the program. For Triton 3.6 to 3.9,
on GPUs of NVIDIA; docs/python.md says how it works.
"""

from heddle.triton._check import Finding, check
from heddle.triton._plugin import compiled, disable, enable, is_enabled
from heddle.triton._report import Comparison, Made, report
from heddle.triton._stages import Compiled

__all__ = ["Comparison", "Compiled", "Finding", "Made", "check", "compiled", "disable", "enable",
           "is_enabled", "report"]
