//===- Verify.h - Checking parameters ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is wrong with an encoding, before anything is computed with it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_VERIFY_H
#define HEDDLE_ENCODING_VERIFY_H

#include "heddle/encoding/Encoding.h"
#include "heddle/f2/Error.h"

#include <string_view>

namespace heddle {

/// An error, and the parameter that it is about; empty if it is about all of
/// them.
struct ParameterError {
  std::string_view parameter;
  Error error;
};

/// Must an encoding be a layout?
enum class Meaning {
  Required,
  /// Only what Triton requires of its text holds: `kWidth = 3`, instructions
  /// that no chip has, an `nvidia_mma` of a version without fragments, such as
  /// Volta's 1. Such an encoding can be kept and written, and no more.
  Optional
};

/// Checks every parameter against the table of its family and against the
/// others. The error names the parameter, its value and what would do. Any
/// power of two of threads per warp is a layout: 32 or 64 is a matter of the
/// target.
[[nodiscard]] tl::expected<void, ParameterError>
verifyParameters(const Encoding &encoding, Meaning meaning = Meaning::Required);

/// The same, with the error alone.
[[nodiscard]] Result<void> verify(const Encoding &encoding,
                                  Meaning meaning = Meaning::Required);

} // namespace heddle

#endif // HEDDLE_ENCODING_VERIFY_H
