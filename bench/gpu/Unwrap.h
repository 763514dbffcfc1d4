//===- Unwrap.h - Results or the end ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_BENCH_GPU_UNWRAP_H
#define HEDDLE_BENCH_GPU_UNWRAP_H

#include "heddle/f2/Error.h"

#include <cerrno>
#include <cstdlib>
#include <iostream>

namespace heddle {

/// The value, or the end of the program with the error's text.
template <class T> T get(Result<T> result) {
  if (result)
    return std::move(*result);
  std::cerr << program_invocation_short_name
            << ": error: " << result.error().text() << "\n";
  std::exit(1);
}

} // namespace heddle

#endif // HEDDLE_BENCH_GPU_UNWRAP_H
