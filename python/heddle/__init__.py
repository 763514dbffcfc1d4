"""Layouts of GPU tensors: which register of which lane of which warp holds which element.
And what follows from them: conversions, bank conflicts, kernels of Triton compiled and
simulated.

>>> import heddle
>>> rows = heddle.LinearLayout.from_bases(
...     [("register", [[0, 1], [0, 2]]), ("lane", [[1, 0], [2, 0]])], ["dim0", "dim1"])
>>> rows.apply({"register": 3, "lane": 2})
{'dim0': 2, 'dim1': 3}
"""

from heddle._core import VERSION as __version__
from heddle._core import Access, AffineLayout, Difference, LinearLayout, Plan
from heddle._error import Error, Trap
from heddle._questions import banks, convert, diff, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from heddle import encodings
    from heddle._compile import Kernel, Report, TensorDescriptor, compile
    from heddle._jit import Simulated, simulate
    from heddle._simulate import Run

__all__ = ["Access", "AffineLayout", "Difference", "Error", "Kernel", "LinearLayout", "Plan",
           "Report", "Run", "Simulated", "TensorDescriptor", "Trap", "banks", "compile",
           "convert", "diff", "encodings", "layout", "simulate"]

# What is imported when it is used: most of the time that it takes would go to modules of
# Python's.
_LATER = {"Kernel": "_compile", "Report": "_compile", "TensorDescriptor": "_compile",
          "compile": "_compile", "Run": "_simulate", "Simulated": "_jit", "simulate": "_jit",
          "encodings": "encodings"}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'heddle' has no attribute '{name}'")
    import importlib
    module = importlib.import_module(f"heddle.{_LATER[name]}")
    value: object = module if name == _LATER[name] else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATER])
