//===- ElementFunctions.cpp - What elementwise ops compute ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle::equivalence {

using namespace mlir;

namespace {

using Maker = std::function<ElementFunction(Operation *)>;
using Table = llvm::DenseMap<TypeID, Maker>;

Type operandType(Operation *op, unsigned index = 0) {
  return getElementTypeOrSelf(op->getOperand(index).getType());
}
Type resultType(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType());
}

template <class Op> void add(Table &table, Maker maker) {
  table[TypeID::get<Op>()] = std::move(maker);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Of unsigned numbers.
template <class Op, class Fn> void addUnsigned(Table &table, Fn fn) {
  add<Op>(table, [fn](Operation *op) -> ElementFunction {
    Type type = resultType(op);
    return [fn, type](const Bits *x) {
      return cut(fn(x[0], x[1], widthOf(type)), type);
    };
  });
}

/// Of signed numbers.
template <class Op, class Fn> void addSigned(Table &table, Fn fn) {
  add<Op>(table, [fn](Operation *op) -> ElementFunction {
    Type type = resultType(op);
    return [fn, type](const Bits *x) {
      return cut(
          static_cast<Bits>(fn(signedOf(x[0], type), signedOf(x[1], type))),
          type);
    };
  });
}

/// Quotients that there are; others are 0.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : b == -1 ? std::int64_t(0 - std::uint64_t(a)) : a / b;
}
std::int64_t remainder(std::int64_t a, std::int64_t b) {
  return b == 0 || b == -1 ? 0 : a % b;
}

__extension__ using Wide = unsigned __int128;

Bits highHalf(Bits a, Bits b, unsigned width) {
  return static_cast<Bits>((Wide(a) * Wide(b)) >> width);
}

bool compare(arith::CmpIPredicate predicate, Bits a, Bits b, Type type) {
  std::int64_t x = signedOf(a, type), y = signedOf(b, type);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return x < y;
  case arith::CmpIPredicate::sle:
    return x <= y;
  case arith::CmpIPredicate::sgt:
    return x > y;
  case arith::CmpIPredicate::sge:
    return x >= y;
  case arith::CmpIPredicate::ult:
    return a < b;
  case arith::CmpIPredicate::ule:
    return a <= b;
  case arith::CmpIPredicate::ugt:
    return a > b;
  case arith::CmpIPredicate::uge:
    return a >= b;
  }
  return false;
}

