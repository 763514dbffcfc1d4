"""The stages of Triton's compiler, done by Heddle."""

from __future__ import annotations

import json
import os
import re
import time
import warnings
from dataclasses import dataclass, field
from typing import Any

from heddle._core import VERSION
from heddle._cuda import SWIZZLES
from heddle._error import Error

__all__ = ["REPLACED", "Compiled", "Settings", "replace"]

# Which of Triton's stages Heddle takes, by what `enable` is told.
REPLACED = {"all": ("ttgir", "llir", "ptx"), "ttgir": ("ttgir",), "ptx": ("llir", "ptx")}


@dataclass(frozen=True)
class Settings:
    """What `enable` was told."""

    stages: str = "all"
    fallback: bool = False
    math: str = "fast"
    warp_specialize: str = "auto"
    layout_hints: str = ""
    allows_scratch: bool = False

    def text(self) -> str:
        return json.dumps(self.__dict__, sort_keys=True)


@dataclass
class Compiled:
    """A kernel that went through Heddle, or was refused."""

    name: str
    target: str
    seconds: float = 0.0
    """Of Heddle."""
    refusal: str = ""
    """Why Triton had to take it; empty if Heddle did."""
    source: str = ""
    """TTIR; of functions of Gluon, TTGIR."""
    options: dict[str, Any] = field(default_factory=dict)


