"""Switching Heddle on and off in Triton."""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import hashlib
import json
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from heddle._error import Error
from heddle.triton._stages import REPLACED, Compiled, Settings, replace

__all__ = ["compiled", "compiling", "disable", "enable", "is_enabled"]

RELEASES = ("3.6", "3.7", "3.8", "3.9")

_hook: Hook | None = None
_compiled: list[Compiled] = []


class Hook:
    """Triton's hook of stages: calls with arguments are compilations; without, the releases
    from 3.7 on ask what enters the keys of their caches."""

    def __init__(self, settings: Settings, release: str, previous: Any) -> None:
        self.settings, self.release, self.previous = settings, release, previous
        key = f"heddle {build()} {settings.text()}"
        if settings.layout_hints:
            with open(settings.layout_hints, encoding="utf-8") as file:
                key += file.read()
        if previous is not None and release != "3.6":
            key += str(previous()[0])
        self.key = (key, hashlib.sha256(key.encode()).hexdigest())

    def __call__(self, backend: Any = None, stages: Any = None, options: Any = None,
                 language: Any = None, capability: Any = None) -> tuple[str, str]:
        if stages is None:
            return self.key
        if self.previous is not None:
            self.previous(backend, stages, options, language, capability)
        if "ptx" not in stages:
            if not self.settings.fallback:
                raise Error("expects a GPU of NVIDIA, but got "
                            f"{getattr(backend, 'target', 'another')}", "",
                            "heddle.triton.enable(fallback=True) leaves others to Triton")
            return self.key
        replace(self.settings, stages, options, capability, self.release, _compiled.append)
        return self.key


