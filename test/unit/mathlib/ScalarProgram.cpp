//===- ScalarProgram.cpp - Executing formulas -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstdlib>

namespace heddle {

using namespace mlir;

namespace {

using Bits = std::uint64_t;

float f32(Bits bits) { return llvm::bit_cast<float>(std::uint32_t(bits)); }
double f64(Bits bits) { return llvm::bit_cast<double>(bits); }
Bits from(float value) { return llvm::bit_cast<std::uint32_t>(value); }
Bits from(double value) { return llvm::bit_cast<Bits>(value); }
unsigned widthOf(Value value) {
  return value.getType().getIntOrFloatBitWidth();
}
Bits masked(Bits bits, unsigned width) {
  return width == 64 ? bits : bits & ((Bits(1) << width) - 1);
}
std::int64_t signedOf(Bits bits, unsigned width) {
  return std::int64_t(bits << (64 - width)) >> (64 - width);
}

/// An op of floats, by a function that is given all operands.
template <class Function>
Bits floats(Operation *op, const Bits *operands, Function &&function) {
  if (op->getOperand(op->getNumOperands() - 1).getType().isF32())
    return from(
        float(function(f32(operands[0]), f32(operands[1]), f32(operands[2]))));
  return from(
      double(function(f64(operands[0]), f64(operands[1]), f64(operands[2]))));
}

/// f16 as f32, which has all of them and to which results are rounded once.
Bits fromHalf(Bits bits) {
  llvm::APFloat value(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits));
  return from(value.convertToFloat());
}
Bits toHalf(Bits bits) {
  llvm::APFloat value(f32(bits));
  bool lost = false;
  value.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
                &lost);
  return value.bitcastToAPInt().getZExtValue();
}

template <auto Function>
Bits floatStep(Operation *op, const Bits *operands, double) {
  if (op->getOperand(0).getType().isF16())
    return toHalf(from(float(Function(f32(fromHalf(operands[0])),
                                      f32(fromHalf(operands[1])), 0.0F))));
  return floats(op, operands, Function);
}
template <auto Function>
Bits wholeStep(Operation *op, const Bits *operands, double) {
  return masked(Function(operands[0], operands[1], widthOf(op->getOperand(0))),
                widthOf(op->getResult(0)));
}

Bits constant(Operation *op, const Bits *, double) {
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().getZExtValue();
  return cast<FloatAttr>(value).getValue().bitcastToAPInt().getZExtValue();
}

bool holds(arith::CmpFPredicate predicate, double a, double b) {
  using enum arith::CmpFPredicate;
  switch (predicate) {
  case OLT:
    return a < b;
  case OGT:
    return a > b;
  case OGE:
    return a >= b;
  case OEQ:
    return a == b;
  case UNE:
    return a != b;
  default:
    std::abort();
  }
}

bool holds(arith::CmpIPredicate predicate, std::int64_t a, std::int64_t b) {
  using enum arith::CmpIPredicate;
  switch (predicate) {
  case slt:
    return a < b;
  case sgt:
    return a > b;
  case sge:
    return a >= b;
  case ult:
    return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  case eq:
    return a == b;
  case ne:
    return a != b;
  default:
    std::abort();
  }
}

Bits compareFloats(Operation *op, const Bits *operands, double) {
  auto predicate = cast<arith::CmpFOp>(op).getPredicate();
  if (op->getOperand(0).getType().isF32())
    return holds(predicate, f32(operands[0]), f32(operands[1]));
  return holds(predicate, f64(operands[0]), f64(operands[1]));
}

Bits compareWholes(Operation *op, const Bits *operands, double) {
  unsigned width = widthOf(op->getOperand(0));
  return holds(cast<arith::CmpIOp>(op).getPredicate(),
               signedOf(operands[0], width), signedOf(operands[1], width));
}

Bits toFloat(Operation *op, const Bits *operands, double) {
  std::int64_t value = signedOf(operands[0], widthOf(op->getOperand(0)));
  return op->getResult(0).getType().isF32() ? from(float(value))
                                            : from(double(value));
}

Bits toWhole(Operation *op, const Bits *operands, double) {
  double value =
      op->getOperand(0).getType().isF32() ? f32(operands[0]) : f64(operands[0]);
  // Other values are undefined; some formulas compute them and drop them.
  if (!(std::fabs(value) < 0x1p63))
    return 0;
  return masked(Bits(std::int64_t(value)), widthOf(op->getResult(0)));
}

