"""A sanitizer for programs of Triton: every launch runs in both compilers, on guarded copies
of its tensors, and what they leave is compared."""

from __future__ import annotations

import collections
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from heddle._error import Error
from heddle.triton._launches import Launches
from heddle.triton._plugin import compiling

__all__ = ["Finding", "check"]

GUARD = 4096
"""Bytes before and behind each storage; allocations begin at multiples of it."""
RTOL, ATOL = 1e-2, 5e-2
REPETITIONS = 4
"""Further runs with each kind of bytes around the tensors, where results differ."""


@dataclass
class Finding:
    """What is wrong with a launch."""

    kernel: str
    kind: str
    """"out of bounds": Triton's own code writes beside a tensor, or its results depend on what
    lies there; "unsteady": its results differ from one run to the next or with the number of
    warps, as races, uninitialised values and the order of atomics make them; "different":
    Heddle's results differ from Triton's, which are steady; "refused": Heddle does not compile
    it."""
    argument: str
    detail: str

    def __str__(self) -> str:
        where = f", {self.argument}" if self.argument else ""
        return f"{self.kernel}: {self.kind}{where}: {self.detail}"


class Copies:
    """Copies of the storages behind a launch's tensors, with guards around them."""

    def __init__(self, tensors: dict[str, Any], fill: int) -> None:
        import torch
        self.fill = fill
        self.rooms: dict[int, Any] = {}
        self.sizes: dict[int, int] = {}
        self.names: dict[int, str] = {}
        for name, tensor in tensors.items():
            storage = tensor.untyped_storage()
            key = storage.data_ptr()
            if key in self.rooms:
                self.names[key] += f", {name}"
                continue
            size = storage.nbytes()
            rounded = (size + GUARD - 1) // GUARD * GUARD
            room = torch.full((rounded + 2 * GUARD,), fill, dtype=torch.uint8,
                              device=tensor.device)
            whole = torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage)
            room[GUARD:GUARD + size] = whole
            self.rooms[key], self.sizes[key], self.names[key] = room, size, name

    def of(self, tensor: Any) -> Any:
        """The same view of the copy."""
        import torch
        key = tensor.untyped_storage().data_ptr()
        moved = torch.empty(0, dtype=tensor.dtype, device=tensor.device)
        begin = GUARD + tensor.storage_offset() * tensor.element_size()
        if begin % tensor.element_size() != 0:
            raise Error("expects elements at multiples of their size")
        moved.set_(self.rooms[key].untyped_storage(), begin // tensor.element_size(),
                   tensor.shape, tensor.stride())
        return moved

    def contents(self, key: int) -> Any:
        return self.rooms[key][GUARD:GUARD + self.sizes[key]]

    def stray(self) -> tuple[str, str] | None:
        """A byte of a guard that was written: which tensor, and where."""
        for key, room in self.rooms.items():
            size = self.sizes[key]
            front = (room[:GUARD] != self.fill).nonzero()
            back = (room[GUARD + size:] != self.fill).nonzero()
            if len(front):
                return self.names[key], (f"writes {GUARD - int(front[-1])} bytes before its "
                                         "beginning")
            if len(back):
                return self.names[key], f"writes {int(back[0])} bytes past its end"
        return None

    def write_back(self, tensors: dict[str, Any]) -> None:
        import torch
        for tensor in tensors.values():
            storage = tensor.untyped_storage()
            whole = torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage)
            whole.copy_(self.contents(storage.data_ptr()))


def difference(a: Copies, b: Copies, tensors: dict[str, Any], rtol: float,
               atol: float) -> tuple[str, str] | None:
    """The first tensor whose elements differ by more than the tolerance, and where. `rtol` is
    at least two roundings to the type, `atol` a share of the median magnitude."""
    import torch
    for name, tensor in tensors.items():
        x, y = a.of(tensor), b.of(tensor)
        if tensor.dtype.is_floating_point:
            if tensor.element_size() < 4:
                x, y = x.float(), y.float()
            if rtol or atol:
                same = torch.isclose(x, y, rtol=max(rtol, 2 * torch.finfo(tensor.dtype).eps),
                                     atol=atol * magnitude(x), equal_nan=True)
            else:
                same = (x == y) | (x.isnan() & y.isnan())
        else:
            same = x == y
        if bool(same.all()):
            continue
        wrong = (~same).nonzero()
        place = [int(each) for each in wrong[0]]
        return name, (f"{x[tuple(place)].item()} and {y[tuple(place)].item()} at {place}, "
                      f"{len(wrong)} of {x.numel()} elements")
    return None


