//===- ChangeLayout.cpp - Another layout for one op -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeLayout.h"
#include "heddle/ir/Ttg.h"
#include "mlir/IR/Builders.h"

namespace heddle {

using namespace mlir;

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
