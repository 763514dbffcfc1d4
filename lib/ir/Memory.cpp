//===- Memory.cpp - The memories of a GPU, for effects --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Memory.h"

namespace heddle::ir {

void addAllEffects(
    llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects) {
  using namespace mlir::MemoryEffects;
  effects.emplace_back(Read::get());
  effects.emplace_back(Write::get());
}

} // namespace heddle::ir
