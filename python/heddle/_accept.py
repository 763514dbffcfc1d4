"""What functions take as a layout, and the shape that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heddle._core import Encoding as NativeEncoding
from heddle._core import LinearLayout
from heddle._error import Error

__all__ = ["encoding_of", "linear_layout", "shape_of"]


def encoding_of(layout: object, shape: Sequence[int] | None) -> NativeEncoding | None:
    """The encoding that a text, an encoding or one of Gluon's layouts is, else None."""
    if isinstance(layout, str):
        return NativeEncoding.parse(layout, None if shape is None else len(shape))
    # Dataclasses take longer to import than the rest.
    from heddle._encoding import Encoding
    from heddle._gluon import from_gluon
    encoding = layout if isinstance(layout, Encoding) else from_gluon(layout)
    return None if encoding is None else encoding._native()


def map_of(layout: Any) -> LinearLayout | None:
    """A linear layout, of ours or of Triton's, which has the same methods; else None."""
    if isinstance(layout, LinearLayout):
        return layout
    if not all(hasattr(layout, name) for name in ("bases", "out_dims", "is_surjective")):
        return None
    names = [name for name, _ in layout.out_dims]
    sizes = [size for _, size in layout.out_dims]
    return LinearLayout.from_bases(layout.bases, names, sizes, require_surjective=False)


def shape_of(shape: Sequence[int] | None, *layouts: object) -> Sequence[int] | None:
    """The shape if it is given, else that of the first linear layout among these."""
    if shape is not None:
        return shape
    for layout in layouts:
        if (linear := map_of(layout)) is not None:
            return [size for _, size in linear.out_dims]
    return None


def linear_layout(layout: object, shape: Sequence[int] | None,
                  release: str | None = None) -> LinearLayout:
    """The map that a layout of any kind is on a shape; a linear layout has its own."""
    if (linear := map_of(layout)) is not None:
        sizes = [size for _, size in linear.out_dims]
        if shape is not None and sizes != list(shape):
            raise Error(f"expects a layout of tensors of shape {list(shape)}, "
                        f"but got one of {sizes}")
        return linear
    encoding = encoding_of(layout, shape)
    if encoding is None:
        raise Error(f"expects a layout, but got {layout!r}", "",
                    "pass Triton's text of an attribute, one of heddle.encodings, one of Gluon's "
                    "layouts, or a LinearLayout")
    if shape is None:
        raise Error("expects the shape of the tensor beside an encoding, but got none", "",
                    "pass shape=[...]")
    return encoding.layout(shape, release)
