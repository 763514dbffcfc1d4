//===- AccessOrder.cpp - Orders of several atomic accesses ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/AccessOrder.h"
#include "heddle/simt/Orders.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// May the program access memory behind the op?
bool hasAccessesBehind(Operation *op) {
  for (; !isa<simt::KernelOp>(op); op = op->getParentOp()) {
    if (!isa<simt::KernelOp, scf::IfOp>(op->getParentOp()))
      return true;
    for (Operation *next = op->getNextNode(); next != nullptr;
         next = next->getNextNode())
      if (!next->hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(next))
        return true;
  }
  return false;
}

} // namespace

AccessOrder AccessOrder::of(Operation *op, simt::Order order, bool byFences) {
  bool releases = simt::releases(order), acquires = simt::acquires(order);
  if (acquires && !hasAccessesBehind(op)) {
    acquires = false;
    order = releases ? simt::Order::Release : simt::Order::Relaxed;
  }
  if (!byFences)
    return {.each = order};
  return {.each = simt::Order::Relaxed,
          .releasesBefore = releases,
          .acquiresBehind = acquires};
}

} // namespace heddle::codegen
