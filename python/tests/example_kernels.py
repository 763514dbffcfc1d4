"""The examples' kernels as functions of Triton, for tests that have it."""

import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import examples  # noqa: E402

NAMES = examples.names()


def on_gpu(argument, value):
    """An argument's tensor, or table of addresses, on the GPU; and what keeps it alive."""
    import numpy
    import torch
    if not argument.is_tensor:
        return value, None
    if isinstance(value, list):
        tables = [on_gpu(argument, each)[0] for each in value]
        return torch.tensor([each.data_ptr() for each in tables], device="cuda"), tables
    kinds = {"bf16": torch.bfloat16, "fp8e4nv": torch.float8_e4m3fn, "fp8e5": torch.float8_e5m2}
    bits = torch.from_numpy(value.view(numpy.uint8).copy()).cuda()
    kind = kinds.get(argument.type) or getattr(torch, str(value.dtype))
    return bits.view(kind).reshape(value.shape), None


def launch_on_gpu(launch):
    """What each output has then."""
    import torch
    import triton
    inputs = examples.make_inputs(launch)
    triton.set_allocator(lambda size, alignment, stream: torch.empty(
        size, dtype=torch.int8, device="cuda"))
    placed = {key: on_gpu(argument, inputs[key]) for key, argument in launch.arguments.items()}
    examples.load_kernel(launch.name)[tuple(launch.grid)](
        **{key: value for key, (value, _) in placed.items()}, **examples.constants_of(launch, "sm_90"),
        num_warps=launch.num_warps, **launch.options)
    torch.cuda.synchronize()
    return {key: placed[key][0].cpu().view(torch.uint8).numpy()
            .view(inputs[key].dtype).reshape(inputs[key].shape) for key in launch.outputs}
