"""Launches on the simulator."""

from __future__ import annotations

import json
import linecache
import re
import sys
import warnings
from typing import Any

from heddle._arguments import Argument, bind, grid_of, is_descriptor, number_text
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


def run_on(simulation: Any, kernel: str, grid: int | tuple[int, ...], args: tuple[Any, ...],
           named: dict[str, Any], seed: int, undefined: str, unwritten: tuple[str, ...],
           max_steps: int) -> Run:
    parameters = [Argument(*each) for each in simulation.arguments]
    values = bind(kernel, parameters, args, named)
    extents: list[Extent | None] = []
    for own, value in zip(parameters, values):
        base = value.base if is_descriptor(value) and own.rank else value
        if is_array(base) and (own.type == "ptr" or own.rank):
            extents.append(extent_of(own.name, base, own.element))
        elif own.type == "ptr" and not isinstance(value, int) or own.rank:
            wanted = "a descriptor" if own.rank else "an array"
            raise Error(f"expects {own.name} to be {wanted}, but got {type(value).__name__}")
        else:
            extents.append(None)
    memories: list[Any] = []
    given: list[Any] = []
    areas = join([extent for extent in extents if extent is not None])
    for area in areas:
        name = next(each.name for each, extent in zip(parameters, extents)
                    if extent and area.begin <= extent.begin < max(area.end, area.begin + 1))
        memories.append((name, memory_of(area), name not in unwritten))
    for value, extent, own in zip(values, extents, parameters):
        if extent is None:
            given.append((number_text(value), None, None))
            continue
        at = place_in(areas, extent)
        tensor = None
        if own.rank:
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
