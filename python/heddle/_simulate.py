"""Launches on the simulator."""

from __future__ import annotations

import json
import linecache
import re
import sys
import warnings
from typing import Any

from heddle._arrays import Extent, extent_of, is_array, join, memory_of, place_in
from heddle._error import Error, Trap

__all__ = ["Run", "run_on"]


class Run:
    """What a simulated launch executed."""

    kernel: str
    programs: int
    counters: dict[str, int]
    """Instructions and memory traffic of all programs, by name; docs/simulator.md says what
    each counts."""
    predicted: dict[str, Any] | None
    """On a GPU that stands for the target: "cycles" and "nanoseconds"."""
    lines: list[dict[str, Any]]
    ops: list[dict[str, Any]]
    warnings: list[str]

    def __init__(self, kernel: str, ended: Any, facts: dict[str, Any]) -> None:
        x, y, z = facts["launch"]["grid"]
        self.kernel, self.programs = kernel, x * y * z
        self.counters = facts["counters"]
        self.predicted = facts.get("predicted")
        self.lines, self.ops = facts["lines"], facts["ops"]
        self.warnings = ended.warnings
        self._text: str = ended.counters
        self._listing: str = ended.listing

    def __str__(self) -> str:
        """The counters, with what would have been best."""
        return self._text

    def listing(self) -> str:
        """The kernel's source with what each line executed."""
        return self._listing

    def __repr__(self) -> str:
        programs = f"{self.programs} program{'' if self.programs == 1 else 's'}"
        return f"<heddle.Run of {self.kernel}: {programs}>"


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


def repeats(arguments: list[tuple[str, str, str, int]], index: int) -> bool:
    """Are the arguments behind a descriptor its sizes and strides, as Triton repeats them?"""
    name, _, _, rank = arguments[index]
    behind = arguments[index + 1:index + 1 + 2 * rank]
    own = [f"{name}.{part}.{axis}" for part in ("shape", "stride") for axis in range(rank)]
    types = ["i32"] * rank + ["i64"] * rank
    return (rank > 0 and len(behind) == 2 * rank
            and all(each[0] in (name, own[at]) and each[1] == types[at]
                    for at, each in enumerate(behind)))


def bind(kernel: str, arguments: list[tuple[str, str, str, int]], args: tuple[Any, ...],
         named: dict[str, Any]) -> list[Any]:
    """The value of each of the kernel's arguments."""
    values: list[Any] = []
    left, unused = list(args), dict(named)
    while len(values) < len(arguments):
        index = len(values)
        name, kind, _, rank = arguments[index]
        if name in unused:
            values.append(unused.pop(name))
        elif left:
            values.append(left.pop(0))
        else:
            raise Error(f"expects a value for argument {index} ({name}: {kind}) of {kernel}, "
                        "but got none")
        wanted = len(arguments) - len(values)
        if is_descriptor(values[-1]) and repeats(arguments, index) and len(left) < wanted:
            values += list(values[-1].shape) + list(values[-1].strides)
    if left or unused:
        names = ", ".join(each[0] for each in arguments)
        raise Error(f"expects {len(arguments)} arguments of {kernel} ({names}), but got "
                    f"{len(args)}" + "".join(f", and {name}" for name in unused))
    return values


def run_on(simulation: Any, kernel: str, grid: int | tuple[int, ...], args: tuple[Any, ...],
           named: dict[str, Any], seed: int, undefined: str, unwritten: tuple[str, ...],
           max_steps: int) -> Run:
    parameters = simulation.arguments
    values = bind(kernel, parameters, args, named)
    extents: list[Extent | None] = []
    for (name, kind, element, rank), value in zip(parameters, values):
        base = value.base if is_descriptor(value) and rank else value
        if is_array(base) and (kind == "ptr" or rank):
            extents.append(extent_of(name, base, element))
        elif kind == "ptr" and not isinstance(value, int) or rank:
            raise Error(f"expects {name} to be {'a descriptor' if rank else 'an array'}, but "
                        f"got {type(value).__name__}")
        else:
            extents.append(None)
    memories: list[Any] = []
    given: list[Any] = []
    areas = join([extent for extent in extents if extent is not None])
    for area in areas:
        name = next(each[0] for each, extent in zip(parameters, extents)
                    if extent and area.begin <= extent.begin < max(area.end, area.begin + 1))
        memories.append((name, memory_of(area), name not in unwritten))
    for value, extent, (name, _, _, rank) in zip(values, extents, parameters):
        if extent is None:
            given.append((number_text(value), None, None))
            continue
        at = place_in(areas, extent)
        tensor = None
        if rank:
            tensor = ([int(size) for size in value.shape],
                      [int(stride) for stride in value.strides],
                      getattr(value, "padding", "zero") == "nan")
        given.append((None, (at, extent.first - areas[at].begin), tensor))
    before = [None if area.is_writable else memory.copy()
              for area, (_, memory, _) in zip(areas, memories)]
    ended = simulation.run(grid_of(grid), given, memories, seed, max_steps, undefined,
                           sys.stdout.write)
    facts = json.loads(ended.json)
    for trap in facts["traps"]:
        raise trap_of(trap)
    for warning in ended.warnings:
        warnings.warn(warning, stacklevel=3)
    for old, (name, memory, _) in zip(before, memories):
        if old is not None and not (old == memory).all():
            raise Error(f"expects {name} to be an array that can be written, since the kernel "
                        "writes to it")
    return Run(kernel, ended, facts)


def trap_of(facts: dict[str, Any]) -> Trap:
    lanes = facts["lanes"]
    x, y, z = facts["program"]
    where = (f"in {lanes_text(lanes)} of warp {facts['warp']} of program ({x}, {y}, {z})")
    place = place_text(facts["location"])
    witness = [source_text(place), where]
    if origin := facts.get("origin"):
        start = place_text(origin["location"])
        witness += [f"{start}: the undefined value comes from {origin['message']}",
                    source_text(start)]
    return Trap(facts["message"], "\n".join(each for each in witness if each), place, (x, y, z),
                facts["warp"], lanes)


def place_text(location: str) -> str:
    """"k.py:12:8" of MLIR's `loc("x"("k.py":12:8))`; of calls, the innermost place."""
    places = re.findall(r'"([^"]*)":(\d+):(\d+)', location)
    return ":".join(places[0]) if places else location


def source_text(place: str) -> str:
    """The line at a place, if its file is there."""
    file, _, rest = place.partition(":")
    number = rest.partition(":")[0]
    line = linecache.getline(file, int(number)).strip() if number.isdigit() else ""
    return f"    {line}" if line else ""


def lanes_text(lanes: list[int]) -> str:
    """"lane 4", "lanes 0 to 3, 9"."""
    runs: list[list[int]] = []
    for lane in lanes:
        if runs and runs[-1][-1] + 1 == lane:
            runs[-1].append(lane)
        else:
            runs.append([lane])
    text = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    return f"lane{'' if len(lanes) == 1 else 's'} {text}"
