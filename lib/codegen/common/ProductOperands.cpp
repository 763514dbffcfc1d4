//===- ProductOperands.cpp - Fragments as assembly has them ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/ProductOperands.h"
#include "heddle/codegen/common/Words.h"

namespace heddle::codegen {

using namespace mlir;

ProductOperand productOperand(EmissionContext &context, Value value,
                              const simt::ProductAttr &product,
                              const MatrixInstruction &row,
                              MatrixOperand operand, Singles singles) {
  ProductOperand result;
  if (!value)
    return result;
  auto type = cast<VectorType>(value.getType());
  Type element = type.getElementType();
  bool isOwn =
      element.isF64() || (element.isF32() && singles == Singles::Floats);
  result.values = isOwn ? context.get(value) : wordsOf(context, value);
  std::uint64_t elements =
      fragmentOf(row, operand, product.getN()).value().inSize(Dim::Register);
  result.count = static_cast<unsigned>(result.values.size() * elements /
                                       simt::registerCount(type));
  return result;
}

} // namespace heddle::codegen
