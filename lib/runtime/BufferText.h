//===- BufferText.h - Buffers as texts --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Buffers as the command line gives them: `@x.npy`, `f32[4096]:randn`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_RUNTIME_BUFFERTEXT_H
#define HEDDLE_LIB_RUNTIME_BUFFERTEXT_H

#include "heddle/f2/Error.h"
#include "heddle/runtime/Npy.h"
#include "heddle/runtime/NumberType.h"

namespace heddle {

struct GivenBuffer {
  NpyArray array;
  /// False if nothing has been written to it.
  bool isDefined = true;
};

/// `4096`, `64,128`, `64x128`; nothing for a scalar. Sizes are at least 1, and
/// the elements at most 2^28.
[[nodiscard]] Result<std::vector<std::uint64_t>>
parseShape(std::string_view text);

/// A file's numbers as the elements that a pointer points to: the same type, or
/// unsigned integers of as many bits.
[[nodiscard]] Result<void> checkType(const NpyArray &array,
                                     const NumberType &type);

/// Is this a file or a shape that is filled? An address is neither.
bool isBufferText(std::string_view text);

/// Reads the file or fills the shape, whose elements are of this type. Random
/// numbers follow from the seed and the argument's number.
[[nodiscard]] Result<GivenBuffer> readBuffer(const NumberType &element,
                                             std::string_view text,
                                             std::uint64_t seed,
                                             unsigned argument);

} // namespace heddle

#endif // HEDDLE_LIB_RUNTIME_BUFFERTEXT_H
