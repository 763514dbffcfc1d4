"""Triton's front end: functions of @triton.jit to TTIR. Needs Triton, and no GPU."""

from __future__ import annotations

import sys
from typing import Any

from heddle._error import Error

__all__ = ["is_function", "name_of", "ttir_of"]


def is_function(kernel: Any) -> bool:
    """Is it a function of @triton.jit, perhaps below an autotuner or heuristics? Where Triton
    has not been imported there can be none."""
    jit = sys.modules.get("triton.runtime.jit")
    return jit is not None and isinstance(kernel, jit.KernelInterface)


def name_of(kernel: Any) -> str:
    name: str = innermost(kernel).fn.__name__
    return name


def innermost(kernel: Any) -> Any:
    """The function below autotuners and heuristics."""
    while not hasattr(kernel, "params"):
        kernel = kernel.fn
    return kernel


def backend_for(target: str) -> tuple[Any, Any]:
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import make_backend
    if not target.startswith("sm_"):
        raise Error(f"expects a target of NVIDIA for a function of Triton, but got {target}")
    # "sm_90a" is a spelling of what Triton calls 90.
    arch = int(target.removeprefix("sm_").rstrip("af"))
    chip = GPUTarget("cuda", arch, 32)
    return chip, make_backend(chip)


def ttir_of(kernel: Any, target: str, signature: dict[str, str], constexprs: dict[str, Any],
            num_warps: int | None = None, num_stages: int = 3,
            num_ctas: int | None = None) -> str:
    """The function's TTIR, as Triton's backend makes it before it chooses layouts."""
    from triton.compiler import ASTSource
    chip, backend = backend_for(target)
    function = innermost(kernel)
    names = [each.name for each in function.params]
    for name in list(signature) + [key for key in constexprs if isinstance(key, str)]:
        if name not in names:
            raise Error(f"expects arguments of {name_of(kernel)} ({', '.join(names)}), but got "
                        f"{name}")
    full = {name: signature.get(name, "constexpr") for name in names}
    values = {(names.index(key),) if isinstance(key, str) else key: value
              for key, value in constexprs.items()}
    for index, parameter in enumerate(function.params):
        if full[parameter.name] == "constexpr" and (index,) not in values:
            if not parameter.has_default:
                raise Error(f"expects a type or a value of {parameter.name}, but got none", "",
                            "name it in signature= or in constexprs=")
            values[(index,)] = parameter.default
    source = ASTSource(function, full, values, {})
    options = backend.parse_options({"num_warps": num_warps or 4, "num_stages": num_stages,
                                     "num_ctas": num_ctas or 1, **source.parse_options()})
    return make_ttir(source, chip, backend, options)


def make_ttir(source: Any, chip: Any, backend: Any, options: Any) -> str:
    from triton._C.libtriton import ir
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(chip, options, backend.get_codegen_implementation(options),
                            backend.get_module_map(), context)
    stages: dict[str, Any] = {}
    backend.add_stages(stages, options, source.language)
    first = next(iter(stages))
    # Gluon's functions have layouts already.
    module = stages[first](module, {})
    return str(module)
