//===- DescriptorText.h - Descriptors as texts ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Descriptors as the command line gives them: `desc(x.npy,block=64x64)`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_RUNTIME_DESCRIPTORTEXT_H
#define HEDDLE_LIB_RUNTIME_DESCRIPTORTEXT_H

#include "heddle/runtime/KernelArguments.h"

namespace heddle {

/// Its parts as they stand there.
struct DescriptorText {
  /// `@x.npy`, or a shape that is filled.
  std::string buffer;
  std::vector<std::uint64_t> block, shape;
  bool isNanOutside = false;

  /// Fails on texts of another form, and on options that there are not.
  [[nodiscard]] static Result<DescriptorText> parse(std::string_view text);
};

/// Fails as `readBuffer`, if the block is not the kernel's, and if Triton's
/// launcher would not make such a descriptor: rows begin at multiples of 16
/// bytes, and the last axis varies fastest.
[[nodiscard]] Result<GivenArgument>
readDescriptor(const KernelArgument &argument, std::string_view value,
               std::uint64_t seed, unsigned number);

} // namespace heddle

#endif // HEDDLE_LIB_RUNTIME_DESCRIPTORTEXT_H
