"""Functions of @triton.jit on the simulator: heddle.simulate."""

from __future__ import annotations

import functools
from typing import Any

from heddle._arrays import Extent, extent_of, is_array, join, place_in, type_name
from heddle._compile import Kernel, TensorDescriptor
from heddle._error import Error
from heddle._frontend import backend_for, innermost, is_function, make_ttir, name_of
from heddle._arguments import is_descriptor
from heddle._simulate import Run

__all__ = ["Simulated", "simulate"]


class Placed:
    """An array as Triton's front end looks at it: its type, and how its address is aligned
    on the simulator."""

    def __init__(self, array: Any, address: int) -> None:
        self.array = array
        self.dtype = array.dtype
        self.shape = array.shape
        self.address = address

    def data_ptr(self) -> int:
        return self.address


class Simulated:
    """What `heddle.simulate` gives: `simulated[grid](*arrays, ...)`."""

    last: Run | None
    """What the last launch executed."""

    def __init__(self, function: Any, target: str, config: Any, seed: int, undefined: str,
                 unwritten: tuple[str, ...], max_steps: int) -> None:
        self.function, self.target, self.config = function, target, config
        self.settings: dict[str, Any] = {
            "seed": seed, "undefined": undefined, "unwritten": unwritten, "max_steps": max_steps}
        self.kernels: dict[str, Kernel] = {}
        self.last = None

    @functools.cached_property
    def front_end(self) -> tuple[Any, Any, Any]:
        """Triton's target and backend, and what binds the arguments of a launch."""
        from triton.runtime.jit import create_function_from_signature
        chip, backend = backend_for(self.target)
        function = innermost(self.function)
        return chip, backend, create_function_from_signature(function.signature, function.params,
                                                             backend)

    def __getitem__(self, grid: Any) -> Any:
        return lambda *args, **kwargs: self.run(grid, args, kwargs)

    def run(self, grid: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Run:
        function, kwargs = self.configure(args, kwargs)
        chip, backend, binder = self.front_end
        kwargs.setdefault("debug", False)
        placed, named = place(args, kwargs)
        bound, specialization, _ = binder(*placed, **named)
        options, signature, constexprs, attrs = function._pack_args(
            backend, named, bound, specialization, None)
        key = repr((specialization, options))
        kernel = self.kernels.get(key)
        if kernel is None:
            kernel = self.kernels[key] = self.compile(function, chip, backend, options,
                                                      signature, constexprs, attrs)
        values = [value for value, (kind, *_) in zip(bound.values(), specialization)
                  for value in leaves(value, kind)]
        sizes = grid(bound) if callable(grid) else grid
        self.last = kernel.simulate(sizes, *values, **self.settings)
        return self.last

    def configure(self, args: tuple[Any, ...],
                  kwargs: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """What autotuners and heuristics add to the arguments, and the function below them.
        Of an autotuner that is one configuration: the first, or the one that was asked for."""
        function, kwargs = self.function, dict(kwargs)
        while not hasattr(function, "params"):
            given = {**dict(zip(function.arg_names, args)), **kwargs}
            if hasattr(function, "configs"):
                config = self.config or function.configs[0]
                kwargs.update(config.all_kwargs())
                if config.pre_hook is not None:
                    config.pre_hook({**given, **config.all_kwargs()})
            else:
                for name, choose in function.values.items():
                    kwargs[name] = given[name] = choose(given)
            function = function.fn
        return function, {key: value for key, value in kwargs.items() if value is not None
                          or key in {each.name for each in function.params}}

    def compile(self, function: Any, chip: Any, backend: Any, options: Any, signature: Any,
                constexprs: Any, attrs: Any) -> Kernel:
        from triton.compiler import ASTSource
        if function.is_gluon():
            from triton.experimental.gluon._runtime import GluonASTSource as Source
        else:
            Source = ASTSource
        source = Source(function, signature, constexprs, attrs)
        options = backend.parse_options({**options.__dict__, **source.parse_options()})
        return Kernel(make_ttir(source, chip, backend, options), {
            "target": self.target, "num_warps": None if function.is_gluon()
            else options.num_warps, "num_stages": options.num_stages,
            "num_ctas": None if function.is_gluon() else options.num_ctas,
            "maxnreg": options.maxnreg, "fp_fusion": options.enable_fp_fusion,
            "name": f"{name_of(function)}.ttir"})


def place(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The arrays among the arguments, with the addresses that they have on the simulator as
    far as their alignment goes: memory begins at a multiple of 256 there."""
    extents: dict[int, Extent] = {}

    def find(value: Any) -> None:
        array = value.base if is_descriptor(value) else value
        if is_array(array):
            extents[id(array)] = extent_of("an array", array, type_name(array.dtype) or "?")
        elif isinstance(value, (tuple, list)):
            for each in value:
                find(each)

    for value in [*args, *kwargs.values()]:
        find(value)
    areas = join(list(extents.values()))

    def placed(value: Any) -> Any:
        if isinstance(value, TensorDescriptor):
            from triton.tools import tensor_descriptor
            if value.block_shape is None:
                raise Error("expects a descriptor with a block_shape, but got none")
            return tensor_descriptor.TensorDescriptor(
                placed(value.base), value.shape, value.strides, value.block_shape,
                value.padding)
        if isinstance(value, tuple):
            parts = [placed(each) for each in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        extent = extents.get(id(value))
        if extent is None:
            return value
        return Placed(value, extent.first - areas[place_in(areas, extent)].begin)

    return ([placed(value) for value in args],
            {key: placed(value) for key, value in kwargs.items()})


def leaves(value: Any, kind: Any) -> list[Any]:
    """What the kernel is given for a parameter: the parts of a tuple, nothing for what is
    known when it is compiled."""
    if kind == "constexpr":
        return []
    if isinstance(value, Placed):
        return [value.array]
    if is_descriptor(value):
        base = value.base.array if isinstance(value.base, Placed) else value.base
        return [TensorDescriptor(base, value.shape, value.strides, value.block_shape,
                                 getattr(value, "padding", "zero"))]
    if isinstance(kind, (tuple, list)):
        return [leaf for part, each in zip(value, kind) for leaf in leaves(part, each)]
    return [value]


def simulate(function: Any, *, target: str = "sm_90", config: Any = None, seed: int = 1,
             undefined: str = "warn", unwritten: tuple[str, ...] = (),
             max_steps: int = 0) -> Simulated:
    """A function of `@triton.jit` on arrays of the host, with no GPU:

        heddle.simulate(add_kernel)[(4,)](x, y, out, n, BLOCK=1024)

    Arguments and launch options are those that Triton takes. Of an autotuned function, one
    configuration runs: the first, or `config`. `seed`, `undefined`, `unwritten` and
    `max_steps` are those of `Kernel.simulate`. Gives a `Run`; raises `Trap` where a GPU would
    do something undefined.
    """
    if not is_function(function):
        raise Error(f"expects a function of @triton.jit, but got {type(function).__name__}", "",
                    "of text, use heddle.compile(text).simulate")
    return Simulated(function, target, config, seed, undefined, unwritten, max_steps)
