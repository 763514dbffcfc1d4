//===- LoweringContext.cpp - The state of lowering a kernel ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringContext.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Reshape.h"

namespace heddle {

using namespace mlir;

VectorType LoweringContext::registersOf(RankedTensorType type) {
  auto count = static_cast<unsigned>(layoutOf(type).inSize(Dim::Register));
  return simt::registers(lowered(type.getElementType()), count);
}

Type LoweringContext::lowered(Type type) {
  if (isa<tt::PointerType>(type))
    return builder.getI64Type();
  if (isa<ttg::MemDescType>(type))
    return builder.getI32Type();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return registersOf(tensor);
  return type;
}

const LinearLayout &LoweringContext::layoutOf(RankedTensorType type) {
  auto [found, isNew] = layouts.try_emplace(type);
  if (isNew) {
    // Verified types have layouts, and all of those have registers.
    LinearLayout layout = ir::linearLayoutOf(type).value();
    found->second = removeZeroBases(layout, Dim::Register).value();
  }
  return found->second;
}

Value LoweringContext::thread(Location loc) {
  if (!threadNumber) {
    OpBuilder::InsertionGuard guard(builder);
    Block *entry = builder.getBlock();
    while (!isa<simt::KernelOp>(entry->getParentOp()))
      entry = entry->getParentOp()->getBlock();
    builder.setInsertionPointToStart(&entry->getParent()->front());
    threadNumber = make<simt::ThreadOp>(loc, builder.getI32Type());
  }
  return threadNumber;
}

} // namespace heddle