def magnitude(values: Any) -> float:
    """The median of the absolute values of those that are finite and not zero."""
    positive = values.abs()
    positive = positive[positive.isfinite() & (positive > 0)]
    return float(positive.median()) if len(positive) else 0.0


class check(Launches):
    """A context in which every launch runs in both compilers, on guarded copies of its
    tensors, which have what Triton's code left then:

        with heddle.triton.check() as found:
            program()

    Findings are printed when they are made. Results of the two may differ by `rtol` of a
    value, or two roundings to its type, and `atol` of the median magnitude of its tensor, as
    sums in another order do. With `raises`, the first finding raises.
    """

    def __init__(self, rtol: float = RTOL, atol: float = ATOL, raises: bool = False) -> None:
        super().__init__()
        self.rtol, self.atol, self.raises = rtol, atol, raises
        self.findings: list[Finding] = []
        self.kernels: dict[tuple[int, bool], Any] = {}

    def __enter__(self) -> list[Finding]:
        self.enter()
        return self.findings

    def __exit__(self, *reason: object) -> None:
        self.leave()

    def find(self, *parts: str) -> None:
        finding = Finding(*parts)
        if finding not in self.findings:
            self.findings.append(finding)
            print(f"heddle: {finding}", file=sys.stderr)

    @contextlib.contextmanager
    def compiler(self, function: Any, by_heddle: bool) -> Iterator[None]:
        """Launches of the function are of kernels that this compiler made."""
        key = (id(function), by_heddle)
        if key not in self.kernels:
            self.kernels[key] = collections.defaultdict(function.create_binder)
        own, function.device_caches = function.device_caches, self.kernels[key]
        try:
            with compiling(by_heddle):
                yield
        finally:
            function.device_caches = own

    def start(self, copies: Copies, function: Any, grid: Any, args: Any, kwargs: Any) -> Any:
        """Launches on the copies."""
        return self.original(function, *(moved(each, copies) for each in args), grid=grid,
                             warmup=False,
                             **{key: moved(each, copies) for key, each in kwargs.items()})

    def run_on(self, copies: Copies, function: Any, grid: Any, args: Any, kwargs: Any) -> Any:
        import torch
        result = self.start(copies, function, grid, args, kwargs)
        torch.cuda.synchronize()
        return result

    def handle(self, function: Any, grid: Any, args: Any, kwargs: Any) -> Any:
        """Triton with two kinds of bytes around the tensors, and Heddle; the tensors have what
        Triton left then."""
        name = function.__name__
        before = len(self.findings)
        launch = Launch(self, tensors_of(function, args, kwargs), function, grid, args, kwargs)
        with self.compiler(function, by_heddle=False):
            first, second, result = launch.run(0xA5), launch.run(0x5A), launch.result
            fault = launch.fault_of(first, second)
        if fault:
            self.find(name, *fault)
        try:
            with self.compiler(function, by_heddle=True):
                ours = launch.run(0xC3)
        except Error as error:
            self.find(name, "refused", "", str(error))
        else:
            if not fault and (fault := launch.fault_of_heddle(first, ours)):
                self.find(name, *fault)
        first.write_back(launch.tensors)
        if self.raises and len(self.findings) > before:
            raise Error(str(self.findings[before]))
        return result


