"""What heddle.pth does in processes with HEDDLE_TRITON=1: Triton is hooked once it has been
imported."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["wait_for_triton"]


class AfterTriton(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds Triton where others do, and goes on when it has been executed."""

    def __init__(self) -> None:
        self.loader: Any = None

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != "triton":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            self.loader = spec.loader
            spec.loader = self
        return spec

    def create_module(self, spec: ModuleSpec) -> Any:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        self.loader.exec_module(module)
        from heddle.triton._plugin import enable_from_environment
        enable_from_environment()


def wait_for_triton() -> None:
    sys.meta_path.insert(0, AfterTriton())
