//===- FloatTerms.cpp - Floating-point numbers in normal form -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what gives the same bits, NaNs aside: operands of sums and products may
// be swapped, a - b is a + (-b), and signs move out of products. Where sums of
// products may be added in any order, what is added to one is a summand of it.
//
//===----------------------------------------------------------------------===//

#include "TermNames.h"
#include "Terms.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

constexpr llvm::StringLiteral Add = "arith.addf", Multiply = "arith.mulf",
                              Negate = "arith.negf", Extend = "arith.extf",
                              Round = "arith.truncf", Compare = "arith.cmpf";

std::optional<llvm::APFloat> valueOf(TermRef term) {
  if (term->kind == TermKind::Constant)
    if (auto number = dyn_cast<FloatAttr>(term->attribute))
      return number.getValue();
  return std::nullopt;
}

bool isZero(TermRef term) {
  std::optional<llvm::APFloat> value = valueOf(term);
  return value && value->isZero();
}

/// -0 is neutral in sums whatever is added to it; +0 is not.
bool isNegativeZero(TermRef term) {
  std::optional<llvm::APFloat> value = valueOf(term);
  return value && value->isNegZero();
}

bool isOne(TermRef term) {
  std::optional<llvm::APFloat> value = valueOf(term);
  return value && value->isExactlyValue(1.0);
}

bool isInfinity(TermRef term) {
  std::optional<llvm::APFloat> value = valueOf(term);
  return value && value->isInfinity();
}

bool isUnordered(TermRef term) {
  return term->kind == TermKind::Sum || term->kind == TermKind::Product;
}

/// The largest of the elements of one input.
bool isMaximum(TermRef term) {
  if (term->kind != TermKind::Reduction || term->operands.size() != 2)
    return false;
  TermRef larger = term->operands.front();
  return (isNamed(larger, "arith.maxnumf") ||
          isNamed(larger, "arith.maximumf")) &&
         !larger->attribute && larger->operands[0] != larger->operands[1] &&
         llvm::all_of(larger->operands, [](TermRef each) {
           return each->kind == TermKind::Parameter;
         });
}

} // namespace

void Terms::addFloatRules() {
  rules[Add] = &Terms::addFloats;
  rules["arith.subf"] = &Terms::subtractFloats;
  rules[Multiply] = &Terms::multiplyFloats;
  rules[Negate] = &Terms::negateFloat;
  rules["math.fma"] = &Terms::multiplyAndAdd;
  rules[Compare] = &Terms::compareFloats;
  rules["arith.divf"] = &Terms::divideFloats;
  rules[Extend] = &Terms::extendFloat;
  rules["tt.fp_to_fp"] = &Terms::castFloat;
}

TermRef Terms::constant(TypedAttr value) {
  if (auto number = dyn_cast<IntegerAttr>(value);
      number && number.getValue().getBitWidth() <= 64)
    return integer(number.getType(), number.getValue().getZExtValue());
  return table.get({.kind = TermKind::Constant,
                    .type = value.getType(),
                    .attribute = value});
}

TermRef Terms::floatSum(Type type, llvm::ArrayRef<TermRef> summands) {
  llvm::SmallVector<TermRef> all;
  for (TermRef summand : summands) {
    if (summand->kind == TermKind::Sum)
      llvm::append_range(all, summand->operands);
    else if (!isZero(summand))
      all.push_back(summand);
  }
  if (all.empty())
    return constant(FloatAttr::get(type, 0.0));
  if (all.size() == 1)
    return all[0];
  llvm::sort(all, [](TermRef a, TermRef b) { return a->number < b->number; });
  return table.get({.kind = TermKind::Sum, .type = type, .operands = all});
}

TermRef Terms::addFloats(const Application &op) {
  TermRef a = op.operands[0], b = op.operands[1];
  if (op.attributes)
    return computedSorted(op);
  if (isNegativeZero(a))
    return b;
  if (isNegativeZero(b))
    return a;
  if (proofOptions.allowReassociation && (isUnordered(a) || isUnordered(b)))
    return floatSum(op.type, op.operands);
  return computedSorted(op);
}

TermRef Terms::negated(TermRef value) {
  if (isNamed(value, Negate) && !value->attribute)
    return value->operands[0];
  if (std::optional<llvm::APFloat> known = valueOf(value))
    return constant(FloatAttr::get(value->type, -*known));
  return named(Negate, value->type, {value});
}

TermRef Terms::subtractFloats(const Application &op) {
  if (op.attributes)
    return computed(op);
  return addFloats({OperationName(Add, mlirContext),
                    {},
                    op.type,
                    {op.operands[0], negated(op.operands[1])}});
}

TermRef Terms::multiplyFloats(const Application &op) {
  TermRef a = op.operands[0], b = op.operands[1];
  if (op.attributes)
    return computedSorted(op);
  if (isOne(a))
    return b;
  if (isOne(b))
    return a;
  for (unsigned side : {0, 1}) {
    TermRef factor = op.operands[side], other = op.operands[1 - side];
    if (isNamed(factor, Negate) && !factor->attribute)
      return negated(
          multiplyFloats({op.name, {}, op.type, {factor->operands[0], other}}));
  }
  for (auto [value, scale] : {std::pair(a, b), {b, a}})
    if (std::optional<TermRef> made = scaledInside(op, value, scale))
      return *made;
  return computedSorted(op);
}