@functools.cache
def build() -> str:
    """Tells this build of the compiler from others."""
    from heddle import _compiler
    digest = hashlib.sha256()
    with open(_compiler.__file__, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()[:16]


def release_of_triton() -> str:
    import triton
    release = ".".join(triton.__version__.split(".")[:2])
    if release not in RELEASES:
        raise Error(f"expects Triton {RELEASES[0]} to {RELEASES[-1]}, but got "
                    f"{triton.__version__}")
    return release


def enable(stages: str = "all", *, fallback: bool = False, math: str = "fast",
           warp_specialize: str = "auto", layout_hints: str | os.PathLike[str] = "",
           allows_scratch: bool = False) -> None:
    """From now on, Heddle compiles what Triton is asked to compile.

    `stages`: "all"; "ttgir", Heddle's layouts and Triton's code; "ptx", Triton's layouts and
    Heddle's code. What Heddle refuses raises with the reason; with `fallback`, Triton takes
    it, with one warning a kernel and a count at the end of the program. `allows_scratch`: the
    program gives kernels global memory by `triton.set_allocator`, so that those which ask for
    none may use some. The rest is as in `heddle.compile`. Kernels that were compiled before are
    compiled anew.
    """
    global _hook
    if stages not in REPLACED:
        names = ", ".join(f'"{each}"' for each in REPLACED)
        raise Error(f'expects stages to be one of {names}, but got "{stages}"')
    from heddle import _compiler
    # Raises what is wrong with the options now.
    _compiler.Options("", "", math=math, warp_specialize=warp_specialize)
    release = release_of_triton()
    from triton import knobs
    disable()
    settings = Settings(stages, fallback, math, warp_specialize, os.fspath(layout_hints),
                        allows_scratch)
    _hook = Hook(settings, release, knobs.runtime.add_stages_inspection_hook)
    knobs.runtime.add_stages_inspection_hook = _hook
    tell_processes(settings)
    if release == "3.6":
        separate_caches(_hook.key[1][:16])
    restart_workers()


def disable() -> None:
    """Triton compiles as it does by itself."""
    global _hook
    if _hook is None:
        return
    from triton import knobs
    knobs.runtime.add_stages_inspection_hook = _hook.previous
    is_old = _hook.release == "3.6"
    _hook = None
    for name in ("HEDDLE_TRITON", "HEDDLE_TRITON_OPTIONS"):
        os.environ.pop(name, None)
    if is_old:
        join_caches()
    restart_workers()


def is_enabled() -> bool:
    return _hook is not None


def compiled() -> list[Compiled]:
    """What was compiled in this process, in order."""
    return list(_compiled)


@contextlib.contextmanager
def compiling(by_heddle: bool) -> Iterator[None]:
    """A context in which Heddle compiles, as it was told by `enable` if it was, or Triton by
    itself. Functions keep what they compiled before."""
    from triton import knobs
    runtime, cache = knobs.runtime, knobs.cache
    before, folder = runtime.add_stages_inspection_hook, cache.dir
    variable = os.environ.get("TRITON_CACHE_DIR")
    if by_heddle and _hook is None:
        hook = Hook(Settings(), release_of_triton(), before)
        runtime.add_stages_inspection_hook = hook
        if hook.release == "3.6":
            cache.dir = os.path.join(folder, f"heddle-{hook.key[1][:16]}")
    elif not by_heddle and _hook is not None:
        runtime.add_stages_inspection_hook = _hook.previous
        if _hook.release == "3.6":
            cache.dir = os.path.dirname(folder)
    try:
        yield
    finally:
        runtime.add_stages_inspection_hook = before
        if cache.dir != folder:
            cache.dir = folder
            if variable is None:
                del cache.dir
                os.environ.pop("TRITON_CACHE_DIR", None)


# Processes that are started later, such as Inductor's workers, begin with heddle.pth.

def tell_processes(settings: Settings) -> None:
    os.environ["HEDDLE_TRITON"] = "1"
    os.environ["HEDDLE_TRITON_OPTIONS"] = settings.text()


def enable_from_environment() -> None:
    """Of HEDDLE_TRITON=1."""
    text = os.environ.get("HEDDLE_TRITON_OPTIONS", "{}")
    try:
        options = json.loads(text)
        enable(**options)
    except (TypeError, ValueError) as error:
        warnings.warn(f"heddle: HEDDLE_TRITON has no effect: {error}", stacklevel=2)


def restart_workers() -> None:
    """Inductor's, if there are any, have begun with another environment."""
    compile_tasks = sys.modules.get("torch._inductor.async_compile")
    if compile_tasks is not None:
        compile_tasks.shutdown_compile_workers()
        compile_tasks.AsyncCompile.process_pool.cache_clear()


# In 3.6 the hook enters no key of a cache: there are folders of its own, and what is in
# memory is dropped.

_folders: dict[str, str | None] = {}


def separate_caches(name: str) -> None:
    from triton import knobs
    _folders["TRITON_CACHE_DIR"] = os.environ.get("TRITON_CACHE_DIR")
    knobs.cache.dir = os.path.join(knobs.cache.dir, f"heddle-{name}")
    if inductor := os.environ.get("TORCHINDUCTOR_CACHE_DIR"):
        _folders["TORCHINDUCTOR_CACHE_DIR"] = inductor
    else:
        import getpass
        import tempfile
        _folders["TORCHINDUCTOR_CACHE_DIR"] = None
        inductor = os.path.join(tempfile.gettempdir(), f"torchinductor_{getpass.getuser()}")
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.join(inductor, f"heddle-{name}")
    forget_kernels()


def join_caches() -> None:
    from triton import knobs
    del knobs.cache.dir
    for name, value in _folders.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    _folders.clear()
    forget_kernels()


def forget_kernels() -> None:
    """Functions compile anew when they are launched next."""
    from triton.runtime.jit import JITFunction
    for each in gc.get_objects():
        if issubclass(type(each), JITFunction):
            each.device_caches.clear()


@atexit.register
def count_refusals() -> None:
    refused = {each.name for each in _compiled if each.refusal}
    if refused and _hook is not None and _hook.settings.fallback:
        print(f"heddle: Triton compiled {len(refused)} of "
              f"{len({each.name for each in _compiled})} kernels: {', '.join(sorted(refused))}",
              file=sys.stderr)
