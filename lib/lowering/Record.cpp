//===- Record.cpp - What lowering decided ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/lowering/Record.h"
#include "heddle/simt/Origin.h"

namespace heddle {

using namespace mlir;

Operation *LoweringRecord::enter(Operation *op) {
  location.reset();
  if (op != nullptr) {
    auto [found, isNew] = numbers.try_emplace(op, numbers.size());
    if (isNew)
      entered.push_back(op);
    unsigned number = found->second;
    location = simt::locationWith(
        {op->getName().getStringRef(), number, op->getLoc()});
  }
  return std::exchange(current, op);
}

} // namespace heddle