/// Rounded products with a positive and finite number are in the order of the
/// other factors: x <= y gives x * c <= y * c, -0 below +0 included, infinities
/// stay, and x * c is a NaN where x is one. So the largest product is that of
/// the largest factor; which zero is larger maxnumf leaves open for both. The
/// product of -infinity, which stands for what a mask leaves out, is the same.
std::optional<TermRef> Terms::scaledInside(const Application &op, TermRef value,
                                           TermRef scale) {
  if (!isPositive(scale) || scale->indexBits != 0)
    return std::nullopt;
  auto scaled = [&](TermRef each) {
    return multiplyFloats({op.name, {}, op.type, {each, scale}});
  };
  if (isInfinity(value))
    return value;
  if (value->kind == TermKind::Select &&
      (isInfinity(value->operands[1]) || isInfinity(value->operands[2])))
    return select(value->operands[0], scaled(value->operands[1]),
                  scaled(value->operands[2]));
  if (!isMaximum(value))
    return std::nullopt;
  llvm::SmallVector<TermRef> operands(value->operands);
  operands.back() = scaled(operands.back());
  TermKey key = *value;
  key.operands = operands;
  return reduction(key);
}

bool Terms::isPositive(TermRef value) const {
  if (std::optional<llvm::APFloat> number = valueOf(value))
    return number->isFinite() && !number->isZero() && !number->isNegative();
  return positive.contains(value) && bounded.contains(value);
}

void Terms::assume(TermRef condition) {
  Polynomial all = polynomial(condition);
  if (all.summands().size() != 1)
    return;
  // They are all true, and no NaN is less than a number.
  for (TermRef each : all.summands().front().factors) {
    auto attributes = dyn_cast_or_null<DictionaryAttr>(each->attribute);
    if (!isNamed(each, Compare) || !attributes)
      continue;
    auto how = attributes.getAs<arith::CmpFPredicateAttr>("predicate");
    if (!how || how.getValue() != arith::CmpFPredicate::OLT)
      continue;
    std::optional<llvm::APFloat> least = valueOf(each->operands[0]),
                                 most = valueOf(each->operands[1]);
    if (least && (least->isZero() || !least->isNegative()))
      positive.insert(each->operands[1]);
    if (most)
      bounded.insert(each->operands[0]);
  }
}

TermRef Terms::negateFloat(const Application &op) {
  return op.attributes ? computed(op) : negated(op.operands[0]);
}

TermRef Terms::multiplyAndAdd(const Application &op) {
  if (op.attributes || !proofOptions.allowFusion)
    return computed(op);
  TermRef product = multiplyFloats({OperationName(Multiply, mlirContext),
                                    {},
                                    op.type,
                                    op.operands.take_front(2)});
  return addFloats({OperationName(Add, mlirContext),
                    {},
                    op.type,
                    {product, op.operands[2]}});
}

TermRef Terms::divideFloats(const Application &op) {
  return !op.attributes && isOne(op.operands[1]) ? op.operands[0]
                                                 : computed(op);
}

TermRef Terms::extendFloat(const Application &op) {
  TermRef value = op.operands[0];
  if (op.attributes)
    return computed(op);
  // Widening is exact, so two steps are one.
  if (isNamed(value, Extend) && !value->attribute)
    return named(Extend, op.type, value->operands);
  return computed(op);
}

/// To a wider type it is `arith.extf`; to a narrower one with rounding to the
/// nearest `arith.truncf`.
TermRef Terms::castFloat(const Application &op) {
  TermRef value = op.operands[0];
  if (!isa<FloatType>(value->type) || !isa<FloatType>(op.type))
    return computed(op);
  unsigned from = value->type.getIntOrFloatBitWidth(),
           to = op.type.getIntOrFloatBitWidth();
  if (from < to)
    return extendFloat(
        {OperationName(Extend, mlirContext), {}, op.type, op.operands});
  auto rounding = op.attributes
                      ? op.attributes.getAs<tt::RoundingModeAttr>("rounding")
                      : tt::RoundingModeAttr();
  if (from > to && rounding &&
      rounding.getValue() == tt::RoundingMode::NearestEven)
    return named(Round, op.type, op.operands);
  return computed(op);
}

TermRef Terms::compareFloats(const Application &op) {
  auto predicate =
      op.attributes ? op.attributes.getAs<arith::CmpFPredicateAttr>("predicate")
                    : arith::CmpFPredicateAttr();
  if (!predicate || op.attributes.size() != 1)
    return computed(op);
  using P = arith::CmpFPredicate;
  P kind = predicate.getValue();
  TermRef a = op.operands[0], b = op.operands[1];
  bool isSymmetric = kind == P::OEQ || kind == P::ONE || kind == P::ORD ||
                     kind == P::UEQ || kind == P::UNE || kind == P::UNO;
  bool swaps = isSymmetric ? a->number > b->number
                           : kind == P::OGT || kind == P::OGE ||
                                 kind == P::UGT || kind == P::UGE;
  if (!swaps)
    return computed(op);
  switch (kind) {
  case P::OGT:
    kind = P::OLT;
    break;
  case P::OGE:
    kind = P::OLE;
    break;
  case P::UGT:
    kind = P::ULT;
    break;
  case P::UGE:
    kind = P::ULE;
    break;
  default:
    break;
  }
  Builder builder(mlirContext);
  NamedAttribute less(builder.getStringAttr("predicate"),
                      arith::CmpFPredicateAttr::get(mlirContext, kind));
  return computed(
      {op.name, builder.getDictionaryAttr({less}), op.type, {b, a}});
}

} // namespace heddle::equivalence
