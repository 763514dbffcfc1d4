//===- ElementContext.cpp - What emitters of scalar ops share -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementContext.h"
#include "heddle/simt/Simt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;

llvm::SmallVector<Type> ElementContext::lowered(TypeRange types) {
  return llvm::map_to_vector(types, [&](Type type) { return lowered(type); });
}

llvm::SmallVector<Value> ElementContext::get(ValueRange of) const {
  return llvm::map_to_vector(of, [&](Value value) { return get(value); });
}

void ElementContext::set(ValueRange of, ValueRange lowered) {
  for (auto [value, each] : llvm::zip_equal(of, lowered))
    set(value, each);
}

void ElementContext::setUniform(Value value, Value scalar) {
  Type type = lowered(value.getType());
  if (scalar.getType() != type)
    scalar = make<simt::SplatOp>(value.getLoc(), type, scalar);
  set(value, scalar);
}

Value ElementContext::number(std::int64_t value, Type type) {
  Location loc = builder.getUnknownLoc();
  if (auto vector = dyn_cast<VectorType>(type))
    return make<arith::ConstantOp>(
        loc,
        DenseElementsAttr::get(
            vector, builder.getIntegerAttr(vector.getElementType(), value)));
  return make<arith::ConstantOp>(loc, builder.getIntegerAttr(type, value));
}

} // namespace heddle