class Compilation:
    """One kernel on its way through the stages."""

    def __init__(self, settings: Settings, originals: dict[str, Any], options: Any, target: str,
                 release: str, record: Any) -> None:
        self.settings, self.originals, self.options = settings, originals, options
        self.target, self.release, self.record = target, release, record
        self.has_fallen_back = False
        self.ttgir: str | None = None
        self.llir: str | None = None
        self.ptx = ""
        self.launch: dict[str, Any] = {}

    # What the stages are replaced by. Each gets what the one before it gave, or a file that
    # somebody put in its place.

    def make_ttgir(self, module: Any, metadata: dict[str, Any]) -> Any:
        """Of TTIR, all that follows; Triton's own code takes only the layouts."""
        source = str(module)
        only_layouts = self.settings.stages == "ttgir"
        if not self.compile(source, "ttgir" if only_layouts else "assembly"):
            return self.originals["ttgir"](module, metadata)
        assert self.ttgir is not None
        if not only_layouts:
            metadata["tensordesc_meta"] = self.tensor_maps()
            return self.ttgir
        parsed = parse(self.ttgir, module.context)
        metadata["tensordesc_meta"] = parsed.get_tensordesc_metadata()
        return parsed

    def make_llir(self, module: Any, metadata: dict[str, Any]) -> Any:
        if not self.has_fallen_back and module is not self.ttgir:
            # Layouts that Triton chose, or somebody else.
            if self.compile(str(module), "assembly"):
                metadata["tensordesc_meta"] = self.tensor_maps()
        if self.has_fallen_back:
            return self.originals["llir"](module, metadata)
        metadata["num_warps"] = self.launch["num_warps"]
        metadata["shared"] = self.launch["shared_bytes"]
        metadata["tmem_size"] = 0
        metadata["global_scratch_size"] = self.launch.get("global_scratch_size", 0)
        metadata["global_scratch_align"] = self.launch.get("global_scratch_align", 1)
        metadata["profile_scratch_size"], metadata["profile_scratch_align"] = 0, 1
        return self.llir

    def make_ptx(self, module: Any, metadata: dict[str, Any]) -> Any:
        if self.has_fallen_back or module is not self.llir:
            return self.originals["ptx"](module, metadata)
        metadata["name"] = self.launch["name"]
        return f"// heddle {VERSION}\n{self.ptx}"

    # How they do it.

    def compile(self, source: str, stage: str) -> bool:
        """False if Triton has to take it."""
        name = re.search(r"tt\.func public @(?:\"([^\"]+)\"|([\w.$]+))", source)
        facts = Compiled(
            (name[1] or name[2]) if name else "?", self.target, source=source,
            options={key: getattr(self.options, key)
                     for key in ("num_warps", "num_ctas", "num_stages", "maxnreg",
                                 "enable_fp_fusion")})
        self.record(facts)
        begin = time.perf_counter()
        try:
            self.compile_to(source, stage, facts.name)
        except Error as error:
            facts.refusal = str(error)
            self.raise_resources(error)
            if not self.settings.fallback:
                raise
            self.has_fallen_back = True
            warnings.warn(f"heddle: Triton compiles {facts.name}: {error}", stacklevel=2)
            return False
        finally:
            facts.seconds += time.perf_counter() - begin
        return True

    def compile_to(self, source: str, stage: str, name: str) -> None:
        from heddle import _compiler
        options = self.options
        if getattr(options, "instrumentation_mode", ""):
            raise Error("expects no instrumentation, but got "
                        f"'{options.instrumentation_mode}'")
        has_layouts = '"ttg.num-warps"' in source
        given = _compiler.Options(
            f"{name}.mlir", source, self.target,
            num_warps=None if has_layouts else options.num_warps,
            num_ctas=None if has_layouts else options.num_ctas, num_stages=options.num_stages,
            maxnreg=options.maxnreg, math=self.settings.math,
            fp_fusion=bool(options.enable_fp_fusion),
            warp_specialize=self.settings.warp_specialize,
            # What Triton compiles further asks for its own.
            allows_scratch=self.settings.allows_scratch and stage != "ttgir",
            layout_hints="" if has_layouts else self.settings.layout_hints,
            libdevice=dict(options.extern_libs or ()).get("libdevice", ""),
            release=self.release)
        compiled = _compiler.compile(given, stage, keeps_stages=True)
        self.ttgir = compiled.ttgir
        if stage == "ttgir":
            return
        if len(compiled.launches) != 1:
            raise Error(f"expects one kernel, but got {len(compiled.launches)}")
        self.launch = json.loads(compiled.launches[0])
        self.ptx = compiled.text
        self.llir = compiled.llvm

    def raise_resources(self, error: Error) -> None:
        """What does not fit into shared memory is an error that autotuners know."""
        if fit := re.search(r"takes (\d+) bytes of shared memory, but a block has at most (\d+)",
                            error.reason):
            from triton.runtime.errors import OutOfResources
            raise OutOfResources(int(fit[1]), int(fit[2]), "shared memory") from error

    def tensor_maps(self) -> list[Any]:
        """What the launcher has to know of each descriptor; None of those in parts."""
        types = [each["type"] for each in self.launch["args"]]
        return [{"swizzle": SWIZZLES[each["swizzle_bytes"]],
                 "elem_size": each["elem_size"], "elem_type": each["elem_type"],
                 "block_size": each["box"], "fp4_padded": False, "is_im2col": False}
                if types[each["first_arg"]] == "tensormap" else None
                for each in self.launch.get("descriptors", [])]


def parse(text: str, context: Any) -> Any:
    """As a module of Triton's, whose parser wants a path."""
    from triton._C.libtriton import ir
    file = os.memfd_create("heddle.ttgir")
    try:
        with os.fdopen(file, "w", closefd=False) as stream:
            stream.write(text)
        module = ir.parse_mlir_module(f"/proc/self/fd/{file}", context)
    finally:
        os.close(file)
    # As Triton's own stages do, whose modules keep their contexts alive.
    module.context = context
    return module


def replace(settings: Settings, stages: dict[str, Any], options: Any, capability: int,
            release: str, record: Any) -> None:
    """Puts Heddle in the place of stages of Triton's."""
    compilation = Compilation(settings, dict(stages), options, f"sm_{capability}", release,
                              record)
    for name in REPLACED[settings.stages]:
        # Functions of Gluon have their layouts.
        is_gluon = name == "ttgir" and "ttir" not in stages
        if name in stages and not is_gluon:
            stages[name] = getattr(compilation, f"make_{name}")
