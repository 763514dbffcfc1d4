//===- ElementwiseTable.cpp - What executes elementwise ops ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseTable.h"

namespace heddle::sim {

using namespace mlir;

Run RunTable::of(Type element) const {
  if (element.isInteger(1))
    return i1;
  if (element.isInteger(8))
    return i8;
  if (element.isInteger(16))
    return i16;
  if (element.isInteger(32) || element.isIndex())
    return i32;
  if (element.isInteger(64))
    return i64;
  if (element.isF16())
    return f16;
  if (element.isBF16())
    return bf16;
  if (element.isF32())
    return f32;
  return element.isF64() ? f64 : nullptr;
}

/// The elements of the first operand.
static Type elementOf(Operation *op) {
  return getElementTypeOrSelf(op->getOperand(0).getType());
}

Run ElementwiseTable::find(Operation *op) const {
  auto found = functions.find(op->getName().getTypeID());
  if (found == functions.end())
    return nullptr;
  const Function &function = found->second;
  return function.pick != nullptr ? function.pick(op)
                                  : function.runs.of(elementOf(op));
}

ExtendedRuns ElementwiseTable::findExtended(Operation *op) const {
  auto found = functions.find(op->getName().getTypeID());
  if (found == functions.end())
    return {};
  return {.low = found->second.runs.of(elementOf(op)),
          .high = found->second.high.of(elementOf(op))};
}

} // namespace heddle::sim
