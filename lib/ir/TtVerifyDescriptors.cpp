//===- TtVerifyDescriptors.cpp - Rules of tensor descriptors --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "heddle/ir/Tt.h"

namespace heddle::tt {

using namespace mlir;
using ir::expectShape;
using ir::expectType;
using mlir::failure;

static RankedTensorType tensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// What is moved has the elements of the block, and as many.
static LogicalResult verifyBlock(Operation *op, TensorDescType descriptor,
                                 RankedTensorType values) {
  RankedTensorType block = descriptor.blockType();
  if (values.getElementType() != block.getElementType() ||
      values.getNumElements() != block.getNumElements())
    return op->emitOpError() << "expects a tensor with the elements of the "
                                "descriptor's block, "
                             << block << ", but got " << values;
  return success();
}

LogicalResult DescriptorLoadOp::verify() {
  return verifyBlock(*this, getDesc().getType(), tensor(getResult()));
}

LogicalResult DescriptorStoreOp::verify() {
  return verifyBlock(*this, getDesc().getType(), tensor(getSrc()));
}

LogicalResult DescriptorReduceOp::verify() {
  return verifyBlock(*this, getDesc().getType(), tensor(getSrc()));
}

/// Rows of a descriptor with blocks of one row: an index each.
static LogicalResult verifyRows(Operation *op, TensorDescType descriptor,
                                RankedTensorType values,
                                RankedTensorType indices) {
  RankedTensorType block = descriptor.blockType();
  if (block.getRank() != 2 || block.getDimSize(0) != 1)
    return op->emitOpError()
           << "expects a descriptor with blocks of one row, but got " << block;
  if (indices.getRank() != 1)
    return op->emitOpError()
           << "expects indices along one axis, but got " << indices;
  const int64_t expected[] = {indices.getDimSize(0), block.getDimSize(1)};
  if (failed(expectShape(op, "rows", values, expected)))
    return failure();
  if (failed(expectType(op, "rows with elements", values.getElementType(),
                        block.getElementType())))
    return failure();
  return ir::expectEngineRows(op, indices.getDimSize(0), block);
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRows(*this, getDesc().getType(), tensor(getResult()),
                    tensor(getXOffsets()));
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), tensor(getSrc()),
                    tensor(getXOffsets()));
}

} // namespace heddle::tt