@dataclass
class Launch:
    """A launch that can run again, from what its tensors had at first."""

    checker: check
    tensors: dict[str, Any]
    function: Any
    grid: Any
    args: Any
    kwargs: Any
    result: Any = None
    """The kernel that ran last."""

    def run(self, fill: int, **options: Any) -> Copies:
        """What a run with these bytes around the tensors leaves."""
        copies = Copies(self.tensors, fill)
        self.result = self.checker.run_on(copies, self.function, self.grid, self.args,
                                          {**self.kwargs, **options})
        return copies

    def apart(self, a: Copies, b: Copies, exactly: bool = False) -> tuple[str, str] | None:
        if exactly:
            return difference(a, b, self.tensors, 0.0, 0.0)
        return difference(a, b, self.tensors, self.checker.rtol, self.checker.atol)

    def fault_of(self, first: Copies, second: Copies) -> tuple[str, str, str] | None:
        """What is wrong with Triton's own code, of two runs with different bytes around the
        tensors: kind, argument, detail."""
        if stray := first.stray() or second.stray():
            return "out of bounds", *stray
        if self.apart(first, second, exactly=True) is None:
            return None
        # Either of the bytes beside the tensors or by chance. Chance seldom leaves the same
        # in each of several runs; with rounding by chance, what the bytes do is above it.
        runs = {first.fill: [first], second.fill: [second]}
        is_steady = True
        for index in range(REPETITIONS):
            # In turns, so that no kind of bytes always has the same addresses.
            for fill in sorted(runs, reverse=index % 2 == 0):
                again = self.run(fill)
                is_steady &= all(self.apart(each, again, exactly=True) is None
                                 for each in runs[fill])
                runs[fill].append(again)
        pairs = [self.apart(a, b, exactly=is_steady)
                 for a in runs[first.fill] for b in runs[second.fill]]
        within = [found for each in runs.values() for other in each[1:]
                  if (found := self.apart(each[0], other))]
        if not within and all(pairs):
            assert pairs[0]
            return ("out of bounds", pairs[0][0],
                    f"depends on what lies beside a tensor: two runs leave {pairs[0][1]}")
        if found := next(filter(None, [*within, *pairs]), None):
            return "unsteady", found[0], f"two runs leave {found[1]}"
        return None

    def fault_of_heddle(self, theirs: Copies, ours: Copies) -> tuple[str, str, str] | None:
        """What is wrong with Heddle's code, or with the kernel where Triton's own results
        depend on the number of warps."""
        if beside := ours.stray():
            return "different", beside[0], f"Heddle's code {beside[1]}"
        other = self.apart(theirs, ours)
        if other is None:
            return None
        with self.checker.compiler(self.function, by_heddle=False):
            warps = self.result.metadata.num_warps
            for count in (warps * 2, warps // 2):
                if 1 <= count <= 16 and (found := self.apart_with_warps(theirs, count)):
                    return ("unsteady", found[0],
                            f"{warps} and {count} warps leave {found[1]} in Triton")
        return "different", other[0], f"Triton and Heddle leave {other[1]}"

    def apart_with_warps(self, theirs: Copies, count: int) -> tuple[str, str] | None:
        try:
            return self.apart(theirs, self.run(theirs.fill, num_warps=count))
        except Exception:  # Of many kinds: not every kernel can have as many warps.
            return None


def tensors_of(function: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    """The tensors among the arguments by name, those of descriptors and tuples, too."""
    found: dict[str, Any] = {}

    def add(name: str, value: Any) -> None:
        if hasattr(value, "untyped_storage"):
            found[name] = value
        elif hasattr(value, "base") and hasattr(value, "block_shape"):
            add(name, value.base)
        elif isinstance(value, (tuple, list)):
            for index, each in enumerate(value):
                add(f"{name}[{index}]", each)

    for name, value in [*zip(function.arg_names, args), *kwargs.items()]:
        add(name, value)
    return found


def moved(value: Any, copies: Copies) -> Any:
    """An argument with copies in place of its tensors."""
    if hasattr(value, "untyped_storage"):
        return copies.of(value)
    if hasattr(value, "base") and hasattr(value, "block_shape"):
        import copy
        other = copy.copy(value)
        object.__setattr__(other, "base", moved(value.base, copies))
        return other
    if isinstance(value, tuple):
        parts = [moved(each, copies) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, list):
        return [moved(each, copies) for each in value]
    return value
