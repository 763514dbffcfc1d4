"""Values for a kernel's arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heddle._arrays import is_array
from heddle._error import Error

__all__ = ["Argument", "bind", "grid_of", "is_descriptor", "number_text"]


@dataclass(frozen=True)
class Argument:
    """What a kernel takes, as its program says it."""

    name: str
    type: str
    element: str = ""
    """Of a pointer or a descriptor."""
    rank: int = 0
    """Of a descriptor; 0 of all else."""


def grid_of(grid: int | tuple[int, ...]) -> list[int]:
    sizes = [grid] if isinstance(grid, int) else list(grid)
    if not 1 <= len(sizes) <= 3 or not all(0 < int(size) < 2**31 for size in sizes):
        raise Error(f"expects a grid of one to three positive sizes, but got {grid}")
    return [int(size) for size in sizes] + [1] * (3 - len(sizes))


def number_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "item"):
        return number_text(value.item())
    return repr(value)


def is_descriptor(value: Any) -> bool:
    return (not is_array(value)
            and all(hasattr(value, name) for name in ("base", "shape", "strides")))


def repeats(arguments: list[Argument], index: int) -> bool:
    """Are the arguments behind a descriptor its sizes and strides, as Triton repeats them?"""
    own = arguments[index]
    behind = arguments[index + 1:index + 1 + 2 * own.rank]
    names = [f"{own.name}.{part}.{axis}" for part in ("shape", "stride")
             for axis in range(own.rank)]
    types = ["i32"] * own.rank + ["i64"] * own.rank
    return (own.rank > 0 and len(behind) == 2 * own.rank
            and all(each.name in (own.name, name) and each.type == kind
                    for each, name, kind in zip(behind, names, types)))


def bind(kernel: str, arguments: list[Argument], args: tuple[Any, ...],
         named: dict[str, Any]) -> list[Any]:
    """The value of each of the kernel's arguments."""
    values: list[Any] = []
    left, unused = list(args), dict(named)
    while len(values) < len(arguments):
        index = len(values)
        own = arguments[index]
        if own.name in unused:
            values.append(unused.pop(own.name))
        elif left:
            values.append(left.pop(0))
        else:
            raise Error(f"expects a value for argument {index} ({own.name}: {own.type}) of "
                        f"{kernel}, but got none")
        wanted = len(arguments) - len(values)
        if is_descriptor(values[-1]) and repeats(arguments, index) and len(left) < wanted:
            values += list(values[-1].shape) + list(values[-1].strides)
    if left or unused:
        names = ", ".join(each.name for each in arguments)
        raise Error(f"expects {len(arguments)} arguments of {kernel} ({names}), but got "
                    f"{len(args)}" + "".join(f", and {name}" for name in unused))
    return values
