"""What the dataclasses of heddle.encodings have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from heddle import _core

__all__ = ["Encoding", "parse"]


@dataclass(frozen=True)
class Encoding:
    """A layout by its parameters, under the names that Triton's text has.

    Values that make no layout raise `heddle.Error`, which says what would do.

    >>> from heddle import encodings
    >>> encodings.SwizzledShared(vec=3, perPhase=1, maxPhase=8, order=[1, 0])
    Traceback (most recent call last):
    heddle.Error: expects a power of two as 'vec', but got 3
    """

    _family: ClassVar[str]
    _families: ClassVar[dict[str, type[Encoding]]] = {}

    def __init_subclass__(cls, family: str | None = None) -> None:
        if family is not None:
            cls._family = family
            Encoding._families[family] = cls

    def __post_init__(self) -> None:
        """Verifies; keeps sequences as tuples, and in one way what can be said in several."""
        for name, value in self._native().parameters.items():
            object.__setattr__(self, name, from_native(value))

    def _native(self) -> _core.Encoding:
        return _core.Encoding.make(self._family, {
            name: value._native() if isinstance(value, Encoding) else value
            for name, value in vars(self).items()})

    def __str__(self) -> str:
        return self.text()

    def text(self, release: str | None = None) -> str:
        """The attribute as a release of Triton prints it, "3.6" to "3.9"; the newest if absent.

        >>> from heddle import encodings
        >>> encodings.AmdWmma(version=2, warp=[[0, 1], [1, 0]]).text("3.6")
        '#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [2, 2]}>'
        """
        return self._native().text(release)

    def layout(self, shape: Sequence[int], release: str | None = None) -> _core.LinearLayout:
        """What it means on a tensor of a shape."""
        return self._native().layout(shape, release)


def from_native(value: Any) -> Any:
    """An encoding as a dataclass; other values as they are."""
    if not isinstance(value, _core.Encoding):
        return value
    return Encoding._families[value.family](**value.parameters)


def parse(text: str, rank: int | None = None) -> Encoding:
    """The dataclass of an attribute's text, as any release of Triton prints it.

    The text of `amd_wmma` need not tell its rank; 2 if absent.

    >>> from heddle import encodings
    >>> encodings.parse("#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], "
    ...                 "threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>}>").dim
    1
    """
    encoding: Encoding = from_native(_core.Encoding.parse(text, rank))
    return encoding


# As people import them.
Encoding.__module__ = parse.__module__ = "heddle.encodings"
