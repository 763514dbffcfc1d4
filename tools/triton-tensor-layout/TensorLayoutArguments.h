//===- TensorLayoutArguments.h - Flags in LLVM's manner ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The flags of triton-tensor-layout, which LLVM's command line library reads:
/// one dash or two before a name, a value after `=` or as the next argument.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_TRITONTENSORLAYOUT_TENSORLAYOUTARGUMENTS_H
#define HEDDLE_TOOLS_TRITONTENSORLAYOUT_TENSORLAYOUTARGUMENTS_H

#include "heddle/encoding/EncodingText.h"

#include <span>
#include <string>
#include <vector>

namespace heddle {

struct TensorLayoutArguments {
  std::string layout, input, tensor, output;
  /// Without `#`.
  std::vector<std::string> aliasNames;
  bool useHardwareView = false;
  bool wantsHelp = false, wantsVersion = false;
  TritonVersion version = NewestTriton;
  WriteOptions::Spelling spelling = WriteOptions::Spelling::Canonical;
};

/// Fails on an unknown flag, a missing value, or a value that is none of the
/// known ones.
[[nodiscard]] Result<TensorLayoutArguments>
parseArguments(std::span<char *const> arguments);

std::string tensorLayoutHelp();

} // namespace heddle

#endif // HEDDLE_TOOLS_TRITONTENSORLAYOUT_TENSORLAYOUTARGUMENTS_H
