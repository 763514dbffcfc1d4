//===- FakeHip.cpp - A driver without a GPU -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libamdhip64.so.6 without a GPU (Fake.h). $FAKE_CHIP: "942" unless set.
/// What it loads has to be a code object, for that chip, with the kernel that
/// is asked for.
///
//===----------------------------------------------------------------------===//

#include "Fake.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <string_view>

using fake::call;
using fake::number;

namespace {

/// hipErrorInvalidImage and hipErrorNotFound.
enum Error { InvalidImage = 200, NotFound = 500 };

/// LLVM, User Guide for AMDGPU Backend, "ELF Code Object".
constexpr int Hsa = 64, CodeObject5 = 3;

std::string_view image;

bool isCodeObject(const Elf64_Ehdr &header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_OSABI] == Hsa &&
         header.e_ident[EI_ABIVERSION] == CodeObject5 &&
         header.e_machine == EM_AMDGPU && header.e_type == ET_DYN;
}

} // namespace

extern "C" {

int hipInit(unsigned) { return call("hipInit"); }
int hipGetDeviceCount(int *count) {
  *count = static_cast<int>(number("FAKE_GPUS", 1));
  return call("hipGetDeviceCount");
}
int hipDeviceGetName(char *name, int size, int) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU");
  return 0;
}
int hipSetDevice(int device) { return call("hipSetDevice", " %d", device); }
int hipGetDevicePropertiesR0600(void *properties, int) {
  const char *chip = std::getenv("FAKE_CHIP");
  std::snprintf(static_cast<char *>(properties) + 1160, 256,
                "gfx%s:sramecc+:xnack-", chip == nullptr ? "942" : chip);
  return call("hipGetDeviceProperties");
}
int hipDeviceSynchronize() { return call("hipDeviceSynchronize"); }

int hipModuleLoadData(void **module, const void *data) {
  *module = fake::handle();
  Elf64_Ehdr header;
  std::memcpy(&header, data, sizeof(header));
  if (!isCodeObject(header))
    return InvalidImage;
  // The headers of sections are the last thing in it.
  image = {static_cast<const char *>(data),
           header.e_shoff + header.e_shnum * header.e_shentsize};
  char target[64];
  std::snprintf(target, sizeof(target), "amdgcn-amd-amdhsa--gfx%s",
                std::getenv("FAKE_CHIP") ? std::getenv("FAKE_CHIP") : "942");
  if (image.find(target) == image.npos)
    return InvalidImage;
  return call("hipModuleLoadData", " for %s", target);
}
int hipModuleUnload(void *) { return call("hipModuleUnload"); }
int hipModuleGetFunction(void **function, void *, const char *name) {
  *function = fake::handle();
  char descriptor[256];
  std::snprintf(descriptor, sizeof(descriptor), "%s.kd", name);
  if (image.find(descriptor) == image.npos)
    return NotFound;
  return call("hipModuleGetFunction", " %s", name);
}
int hipFuncGetAttribute(int *value, int attribute, void *) {
  *value = attribute == 4 ? 12 : 0;
  return 0;
}

int hipMalloc(void **address, std::size_t bytes) {
  *address = std::malloc(bytes);
  return call("hipMalloc", " %zu", bytes);
}
int hipFree(void *address) {
  std::free(address);
  return call("hipFree");
}
int hipMemcpyHtoD(void *to, const void *from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return call("hipMemcpyHtoD", " %zu", bytes);
}
int hipMemcpyDtoH(void *to, void *from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return call("hipMemcpyDtoH", " %zu", bytes);
}

int hipModuleLaunchKernel(void *, unsigned x, unsigned y, unsigned z,
                          unsigned threads, unsigned threadsY,
                          unsigned threadsZ, unsigned sharedBytes, void *,
                          void **arguments, void **) {
  fake::runKernel(arguments);
  return call("hipModuleLaunchKernel", " %u,%u,%u %u,%u,%u %u", x, y, z,
              threads, threadsY, threadsZ, sharedBytes);
}

int hipEventCreateWithFlags(void **event, unsigned) {
  *event = fake::handle();
  return 0;
}
int hipEventDestroy(void *) { return 0; }
int hipEventRecord(void *, void *) { return 0; }
int hipEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = fake::nextMilliseconds();
  return 0;
}

int hipDrvGetErrorName(int status, const char **name) {
  *name = status == InvalidImage ? "hipErrorInvalidImage"
          : status == NotFound   ? "hipErrorNotFound"
                                 : "hipErrorLaunchFailure";
  return 0;
}
int hipDrvGetErrorString(int, const char **text) {
  *text = "unspecified launch failure";
  return 0;
}
}
