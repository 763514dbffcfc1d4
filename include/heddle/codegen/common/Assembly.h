//===- Assembly.h - The assembly of a module --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_ASSEMBLY_H
#define HEDDLE_CODEGEN_COMMON_ASSEMBLY_H

#include "llvm/ADT/StringMap.h"

#include <string>

namespace heddle::codegen {

/// The assembly of all kernels of a module, before an assembler gives values
/// their registers.
struct Assembly {
  std::string text;
  /// LLVM's IR that it was made of, after LLVM's passes; empty unless asked
  /// for.
  std::string llvm = {};
  /// By kernel, the most 32-bit words of a thread's values that are live at one
  /// time.
  llvm::StringMap<unsigned> liveWords;
};

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_ASSEMBLY_H