/// 1.5 units off and then rounded, for an `error` of 1: 2 units at most.
Bits approximate(Operation *op, const Bits *operands, double error) {
  auto approximate = cast<simt::ApproximateOp>(op);
  double x = f32(operands[0]), exact = 0;
  if (approximate.getFtz() && std::fabs(x) < 0x1p-126)
    x = std::copysign(0.0, x);
  switch (approximate.getFunction()) {
  case simt::Approximation::Exp2:
    exact = std::exp2(x);
    if (!approximate.getFtz())
      break;
    // Less than 2.5 * 2^-24 off on an H200, wherever the functions ask for it.
    if (exact < 0x1p-126)
      return from(0.0F);
    return from(float(
        std::isfinite(exact) ? exact + 2.0 * error * 0x1p-24 * exact : exact));
  case simt::Approximation::Rsqrt:
    exact = 1 / std::sqrt(x);
    break;
  case simt::Approximation::Sqrt:
    exact = std::sqrt(x);
    break;
  case simt::Approximation::Reciprocal:
    exact = 1 / x;
    break;
  default:
    std::abort();
  }
  if (exact == 0 || !std::isfinite(exact))
    return from(float(exact));
  // Below a power of two units are half as large.
  double about = exact * (1 - 0x1p-30);
  double unit = std::ldexp(1.0, std::max(std::ilogb(about), -126) - 23);
  auto value = float(exact + 1.5 * error * unit);
  if (std::fabs(value - exact) > 2 * unit)
    value = std::nextafter(value, float(exact));
  return from(value);
}

const llvm::StringMap<Bits (*)(Operation *, const Bits *, double)> &table() {
  using B = Bits;
  static const llvm::StringMap<Bits (*)(Operation *, const Bits *, double)>
      Table = {
          {"arith.constant", constant},
          {"arith.addf", floatStep<[](auto a, auto b, auto) { return a + b; }>},
          {"arith.subf", floatStep<[](auto a, auto b, auto) { return a - b; }>},
          {"arith.mulf", floatStep<[](auto a, auto b, auto) { return a * b; }>},
          {"arith.divf", floatStep<[](auto a, auto b, auto) { return a / b; }>},
          {"arith.negf", floatStep<[](auto a, auto, auto) { return -a; }>},
          {"arith.minimumf", floatStep<[](auto a, auto b, auto) {
             return a != a ? a : b != b ? b : a < b ? a : b;
           }>},
          {"arith.maximumf", floatStep<[](auto a, auto b, auto) {
             return a != a ? a : b != b ? b : a > b ? a : b;
           }>},
          {"arith.minnumf", floatStep<[](auto a, auto b, auto) {
             return a != a || b < a ? b : a;
           }>},
          {"arith.maxnumf", floatStep<[](auto a, auto b, auto) {
             return a != a || b > a ? b : a;
           }>},
          {"math.fma",
           floatStep<[](auto a, auto b, auto c) { return std::fma(a, b, c); }>},
          {"math.absf",
           floatStep<[](auto a, auto, auto) { return std::fabs(a); }>},
          {"math.sqrt",
           floatStep<[](auto a, auto, auto) { return std::sqrt(a); }>},
          {"math.trunc",
           floatStep<[](auto a, auto, auto) { return std::trunc(a); }>},
          {"math.roundeven",
           floatStep<[](auto a, auto, auto) { return std::nearbyint(a); }>},
          {"arith.uitofp",
           [](Operation *op, const Bits *operands, double) {
             return op->getResult(0).getType().isF32()
                        ? from(float(operands[0]))
                        : from(double(operands[0]));
           }},
          {"arith.mului_extended",
           wholeStep<[](B a, B b, unsigned) { return a * b; }>},
          {"arith.extf", [](Operation *, const Bits *operands,
                            double) { return from(double(f32(operands[0]))); }},
          {"arith.truncf",
           [](Operation *op, const Bits *operands, double) {
             return op->getResult(0).getType().isF16()
                        ? toHalf(operands[0])
                        : from(float(f64(operands[0])));
           }},
          {"math.copysign",
           floatStep<[](auto a, auto b, auto) { return std::copysign(a, b); }>},
          {"arith.addi", wholeStep<[](B a, B b, unsigned) { return a + b; }>},
          {"arith.subi", wholeStep<[](B a, B b, unsigned) { return a - b; }>},
          {"arith.muli", wholeStep<[](B a, B b, unsigned) { return a * b; }>},
          {"arith.andi", wholeStep<[](B a, B b, unsigned) { return a & b; }>},
          {"arith.ori", wholeStep<[](B a, B b, unsigned) { return a | b; }>},
          {"arith.xori", wholeStep<[](B a, B b, unsigned) { return a ^ b; }>},
          {"arith.shli", wholeStep<[](B a, B b, unsigned) { return a << b; }>},
          {"arith.shrui", wholeStep<[](B a, B b, unsigned) { return a >> b; }>},
          {"arith.shrsi", wholeStep<[](B a, B b, unsigned width) {
             return B(signedOf(a, width) >> b);
           }>},
          {"arith.minsi", wholeStep<[](B a, B b, unsigned width) {
             return signedOf(a, width) < signedOf(b, width) ? a : b;
           }>},
          {"arith.maxsi", wholeStep<[](B a, B b, unsigned width) {
             return signedOf(a, width) > signedOf(b, width) ? a : b;
           }>},
          {"arith.extui", wholeStep<[](B a, B, unsigned) { return a; }>},
          {"arith.trunci", wholeStep<[](B a, B, unsigned) { return a; }>},
          {"arith.bitcast", wholeStep<[](B a, B, unsigned) { return a; }>},
          {"arith.select",
           [](Operation *, const Bits *operands, double) {
             return operands[0] != 0 ? operands[1] : operands[2];
           }},
          {"arith.cmpf", compareFloats},
          {"arith.cmpi", compareWholes},
          {"arith.sitofp", toFloat},
          {"arith.fptosi", toWhole},
          {"simt.approximate", approximate},
      };
  return Table;
}

} // namespace

