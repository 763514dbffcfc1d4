//===- NumberType.h - Types of numbers by name ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Types of the elements that kernels are given, by name.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RUNTIME_NUMBERTYPE_H
#define HEDDLE_RUNTIME_NUMBERTYPE_H

#include "heddle/f2/Error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

struct NumberType {
  /// MLIR's name: "f32", "i8", "f8E4M3FN".
  std::string_view name;
  unsigned bits;
  bool isFloat;
  /// NumPy's: "<f4"; those that it lacks are unsigned integers of as many bits.
  std::string_view npy;

  unsigned bytes() const { return bits < 8 ? 1 : bits / 8; }
};

/// By MLIR's name or Triton's ("fp16", "fp8e4nv", "u32"); fails on others, and
/// lists those that there are.
[[nodiscard]] Result<const NumberType *> findNumberType(std::string_view name);

/// The number that these bits are.
double numberOf(const NumberType &type, std::uint64_t bits);

/// The nearest number of the type, ties to even; integers keep their low bits.
std::uint64_t bitsOf(const NumberType &type, double number);

} // namespace heddle

#endif // HEDDLE_RUNTIME_NUMBERTYPE_H
