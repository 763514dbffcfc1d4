"""Seeing the launches of a program."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Launches", "Start"]


class Start(Protocol):
    """Launches a function of Triton, as `JITFunction.run` does."""

    def __call__(self, function: Any, *args: Any, grid: Any, warmup: bool,
                 **kwargs: Any) -> Any: ...


class Launches:
    """While it is entered, `handle` makes the program's launches, those aside by which an
    autotuner chooses a configuration; what `handle` launches itself is not handed to it."""

    original: Start

    def __init__(self) -> None:
        self.is_inside = False

    def handle(self, function: Any, grid: Any, args: Any, kwargs: Any) -> Any:
        raise NotImplementedError

    def enter(self) -> None:
        from triton.runtime.autotuner import Autotuner
        from triton.runtime.jit import JITFunction
        self.original, self.tune = JITFunction.run, Autotuner._bench
        launches = self

        def run(function: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
            if warmup or launches.is_inside:
                return launches.original(function, *args, grid=grid, warmup=warmup, **kwargs)
            return launches.within(launches.handle, function, grid, args, kwargs)

        def tune(tuner: Any, *args: Any, **kwargs: Any) -> Any:
            return launches.within(launches.tune, tuner, *args, **kwargs)

        JITFunction.run, Autotuner._bench = run, tune

    def leave(self) -> None:
        from triton.runtime.autotuner import Autotuner
        from triton.runtime.jit import JITFunction
        JITFunction.run, Autotuner._bench = self.original, self.tune

    def within(self, call: Any, *args: Any, **kwargs: Any) -> Any:
        """Calls it; launches that it makes are not the program's."""
        self.is_inside, before = True, self.is_inside
        try:
            return call(*args, **kwargs)
        finally:
            self.is_inside = before
