"""Times the kernels of a program of Triton in both compilers.

    python -m heddle.bench [OPTION]... PROGRAM.py [ARGUMENT]...

The program runs as it does by itself. Of each kernel that it launches, with each shape of its
tensors, the first launch is measured before it runs: both compilers compile it, both run on
copies of its tensors, and what they leave is compared. Times are medians over rounds in which
the two take turns, by CUDA graphs, so without the time to launch: with what the launch before
left in the cache ("warm"), and with a cache that other data have filled ("cold"). With
--num-stages, either compiler has the one of these numbers that is best for it. --help lists the
options. Needs a GPU, Triton and PyTorch.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from heddle._error import Error
from heddle.triton._check import ATOL, RTOL, Copies, check, difference, tensors_of
from heddle.triton._launches import Launches
from heddle.triton._plugin import enable

__all__ = ["Kept", "Made", "Timing", "measuring", "table_of", "time"]

FLUSH_BYTES = 256 << 20
COLD_LAUNCHES = 8
WARM_MICROSECONDS = 2000.0


@dataclass
class Kept:
    """A launch of a program, and what its tensors had then."""

    function: Any
    grid: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    tensors: dict[str, Any]
    before: Copies

    @classmethod
    def of(cls, function: Any, grid: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Kept:
        tensors = tensors_of(function, args, kwargs)
        return cls(function, grid, args, kwargs, tensors, Copies(tensors, 0xA5))

    def text(self) -> str:
        """The shapes of its tensors, and its constants."""
        shapes = ["x".join(map(str, each.shape)) for each in self.tensors.values()]
        constants = [f"{name}={value}" for name, value in self.kwargs.items()
                     if isinstance(value, (bool, int, str))]
        return " ".join(shapes + constants)


@dataclass
class Made:
    """What one compiler made of a kernel, and how long it runs, in microseconds."""

    num_stages: int
    compile_milliseconds: float
    """From Python to machine code."""
    registers: int
    shared_bytes: int
    warm: float = 0.0
    cold: float = 0.0


@dataclass
class Timing:
    kernel: str
    launch: str
    triton: Made | None
    heddle: Made | None
    """None if the compiler refuses the kernel."""
    finding: str
    """Why it was refused, or how results differ; empty if they agree."""

    @property
    def speedup(self) -> float | None:
        """Triton's time by Heddle's, warm."""
        return self.triton.warm / self.heddle.warm if self.triton and self.heddle else None

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "speedup": self.speedup}


class measuring(Launches):
    """A context in which the first launch of each kernel with each shape of its tensors is
    measured; `see` gets what was found."""

    def __init__(self, see: Callable[[Timing], None], rounds: int = 15,
                 num_stages: Sequence[int] = ()) -> None:
        super().__init__()
        self.see, self.rounds, self.num_stages = see, rounds, num_stages
        self.seen: set[Any] = set()

    def __enter__(self) -> None:
        self.enter()

    def __exit__(self, *reason: object) -> None:
        self.leave()

    def handle(self, function: Any, grid: Any, args: Any, kwargs: Any) -> Any:
        shapes = tuple((name, tuple(each.shape), each.stride(), str(each.dtype))
                       for name, each in tensors_of(function, args, kwargs).items())
        plain = repr([each for each in [*args, *kwargs.items()]
                      if isinstance(each, (int, float, str, tuple))])
        key = (id(function), shapes, plain)
        if key not in self.seen:
            self.seen.add(key)
            self.see(time(Kept.of(function, grid, args, dict(kwargs)), self.rounds,
                          self.num_stages))
        return self.original(function, *args, grid=grid, warmup=False, **kwargs)


class Timer:
    """Runs a kept launch in one compiler."""

    def __init__(self, checker: check, launch: Kept, by_heddle: bool,
                 options: dict[str, int]) -> None:
        import torch
        from triton import knobs
        self.checker, self.launch, self.by_heddle = checker, launch, by_heddle
        self.options = options
        self.copies = Copies(launch.tensors, 0xA5)
        microseconds: list[int] = []
        with knobs.compilation.scope():
            knobs.compilation.always_compile = True
            knobs.compilation.listener = (
                lambda *, times, **facts: microseconds.append(times.total))
            kernel = self.run()
        torch.cuda.synchronize()
        self.made = Made(kernel.metadata.num_stages, 1e-3 * sum(microseconds), kernel.n_regs,
                         kernel.metadata.shared)
        self.reset()
        self.run()
        torch.cuda.synchronize()

    def run(self) -> Any:
        launch = self.launch
        with self.checker.compiler(launch.function, self.by_heddle):
            return self.checker.start(self.copies, launch.function, launch.grid, launch.args,
                                      {**launch.kwargs, **self.options})

    def reset(self) -> None:
        for key, room in self.copies.rooms.items():
            room.copy_(self.launch.before.rooms[key])

    def capture(self, flush: Any) -> None:
        """Graphs of several launches."""
        import torch
        self.warm = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.warm):
            self.run()
        once = elapsed(self.warm)
        self.count = max(1, min(200, int(WARM_MICROSECONDS / max(once, 1.0))))
        self.warm = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.warm):
            for _ in range(self.count):
                self.run()
        self.cold = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.cold):
            for _ in range(COLD_LAUNCHES):
                flush.zero_()
                self.run()


def elapsed(graph: Any) -> float:
    """Microseconds of a replay."""
    import torch
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    graph.replay()
    end.record()
    end.synchronize()
    return 1e3 * float(begin.elapsed_time(end))


def timers_of(checker: check, launch: Kept, by_heddle: bool,
              num_stages: Sequence[int]) -> tuple[list[Timer], str]:
    """One for each number of stages that the compiler takes; if it takes none, why."""
    from triton.runtime.errors import OutOfResources
    timers, refusal = list[Timer](), ""
    for options in [{"num_stages": each} for each in num_stages] or [{}]:
        try:
            timers.append(Timer(checker, launch, by_heddle, options))
        except (Error, OutOfResources) as error:
            refusal = str(error)
    return timers, "" if timers else refusal


def measure(timers: list[Timer], rounds: int) -> None:
    """All in turns."""
    import torch
    flush = torch.empty(FLUSH_BYTES, dtype=torch.uint8, device="cuda")
    alone = torch.cuda.CUDAGraph()
    with torch.cuda.graph(alone):
        for _ in range(COLD_LAUNCHES):
            flush.zero_()
    for timer in timers:
        timer.capture(flush)
    warm: list[list[float]] = [[] for _ in timers]
    cold: list[list[float]] = [[] for _ in timers]
    for _ in range(rounds):
        idle = elapsed(alone)
        for index, timer in enumerate(timers):
            warm[index].append(elapsed(timer.warm) / timer.count)
            cold[index].append((elapsed(timer.cold) - idle) / COLD_LAUNCHES)
    for index, timer in enumerate(timers):
        timer.made.warm = statistics.median(warm[index])
        timer.made.cold = statistics.median(cold[index])


def time(launch: Kept, rounds: int = 15, num_stages: Sequence[int] = ()) -> Timing:
    """Both compilers on one launch."""
    checker = check()
    with checker:
        theirs, refusal = timers_of(checker, launch, False, num_stages)
        ours, own_refusal = timers_of(checker, launch, True, num_stages)
        findings = [f"Triton: {refusal}"] if refusal else []
        findings += [f"Heddle: {own_refusal}"] if own_refusal else []
        for each in ours if theirs else []:
            other = difference(theirs[0].copies, each.copies, launch.tensors, RTOL, ATOL)
            if other and not other.is_rounding():
                findings.append(f"{other.name}: Triton and Heddle leave {other.detail}")
        measure(theirs + ours, rounds)

    def best(timers: list[Timer]) -> Made | None:
        return min((each.made for each in timers), key=lambda made: made.warm, default=None)

    return Timing(launch.function.__name__, launch.text(), best(theirs), best(ours),
                  "; ".join(findings))


HEAD = (f"{'kernel':32} {'':7} {'stages':>6} {'warm us':>9} {'cold us':>9} {'registers':>9} "
        f"{'shared':>7} {'compile ms':>10}  speedup")


def rows_of(timing: Timing) -> str:
    lines = []
    for name, begin, made in (("triton", timing.kernel, timing.triton),
                              ("heddle", "", timing.heddle)):
        line = f"{begin[:32]:32} {name:7} "
        if made is None:
            lines.append(f"{line}{'refused':>6}")
            continue
        line += (f"{made.num_stages:6} {made.warm:9.2f} {made.cold:9.2f} {made.registers:9} "
                 f"{made.shared_bytes:7} {made.compile_milliseconds:10.0f}")
        if name == "heddle" and timing.speedup is not None:
            line += f"  {timing.speedup:7.3f}"
        lines.append(line)
    lines.append(f"  {timing.launch}")
    if timing.finding:
        lines.append(f"  {timing.finding}")
    return "\n".join(lines)


def sum_of(timings: list[Timing]) -> str:
    ratios = [each.speedup for each in timings if each.speedup is not None]
    if not ratios:
        return ""
    return (f"{len(ratios)} kernels, geometric mean of the speedup "
            f"{statistics.geometric_mean(ratios):.3f}")


def table_of(timings: list[Timing]) -> str:
    return "\n".join([HEAD, *map(rows_of, timings), sum_of(timings)])


def set_allocator() -> None:
    """Global memory that kernels ask for is a tensor, unless the program sets something else."""
    import torch
    import triton

    triton.set_allocator(
        lambda size, alignment, stream: torch.empty(size, dtype=torch.uint8, device="cuda"))


def main() -> int:
    def numbers(text: str) -> list[int]:
        return [int(each) for each in text.split(",")]

    parser = argparse.ArgumentParser(prog="python -m heddle.bench",
                                     description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--num-stages", type=numbers, default=[], metavar="N,...",
                        help="take the best of these; what the launch says if absent")
    parser.add_argument("--rounds", type=int, default=15, metavar="N",
                        help="rounds of which times are medians")
    parser.add_argument("--allows-scratch", action="store_true",
                        help="kernels may use global memory of their own; the program may set "
                             "another allocator for it than PyTorch's")
    parser.add_argument("--json", metavar="FILE",
                        help="append all numbers there, a line for each kernel")
    parser.add_argument("program", metavar="PROGRAM.py")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENT")
    options = parser.parse_args()
    sys.argv = [options.program, *options.arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(options.program)))
    if options.allows_scratch:
        enable(allows_scratch=True)
        set_allocator()
    timings: list[Timing] = []

    def see(timing: Timing) -> None:
        timings.append(timing)
        print(rows_of(timing), flush=True)
        if options.json:
            with open(options.json, "a", encoding="utf-8") as file:
                file.write(json.dumps(timing.data()) + "\n")

    print(HEAD)
    with measuring(see, options.rounds, options.num_stages):
        try:
            runpy.run_path(options.program, run_name="__main__")
        except SystemExit as end:
            if end.code not in (None, 0):
                raise
    if not timings:
        print("heddle: error: the program launches no kernel of Triton", file=sys.stderr)
        return 1
    print(sum_of(timings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
