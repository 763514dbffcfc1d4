//===- Npy.h - Arrays in NumPy files -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arrays in NumPy's files. (NEP 1, "A simple file format for NumPy arrays".)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RUNTIME_NPY_H
#define HEDDLE_RUNTIME_NPY_H

#include "heddle/f2/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct NpyArray {
  /// "<f4": byte order, kind, bytes.
  std::string type;
  std::vector<std::uint64_t> shape;
  /// The last axis varies fastest.
  std::vector<std::uint8_t> bytes;

  std::uint64_t elements() const;
  /// Of one.
  unsigned elementBytes() const;
};

/// Little-endian arrays of numbers in any order; fails on other files, with the
/// path in the reason.
[[nodiscard]] Result<NpyArray> readNpy(const std::string &path);

[[nodiscard]] Result<void> writeNpy(const std::string &path,
                                    const NpyArray &array);

} // namespace heddle

#endif // HEDDLE_RUNTIME_NPY_H
