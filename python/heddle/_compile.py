"""Kernels, compiled: heddle.compile."""

from __future__ import annotations

import json
import os
import warnings
from functools import cached_property
from typing import Any

from heddle._error import Error
from heddle._simulate import Run, run_on

__all__ = ["Kernel", "Report", "TensorDescriptor", "compile"]


class TensorDescriptor:
    """A tensor that a kernel accesses block by block. Without a shape it is the whole array;
    a function of Triton needs the `block_shape`. Triton's own `TensorDescriptor`, which
    does not take arrays of NumPy, is taken, too.

    >>> import heddle, numpy
    >>> heddle.TensorDescriptor(numpy.zeros((8, 16), numpy.float32)).strides
    [16, 1]
    """

    def __init__(self, base: Any, shape: list[int] | None = None,
                 strides: list[int] | None = None, block_shape: list[int] | None = None,
                 padding: str = "zero") -> None:
        self.base = base
        self.block_shape = block_shape
        self.shape = list(base.shape if shape is None else shape)
        if strides is None:
            strides = (base.stride() if hasattr(base, "stride") else
                       [each // base.dtype.itemsize for each in base.strides])
        self.strides = list(strides)
        self.padding = padding


class Report(str):
    """What became of a kernel, as text; the same facts are in `facts`."""

    facts: dict[str, Any]


class Kernel:
    """A kernel that has been compiled. Texts of its stages are made when they are asked for.

    `options` are those of `heddle.compile`.
    """

    options: dict[str, Any]

    def __init__(self, source: str, options: dict[str, Any]) -> None:
        self._source = source
        self.options = options
        self._code = self._compile_code()

    def _compile_code(self) -> str:
        from heddle import _compiler
        compiled = _compiler.compile(self._options(), "assembly")
        for warning in compiled.warnings:
            warnings.warn(warning, stacklevel=4)
        if len(compiled.launches) != 1:
            names = ", ".join(json.loads(each)["name"] for each in compiled.launches)
            raise Error(f"expects one kernel, but got {names or 'none'}", "",
                        "name one by entry=")
        self.launch_info: dict[str, Any] = json.loads(compiled.launches[0])
        """What a launcher has to know; docs/heddle-compile.md has the keys."""
        self.target: str = compiled.target
        return compiled.text

    def _options(self) -> Any:
        from heddle import _compiler
        is_text = "\n" in self._source
        return _compiler.Options(self.options.get("name") or
                                 ("kernel.mlir" if is_text else self._source),
                                 self._source if is_text else None,
                                 **{key: value for key, value in self.options.items()
                                    if key != "name"})

    def _stage(self, name: str) -> str:
        from heddle import _compiler
        text: str = _compiler.compile(self._options(), name).text
        return text

    @property
    def name(self) -> str:
        name: str = self.launch_info["name"]
        return name

    @property
    def ptx(self) -> str:
        """Code for NVIDIA's driver or assembler."""
        if not self.target.startswith("sm_"):
            raise Error(f"expects a target of NVIDIA for PTX, but got {self.target}", "",
                        ".amdgcn has the kernel's code")
        return self._code

    @property
    def amdgcn(self) -> str:
        """Code for AMD's assembler."""
        if self.target.startswith("sm_"):
            raise Error(f"expects a target of AMD for AMDGCN, but got {self.target}", "",
                        ".ptx has the kernel's code")
        return self._code

    @property
    def hsaco(self) -> bytes:
        """Raises an error that says what makes a code object: the package has no linker, which
        would make the wheel too large."""
        if self.target.startswith("sm_"):
            raise Error(f"expects a target of AMD for a code object, but got {self.target}", "",
                        ".ptx has the kernel's code")
        raise Error("the Python package has no linker for code objects", "",
                    f"heddle compile FILE --target {self.target} -o K.hsaco makes one; of .amdgcn "
                    "in a file clang does: clang -x assembler -target amdgcn-amd-amdhsa "
                    f"-mcpu={self.target} K.amdgcn -o K.hsaco")

    @cached_property
    def ttgir(self) -> str:
        """The kernel with its layouts, in Triton's IR."""
        return self._stage("ttgir")

    @cached_property
    def simt(self) -> str:
        """The program of one thread."""
        return self._stage("simt")

    @cached_property
    def llvm(self) -> str:
        """LLVM's IR, before its passes."""
        return self._stage("llvm")

    def report(self) -> Report:
        """What the kernel costs, and why (docs/heddle-compile.md)."""
        from heddle import _compiler
        (text, facts), = _compiler.reports(self._options())
        report = Report(text)
        report.facts = json.loads(facts)
        return report

    @cached_property
    def _simulation(self) -> Any:
        from heddle import _compiler
        return _compiler.Simulation(self._options())

    def simulate(self, grid: int | tuple[int, ...], *args: Any,
                 arguments: dict[str, Any] | None = None, seed: int = 1,
                 undefined: str = "warn", unwritten: tuple[str, ...] = (),
                 max_steps: int = 0) -> Run:
        """Executes the kernel on the simulator, on arrays of the host, which have what it left
        then. Arguments are given in order, or by their names in `arguments`.

        `unwritten` names arrays whose contents count as undefined. `undefined` says what is
        made of inactive lanes of masked loads without `other` that something depends on: they
        are zeros and there is a warning ("warn"), they are zeros ("zero"), or the run stops
        ("trap"). `max_steps` instructions of a program are taken to be an endless loop.
        Raises heddle.Trap where a GPU would do something undefined.

        >>> import heddle, numpy
        >>> kernel = heddle.compile('''
        ... tt.func public @double(%x: !tt.ptr<f32>) {
        ...   %lanes = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
        ...   %base = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
        ...   %place = tt.addptr %base, %lanes : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
        ...   %value = tt.load %place : tensor<128x!tt.ptr<f32>>
        ...   %sum = arith.addf %value, %value : tensor<128xf32>
        ...   tt.store %place, %sum : tensor<128x!tt.ptr<f32>>
        ...   tt.return
        ... }
        ... ''', target="sm_90")
        >>> x = numpy.arange(128, dtype=numpy.float32)
        >>> kernel.simulate(1, x)
        <heddle.Run of double: 1 program>
        >>> float(x[100])
        200.0
        >>> kernel.simulate(1, x[:100])
        Traceback (most recent call last):
        heddle.Trap: kernel.mlir:6:12: out-of-bounds 4-byte load, 0 bytes past the end of x (400 bytes)
        in lane 4 of warp 3 of program (0, 0, 0)
        """
        return run_on(self._simulation, self.name, grid, args, arguments or {}, seed, undefined,
                      unwritten, max_steps)

    @cached_property
    def launch(self) -> Any:
        """`kernel.launch[grid](*args, **arguments)` runs it on the GPU of its arguments:
        tensors of PyTorch, or arrays with `__cuda_array_interface__`; `stream=` is the current
        one of PyTorch if nothing is said."""
        from heddle._cuda import Launcher
        return Launcher(self)

    def __repr__(self) -> str:
        return f"<heddle.Kernel {self.name} for {self.target}>"


def compile(kernel: Any, *, target: str | None = None, signature: dict[str, str] | None = None,
            constexprs: dict[str, Any] | None = None, num_warps: int | None = None,
            num_stages: int = 3, num_ctas: int | None = None, maxnreg: int | None = None,
            math: str = "fast", fp_fusion: bool = True, warp_specialize: str = "auto",
            entry: str = "", layout_hints: str | os.PathLike[str] = "",
            libdevice: str | os.PathLike[str] = "", release: str | None = None,
            name: str = "") -> Kernel:
    """Compiles a kernel of TTIR or TTGIR, given as text or as the path of a file; or a function
    of `@triton.jit`, of which Triton makes TTIR. That needs its `signature` ({"x": "*fp32",
    "n": "i32"}) and the values of its `constexprs`.

    `target` is "sm_80", "sm_90", ...; what a TTGIR module names if absent. Of TTIR, `num_warps`
    are four if absent, and `num_ctas`, the blocks of a cluster that a program is, one. `math` is
    "fast" or "precise", `warp_specialize` "auto", "on" or "off".
    `release`, "3.6" to "3.9", is the one of Triton whose layouts a TTGIR module has, and that
    TTGIR is printed for. `name` is the file's in messages, of a text. The rest is as in
    `heddle compile`.
    """
    from heddle import _frontend
    if _frontend.is_function(kernel):
        source = _frontend.ttir_of(kernel, target or "sm_90", signature or {}, constexprs or {},
                                   num_warps, num_stages, num_ctas)
        target = target or "sm_90"
        name = name or f"{_frontend.name_of(kernel)}.ttir"
    elif signature is not None or constexprs is not None:
        raise Error("expects a signature of a function of @triton.jit only, but got one of IR")
    else:
        source = os.fspath(kernel)
    return Kernel(source, {
        "target": target, "num_warps": num_warps, "num_stages": num_stages,
        "num_ctas": num_ctas, "maxnreg": maxnreg,
        "math": math, "fp_fusion": fp_fusion, "warp_specialize": warp_specialize,
        "entry": entry, "layout_hints": os.fspath(layout_hints),
        "libdevice": os.fspath(libdevice), "release": release, "name": name})
