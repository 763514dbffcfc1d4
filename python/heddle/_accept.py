"""What functions take as a layout, and the shape that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heddle._core import LinearLayout
from heddle._encoding import Encoding, parse
from heddle._error import Error
from heddle._gluon import from_gluon

__all__ = ["encoding_of", "linear_layout", "shape_of"]


def encoding_of(layout: object, rank: int | None = None) -> Encoding | None:
    """The encoding that a text, an encoding or one of Gluon's layouts is, else None."""
    if isinstance(layout, Encoding):
        return layout
    if isinstance(layout, str):
        return parse(layout, rank)
    return from_gluon(layout)


def bases_of(layout: Any) -> LinearLayout | None:
    """A linear layout, of ours or of Triton's, which has the same methods; else None."""
    if isinstance(layout, LinearLayout):
        return layout
    if not all(hasattr(layout, name) for name in ("bases", "out_dims", "is_surjective")):
        return None
    names, sizes = zip(*layout.out_dims, strict=True) if layout.out_dims else ((), ())
    return LinearLayout.from_bases(layout.bases, names, sizes, require_surjective=False)


def shape_of(*layouts: object) -> list[int] | None:
    """The shape of the tensors of the first linear layout among these, if there is one."""
    for layout in layouts:
        if (linear := bases_of(layout)) is not None:
            return [size for _, size in linear.out_dims]
    return None


def linear_layout(layout: object, shape: Sequence[int] | None,
                  release: str | None = None) -> LinearLayout:
    """The map that a layout of any kind is on a shape; a linear layout has its own."""
    if (linear := bases_of(layout)) is not None:
        sizes = [size for _, size in linear.out_dims]
        if shape is not None and sizes != list(shape):
            raise Error(f"expects a layout of tensors of shape {list(shape)}, but got one of {sizes}")
        return linear
    encoding = encoding_of(layout, None if shape is None else len(shape))
    if encoding is None:
        raise Error(f"expects a layout, but got {layout!r}", "",
                    "pass Triton's text of an attribute, one of heddle.encodings, one of Gluon's "
                    "layouts, or a LinearLayout")
    if shape is None:
        raise Error("expects the shape of the tensor beside an encoding, but got none", "",
                    "pass shape=[...]")
    return encoding.layout(shape, release)
