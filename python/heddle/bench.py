"""Times the kernels of a program of Triton in both compilers.

    python -m heddle.bench [--most N] [--rounds N] [--json FILE] PROGRAM.py [ARGUMENT]...

The program runs as it does by itself. Of each kernel that it launches, with each shape of its
tensors, the first launch is kept; then both compilers compile it, and both run on copies of its
tensors, whose contents are compared. Times are medians over rounds in which the two take turns,
by CUDA graphs, so without the time to launch: with what the launch before left in the cache
("warm"), and with a cache that other data have filled ("cold"). Needs a GPU, Triton and
PyTorch.
"""

from __future__ import annotations

import argparse
import json
import runpy
import statistics
import sys
from dataclasses import asdict, dataclass
from typing import Any

from heddle._error import Error
from heddle.triton._check import Copies, check, difference, tensors_of
from heddle.triton._launches import Launches

__all__ = ["Kept", "Timing", "keep_launches", "measure"]

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

    @property
    def name(self) -> str:
        name: str = self.function.__name__
        return name

    def shapes(self) -> str:
        return " ".join("x".join(map(str, each.shape)) for each in self.tensors.values())


@dataclass
class Made:
    """What one compiler made of a kernel, and how long it runs, in microseconds."""

    compile_milliseconds: float
    """From Python to machine code."""
    registers: int
    shared_bytes: int
    warm: float = 0.0
    cold: float = 0.0


@dataclass
class Timing:
    kernel: str
    shapes: str
    triton: Made
    heddle: Made | None
    """None of what Heddle refuses."""
    finding: str
    """Why it was refused, or how results differ; empty if they agree."""

    @property
    def speedup(self) -> float | None:
        """Triton's time by Heddle's, warm."""
        return self.triton.warm / self.heddle.warm if self.heddle else None


class keep_launches(Launches):
    """A context that keeps the first launch of each kernel with each shape of its tensors."""

    def __init__(self, most: int = 100) -> None:
        super().__init__()
        self.most = most
        self.kept: dict[Any, Kept] = {}

    def __enter__(self) -> dict[Any, Kept]:
        self.enter()
        return self.kept

    def __exit__(self, *reason: object) -> None:
        self.leave()

    def handle(self, function: Any, grid: Any, args: Any, kwargs: Any) -> Any:
        self.keep(function, grid, args, kwargs)
        return self.original(function, *args, grid=grid, warmup=False, **kwargs)

    def keep(self, function: Any, grid: Any, args: Any, kwargs: Any) -> None:
        tensors = tensors_of(function, args, kwargs)
        shapes = tuple((name, tuple(each.shape), each.stride(), str(each.dtype))
                       for name, each in tensors.items())
        plain = repr([each for each in [*args, *kwargs.items()]
                      if isinstance(each, (int, float, str))])
        key = (id(function), shapes, plain)
        if key not in self.kept and len(self.kept) < self.most:
            self.kept[key] = Kept(function, grid, args, dict(kwargs), tensors,
                                  Copies(tensors, 0xA5))


class Timer:
    """Runs a kept launch in one compiler."""

    def __init__(self, checker: check, launch: Kept, by_heddle: bool) -> None:
        import torch
        from triton import knobs
        self.checker, self.launch, self.by_heddle = checker, launch, by_heddle
        self.copies = Copies(launch.tensors, 0xA5)
        microseconds: list[int] = []
        with knobs.compilation.scope():
            knobs.compilation.always_compile = True
            knobs.compilation.listener = (
                lambda *, times, **facts: microseconds.append(times.total))
            kernel = self.run()
        torch.cuda.synchronize()
        self.made = Made(1e-3 * sum(microseconds), kernel.n_regs, kernel.metadata.shared)
        self.reset()
        self.run()
        torch.cuda.synchronize()

    def run(self) -> Any:
        launch = self.launch
        with self.checker.compiler(launch.function, self.by_heddle):
            return self.checker.start(self.copies, launch.function, launch.grid, launch.args,
                                      launch.kwargs)

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


def measure(launch: Kept, rounds: int = 15) -> Timing:
    """Both compilers on one launch, in turns."""
    import torch
    checker = check()
    with checker:
        theirs = Timer(checker, launch, by_heddle=False)
        timers, finding = [theirs], ""
        try:
            timers.append(Timer(checker, launch, by_heddle=True))
        except Error as error:
            finding = str(error)
        else:
            other = difference(theirs.copies, timers[1].copies, launch.tensors, 1e-2, 1e-2)
            if other:
                finding = f"{other[0]}: Triton and Heddle leave {other[1]}"
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
    return Timing(launch.name, launch.shapes(), theirs.made,
                  timers[1].made if len(timers) > 1 else None, finding)


def table_of(timings: list[Timing]) -> str:
    lines = [f"{'kernel':32} {'':7} {'warm us':>9} {'cold us':>9} {'registers':>9} "
             f"{'shared':>7} {'compile ms':>10}  speedup"]
    for each in timings:
        for name, made in (("triton", each.triton), ("heddle", each.heddle)):
            begin = each.kernel[:32] if name == "triton" else each.shapes[:32]
            if made is None:
                lines.append(f"{begin:32} {name:7} refused: {each.finding.splitlines()[0]}")
                continue
            line = (f"{begin:32} {name:7} {made.warm:9.2f} {made.cold:9.2f} "
                    f"{made.registers:9} {made.shared_bytes:7} {made.compile_milliseconds:10.0f}")
            if name == "heddle" and each.speedup is not None:
                line += f"  {each.speedup:7.3f}" + (f"  {each.finding}" if each.finding else "")
            lines.append(line)
    ratios = [each.speedup for each in timings if each.speedup is not None]
    if ratios:
        lines.append(f"{len(ratios)} kernels, geometric mean of the speedup "
                     f"{statistics.geometric_mean(ratios):.3f}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m heddle.bench",
                                     description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most", type=int, default=100, metavar="N",
                        help="launches that are kept, 100 if nothing is said")
    parser.add_argument("--rounds", type=int, default=15, metavar="N",
                        help="rounds of which times are medians")
    parser.add_argument("--json", metavar="FILE", help="write all numbers there")
    parser.add_argument("program", metavar="PROGRAM.py")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENT")
    options = parser.parse_args()
    sys.argv = [options.program, *options.arguments]
    with keep_launches(options.most) as kept:
        try:
            runpy.run_path(options.program, run_name="__main__")
        except SystemExit as end:
            if end.code not in (None, 0):
                raise
    if not kept:
        print("heddle: error: the program launches no kernel of Triton", file=sys.stderr)
        return 1
    timings = [measure(each, options.rounds) for each in kept.values()]
    print(table_of(timings))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([asdict(each) for each in timings], file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
