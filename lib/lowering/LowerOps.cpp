//===- LowerOps.cpp - One walk over the ops -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerOps.h"
#include "EmitterTable.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

LogicalResult checkTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    Result<LinearLayout> layout = ir::linearLayoutOf(tensor);
    if (!layout)
      return ir::report([&] { return op->emitOpError(); }, layout.error());
    if (!tensor.getElementType().isIntOrFloat() &&
        !isa<tt::PointerType>(tensor.getElementType()))
      return refuse(op) << "it has tensors of " << tensor.getElementType();
  }
  return success();
}

void observe(LoweringContext &context, ValueRange values) {
  LoweringRecord &record = context.record;
  if (!record.observes)
    return;
  for (Value value : values) {
    Value lowered = context.get(value);
    if (!lowered || !record.observes(value))
      continue;
    std::size_t number = record.observed.size();
    record.observed.push_back(value);
    context.make<simt::ObserveOp>(value.getLoc(), number, lowered);
  }
}

LogicalResult lowerOp(LoweringContext &context, Operation &op) {
  if (failed(checkTypes(&op, op.getResultTypes())))
    return failure();
  const Emitter *emitter = context.emitters.find(op.getName());
  if (emitter == nullptr)
    return refuse(&op) << context.emitters.reasonOf(op.getName());
  Operation *outer = context.record.enter(&op);
  if (failed(emitter->inFunction(context, &op)))
    return failure();
  observe(context, op.getResults());
  context.record.enter(outer);
  return success();
}

LogicalResult lowerBlock(LoweringContext &context, Block &block) {
  observe(context, block.getArguments());
  for (Operation &op : block)
    if (failed(lowerOp(context, op)))
      return failure();
  return success();
}

} // namespace heddle
