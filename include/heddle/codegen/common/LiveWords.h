//===- LiveWords.h - How many registers code needs --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many registers a function needs at least.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_LIVEWORDS_H
#define HEDDLE_CODEGEN_COMMON_LIVEWORDS_H

#include "llvm/IR/Function.h"

namespace heddle::codegen {

/// The most 32-bit words of values that are live at one time. O(instructions *
/// blocks).
unsigned liveWords(const llvm::Function &function);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_LIVEWORDS_H
