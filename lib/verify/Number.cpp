//===- Number.cpp - Elements ----------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

#include <bit>
#include <cmath>

namespace heddle::equivalence {

using namespace mlir;

unsigned widthOf(Type element) {
  if (isa<tt::PointerType, IndexType>(element))
    return 64;
  return element.getIntOrFloatBitWidth();
}

unsigned bytesOf(Type element) { return (widthOf(element) + 7) / 8; }

bool isFloat(Type element) { return isa<FloatType>(element); }

Bits cut(Bits bits, Type element) {
  unsigned width = widthOf(element);
  return width >= 64 ? bits : bits & ((Bits(1) << width) - 1);
}

std::int64_t signedOf(Bits bits, Type element) {
  unsigned unused = 64 - std::min(64U, widthOf(element));
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

double toDouble(Bits bits, Type element) {
  if (element.isF32())
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (element.isF64())
    return std::bit_cast<double>(bits);
  if (element.isBF16())
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  const llvm::fltSemantics &format =
      cast<FloatType>(element).getFloatSemantics();
  llvm::APFloat number(format, llvm::APInt(widthOf(element), bits));
  bool losesInfo = false;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

/// The positive NaN with all bits set, as PTX has it, or the only one.
static Bits nanOf(Type element) {
  if (element.isF64())
    return 0x7FFFFFFFFFFFFFFFU;
  if (element.isF32())
    return 0x7FFFFFFFU;
  if (element.isF16() || element.isBF16())
    return 0x7FFFU;
  return llvm::APFloat::getNaN(cast<FloatType>(element).getFloatSemantics())
      .bitcastToAPInt()
      .getZExtValue();
}

Bits fromDouble(double value, Type element) {
  if (std::isnan(value))
    return nanOf(element);
  if (element.isF32())
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (element.isF64())
    return std::bit_cast<Bits>(value);
  const llvm::fltSemantics &format =
      cast<FloatType>(element).getFloatSemantics();
  if (widthOf(element) <= 8) {
    double most = llvm::APFloat::getLargest(format).convertToDouble();
    value = std::clamp(value, -most, most);
  }
  llvm::APFloat number(value);
  bool losesInfo = false;
  number.convert(format, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

bool isNan(Bits bits, Type element) {
  return isFloat(element) && std::isnan(toDouble(bits, element));
}

Bits bitsOf(Attribute number) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return cut(integer.getValue().getZExtValue(), integer.getType());
  if (auto boolean = dyn_cast<BoolAttr>(number))
    return boolean.getValue() ? 1 : 0;
  return cast<FloatAttr>(number).getValue().bitcastToAPInt().getZExtValue();
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15U + b + 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

} // namespace heddle::equivalence
