//===- MatrixTypes.cpp - Element types of products ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/MatrixTypes.h"

namespace heddle::ir {

using namespace mlir;

namespace {

std::optional<ScalarType> factorOf(Type element, tt::InputPrecision precision) {
  if (element.isF16())
    return ScalarType::F16;
  if (element.isBF16())
    return ScalarType::BF16;
  if (element.isF64())
    return ScalarType::F64;
  if (element.isF32())
    return precision == tt::InputPrecision::Tf32 ? ScalarType::TF32
                                                 : ScalarType::F32;
  if (element.isInteger(8))
    return ScalarType::S8;
  if (isa<Float8E4M3FNType>(element))
    return ScalarType::E4M3;
  if (isa<Float8E5M2Type>(element))
    return ScalarType::E5M2;
  if (isa<Float8E4M3FNUZType>(element))
    return ScalarType::E4M3Fnuz;
  if (isa<Float8E5M2FNUZType>(element))
    return ScalarType::E5M2Fnuz;
  return std::nullopt;
}

std::optional<ScalarType> sumOf(Type element) {
  if (element.isF16())
    return ScalarType::F16;
  if (element.isF32())
    return ScalarType::F32;
  if (element.isF64())
    return ScalarType::F64;
  if (element.isInteger(32))
    return ScalarType::S32;
  return std::nullopt;
}

std::optional<ScalarType> factorOf(tt::ScaledElement element) {
  switch (element) {
  case tt::ScaledElement::E4M3:
    return ScalarType::E4M3;
  case tt::ScaledElement::E5M2:
    return ScalarType::E5M2;
  case tt::ScaledElement::E2M3:
    return ScalarType::E2M3;
  case tt::ScaledElement::E3M2:
    return ScalarType::E3M2;
  case tt::ScaledElement::E2M1:
    return ScalarType::E2M1;
  case tt::ScaledElement::BF16:
  case tt::ScaledElement::FP16:
    break;
  }
  return std::nullopt;
}

std::optional<ScalarType> scaleOf(Type element) {
  if (element.isInteger(8))
    return ScalarType::UE8M0;
  if (isa<Float8E4M3FNType>(element))
    return ScalarType::E4M3;
  return std::nullopt;
}

/// Of a factor or both, which then have the same; null without.
RankedTensorType scalesOf(tt::DotScaledOp dot) {
  for (Value scales : {dot.getAScale(), dot.getBScale()})
    if (scales)
      return cast<RankedTensorType>(scales.getType());
  return {};
}

} // namespace

std::optional<MatrixTypes> matrixTypes(Type a, Type b, Type sum,
                                       tt::InputPrecision precision) {
  std::optional<ScalarType> left = factorOf(a, precision),
                            right = factorOf(b, precision), c = sumOf(sum);
  if (!left || !right || !c)
    return std::nullopt;
  return MatrixTypes{*left, *right, *c};
}

std::optional<MatrixTypes> matrixTypes(Type a, Type b, Type sum,
                                       tt::InputPrecision precision,
                                       const Target &target) {
  std::optional<MatrixTypes> types = matrixTypes(a, b, sum, precision);
  if (!types || types->a != ScalarType::TF32)
    return types;
  MatrixTypes whole = {ScalarType::F32, ScalarType::F32, types->c};
  bool isWhole = matrixInstructions(target, *types).empty() &&
                 !matrixInstructions(target, whole).empty();
  return isWhole ? whole : types;
}

std::optional<MatrixTypes> matrixTypes(tt::DotScaledOp dot) {
  RankedTensorType scales = scalesOf(dot);
  if (!scales)
    return std::nullopt;
  auto element = [](Value value) { return getElementTypeOrSelf(value); };
  std::optional<ScalarType> left = factorOf(dot.getAElemType()),
                            right = factorOf(dot.getBElemType()),
                            c = sumOf(element(dot.getD())),
                            scale = scaleOf(scales.getElementType());
  bool isOneType = !dot.getAScale() || !dot.getBScale() ||
                   element(dot.getAScale()) == element(dot.getBScale());
  if (!left || !right || !c || !scale || !isOneType)
    return std::nullopt;
  return MatrixTypes{*left, *right, *c, scale};
}

std::uint64_t scaledBlocks(tt::DotScaledOp dot) {
  RankedTensorType scales = scalesOf(dot);
  return scales && scales.getRank() > 0
             ? static_cast<std::uint64_t>(scales.getShape().back())
             : 0;
}

} // namespace heddle::ir
