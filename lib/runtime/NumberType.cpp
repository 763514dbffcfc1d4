//===- NumberType.cpp - Types of numbers by name --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime/NumberType.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

#include <array>
#include <cmath>

namespace heddle {

namespace {

struct Named {
  NumberType type;
  /// Triton's names, one after the other.
  std::string_view others;
  const llvm::fltSemantics &(*format)() = nullptr;
};

const auto &allTypes() {
  using Float = llvm::APFloat;
  static const std::array<Named, 14> all = {{
      {{"f32", 32, true, "<f4"}, " fp32 ", Float::IEEEsingle},
      {{"f16", 16, true, "<f2"}, " fp16 ", Float::IEEEhalf},
      {{"bf16", 16, true, "<u2"}, " ", Float::BFloat},
      {{"f64", 64, true, "<f8"}, " fp64 ", Float::IEEEdouble},
      {{"f8E4M3FN", 8, true, "|u1"}, " fp8e4nv ", Float::Float8E4M3FN},
      {{"f8E5M2", 8, true, "|u1"}, " fp8e5 ", Float::Float8E5M2},
      {{"f8E4M3FNUZ", 8, true, "|u1"}, " fp8e4b8 ", Float::Float8E4M3FNUZ},
      {{"f8E5M2FNUZ", 8, true, "|u1"}, " fp8e5b16 ", Float::Float8E5M2FNUZ},
      {{"f8E4M3B11FNUZ", 8, true, "|u1"},
       " fp8e4b15 ",
       Float::Float8E4M3B11FNUZ},
      {{"i1", 1, false, "|b1"}, " ", nullptr},
      {{"i8", 8, false, "|i1"}, " u8 ui8 ", nullptr},
      {{"i16", 16, false, "<i2"}, " u16 ui16 ", nullptr},
      {{"i32", 32, false, "<i4"}, " u32 ui32 ", nullptr},
      {{"i64", 64, false, "<i8"}, " u64 ui64 ", nullptr},
  }};
  return all;
}

const llvm::fltSemantics &formatOf(const NumberType &type) {
  for (const Named &each : allTypes())
    if (each.type.name == type.name)
      return each.format();
  return llvm::APFloat::IEEEsingle();
}

} // namespace

Result<const NumberType *> findNumberType(std::string_view name) {
  std::string known;
  for (const Named &each : allTypes()) {
    if (name == each.type.name ||
        each.others.find(concat(" ", name, " ")) != std::string_view::npos)
      return &each.type;
    known += (known.empty() ? "" : ", ") + std::string(each.type.name);
  }
  return failure(concat("expects a type of elements, but got '", name, "'"), "",
                 concat("there are ", known));
}

double numberOf(const NumberType &type, std::uint64_t bits) {
  if (!type.isFloat) {
    if (type.bits == 1)
      return static_cast<double>(bits & 1);
    unsigned unused = 64 - type.bits;
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >>
                               unused);
  }
  llvm::APFloat number(formatOf(type),
                       llvm::APInt(type.bits, bits, false, true));
  bool isInexact = false;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &isInexact);
  return number.convertToDouble();
}

std::uint64_t bitsOf(const NumberType &type, double number) {
  if (!type.isFloat) {
    llvm::APSInt whole(64, /*isUnsigned=*/number >= 0);
    bool isExact = false;
    llvm::APFloat(number).convertToInteger(whole, llvm::APFloat::rmTowardZero,
                                           &isExact);
    return type.bits == 64
               ? whole.getZExtValue()
               : whole.getZExtValue() & ((std::uint64_t(1) << type.bits) - 1);
  }
  llvm::APFloat rounded(number);
  bool isInexact = false;
  rounded.convert(formatOf(type), llvm::APFloat::rmNearestTiesToEven,
                  &isInexact);
  return rounded.bitcastToAPInt().getZExtValue();
}

} // namespace heddle
