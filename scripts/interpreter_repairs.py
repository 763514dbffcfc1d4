"""Puts right what the interpreter of Triton 3.6 to 3.9 executes wrongly or not at all.

Each function here replaces one of the interpreter's, and says what is wrong with that.
All are written from the definition of the operation, with NumPy.
"""

import types

import examples
import number_formats
import numpy as np
from triton.runtime import interpreter

TensorHandle = interpreter.TensorHandle


def convert_float(data, source, target, rounding):
    """Rounds to the nearest, ties to even. Theirs rounds ties up, and when the mantissa
    overflows, it adds nothing to an odd exponent."""
    if rounding == interpreter._ir.ROUNDING_MODE.RTZ:
        raise NotImplementedError("expects rounding to nearest, but got towards zero")
    values = examples.decode(np.ascontiguousarray(data), str(source))
    return examples.encode(values, str(target)).view(
        examples.BITS[target.primitive_bitwidth // 8])


def create_int_to_fp(builder, source, target):
    """Theirs stores an integer as the bit pattern of a bf16 or fp8 number."""
    type = target.scalar
    return TensorHandle(examples.encode(source.data, str(type)), type)


def matrix_operand(handle, type):
    if str(handle.dtype) in number_formats.FORMATS:
        return number_formats.decode(handle.data, str(handle.dtype)).astype(type)
    return handle.data.astype(type)


def create_dot(builder, a, b, sums, *_):
    """Theirs multiplies the bit patterns of bf16 numbers as if they were integers."""
    type = sums.data.dtype
    product = np.matmul(matrix_operand(a, type), matrix_operand(b, type))
    return TensorHandle(product + sums.data, sums.dtype.scalar)


def scaled_operand(handle, scale, format, axis):
    """Numbers along `axis`, two to a byte if they are of fp4, and a scale for each 32."""
    if format.name == "E2M1":
        halves = np.stack([handle.data & 15, handle.data >> 4], axis=axis + 1)
        shape = list(handle.data.shape)
        shape[axis] *= 2
        values = number_formats.decode(halves.reshape(shape), "fp4e2m1")
    else:
        name = {"E5M2": "fp8e5", "E4M3": "fp8e4nv", "BF16": "bf16"}[format.name]
        values = number_formats.decode(handle.data, name)
    factors = np.ldexp(1.0, scale.data.astype(np.int32) - 127)
    factors = factors if axis == 1 else factors.T
    return values * np.repeat(factors, 32, axis=axis)


def create_dot_scaled(builder, a, a_scale, a_format, b, b_scale, b_format, fast_math,
                      a_packs_k, b_packs_k, sums):
    """Theirs is missing."""
    left = scaled_operand(a, a_scale, a_format, 1)
    right = scaled_operand(b, b_scale, b_format, 0)
    total = (left @ right).astype(np.float32) + sums.data
    return TensorHandle(total, sums.dtype.scalar)


class FormatName(str):
    """The name of a format, also for a Triton that looks for a constant's value."""

    @property
    def value(self):
        return str(self)


def dot_scaled(semantic, a, a_scale, a_format, b, b_scale, b_format, *rest):
    """That of 3.6 and 3.7 expects the names of the formats as constants, but is given
    strings."""
    return original_dot_scaled(semantic, a, a_scale, FormatName(a_format), b, b_scale,
                               FormatName(b_format), *rest)


def create_inline_asm(builder, text, constraints, values, result_types, is_pure, pack):
    """Theirs is missing. This one knows the one instruction that the examples use."""
    if text != "popc.b32 $0, $1;":
        raise NotImplementedError(f"expects popc.b32, but got {text}")
    word = np.ascontiguousarray(values[0].data).astype(np.uint32)
    bits = np.unpackbits(word.view(np.uint8).reshape(*word.shape, 4), axis=-1)
    ones = TensorHandle(bits.sum(axis=-1).astype(np.int32), result_types[0].scalar)
    return types.SimpleNamespace(get_result=lambda index: ones)


def patch_tensor(tensor, scope):
    """Theirs turns a tensor of one element into an index by int(array), which NumPy 2.4
    no longer allows."""
    original_patch_tensor(tensor, scope)
    scope.set_attr(tensor, "__index__", lambda self: self.handle.data.item())


original_patch_tensor = interpreter._patch_lang_tensor
original_dot_scaled = interpreter.TritonSemantic.dot_scaled


def apply():
    interpreter._convert_float = convert_float
    interpreter._patch_lang_tensor = patch_tensor
    interpreter.TritonSemantic.dot_scaled = dot_scaled
    interpreter.InterpreterBuilder.create_si_to_fp = create_int_to_fp
    interpreter.InterpreterBuilder.create_ui_to_fp = create_int_to_fp
    for create in (create_dot, create_dot_scaled, create_inline_asm):
        setattr(interpreter.InterpreterBuilder, create.__name__, create)
