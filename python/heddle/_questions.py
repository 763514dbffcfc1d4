"""What is asked about layouts.

A layout is Triton's text of an attribute, one of `heddle.encodings`, one of Gluon's layout
objects, a `heddle.LinearLayout` or a `triton.tools.LinearLayout`. All but the last two need
the shape of the tensor; where there is another layout that tells it, it may be left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from heddle import _core
from heddle._accept import encoding_of, linear_layout, shape_of
from heddle._core import Access, Difference, LinearLayout, Plan
from heddle._error import Error

__all__ = ["banks", "convert", "diff", "layout"]


def layout(encoding: object, shape: Sequence[int] | None = None,
           release: str | None = None) -> LinearLayout:
    """The map from locations to elements that a layout is on a tensor of a shape.

    A layout is Triton's text of an attribute, one of `heddle.encodings`, one of Gluon's layout
    objects, or a LinearLayout, also one of Triton's. `release` is one of Triton's, "3.6" to
    "3.9"; the newest if absent.

    >>> import heddle
    >>> heddle.layout("#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], "
    ...               "warpsPerCTA = [1], order = [0]}>", [8]).text
    '{register: [1], lane: [2, 4], warp: [], block: []} -> {dim0: 8}'
    """
    return linear_layout(encoding, shape, release)


def convert(from_layout: object, to_layout: object, target: str = "sm_90", bits: int = 32, *,
            shape: Sequence[int] | None = None, strategy: str | None = None,
            shared_bytes: int | None = None) -> Plan:
    """The cheapest way from one layout of registers to another on a chip.

    For elements of so many bits; proven to move each to its place. The layouts are what
    `heddle.layout` takes, `shape` is only needed if neither is a LinearLayout. With a strategy,
    that one or none; `shared_bytes` is the most shared memory that it may take.

    >>> import heddle
    >>> from heddle.encodings import Blocked
    >>> rows = Blocked(sizePerThread=[1, 4], threadsPerWarp=[4, 8], warpsPerCTA=[1, 1],
    ...                order=[1, 0])
    >>> columns = Blocked(sizePerThread=[4, 1], threadsPerWarp=[8, 4], warpsPerCTA=[1, 1],
    ...                   order=[0, 1])
    >>> plan = heddle.convert(rows, columns, shape=[32, 32])
    >>> plan.strategy, plan.wavefronts == plan.least_wavefronts
    ('shared', True)
    """
    shape = shape_of(shape, from_layout, to_layout)
    return _core.convert(linear_layout(from_layout, shape), linear_layout(to_layout, shape),
                         target, bits, strategy, shared_bytes)


def banks(registers: object, memory: object, shape: Sequence[int] | None = None, bits: int = 32,
          target: str = "sm_90", *, kind: str = "load", matrices: bool = True) -> Access:
    """How a tensor is loaded from shared memory to registers, or stored from there.

    The layouts of registers and memory are what `heddle.layout` takes, `shape` is only needed
    if neither is a LinearLayout. The answer is the instruction that takes the fewest cycles for
    elements of so many bits, and its bank conflicts. `kind` is "load" or "store";
    `matrices=False` leaves out ldmatrix and stmatrix.

    >>> import heddle
    >>> from heddle.encodings import NvidiaMma, SwizzledShared
    >>> registers = NvidiaMma(versionMajor=2, warpsPerCTA=[4, 1], instrShape=[16, 8])
    >>> for most in (1, 8):
    ...     memory = SwizzledShared(vec=8, perPhase=1, maxPhase=most, order=[1, 0])
    ...     heddle.banks(registers, memory, [64, 64], 16, kind="store", matrices=False)
    <heddle.Access: 16 x st.shared.b32, each 8 wavefronts, ideal 1>
    <heddle.Access: 16 x st.shared.b32, each 1 wavefronts, ideal 1>
    """
    shape = shape_of(shape, registers, memory)
    return _core.banks(linear_layout(registers, shape), linear_layout(memory, shape),
                       encoding_of(memory, shape), bits, target, kind, matrices)


def diff(a: object, b: object, shape: Sequence[int] | None = None) -> Difference:
    """How two layouts of a tensor differ, and how far the elements are apart.

    The layouts are what `heddle.layout` takes, `shape` is only needed if neither is a
    LinearLayout.

    >>> import heddle
    >>> a = heddle.LinearLayout.parse("{register: [1, 2], lane: [4]} -> {dim0: 8}")
    >>> b = heddle.LinearLayout.parse("{register: [1, 4], lane: [2]} -> {dim0: 8}")
    >>> difference = heddle.diff(a, b)
    >>> difference
    <heddle.Difference: different, 4 of 8 locations the same>
    >>> difference.same, difference.other_register, difference.other_lane
    (4, 0, 4)
    >>> print(difference, end="")
    different
    first difference: (dim0=2)
    where the first has what 8 locations of the second hold:
      at the same location: 4
      in another lane: 4
    basis vectors, first | second:
      register bit 1: (dim0=2) | (dim0=4)
      lane bit 0: (dim0=4) | (dim0=2)
    """
    shape = shape_of(shape, a, b)
    difference = _core.diff(linear_layout(a, shape), linear_layout(b, shape))
    check_gaps(encoding_of(a, shape), encoding_of(b, shape))
    return difference


def check_gaps(a: _core.Encoding | None, b: _core.Encoding | None) -> None:
    """Raises unless elements are apart in memory only as far as their layouts say."""
    if a is not None and b is not None and not a.has_gaps_of(b):
        raise Error("expects two layouts with the same gaps, but got different ones", "",
                    "compare the maps of heddle.layout, which are without gaps")


for each in (banks, convert, diff, layout):
    each.__module__ = "heddle"
