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
  if (element.isF32() && precision == tt::InputPrecision::Tf32)
    return ScalarType::TF32;
  if (element.isInteger(8))
    return ScalarType::S8;
  if (isa<Float8E4M3FNType>(element))
    return ScalarType::E4M3;
  if (isa<Float8E5M2Type>(element))
    return ScalarType::E5M2;
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

} // namespace

std::optional<MatrixTypes> matrixTypes(Type a, Type b, Type sum,
                                       tt::InputPrecision precision) {
  std::optional<ScalarType> left = factorOf(a, precision),
                            right = factorOf(b, precision), c = sumOf(sum);
  if (!left || !right || !c)
    return std::nullopt;
  return MatrixTypes{*left, *right, *c};
}

} // namespace heddle::ir
