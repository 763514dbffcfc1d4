"""The few functions of NVIDIA's driver that tests and benchmarks on a GPU need."""

import ctypes
import statistics

import numpy as np

_MULTIPROCESSOR_COUNT = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
_MAX_DYNAMIC_SHARED_BYTES = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_NON_PORTABLE_CLUSTER_SIZE = 14  # CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
# Of a cluster; what every chip with clusters has.
_MOST_PORTABLE_BLOCKS = 8
_SWEPT_BYTES = 256 << 20


class Driver:
    """A GPU's primary context. Errors are exceptions that name the function."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        count = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(count), _MULTIPROCESSOR_COUNT, device)
        self.multiprocessors = count.value
        self.events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in self.events:
            self.call("cuEventCreate", ctypes.byref(event), 0)
        self.swept = None

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status != 0:
            text = ctypes.c_char_p()
            self.library.cuGetErrorName(status, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'?').decode()}")

    def load(self, image, entry, shared=0, blocks=1):
        """The module of a PTX text or cubin, and its function `entry` for launches with
        that many bytes of dynamic shared memory. `blocks` are those of its clusters."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), image + b"\0")
        self.call("cuModuleGetFunction", ctypes.byref(function), module, entry.encode())
        if shared > 48 * 1024:
            self.call("cuFuncSetAttribute", function, _MAX_DYNAMIC_SHARED_BYTES, shared)
        if blocks > _MOST_PORTABLE_BLOCKS:
            self.call("cuFuncSetAttribute", function, _NON_PORTABLE_CLUSTER_SIZE, 1)
        return module, function

    def unload(self, module):
        self.call("cuModuleUnload", module)

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        return address

    def copy_in(self, array):
        address = self.allocate(array.nbytes)
        self.copy_to(address, array)
        return address

    def copy_to(self, address, array):
        self.call("cuMemcpyHtoD_v2", address, array.ctypes.data_as(ctypes.c_void_p),
                  ctypes.c_size_t(array.nbytes))

    def copy_out(self, address, like):
        array = np.empty_like(like)
        self.call("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), address,
                  ctypes.c_size_t(array.nbytes))
        return array

    def free(self, address):
        self.call("cuMemFree_v2", address)

    def launch(self, function, grid, threads, shared, values):
        """`values` are numbers of ctypes."""
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values))
        grid = (list(grid) + [1, 1])[:3]
        self.call("cuLaunchKernel", function, *grid, threads, 1, 1, shared, None, pointers,
                  None)

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def milliseconds(self, launch, is_cold=False):
        """What the GPU takes for what `launch()` starts; with other data in its cache, and
        without the time that the launch takes here, if `is_cold`."""
        if is_cold:
            self.sweep()
        self.call("cuEventRecord", self.events[0], None)
        launch()
        self.call("cuEventRecord", self.events[1], None)
        self.call("cuEventSynchronize", self.events[1])
        time = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(time), *self.events)
        return time.value

    def medians(self, launches, is_cold=False, samples=15):
        """The median milliseconds of each of several launches that take turns."""
        times = [[self.milliseconds(launch, is_cold) for launch in launches]
                 for _ in range(samples)]
        return [statistics.median(some) for some in zip(*times)]

    def sweep(self):
        """Starts to write more than the cache holds, which takes longer than a launch."""
        if self.swept is None:
            self.swept = self.allocate(_SWEPT_BYTES)
        self.call("cuMemsetD8Async", self.swept, ctypes.c_ubyte(0),
                  ctypes.c_size_t(_SWEPT_BYTES), None)
