"""Layouts of GPU tensors: which register of which lane of which warp holds which element.

>>> import heddle
>>> rows = heddle.LinearLayout.from_bases(
...     [("register", [[0, 1], [0, 2]]), ("lane", [[1, 0], [2, 0]])], ["dim0", "dim1"])
>>> rows.apply({"register": 3, "lane": 2})
{'dim0': 2, 'dim1': 3}
"""

from heddle._core import VERSION as __version__
from heddle import encodings
from heddle._core import Access, AffineLayout, Difference, LinearLayout, Plan
from heddle._error import Error
from heddle._questions import banks, convert, diff, layout

__all__ = ["Access", "AffineLayout", "Difference", "Error", "LinearLayout", "Plan", "banks",
           "convert", "diff", "encodings", "layout"]
