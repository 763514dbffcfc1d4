"""Launches on a GPU through CUDA's driver, in the context of whoever made the arrays."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING, Any

from heddle._arguments import Argument, bind, grid_of, is_descriptor, number_text
from heddle._error import Error

if TYPE_CHECKING:
    from heddle._compile import Kernel

__all__ = ["SWIZZLES", "Launcher"]

TENSOR_MAP_BYTES = 128
MOST_STATIC_SHARED = 48 * 1024
# Blocks of a cluster that every chip with clusters has.
MOST_PORTABLE_BLOCKS = 8
# Types of elements that the driver numbers otherwise than tensormap.replace does: f32 that
# flushes, f64, bf16 (CUtensorMapDataType; PTX ISA, tensormap.replace).
DRIVER_TYPES = {8: 10, 9: 8, 10: 9}
# By the bytes of a pattern (CUtensorMapSwizzle).
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}


def driver() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise Error("expects NVIDIA's driver, but there is none", str(error),
                    "kernel.simulate needs no GPU") from None


def check(cuda: ctypes.CDLL, status: int, doing: str) -> None:
    if status == 0:
        return
    text = ctypes.c_char_p()
    cuda.cuGetErrorString(status, ctypes.byref(text))
    reason = text.value.decode() if text.value else f"error {status}"
    raise Error(f"{doing}: {reason}")


def address_of(name: str, value: Any) -> int:
    """Where an array on the GPU begins; numbers are addresses themselves."""
    if isinstance(value, int):
        return value
    if hasattr(value, "data_ptr"):
        if value.device.type != "cuda":
            raise Error(f"expects {name} on a GPU, but got a tensor on {value.device}", "",
                        "kernel.simulate takes arrays of the host")
        address: int = value.data_ptr()
        return address
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is None:
        raise Error(f"expects {name} to be an array on a GPU, but got "
                    f"{type(value).__name__}")
    address = interface["data"][0]
    return address


SIZES: dict[str, Any] = {
    "i1": ctypes.c_uint8, "i8": ctypes.c_uint8, "i16": ctypes.c_uint16,
    "i32": ctypes.c_uint32, "i64": ctypes.c_uint64, "f32": ctypes.c_float,
    "f64": ctypes.c_double, "ptr": ctypes.c_uint64}


def scalar(name: str, kind: str, value: Any) -> Any:
    if kind in ("f16", "bf16"):
        bits = ctypes.c_uint32.from_buffer(ctypes.c_float(float(value))).value
        if kind == "bf16":
            # To the nearest, ties to even.
            return ctypes.c_uint16((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16)
        import struct
        return ctypes.c_uint16(int.from_bytes(struct.pack("<e", float(value)), "little"))
    if kind not in SIZES:
        raise Error(f"expects {name} of a type that a launch passes, but got {kind}")
    if kind in ("f32", "f64"):
        return SIZES[kind](float(value))
    if not isinstance(value, int):
        text = number_text(value)
        if not text.lstrip("-").isdigit() and text not in ("true", "false"):
            raise Error(f"expects {name} to be a whole number, but got {text}")
        value = int(text) if text.lstrip("-").isdigit() else text == "true"
    bits = ctypes.sizeof(SIZES[kind]) * 8
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        raise Error(f"expects {name} in the range of {kind}, but got {value}")
    return SIZES[kind](value & ((1 << bits) - 1))


class Launcher:
    """`launcher[grid](*args)`; the kernel is loaded once a context."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.cuda = driver()
        self.functions: dict[int, ctypes.c_void_p] = {}
        self.scratch: dict[tuple[int, int], tuple[int, int]] = {}

    def __getitem__(self, grid: int | tuple[int, ...]) -> Any:
        return lambda *args, stream=None, **named: self.run(grid_of(grid), args, named, stream)

    def context(self) -> int:
        """The current one; the first GPU's primary one if there is none yet."""
        context = ctypes.c_void_p()
        check(self.cuda, self.cuda.cuInit(0), "starting CUDA")
        check(self.cuda, self.cuda.cuCtxGetCurrent(ctypes.byref(context)), "asking for a context")
        if not context.value:
            device = ctypes.c_int()
            check(self.cuda, self.cuda.cuDeviceGet(ctypes.byref(device), 0), "opening a GPU")
            check(self.cuda, self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device),
                  "opening a GPU")
            check(self.cuda, self.cuda.cuCtxSetCurrent(context), "opening a GPU")
        return context.value or 0

    def function(self) -> tuple[int, ctypes.c_void_p]:
        context = self.context()
        if context not in self.functions:
            module, function = ctypes.c_void_p(), ctypes.c_void_p()
            check(self.cuda, self.cuda.cuModuleLoadData(
                ctypes.byref(module), self.kernel.ptx.encode()),
                f"loading {self.kernel.name} for {self.kernel.target}")
            check(self.cuda, self.cuda.cuModuleGetFunction(
                ctypes.byref(function), module, self.kernel.name.encode()),
                f"looking for {self.kernel.name}")
            info = self.kernel.launch_info
            shared = info["shared_bytes"]
            if shared > MOST_STATIC_SHARED:
                dynamic_shared = 8
                check(self.cuda, self.cuda.cuFuncSetAttribute(function, dynamic_shared, shared),
                      f"asking for {shared} bytes of shared memory")
            if info.get("num_ctas", 1) > MOST_PORTABLE_BLOCKS:
                non_portable_cluster_size = 14
                check(self.cuda, self.cuda.cuFuncSetAttribute(
                    function, non_portable_cluster_size, 1),
                    f"asking for clusters of {info['num_ctas']} blocks")
            self.functions[context] = function
        return context, self.functions[context]

    def run(self, grid: list[int], args: tuple[Any, ...], named: dict[str, Any],
            stream: int | None) -> None:
        context, function = self.function()
        if stream is None:
            torch = sys.modules.get("torch")
            stream = torch.cuda.current_stream().cuda_stream if torch else 0
        info = self.kernel.launch_info
        values = self.values(args, named)
        if size := info.get("global_scratch_size"):
            size *= grid[0] * grid[1] * grid[2]
            values.append(ctypes.c_uint64(self.scratch_of(context, stream, size)))
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(each), ctypes.c_void_p) for each in values))
        threads = info["num_warps"] * info["threads_per_warp"]
        # Each program is a cluster of so many blocks.
        blocks = grid[0] * info.get("num_ctas", 1)
        check(self.cuda, self.cuda.cuLaunchKernel(
            function, blocks, *grid[1:], threads, 1, 1, info["shared_bytes"], ctypes.c_void_p(stream),
            pointers, None), f"launching {info['name']}")

    def arguments(self) -> list[tuple[Argument, dict[str, Any] | None]]:
        """Those of the kernel's program, with what the launch knows of descriptors."""
        info = self.kernel.launch_info
        parameters = list(info["args"])
        if "global_scratch_size" in info:
            parameters.pop()
        descriptors = {each["first_arg"]: each for each in info.get("descriptors", [])}
        found: list[tuple[Argument, dict[str, Any] | None]] = []
        index = 0
        while index < len(parameters):
            facts, kind = descriptors.get(index), parameters[index]["type"]
            if facts is None:
                found.append((Argument(parameters[index]["name"], kind), None))
                index += 1
                continue
            rank = len(facts["block"])
            found.append((Argument(facts["name"], kind, rank=rank), facts))
            # A map, or base, sizes, strides and what is outside.
            index += 1 if kind == "tensormap" else 2 * rank + 2
        return found

    def values(self, args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """What the launch passes, one for each parameter but scratch."""
        arguments = self.arguments()
        bound = bind(self.kernel.name, [own for own, _ in arguments], args, named)
        values: list[Any] = []
        for (own, facts), value in zip(arguments, bound):
            if facts is not None:
                values += self.descriptor(facts, own.type, value)
            elif own.type == "ptr":
                values.append(ctypes.c_uint64(address_of(own.name, value)))
            else:
                values.append(scalar(own.name, own.type, value))
        return values

    def descriptor(self, facts: dict[str, Any], kind: str, value: Any) -> list[Any]:
        if not is_descriptor(value):
            raise Error(f"expects {facts['name']} to be a descriptor, but got "
                        f"{type(value).__name__}")
        base = address_of(facts["name"], value.base)
        shape, strides = [int(each) for each in value.shape], [int(each) for each in value.strides]
        is_nan = getattr(value, "padding", "zero") == "nan"
        if kind == "tensormap":
            return [self.tensor_map(facts, base, shape, strides, is_nan)]
        return [ctypes.c_uint64(base), *map(ctypes.c_uint64, shape),
                *map(ctypes.c_uint64, strides), ctypes.c_uint8(is_nan)]

    def tensor_map(self, facts: dict[str, Any], base: int, shape: list[int], strides: list[int],
                   is_nan: bool) -> Any:
        rank = len(shape)
        sizes = (ctypes.c_uint64 * rank)(*reversed(shape))
        steps = (ctypes.c_uint64 * max(1, rank - 1))(
            *(stride * facts["elem_size"] for stride in reversed(strides[:-1])))
        box = (ctypes.c_uint32 * rank)(*reversed(facts["box"]))
        ones = (ctypes.c_uint32 * rank)(*[1] * rank)
        swizzle = SWIZZLES[facts["swizzle_bytes"]]
        # By value, aligned to 64 bytes.
        room = (ctypes.c_uint8 * (2 * TENSOR_MAP_BYTES))()
        begin = ctypes.addressof(room)
        place = (begin + TENSOR_MAP_BYTES - 1) // TENSOR_MAP_BYTES * TENSOR_MAP_BYTES
        promotes_128_bytes = 2
        element = DRIVER_TYPES.get(facts["elem_type"], facts["elem_type"])
        check(self.cuda, self.cuda.cuTensorMapEncodeTiled(
            ctypes.c_void_p(place), element, rank, ctypes.c_void_p(base), sizes, steps, box,
            ones, 0, swizzle, promotes_128_bytes, int(is_nan)),
            f"describing {facts['name']}")
        tensor_map: Any = (ctypes.c_uint8 * TENSOR_MAP_BYTES).from_address(place)
        # Its memory lives as long as the value.
        tensor_map.room = room
        return tensor_map

    def scratch_of(self, context: int, stream: int, size: int) -> int:
        """Global memory for all programs of a launch; launches of one stream share it."""
        address, has = self.scratch.get((context, stream), (0, 0))
        if has < size:
            if address:
                check(self.cuda, self.cuda.cuStreamSynchronize(ctypes.c_void_p(stream)),
                      "waiting for a stream")
                self.cuda.cuMemFree_v2(ctypes.c_uint64(address))
            memory = ctypes.c_uint64()
            check(self.cuda, self.cuda.cuMemAlloc_v2(ctypes.byref(memory),
                                                     ctypes.c_size_t(size)),
                  f"asking for {size} bytes of global memory")
            self.scratch[context, stream] = (memory.value, size)
            address = memory.value
        return address
