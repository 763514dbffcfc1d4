//===- FakeCuda.cpp - A driver without a GPU ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libcuda.so.1 without a GPU (Fake.h). $FAKE_CHIP: "90" unless set.
///
//===----------------------------------------------------------------------===//

#include "Fake.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using fake::call;
using fake::number;

extern "C" {

int cuInit(unsigned) { return call("cuInit"); }
int cuDeviceGetCount(int *count) {
  *count = static_cast<int>(number("FAKE_GPUS", 1));
  return call("cuDeviceGetCount");
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char *name, int size, int) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU");
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  long chip = number("FAKE_CHIP", 90);
  *value = static_cast<int>(attribute == 75 ? chip / 10 : chip % 10);
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = fake::handle();
  return call("retain");
}
int cuDevicePrimaryCtxRelease_v2(int) { return call("release"); }
int cuCtxSetCurrent(void *) { return 0; }
int cuCtxSynchronize() { return call("cuCtxSynchronize"); }

int cuModuleLoadDataEx(void **module, const void *text, unsigned count,
                       int *options, void **values) {
  *module = fake::handle();
  const char *ptx = static_cast<const char *>(text);
  const char *target = std::strstr(ptx, ".target");
  int status = call("cuModuleLoadDataEx", " %.*s",
                    static_cast<int>(std::strcspn(target, ",\n")), target);
  for (unsigned i = 0; status != 0 && i < count; ++i)
    if (options[i] == 5)
      std::strcpy(static_cast<char *>(values[i]), "line 7: no such word");
  return status;
}
int cuModuleUnload(void *) { return call("cuModuleUnload"); }
int cuModuleGetFunction(void **function, void *, const char *name) {
  *function = fake::handle();
  return call("cuModuleGetFunction", " %s", name);
}
int cuFuncGetAttribute(int *value, int attribute, void *) {
  *value = attribute == 4 ? 40 : 0;
  return 0;
}
int cuFuncSetAttribute(void *, int attribute, int value) {
  return call("cuFuncSetAttribute", " %d %d", attribute, value);
}

int cuMemAlloc_v2(std::uint64_t *address, std::size_t bytes) {
  *address = reinterpret_cast<std::uint64_t>(std::malloc(bytes));
  return call("cuMemAlloc", " %zu", bytes);
}
int cuMemFree_v2(std::uint64_t address) {
  std::free(reinterpret_cast<void *>(address));
  return call("cuMemFree");
}
int cuMemcpyHtoD_v2(std::uint64_t to, const void *from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return call("cuMemcpyHtoD", " %zu", bytes);
}
int cuMemcpyDtoH_v2(void *to, std::uint64_t from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return call("cuMemcpyDtoH", " %zu", bytes);
}

/// Its map begins with the tensor's address, so that a kernel finds it.
int cuTensorMapEncodeTiled(void *map, int element, unsigned rank, void *tensor,
                           const std::uint64_t *sizes,
                           const std::uint64_t *strides,
                           const std::uint32_t *boxes, const std::uint32_t *,
                           int interleave, int swizzle, int promotion,
                           int fill) {
  std::memcpy(map, &tensor, sizeof(tensor));
  return call("cuTensorMapEncodeTiled",
              " %d: %u axes, %lu of %u, %lu of %u, stride %lu, %d %d %d %d",
              element, rank, sizes[0], boxes[0], sizes[1], boxes[1], strides[0],
              interleave, swizzle, promotion, fill);
}

int cuLaunchKernel(void *, unsigned x, unsigned y, unsigned z, unsigned threads,
                   unsigned threadsY, unsigned threadsZ, unsigned sharedBytes,
                   void *, void **arguments, void **) {
  fake::runKernel(arguments);
  return call("cuLaunchKernel", " %u,%u,%u %u,%u,%u %u", x, y, z, threads,
              threadsY, threadsZ, sharedBytes);
}

int cuEventCreate(void **event, unsigned) {
  *event = fake::handle();
  return 0;
}
int cuEventDestroy_v2(void *) { return 0; }
int cuEventRecord(void *, void *) { return 0; }
int cuEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = fake::nextMilliseconds();
  return 0;
}

int cuGetErrorName(int, const char **name) {
  *name = "CUDA_ERROR_LAUNCH_FAILED";
  return 0;
}
int cuGetErrorString(int, const char **text) {
  *text = "unspecified launch failure";
  return 0;
}
}
