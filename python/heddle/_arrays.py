"""The memory of arrays that kernels are given: NumPy's, PyTorch's on the host, and others
that say where they lie by `__array_interface__`."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

from heddle._error import Error

__all__ = ["Extent", "extent_of", "is_array", "join", "memory_of", "place_in", "type_name"]

# Names of element types in NumPy, in ml_dtypes and in PyTorch, and in kernels.
TYPES = {
    "bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "i8", "uint16": "i16", "uint32": "i32", "uint64": "i64",
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2",
    "float8_e4m3fnuz": "f8E4M3FNUZ", "float8_e5m2fnuz": "f8E5M2FNUZ",
}


@dataclass
class Extent:
    """Bytes from the lowest to the highest address of an array's elements."""

    begin: int
    size: int
    """Bytes."""
    first: int
    """The address of the first element."""
    is_writable: bool
    array: Any
    """Keeps the memory alive."""

    @property
    def end(self) -> int:
        return self.begin + self.size


def is_array(value: Any) -> bool:
    return hasattr(value, "__array_interface__") or hasattr(value, "data_ptr")


def type_name(dtype: Any) -> str | None:
    """In kernels: "f32"; None of other types."""
    return TYPES.get(str(dtype).removeprefix("torch."))


def extent_of(name: str, array: Any, element: str) -> Extent:
    """Fails if the elements are of another type: the kernel's, or unsigned integers of as
    many bytes."""
    if hasattr(array, "data_ptr"):
        if array.device.type != "cpu":
            raise Error(f"expects {name} in the host's memory, but got a tensor on "
                        f"{array.device}", "", "give tensor.cpu()")
        first, itemsize = array.data_ptr(), array.element_size()
        shape = tuple(array.shape)
        strides = tuple(stride * itemsize for stride in array.stride())
        is_writable = True
    else:
        interface = array.__array_interface__
        first, is_read_only = interface["data"]
        itemsize, shape = array.dtype.itemsize, interface["shape"]
        strides = array.strides
        is_writable = not is_read_only
    got, bare = type_name(array.dtype), str(array.dtype)
    is_bytes = bare.removeprefix("torch.") in ("uint8", "uint16", "uint32", "uint64")
    if got != element and not (is_bytes and itemsize == bytes_of(element)):
        raise Error(f"expects {name} of {element}, but got {bare}")
    if 0 in shape:
        return Extent(first, 0, first, is_writable, array)
    low = sum(min(stride * (size - 1), 0) for size, stride in zip(shape, strides))
    high = sum(max(stride * (size - 1), 0) for size, stride in zip(shape, strides))
    return Extent(first + low, high - low + itemsize, first, is_writable, array)


def bytes_of(element: str) -> int:
    bits = {"bf16": 16}.get(element) or int("".join(
        letter for letter in element.split("E")[0] if letter.isdigit()))
    return max(1, bits // 8)


def join(extents: list[Extent]) -> list[Extent]:
    """Those that share bytes become one, in order of their addresses."""
    joined: list[Extent] = []
    for extent in sorted(extents, key=lambda each: each.begin):
        if joined and extent.begin < joined[-1].end:
            last = joined[-1]
            joined[-1] = Extent(last.begin, max(last.end, extent.end) - last.begin, last.first,
                                last.is_writable and extent.is_writable,
                                (last.array, extent.array))
        else:
            joined.append(extent)
    return joined


def place_in(areas: list[Extent], extent: Extent) -> int:
    """The number of the area that an extent is part of, of those that `join` made of it and
    others."""
    return next(index for index, area in enumerate(areas)
                if area.begin <= extent.begin and extent.end <= area.end)


def memory_of(extent: Extent) -> Any:
    """The bytes as an array of NumPy, which are copied where they must not be written."""
    import numpy

    buffer: Any = (ctypes.c_uint8 * extent.size).from_address(extent.begin)
    view = numpy.frombuffer(buffer, dtype=numpy.uint8)
    return view if extent.is_writable else view.copy()
