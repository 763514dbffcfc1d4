//===- BufferViews.cpp - Buffers and their views --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

using namespace mlir;

bool isView(Operation *op) {
  return isa<ttg::MemDescTransOp, ttg::MemDescReshapeOp, ttg::MemDescSubsliceOp,
             ttg::MemDescReinterpretOp>(op);
}

Operation *memoryOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (op != nullptr && isView(op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

ttg::LocalAllocOp allocationOf(Value memory) {
  Operation *op = memoryOf(memory);
  while (auto index = dyn_cast_or_null<ttg::MemDescIndexOp>(op))
    op = memoryOf(index.getSrc());
  return dyn_cast_or_null<ttg::LocalAllocOp>(op);
}

llvm::SmallVector<ttg::LocalAllocOp> immutableBuffersOf(Operation *load) {
  llvm::SmallVector<ttg::LocalAllocOp> buffers;
  for (Operation *user : load->getUsers())
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
        alloc && !alloc.getType().getMutableMemory() && !alloc.getAlignment())
      buffers.push_back(alloc);
  return buffers;
}

ttg::MemDescType buffersFor(ShapedType type, std::int32_t count,
                            Attribute layout) {
  llvm::SmallVector<int64_t> shape = {count};
  llvm::append_range(shape, type.getShape());
  return ttg::MemDescType::get(shape, type.getElementType(), layout,
                               ttg::SharedMemoryAttr::get(type.getContext()),
                               /*mutableMemory=*/true, shape);
}

ttg::LocalAllocOp allocateLike(OpBuilder &builder, ttg::LocalAllocOp alloc,
                               std::int32_t count) {
  auto type = cast<ShapedType>(alloc.getSrc().getType());
  return ttg::LocalAllocOp::create(
      builder, alloc.getLoc(),
      buffersFor(type, count, alloc.getType().getEncoding()), Value(),
      alloc.getAlignmentAttr());
}

/// What is the same memory, or a part of it, by way of the operand's op: the
/// result of a view, or of a wait for products; null if there is none.
static Value passedOn(OpOperand &use) {
  if (isView(use.getOwner()))
    return use.getOwner()->getResult(0);
  if (isa<ttng::WarpGroupDotWaitOp>(use.getOwner()))
    return use.getOwner()->getResult(use.getOperandNumber());
  return {};
}

bool canBeReplaced(ttg::LocalAllocOp alloc) {
  llvm::SmallVector<Value> open = {alloc.getResult()};
  while (!open.empty())
    for (OpOperand &use : open.pop_back_val().getUses())
      if (Value more = passedOn(use))
        open.push_back(more);
      else if (!isa<ttg::LocalLoadOp, ttg::LocalDeallocOp,
                    ttng::WarpGroupDotOp>(use.getOwner()))
        return false;
  return true;
}

void replaceBuffer(ttg::LocalAllocOp alloc, Value memory) {
  // Views of memory that is written are of memory that is written.
  llvm::SmallVector<Value> open = {alloc.getResult()};
  while (!open.empty())
    for (OpOperand &use : open.pop_back_val().getUses()) {
      Value more = passedOn(use);
      if (!more)
        continue;
      auto type = cast<ttg::MemDescType>(more.getType());
      more.setType(ttg::MemDescType::get(
          type.getShape(), type.getElementType(), type.getEncoding(),
          type.getMemorySpace(), /*mutableMemory=*/true, type.getAllocShape()));
      open.push_back(more);
    }
  alloc.replaceAllUsesWith(memory);
  alloc.erase();
}

} // namespace heddle
