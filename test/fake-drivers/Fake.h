//===- Fake.h - What drivers without a GPU have in common -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Drivers without a GPU, for tests of `heddle run`. Memory of the "GPU" is
/// memory of the host. Kernels do one thing: they add 1 to every f32 of their
/// first argument, of which $FAKE_ELEMENTS says how many there are. Every call
/// of interest is a line of the file that $FAKE_LOG names.
///
/// $FAKE_CHIP: the chip. $FAKE_GPUS: how many GPUs there are. $FAKE_STRAY: the
/// kernel also writes a byte so far from its first argument. $FAKE_FAIL: the
/// call of this name fails.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_FAKE_DRIVERS_FAKE_H
#define HEDDLE_TEST_FAKE_DRIVERS_FAKE_H

#include <cstdint>

namespace fake {

long number(const char *name, long otherwise);

/// Writes a line and says what the call returns.
int call(const char *name, const char *format = "", ...);

/// Of modules, functions and events.
void *handle();

/// What the kernel does.
void runKernel(void **arguments);

/// 1, 2, 3, ... microseconds, backwards from the fourth on.
float nextMilliseconds();

} // namespace fake

#endif // HEDDLE_TEST_FAKE_DRIVERS_FAKE_H
