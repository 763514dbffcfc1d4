//===- ChangeLayout.cpp - Another layout for one op -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeLayout.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace heddle {

using namespace mlir;

void setLayout(Value value, Attribute layout) {
  value.setType(
      cast<RankedTensorType>(value.getType()).cloneWithEncoding(layout));
}

void setLayoutOfElements(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  if (!elements)
    return;
  auto type = cast<ShapedType>(constant.getType());
  constant.setValueAttr(elements.isSplat() ? elements.resizeSplat(type)
                                           : elements.reshape(type));
}

void changeLayout(Operation *op, ArrayRef<std::int64_t> shape,
                  Attribute layout) {
  OpBuilder builder(op);
  auto isOther = [&](RankedTensorType type) {
    return type && type.getShape() == shape && type.getEncoding() != layout;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType());
        isOther(type))
      operand.set(ttg::ConvertLayoutOp::create(builder, op->getLoc(),
                                               type.cloneWithEncoding(layout),
                                               operand.get()));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!isOther(type))
      continue;
    result.setType(type.cloneWithEncoding(layout));
    auto convert =
        ttg::ConvertLayoutOp::create(builder, op->getLoc(), type, result);
    result.replaceAllUsesExcept(convert, convert);
  }
}

} // namespace heddle