void addIntegers(Table &table) {
  addUnsigned<arith::AddIOp>(table,
                             [](Bits a, Bits b, unsigned) { return a + b; });
  addUnsigned<arith::SubIOp>(table,
                             [](Bits a, Bits b, unsigned) { return a - b; });
  addUnsigned<arith::MulIOp>(table,
                             [](Bits a, Bits b, unsigned) { return a * b; });
  addUnsigned<arith::AndIOp>(table,
                             [](Bits a, Bits b, unsigned) { return a & b; });
  addUnsigned<arith::OrIOp>(table,
                            [](Bits a, Bits b, unsigned) { return a | b; });
  addUnsigned<arith::XOrIOp>(table,
                             [](Bits a, Bits b, unsigned) { return a ^ b; });
  addUnsigned<arith::DivUIOp>(
      table, [](Bits a, Bits b, unsigned) { return b == 0 ? 0 : a / b; });
  addUnsigned<arith::RemUIOp>(
      table, [](Bits a, Bits b, unsigned) { return b == 0 ? 0 : a % b; });
  addUnsigned<arith::CeilDivUIOp>(table, [](Bits a, Bits b, unsigned) {
    return b == 0 ? 0 : a / b + (a % b != 0);
  });
  addUnsigned<arith::MaxUIOp>(
      table, [](Bits a, Bits b, unsigned) { return std::max(a, b); });
  addUnsigned<arith::MinUIOp>(
      table, [](Bits a, Bits b, unsigned) { return std::min(a, b); });
  addUnsigned<arith::ShLIOp>(table, [](Bits a, Bits b, unsigned width) {
    return b >= width ? 0 : a << b;
  });
  addUnsigned<arith::ShRUIOp>(table, [](Bits a, Bits b, unsigned width) {
    return b >= width ? 0 : a >> b;
  });
  addUnsigned<tt::MulhiUIOp>(table, highHalf);
  addSigned<arith::DivSIOp>(table, quotient);
  addSigned<arith::RemSIOp>(table, remainder);
  addSigned<arith::FloorDivSIOp>(table, [](std::int64_t a, std::int64_t b) {
    bool isBelow = remainder(a, b) != 0 && (a < 0) != (b < 0);
    return quotient(a, b) - (isBelow ? 1 : 0);
  });
  addSigned<arith::CeilDivSIOp>(table, [](std::int64_t a, std::int64_t b) {
    bool isAbove = remainder(a, b) != 0 && (a < 0) == (b < 0);
    return quotient(a, b) + (isAbove ? 1 : 0);
  });
  addSigned<arith::MaxSIOp>(
      table, [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  addSigned<arith::MinSIOp>(
      table, [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
  addSigned<arith::ShRSIOp>(table, [](std::int64_t a, std::int64_t b) {
    return a >> std::clamp<std::int64_t>(b, 0, 63);
  });
  add<arith::CmpIOp>(table, [](Operation *op) -> ElementFunction {
    arith::CmpIPredicate predicate = cast<arith::CmpIOp>(op).getPredicate();
    return [predicate, type = operandType(op)](const Bits *x) {
      return Bits(compare(predicate, x[0], x[1], type));
    };
  });
  add<arith::SelectOp>(table, [](Operation *) -> ElementFunction {
    return [](const Bits *x) { return x[0] != 0 ? x[1] : x[2]; };
  });
  add<tt::AddPtrOp>(table, [](Operation *op) -> ElementFunction {
    auto pointer = cast<tt::PointerType>(operandType(op));
    Bits bytes = bytesOf(pointer.getPointee());
    return [bytes, type = operandType(op, 1)](const Bits *x) {
      return x[0] + bytes * static_cast<Bits>(signedOf(x[1], type));
    };
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

template <class Op, class Fn> void addFloat1(Table &table, Fn fn) {
  add<Op>(table, [fn](Operation *op) -> ElementFunction {
    return [fn, type = resultType(op)](const Bits *x) {
      return fromDouble(fn(toDouble(x[0], type)), type);
    };
  });
}

template <class Op, class Fn> void addFloat2(Table &table, Fn fn) {
  add<Op>(table, [fn](Operation *op) -> ElementFunction {
    return [fn, type = resultType(op)](const Bits *x) {
      return fromDouble(fn(toDouble(x[0], type), toDouble(x[1], type)), type);
    };
  });
}

/// -0 is less than 0, as IEEE 754-2019 has it.
double greater(double a, double b) {
  return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
}
double lesser(double a, double b) {
  return a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
}
double maximum(double a, double b) {
  return std::isnan(a) ? a : std::isnan(b) ? b : greater(a, b);
}
double minimum(double a, double b) {
  return std::isnan(a) ? a : std::isnan(b) ? b : lesser(a, b);
}
double maxnum(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : greater(a, b);
}
double minnum(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : lesser(a, b);
}

bool compare(arith::CmpFPredicate predicate, double a, double b) {
  using P = arith::CmpFPredicate;
  bool isUnordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case P::AlwaysFalse:
    return false;
  case P::OEQ:
    return a == b;
  case P::OGT:
    return a > b;
  case P::OGE:
    return a >= b;
  case P::OLT:
    return a < b;
  case P::OLE:
    return a <= b;
  case P::ONE:
    return a < b || a > b;
  case P::ORD:
    return !isUnordered;
  case P::UEQ:
    return isUnordered || a == b;
  case P::UGT:
    return isUnordered || a > b;
  case P::UGE:
    return isUnordered || a >= b;
  case P::ULT:
    return isUnordered || a < b;
  case P::ULE:
    return isUnordered || a <= b;
  case P::UNE:
    return isUnordered || a != b;
  case P::UNO:
    return isUnordered;
  case P::AlwaysTrue:
    return true;
  }
  return false;
}

double clamped(double x, double least, double most, bool propagatesNan) {
  return propagatesNan ? minimum(maximum(x, least), most)
                       : minnum(maxnum(x, least), most);
}

void addFloats(Table &table) {
  addFloat2<arith::AddFOp>(table, std::plus<double>());
  addFloat2<arith::SubFOp>(table, std::minus<double>());
  addFloat2<arith::MulFOp>(table, std::multiplies<double>());
  addFloat2<arith::DivFOp>(table, std::divides<double>());
  addFloat2<tt::PreciseDivFOp>(table, std::divides<double>());
  addFloat2<tt::ApproxDivFOp>(table, std::divides<double>());
  addFloat2<arith::RemFOp>(table,
                           [](double a, double b) { return std::fmod(a, b); });
  addFloat2<arith::MaximumFOp>(table, maximum);
  addFloat2<arith::MinimumFOp>(table, minimum);
  addFloat2<arith::MaxNumFOp>(table, maxnum);
  addFloat2<arith::MinNumFOp>(table, minnum);
  addFloat2<math::PowFOp>(table,
                          [](double a, double b) { return std::pow(a, b); });
  addFloat2<math::Atan2Op>(table,
                           [](double a, double b) { return std::atan2(a, b); });
  addFloat2<math::CopySignOp>(
      table, [](double a, double b) { return std::copysign(a, b); });
  addFloat1<arith::NegFOp>(table, std::negate<double>());
  addFloat1<math::AbsFOp>(table, [](double x) { return std::fabs(x); });
  addFloat1<math::ExpOp>(table, [](double x) { return std::exp(x); });
  addFloat1<math::Exp2Op>(table, [](double x) { return std::exp2(x); });
  addFloat1<math::ExpM1Op>(table, [](double x) { return std::expm1(x); });
  addFloat1<math::LogOp>(table, [](double x) { return std::log(x); });
  addFloat1<math::Log2Op>(table, [](double x) { return std::log2(x); });
  addFloat1<math::Log10Op>(table, [](double x) { return std::log10(x); });
  addFloat1<math::Log1pOp>(table, [](double x) { return std::log1p(x); });
  addFloat1<math::SqrtOp>(table, [](double x) { return std::sqrt(x); });
  addFloat1<tt::PreciseSqrtOp>(table, [](double x) { return std::sqrt(x); });
  addFloat1<math::RsqrtOp>(table, [](double x) { return 1 / std::sqrt(x); });
  addFloat1<math::CbrtOp>(table, [](double x) { return std::cbrt(x); });
  addFloat1<math::SinOp>(table, [](double x) { return std::sin(x); });
  addFloat1<math::CosOp>(table, [](double x) { return std::cos(x); });
  addFloat1<math::TanOp>(table, [](double x) { return std::tan(x); });
  addFloat1<math::AsinOp>(table, [](double x) { return std::asin(x); });
  addFloat1<math::AcosOp>(table, [](double x) { return std::acos(x); });
  addFloat1<math::AtanOp>(table, [](double x) { return std::atan(x); });
  addFloat1<math::SinhOp>(table, [](double x) { return std::sinh(x); });
  addFloat1<math::CoshOp>(table, [](double x) { return std::cosh(x); });
  addFloat1<math::TanhOp>(table, [](double x) { return std::tanh(x); });
  addFloat1<math::ErfOp>(table, [](double x) { return std::erf(x); });
  addFloat1<math::ErfcOp>(table, [](double x) { return std::erfc(x); });
  addFloat1<math::FloorOp>(table, [](double x) { return std::floor(x); });
  addFloat1<math::CeilOp>(table, [](double x) { return std::ceil(x); });
  addFloat1<math::TruncOp>(table, [](double x) { return std::trunc(x); });
  addFloat1<math::RoundOp>(table, [](double x) { return std::round(x); });
  addFloat1<math::RoundEvenOp>(table,
                               [](double x) { return std::nearbyint(x); });
  add<math::FmaOp>(table, [](Operation *op) -> ElementFunction {
    return [type = resultType(op)](const Bits *x) {
      double a = toDouble(x[0], type), b = toDouble(x[1], type);
      double c = toDouble(x[2], type);
      // Rounding twice would not be the same here.
      return type.isF32() ? fromDouble(std::fma(static_cast<float>(a),
                                                static_cast<float>(b),
                                                static_cast<float>(c)),
                                       type)
                          : fromDouble(std::fma(a, b, c), type);
    };
  });
  add<arith::CmpFOp>(table, [](Operation *op) -> ElementFunction {
    arith::CmpFPredicate predicate = cast<arith::CmpFOp>(op).getPredicate();
    return [predicate, type = operandType(op)](const Bits *x) {
      return Bits(
          compare(predicate, toDouble(x[0], type), toDouble(x[1], type)));
    };
  });
  add<tt::ClampFOp>(table, [](Operation *op) -> ElementFunction {
    bool propagates =
        cast<tt::ClampFOp>(op).getPropagateNan() == tt::NanPropagation::All;
    return [propagates, type = resultType(op)](const Bits *x) {
      return fromDouble(clamped(toDouble(x[0], type), toDouble(x[1], type),
                                toDouble(x[2], type), propagates),
                        type);
    };
  });
}

//===----------------------------------------------------------------------===//
// From one type to another
//===----------------------------------------------------------------------===//

template <class Op, class Fn> void addCast(Table &table, Fn fn) {
  add<Op>(table, [fn](Operation *op) -> ElementFunction {
    return [fn, from = operandType(op), to = resultType(op)](const Bits *x) {
      return fn(x[0], from, to);
    };
  });
}

Bits sameBits(Bits bits, Type, Type to) { return cut(bits, to); }

Bits signExtended(Bits bits, Type from, Type to) {
  return cut(static_cast<Bits>(signedOf(bits, from)), to);
}

Bits rounded(Bits bits, Type from, Type to) {
  return fromDouble(toDouble(bits, from), to);
}

/// Saturated; a NaN is 0, or the highest bit alone where a type has 64 bits.
/// (PTX ISA, cvt.)
Bits toInteger(Bits bits, Type from, Type to, bool isSigned) {
  double value = std::trunc(toDouble(bits, from));
  int width = static_cast<int>(widthOf(to));
  if (std::isnan(value))
    return width == 64 || widthOf(from) == 64 ? Bits(1) << (width - 1) : 0;
  double bound = std::ldexp(1.0, isSigned ? width - 1 : width);
  if (value >= bound)
    return cut(isSigned ? ~(Bits(1) << (width - 1)) : ~Bits(0), to);
  if (value < (isSigned ? -bound : 0))
    return isSigned ? Bits(1) << (width - 1) : 0;
  return cut(isSigned ? static_cast<Bits>(static_cast<std::int64_t>(value))
                      : static_cast<Bits>(value),
             to);
}

/// Towards zero, of finite numbers.
double towardsZero(double value, Type type) {
  Bits bits = fromDouble(value, type);
  double near = toDouble(bits, type);
  // Floats of one sign are ordered as their bits are.
  return std::fabs(near) > std::fabs(value) && std::isfinite(value)
             ? toDouble(bits - 1, type)
             : near;
}

void addCasts(Table &table) {
  addCast<arith::ExtUIOp>(table, sameBits);
  addCast<arith::TruncIOp>(table, sameBits);
  addCast<arith::BitcastOp>(table, sameBits);
  addCast<tt::BitcastOp>(table, sameBits);
  addCast<tt::PtrToIntOp>(table, sameBits);
  addCast<tt::IntToPtrOp>(table, sameBits);
  addCast<arith::ExtSIOp>(table, signExtended);
  addCast<arith::IndexCastOp>(table, signExtended);
  addCast<arith::IndexCastUIOp>(table, sameBits);
  addCast<arith::ExtFOp>(table, rounded);
  addCast<arith::TruncFOp>(table, rounded);
  addCast<arith::SIToFPOp>(table, [](Bits bits, Type from, Type to) {
    std::int64_t value = signedOf(bits, from);
    return to.isF32() ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                      : fromDouble(static_cast<double>(value), to);
  });
  addCast<arith::UIToFPOp>(table, [](Bits bits, Type, Type to) {
    return to.isF32() ? std::bit_cast<std::uint32_t>(static_cast<float>(bits))
                      : fromDouble(static_cast<double>(bits), to);
  });
  addCast<arith::FPToSIOp>(table, [](Bits bits, Type from, Type to) {
    return toInteger(bits, from, to, /*isSigned=*/true);
  });
  addCast<arith::FPToUIOp>(table, [](Bits bits, Type from, Type to) {
    return toInteger(bits, from, to, /*isSigned=*/false);
  });
  add<tt::FpToFpOp>(table, [](Operation *op) -> ElementFunction {
    bool cuts =
        cast<tt::FpToFpOp>(op).getRounding() == tt::RoundingMode::TowardZero;
    return [cuts, from = operandType(op), to = resultType(op)](const Bits *x) {
      double value = toDouble(x[0], from);
      return fromDouble(cuts ? towardsZero(value, to) : value, to);
    };
  });
  addCast<math::AbsIOp>(table, [](Bits bits, Type from, Type to) {
    return cut(signedOf(bits, from) < 0 ? 0 - bits : bits, to);
  });
  addCast<math::CtPopOp>(table, [](Bits bits, Type, Type) {
    return static_cast<Bits>(std::popcount(bits));
  });
  addCast<math::CountLeadingZerosOp>(table, [](Bits bits, Type from, Type) {
    return static_cast<Bits>(std::countl_zero(bits)) - (64 - widthOf(from));
  });
  addCast<math::CountTrailingZerosOp>(table, [](Bits bits, Type from, Type) {
    return std::min<Bits>(static_cast<Bits>(std::countr_zero(bits)),
                          widthOf(from));
  });
  addCast<math::IsNaNOp>(table, [](Bits bits, Type from, Type) {
    return Bits(std::isnan(toDouble(bits, from)));
  });
  addCast<math::IsInfOp>(table, [](Bits bits, Type from, Type) {
    return Bits(std::isinf(toDouble(bits, from)));
  });
  addCast<math::IsFiniteOp>(table, [](Bits bits, Type from, Type) {
    return Bits(std::isfinite(toDouble(bits, from)));
  });
}

//===----------------------------------------------------------------------===//
// Functions that are not known
//===----------------------------------------------------------------------===//

/// A number that looks random, and is the same for the same operands. Of
/// floats between -1 and 1, a multiple of 1/128.
ElementFunction someFunction(std::uint64_t seed, unsigned operands, Type type) {
  return [=](const Bits *x) {
    std::uint64_t number = seed;
    for (unsigned index = 0; index < operands; ++index)
      number = mix(number, x[index]);
    if (!isFloat(type))
      return cut(number, type);
    constexpr double Steps = 128;
    return fromDouble(static_cast<double>(number % 255) / Steps - 1, type);
  };
}

void addUnknownFunctions(Table &table) {
  add<tt::ExternElementwiseOp>(table, [](Operation *op) -> ElementFunction {
    llvm::StringRef symbol = cast<tt::ExternElementwiseOp>(op).getSymbol();
    return someFunction(llvm::hash_value(symbol), op->getNumOperands(),
                        resultType(op));
  });
}

const Table &functions() {
  static const Table table = [] {
    Table made;
    addIntegers(made);
    addFloats(made);
    addCasts(made);
    addUnknownFunctions(made);
    return made;
  }();
  return table;
}

} // namespace

ElementFunction elementFunction(Operation *op) {
  auto found = functions().find(op->getName().getTypeID());
  return found == functions().end() ? ElementFunction() : found->second(op);
}

} // namespace heddle::equivalence
