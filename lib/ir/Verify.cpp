//===- Verify.cpp - Rules for shapes and types ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(shape, stream, "x");
  return text.empty() ? "a scalar" : text;
}

ArrayRef<int64_t> shapeOf(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getShape();
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    return memory.getShape();
  return {};
}

LogicalResult expectShape(Operation *op, llvm::StringRef what, Type type,
                          ArrayRef<int64_t> expected) {
  if (shapeOf(type) == expected)
    return success();
  return op->emitOpError() << "expects " << what << " of shape "
                           << shapeText(expected) << ", but got " << type;
}

LogicalResult expectType(Operation *op, llvm::StringRef what, Type type,
                         Type expected) {
  if (type == expected)
    return success();
  return op->emitOpError() << "expects " << what << " of type " << expected
                           << ", but got " << type;
}

LogicalResult expectShared(Operation *op, Type memory) {
  if (cast<ttg::MemDescType>(memory).isInSharedMemory())
    return success();
  return op->emitOpError() << "expects a buffer in shared memory, but got "
                           << memory;
}

LogicalResult expectTensorMemory(Operation *op, Type memory) {
  if (!cast<ttg::MemDescType>(memory).isInSharedMemory())
    return success();
  return op->emitOpError() << "expects a buffer in tensor memory, but got "
                           << memory;
}

LogicalResult expectMutable(Operation *op, Type memory) {
  if (cast<ttg::MemDescType>(memory).getMutableMemory())
    return success();
  return op->emitOpError() << "expects a mutable buffer, but got " << memory;
}

LogicalResult expectWhole(Operation *op, Type memory) {
  auto type = cast<ttg::MemDescType>(memory);
  if (type.getAllocShape().take_back(type.getShape().size()) == type.getShape())
    return success();
  return op->emitOpError()
         << "expects a buffer that is no part of another, but got " << memory;
}

LogicalResult expectSame(Operation *op, Type tensor, Type memory) {
  if (failed(expectShape(op, "a tensor", tensor, shapeOf(memory))))
    return failure();
  return expectType(op, "a tensor with elements", getElementTypeOrSelf(tensor),
                    cast<ttg::MemDescType>(memory).getElementType());
}

LogicalResult expectEngineRows(Operation *op, int64_t rows,
                               RankedTensorType block) {
  constexpr int64_t FewestRows = 8, FewestBits = 256;
  if (rows < FewestRows)
    return op->emitOpError()
           << "expects at least " << FewestRows << " rows, but got " << rows;
  int64_t bits = elementBits(block);
  if (block.getDimSize(1) * bits < FewestBits)
    return op->emitOpError()
           << "expects at least " << FewestBits / bits << " columns of "
           << block.getElementType() << ", but got " << block.getDimSize(1);
  return success();
}

LogicalResult expectAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError() << "expects an axis from 0 to " << rank - 1
                           << ", but got " << axis;
}

LogicalResult expectPermutation(Operation *op, ArrayRef<int32_t> order,
                                int64_t rank) {
  llvm::SmallVector<bool> seen(static_cast<size_t>(rank), false);
  bool isPermutation = static_cast<int64_t>(order.size()) == rank;
  for (int32_t axis : order) {
    isPermutation = isPermutation && axis >= 0 && axis < rank &&
                    !seen[static_cast<size_t>(axis)];
    if (isPermutation)
      seen[static_cast<size_t>(axis)] = true;
  }
  if (isPermutation)
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError() << "expects an order that names each axis from 0 to "
                        << rank - 1 << " once, but got [";
  llvm::interleaveComma(order, diagnostic);
  return diagnostic << "]";
}

static LogicalResult expectTypes(Operation *op, llvm::StringRef what,
                                 TypeRange types, ArrayRef<Type> expected) {
  if (llvm::equal(types, expected))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "expects " << what << " of types (";
  llvm::interleaveComma(expected, diagnostic);
  diagnostic << "), but got (";
  llvm::interleaveComma(types, diagnostic);
  return diagnostic << ")";
}

LogicalResult expectRegion(Operation *op, Region &region,
                           ArrayRef<Type> arguments, ArrayRef<Type> results) {
  if (failed(expectTypes(op, "arguments of the region",
                         region.getArgumentTypes(), arguments)))
    return failure();
  for (Block &block : region) {
    Operation *exit = block.empty() ? nullptr : &block.back();
    if (exit == nullptr || !exit->hasTrait<OpTrait::IsTerminator>())
      return op->emitOpError("expects a region that ends in a return");
    if (exit->getNumSuccessors() == 0 &&
        failed(expectTypes(exit, "values", exit->getOperandTypes(), results)))
      return failure();
  }
  return success();
}

} // namespace heddle::ir
