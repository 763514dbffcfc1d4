"""The examples' kernels as functions of Triton, for tests that have it."""

import importlib.util
import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import examples  # noqa: E402

NAMES = [name for name in examples.names()]


def function_of(name):
    """The function of @triton.jit."""
    spec = importlib.util.spec_from_file_location(name, examples.KERNELS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def constants_of(launch, target):
    return {**launch.constexprs, **launch.constexprs_of.get(target, {})}


def source_of(name, launch, target="sm_90"):
    """As Triton's compiler takes it."""
    from triton.compiler import ASTSource
    kernel, constants = function_of(name), constants_of(launch, target)
    signature = {each: "constexpr" if each in constants else launch.arguments[each].signature
                 for each in kernel.arg_names}
    attributes = {(kernel.arg_names.index(each),): [["tt.divisibility", argument.divisible]]
                  for each, argument in launch.arguments.items() if argument.divisible}
    return ASTSource(kernel, signature, constants, attributes)
