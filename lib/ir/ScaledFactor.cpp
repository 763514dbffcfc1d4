//===- ScaledFactor.cpp - Factors with scales -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ScaledFactor.h"
#include "heddle/ir/Refusal.h"

namespace heddle::ir {

using namespace mlir;
using tt::ScaledElement;

std::array<ScaledFactor, 2> factorsOf(tt::DotScaledOp dot) {
  auto tensor = [](Value value) {
    return value ? cast<TypedValue<RankedTensorType>>(value)
                 : TypedValue<RankedTensorType>();
  };
  auto rank = static_cast<unsigned>(dot.getD().getType().getRank());
  unsigned row = rank - 2, column = rank - 1;
  return {ScaledFactor{tensor(dot.getA()), tensor(dot.getAScale()),
                       dot.getAElemType(), column, row,
                       dot.getLhsKPack() ? column : row},
          ScaledFactor{tensor(dot.getB()), tensor(dot.getBScale()),
                       dot.getBElemType(), row, column,
                       dot.getRhsKPack() ? row : column}};
}

llvm::SmallVector<Type, 2> storageOf(ScaledElement element,
                                     MLIRContext *context) {
  Builder builder(context);
  Type byte = builder.getI8Type();
  switch (element) {
  case ScaledElement::E4M3:
    return {Float8E4M3FNType::get(context), byte};
  case ScaledElement::E5M2:
    return {Float8E5M2Type::get(context), byte};
  case ScaledElement::E2M3:
  case ScaledElement::E3M2:
  case ScaledElement::E2M1:
    return {byte};
  case ScaledElement::BF16:
    return {builder.getBF16Type()};
  case ScaledElement::FP16:
    return {builder.getF16Type()};
  }
  return {};
}

static LogicalResult verify(tt::DotScaledOp dot, const ScaledFactor &factor) {
  Type stored = factor.values.getType().getElementType();
  if (!llvm::is_contained(storageOf(factor.element, dot.getContext()), stored))
    return refuse(dot) << "elements of "
                       << stringifyScaledElement(factor.element)
                       << " are stored as " << stored;
  if (!factor.scale)
    return success();
  RankedTensorType scale = factor.scale.getType();
  if (!scale.getElementType().isInteger(8) &&
      !isa<Float8E4M3FNType>(scale.getElementType()))
    return refuse(dot) << "it has scales of " << scale.getElementType()
                       << ", not of i8 (powers of two) or f8E4M3FN";
  llvm::SmallVector<int64_t> sizes = factor.shape();
  llvm::SmallVector<int64_t> expected(sizes);
  expected[expected.size() - 2] = sizes[factor.other];
  expected.back() = scale.getRank() > 0 ? scale.getShape().back() : 0;
  if (scale.getShape() != ArrayRef(expected) || expected.back() == 0 ||
      sizes[factor.depth] % expected.back() != 0)
    return refuse(dot) << "scales " << scale << " do not divide "
                       << sizes[factor.depth] << " elements along K of "
                       << sizes[factor.other]
                       << (factor.other < factor.depth ? " rows" : " columns");
  return success();
}

LogicalResult checkScales(tt::DotScaledOp dot) {
  for (const ScaledFactor &factor : factorsOf(dot))
    if (failed(verify(dot, factor)))
      return mlir::failure();
  return success();
}

} // namespace heddle::ir