MLIRContext &contextOfFormulas() {
  static MLIRContext context;
  context
      .loadDialect<arith::ArithDialect, math::MathDialect, simt::SimtDialect>();
  return context;
}

ScalarProgram::ScalarProgram(MLIRContext &context, MathFunction function,
                             llvm::ArrayRef<Type> arguments)
    : module(ModuleOp::create(UnknownLoc::get(&context))) {
  OpBuilder builder(&context);
  builder.setInsertionPointToEnd(module->getBody());
  Location place = builder.getUnknownLoc();
  llvm::SmallVector<Term> terms;
  for (Type type : arguments) {
    Value argument = module->getBody()->addArgument(type, place);
    numbers[argument] = static_cast<unsigned>(values.size());
    values.push_back(0);
    terms.emplace_back(builder, place, argument);
  }
  Value last = function(terms).get();
  for (Operation &op : *module->getBody())
    add(&op);
  result = numbers.lookup(last);
}

/// The high half of a product.
static Bits highProduct(Operation *op, const Bits *operands, double) {
  unsigned width = widthOf(op->getOperand(0));
  return llvm::APIntOps::mulhu(llvm::APInt(width, operands[0]),
                               llvm::APInt(width, operands[1]))
      .getZExtValue();
}

void ScalarProgram::add(Operation *op) {
  Each each = {table().lookup(op->getName().getStringRef()), op, {}, 0};
  if (each.step == nullptr) {
    llvm::errs() << "cannot be executed: " << *op << "\n";
    std::abort();
  }
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    each.operands[index] = numbers.lookup(operand);
  for (Value result : op->getResults()) {
    each.result = static_cast<unsigned>(values.size());
    numbers[result] = each.result;
    values.push_back(0);
    if (isa<arith::ConstantOp>(op))
      values.back() = each.step(op, nullptr, 0);
    else
      steps.push_back(each);
    each.step = highProduct;
  }
}

std::uint64_t ScalarProgram::run(llvm::ArrayRef<std::uint64_t> arguments,
                                 double error) {
  for (auto [index, argument] : llvm::enumerate(arguments))
    values[index] = argument;
  for (const Each &each : steps) {
    Bits operands[3] = {values[each.operands[0]], values[each.operands[1]],
                        values[each.operands[2]]};
    values[each.result] = each.step(each.op, operands, error);
  }
  return values[result];
}

} // namespace heddle
