//===- AccessPointers.cpp - Pointers of accesses ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPointers.h"
#include "heddle/ir/Ttg.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

Value pointersOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(
          [](auto access) -> Value { return access.getPtr(); })
      .Case<ttg::AsyncCopyGlobalToLocalOp>(
          [](auto copy) -> Value { return copy.getSrc(); })
      .Default(Value());
}

} // namespace heddle
