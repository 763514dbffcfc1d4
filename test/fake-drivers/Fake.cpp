//===- Fake.cpp - What drivers without a GPU have in common ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fake.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fake {

/// CUDA_ERROR_LAUNCH_FAILED and hipErrorLaunchFailure.
static constexpr int Failed = 719;
static int events = 0;

long number(const char *name, long otherwise) {
  const char *text = std::getenv(name);
  return text == nullptr ? otherwise : std::atol(text);
}

int call(const char *name, const char *format, ...) {
  if (const char *path = std::getenv("FAKE_LOG")) {
    std::FILE *log = std::fopen(path, "a");
    std::fprintf(log, "%s", name);
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(log, format, arguments);
    va_end(arguments);
    std::fprintf(log, "\n");
    std::fclose(log);
  }
  const char *failing = std::getenv("FAKE_FAIL");
  return failing != nullptr && std::strcmp(failing, name) == 0 ? Failed : 0;
}

void *handle() { return &events; }

void runKernel(void **arguments) {
  std::uint64_t address = 0;
  std::memcpy(&address, arguments[0], sizeof(address));
  float *numbers = reinterpret_cast<float *>(address);
  for (long i = 0; i < number("FAKE_ELEMENTS", 0); ++i)
    numbers[i] += 1;
  if (long stray = number("FAKE_STRAY", 0))
    reinterpret_cast<char *>(address)[stray] = 0;
}

float nextMilliseconds() {
  int turn = ++events;
  return static_cast<float>(turn > 3 ? 10 - turn : turn) / 1000.0F;
}

} // namespace fake
