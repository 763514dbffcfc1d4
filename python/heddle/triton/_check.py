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
"""Of `check`."""
NOISE, GROSS = 4.0, 0.25
"""How many times Heddle may differ from Triton by what Triton differs with other numbers of
warps; by how much of a tensor's scale that is more than rounding."""
FEW, NEAR = 0.0025, 8.0
"""The share of elements, and the tolerances that they may be apart, that look like rounding."""
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


@dataclass
class Difference:
    """Elements of a tensor that two runs leave differently."""

    name: str
    detail: str
    share: float
    """Of all elements."""
    excess: float
    """The largest difference, in tolerances."""

    def is_rounding(self) -> bool:
        """Does it look like sums in another order: few elements, not far off?"""
        return self.share < FEW and self.excess < NEAR


def difference(a: Copies, b: Copies, tensors: dict[str, Any], rtol: float,
               atol: float) -> Difference | None:
    """Of the first tensor whose elements differ by more than the tolerance. `rtol` is at least
    two roundings to the type, `atol` a share of the median magnitude. Without a tolerance, bits
    are compared; with one, what is no finite number is the same as what nearly is none."""
    for name, tensor in tensors.items():
        x, y = a.of(tensor), b.of(tensor)
        excess = excess_of(x, y, rtol, atol)
        wrong = (excess > 1.0).nonzero()
        if not len(wrong):
            continue
        place = [int(each) for each in wrong[0]]
        at = tuple(place)
        return Difference(name, f"{x[at].item()} and {y[at].item()} at {place}, {len(wrong)} of "
                          f"{x.numel()} elements", len(wrong) / x.numel(), float(excess.max()))
    return None


def wide(values: Any) -> Any:
    """Small floats as ones that there is arithmetic for."""
    is_small = values.dtype.is_floating_point and values.element_size() < 4
    return values.float() if is_small else values


def excess_of(x: Any, y: Any, rtol: float, atol: float) -> Any:
    """How far elements are apart, in tolerances."""
    import torch
    u, v = wide(x), wide(y)
    same = u == v
    if not x.dtype.is_floating_point:
        return torch.where(same, 0.0, float("inf"))
    same |= u.isnan() & v.isnan()
    if not (rtol or atol):
        return torch.where(same, 0.0, float("inf"))
    facts = torch.finfo(x.dtype)
    same |= is_huge(x) & is_huge(y)
    tolerance = max(rtol, 2 * facts.eps) * v.abs() + (atol * magnitude(u) + facts.tiny)
    return torch.where(same, 0.0, ((u - v).abs() / tolerance).nan_to_num(
        nan=float("inf"), posinf=float("inf")))


def is_huge(values: Any) -> Any:
    """Not finite, or not far from it."""
    import torch
    return ~(wide(values).abs() <= torch.finfo(values.dtype).max / 256)


def magnitude(values: Any) -> float:
    """The median of the absolute values of those that are finite and not zero."""
    positive = values.abs()
    positive = positive[positive.isfinite() & (positive > 0)]
    return float(positive.median()) if len(positive) else 0.0


def largest_difference(a: Any, b: Any) -> float:
    """Infinite where only one is no finite number."""
    import torch
    if not a.numel():
        return 0.0
    x, y = a.double(), b.double()
    same = (x == y) | (x.isnan() & y.isnan())
    if a.dtype.is_floating_point:
        same |= is_huge(a) & is_huge(b)
    return float(torch.where(same, 0.0, (x - y).abs().nan_to_num(
        nan=float("inf"), posinf=float("inf"))).max())


def scale_of(values: Any) -> float:
    """The root of the mean square of those that are finite."""
    finite = values.double()[values.double().isfinite()]
    return float(finite.square().mean().sqrt()) if len(finite) else 0.0


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

    def apart(self, a: Copies, b: Copies, exactly: bool = False) -> Difference | None:
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
            return ("out of bounds", pairs[0].name,
                    f"depends on what lies beside a tensor: two runs leave {pairs[0].detail}")
        if found := next(filter(None, [*within, *pairs]), None):
            return "unsteady", found.name, f"two runs leave {found.detail}"
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
            runs = {count: self.run_with_warps(theirs.fill, count)
                    for count in (warps * 2, warps // 2) if 1 <= count <= 16}
        # Sums in another order, of numbers that cancel, say, differ by more than the tolerance.
        noise = {name: max((largest_difference(theirs.of(tensor), run.of(tensor))
                            for run in runs.values() if run), default=0.0)
                 for name, tensor in self.tensors.items()}
        for count, run in runs.items():
            found = self.apart(theirs, run) if run else None
            if found and noise[found.name] > GROSS * scale_of(theirs.of(self.tensors[found.name])):
                return ("unsteady", found.name,
                        f"{warps} and {count} warps leave {found.detail} in Triton")
        for name, tensor in self.tensors.items():
            other = difference(theirs, ours, {name: tensor}, self.checker.rtol,
                               self.checker.atol)
            if other and not other.is_rounding() and NOISE * noise[name] < largest_difference(
                    theirs.of(tensor), ours.of(tensor)):
                return "different", name, f"Triton and Heddle leave {other.detail}"
        return None

    def run_with_warps(self, fill: int, count: int) -> Copies | None:
        try:
            return self.run(fill, num_warps=count)
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
