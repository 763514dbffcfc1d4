//===- Casts.cpp - From one type to another -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Lanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

HEDDLE_SIM_BEGIN

using namespace mlir;

namespace {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

/// How a type's elements are kept, as a type of C++.
enum class Kind { I1, I8, I16, I32, I64, F16, BF16, F32, F64, Other };

Kind kindOf(Type type) {
  if (type.isInteger(1))
    return Kind::I1;
  if (type.isInteger(8))
    return Kind::I8;
  if (type.isInteger(16))
    return Kind::I16;
  if (type.isInteger(32) || type.isIndex())
    return Kind::I32;
  if (type.isInteger(64))
    return Kind::I64;
  if (type.isF16())
    return Kind::F16;
  if (type.isBF16())
    return Kind::BF16;
  if (type.isF32())
    return Kind::F32;
  return type.isF64() ? Kind::F64 : Kind::Other;
}

/// A bit is a byte: 1 of an unsigned one, -1 of a signed one.
struct Bit {};

template <class Fn> Run withInteger(Kind kind, Fn &&pick) {
  switch (kind) {
  case Kind::I1:
    return pick(Bit());
  case Kind::I8:
    return pick(U8());
  case Kind::I16:
    return pick(U16());
  case Kind::I32:
    return pick(U32());
  case Kind::I64:
    return pick(U64());
  default:
    return nullptr;
  }
}

template <class Fn> Run withFloat(Kind kind, Fn &&pick) {
  switch (kind) {
  case Kind::F16:
    return pick(Half());
  case Kind::BF16:
    return pick(Brain());
  case Kind::F32:
    return pick(Single());
  case Kind::F64:
    return pick(Double());
  default:
    return nullptr;
  }
}

template <class Tag>
using StorageOf = std::conditional_t<std::is_same_v<Tag, Bit>, U8, Tag>;

template <class Tag> std::int64_t signedValue(StorageOf<Tag> value) {
  if constexpr (std::is_same_v<Tag, Bit>)
    return -std::int64_t(value);
  else
    return std::int64_t(std::make_signed_t<Tag>(value));
}

template <class Tag> StorageOf<Tag> narrowed(U64 value) {
  if constexpr (std::is_same_v<Tag, Bit>)
    return U8(value & 1);
  else
    return Tag(value);
}

template <bool IsSigned> Run integerCast(Kind from, Kind to) {
  return withInteger(from, [&]<class From>(From) {
    return withInteger(to, []<class To>(To) -> Run {
      return unary<StorageOf<From>, StorageOf<To>, [](StorageOf<From> a) {
        if constexpr (IsSigned)
          return narrowed<To>(U64(signedValue<From>(a)));
        else
          return narrowed<To>(U64(a));
      }>;
    });
  });
}

/// Rounded once: directly from the integer to what the result computes with,
/// and where that is rounded again, to odd first.
template <class Format, class Integer> auto roundedFrom(Integer value) {
  if constexpr (std::is_same_v<Format, Half> || std::is_same_v<Format, Brain>) {
    bool isNegative = value < 0;
    U64 magnitude = isNegative ? U64(0) - U64(value) : U64(value);
    unsigned bits = 64U - static_cast<unsigned>(std::countl_zero(magnitude));
    constexpr unsigned Kept = 22;
    if (bits > Kept) {
      unsigned dropped = bits - Kept;
      bool isInexact = (magnitude & ((U64(1) << dropped) - 1)) != 0;
      magnitude = ((magnitude >> dropped) | (isInexact ? 1U : 0U)) << dropped;
    }
    auto wide = static_cast<float>(magnitude);
    return Format::store(isNegative ? -wide : wide);
  } else {
    return static_cast<typename Format::Wide>(value);
  }
}

template <bool IsSigned> Run fromInteger(Kind from, Kind to) {
  return withInteger(from, [&]<class From>(From) {
    return withFloat(to, []<class To>(To) -> Run {
      return unary<StorageOf<From>, typename To::Storage,
                   [](StorageOf<From> a) {
                     if constexpr (IsSigned)
                       return roundedFrom<To>(signedValue<From>(a));
                     else
                       return roundedFrom<To>(U64(a));
                   }>;
    });
  });
}

/// PTX ISA, cvt: out of range is the nearest number of the type. NaN is 0, but
/// the highest bit alone where either type has 64 bits; there are no 8-bit
/// results, which are the low byte.
template <class Integer, class Wide> Integer saturated(Wide value) {
  using Limits = std::numeric_limits<Integer>;
  constexpr bool IsWide =
      sizeof(Integer) > 1 && (sizeof(Integer) == 8 || sizeof(Wide) == 8);
  if (value != value)
    return IsWide ? Integer(Integer(1) << (8 * sizeof(Integer) - 1)) : 0;
  // 2 to the number of bits is a number of `Wide`, the largest integer need
  // not be.
  const Wide end = std::ldexp(Wide(1), Limits::digits);
  if (value >= end)
    return Limits::max();
  if (value <= Wide(Limits::min()))
    return Limits::min();
  return static_cast<Integer>(value);
}

template <bool IsSigned> Run toInteger(Kind from, Kind to) {
  return withFloat(from, [&]<class From>(From) {
    return withInteger(to, []<class To>(To) -> Run {
      using T = typename From::Storage;
      return unary<T, StorageOf<To>, [](T a) {
        auto wide = From::load(a);
        if constexpr (std::is_same_v<To, Bit>)
          return U8(wide != 0 ? 1 : 0);
        else if constexpr (IsSigned)
          return To(saturated<std::make_signed_t<To>>(wide));
        else
          return saturated<To>(wide);
      }>;
    });
  });
}

/// A double as a float whose last bit says whether something was lost, so that
/// rounding again is right.
float toOdd(double value) {
  auto narrow = static_cast<float>(value);
  if (double(narrow) == value || value != value || !std::isfinite(value))
    return narrow;
  auto bits = std::bit_cast<U32>(narrow);
  if (std::abs(double(narrow)) > std::abs(value))
    --bits;
  return std::bit_cast<float>(bits | 1U);
}

Run floatCast(Kind from, Kind to) {
  return withFloat(from, [&]<class From>(From) {
    return withFloat(to, []<class To>(To) -> Run {
      using T = typename From::Storage;
      return unary<T, typename To::Storage, [](T a) {
        auto wide = From::load(a);
        if constexpr (std::is_same_v<From, Double> &&
                      std::is_same_v<typename To::Wide, float> &&
                      !std::is_same_v<To, Single>)
          return To::store(toOdd(wide));
        else
          return To::store(static_cast<typename To::Wide>(wide));
      }>;
    });
  });
}

template <class T> constexpr auto Same = [](T a) { return a; };

Run copyOf(unsigned bytes) {
  switch (bytes) {
  case 1:
    return unary<U8, U8, Same<U8>>;
  case 2:
    return unary<U16, U16, Same<U16>>;
  case 4:
    return unary<U32, U32, Same<U32>>;
  case 8:
    return unary<U64, U64, Same<U64>>;
  default:
    return nullptr;
  }
}

/// What a cast makes of one kind of elements and another.
template <Run (*Cast)(Kind from, Kind to)> Run castRun(Operation *op) {
  return Cast(kindOf(getElementTypeOrSelf(op->getOperand(0).getType())),
              kindOf(getElementTypeOrSelf(op->getResult(0).getType())));
}

Run truncateRun(Operation *op) {
  using enum arith::RoundingMode;
  auto rounding = cast<arith::TruncFOp>(op).getRoundingmode();
  return rounding.value_or(to_nearest_even) == to_nearest_even
             ? castRun<floatCast>(op)
             : nullptr;
}

Run bitcastRun(Operation *op) {
  unsigned from =
      simt::bytesOf(getElementTypeOrSelf(op->getOperand(0).getType()));
  unsigned to = simt::bytesOf(getElementTypeOrSelf(op->getResult(0).getType()));
  return from == to ? copyOf(from) : nullptr;
}

} // namespace

void addCasts(ElementwiseTable &table) {
  table.add<arith::ExtSIOp>(castRun<integerCast<true>>);
  table.add<arith::IndexCastOp>(castRun<integerCast<true>>);
  table.add<arith::ExtUIOp>(castRun<integerCast<false>>);
  table.add<arith::TruncIOp>(castRun<integerCast<false>>);
  table.add<arith::IndexCastUIOp>(castRun<integerCast<false>>);
  table.add<arith::SIToFPOp>(castRun<fromInteger<true>>);
  table.add<arith::UIToFPOp>(castRun<fromInteger<false>>);
  table.add<arith::FPToSIOp>(castRun<toInteger<true>>);
  table.add<arith::FPToUIOp>(castRun<toInteger<false>>);
  table.add<arith::ExtFOp>(castRun<floatCast>);
  table.add<arith::TruncFOp>(truncateRun);
  table.add<arith::BitcastOp>(bitcastRun);
}

HEDDLE_SIM_END
