"""The memory of a kernel that Triton's interpreter executes: every access has to stay
inside of a tensor, and what a masked load leaves undefined is poison.
"""

import examples
import numpy as np
from triton.runtime import interpreter

ALIGNMENT = 256
Builder = interpreter.InterpreterBuilder
TensorHandle = interpreter.TensorHandle


class Memory:
    """The tensors of one launch. Each lies alone, aligned to 256 bytes."""

    def __init__(self):
        self.owners = []  # keeps the bytes alive
        self.first = np.empty(0, np.uint64)
        self.end = np.empty(0, np.uint64)

    def place(self, array):
        """A copy of the array that the kernel may access."""
        owner = np.empty(array.nbytes + ALIGNMENT, np.uint8)
        skipped = -owner.ctypes.data % ALIGNMENT
        copy = owner[skipped:skipped + array.nbytes].view(array.dtype).reshape(array.shape)
        copy[...] = array
        self.owners.append(owner)
        first = np.append(self.first, np.uint64(copy.ctypes.data))
        end = np.append(self.end, np.uint64(copy.ctypes.data + array.nbytes))
        order = np.argsort(first)
        self.first, self.end = first[order], end[order]
        return copy

    def check(self, pointers, mask, access):
        """Raises an IndexError for an address that is accessed but in no tensor."""
        size = max(pointers.get_element_ty().primitive_bitwidth // 8, 1)
        address = np.broadcast_to(pointers.data, mask.shape)[mask]
        tensor = np.searchsorted(self.first, address, side="right")
        end = np.append(np.uint64(0), self.end)[tensor]
        outside = address + np.uint64(size) > end
        if outside.any():
            behind = int(address[outside][0]) - int(end[outside][0])
            raise IndexError(f"expects {access} inside of a tensor, but got "
                             f"{int(outside.sum())} outside, one {behind} bytes behind the "
                             "end of one")


def poison_of(type, shape):
    """Undefined elements: NaN, or bytes 0xA5."""
    elements = np.full(shape, 0, interpreter._get_np_dtype(type))
    if str(type) in examples.FLOATS:
        elements[...] = examples.poison(1, str(type))[0]
    else:
        elements.view(np.uint8)[...] = 0xA5
    return TensorHandle(elements, type)


def watch(memory):
    """Lets the interpreter's accesses be checked from now on. Replaces its own, where a
    masked load gives zeros for what is undefined."""
    def masked_load(builder, pointers, mask, other, *hints, **more_hints):
        memory.check(pointers, mask.data, "loads")
        if other is None:
            other = poison_of(pointers.get_element_ty(), mask.data.shape)
        return originals["create_masked_load"](builder, pointers, mask, other, *hints,
                                               **more_hints)

    def masked_store(builder, pointers, value, mask, *hints, **more_hints):
        memory.check(pointers, mask.data, "stores")
        return originals["create_masked_store"](builder, pointers, value, mask, *hints,
                                                **more_hints)

    def atomic_rmw(builder, operation, pointers, value, mask, *order):
        memory.check(pointers, mask.data, "atomics")
        return originals["create_atomic_rmw"](builder, operation, pointers, value, mask,
                                              *order)

    def atomic_cas(builder, pointers, *operands):
        everything = np.ones(pointers.data.shape, bool)
        memory.check(pointers, everything, "atomics")
        return originals["create_atomic_cas"](builder, pointers, *operands)

    Builder.create_masked_load = masked_load
    Builder.create_masked_store = masked_store
    Builder.create_atomic_rmw = atomic_rmw
    Builder.create_atomic_cas = atomic_cas


originals = {name: getattr(Builder, name) for name in (
    "create_masked_load", "create_masked_store", "create_atomic_rmw", "create_atomic_cas")}
