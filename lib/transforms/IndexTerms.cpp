//===- IndexTerms.cpp - What numbers have in common -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexTerms.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

using namespace mlir;

namespace {

unsigned widthOf(Value numbers) {
  return getElementTypeOrSelf(numbers.getType()).getIntOrFloatBitWidth();
}

/// From i32 to i64.
bool isExtension(Operation *op) {
  return isa<arith::ExtSIOp>(op) &&
         getElementTypeOrSelf(op->getOperand(0)).isInteger(32);
}

} // namespace

bool hasHints(Operation *op) {
  return llvm::any_of(
      ArrayRef<llvm::StringLiteral>{ContiguityHint, DivisibilityHint,
                                    ConstancyHint},
      [&](llvm::StringLiteral hint) { return op->hasAttr(hint); });
}

bool movesElements(Operation *op) {
  return isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp,
             ttg::ConvertLayoutOp>(op);
}

Value viewOf(OpBuilder &builder, Operation *op, Value source) {
  Operation *made = builder.clone(*op);
  made->setOperand(0, source);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  made->getResult(0).setType(
      type.clone(getElementTypeOrSelf(source.getType())));
  return made->getResult(0);
}

bool Sums::isCommon(Value numbers) const {
  Operation *op = numbers.getDefiningOp();
  if (op == nullptr || hasHints(op))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  if (isa<tt::SplatOp>(op))
    return true;
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return isCommon(op->getOperand(0)) && isCommon(op->getOperand(1));
  return (movesElements(op) || isExtension(op)) && isCommon(op->getOperand(0));
}

Bounds Sums::boundsOf(Value numbers) {
  if (!numbers)
    return {};
  if (auto known = bounds.find(numbers); known != bounds.end())
    return known->second;
  AxisInfo info = facts.of(numbers);
  Bounds all = Bounds::ofWidth(widthOf(numbers));
  return {std::max(info.low, all.low), std::min(info.high, all.high)};
}

Value Sums::wide(Value numbers) {
  if (widthOf(numbers) == 64)
    return numbers;
  Type type = builder.getI64Type();
  if (auto tensor = dyn_cast<RankedTensorType>(numbers.getType()))
    type = tensor.clone(type);
  Bounds known = boundsOf(numbers);
  Value made = arith::ExtSIOp::create(builder, numbers.getLoc(), type, numbers);
  bounds[made] = known;
  return made;
}

template <class Op> Value Sums::combine(Location loc, Value l, Value r) {
  if (widthOf(l) != widthOf(r)) {
    l = wide(l);
    r = wide(r);
  }
  return Op::create(builder, loc, l, r);
}

Value Sums::add(Location loc, Value l, Value r, bool cannotOverflow) {
  if (!l || !r)
    return l ? l : r;
  Bounds first = boundsOf(l), second = boundsOf(r), sum;
  bool overflows = llvm::AddOverflow(first.low, second.low, sum.low) ||
                   llvm::AddOverflow(first.high, second.high, sum.high);
  if (overflows)
    sum = Bounds::ofWidth(64);
  if (!cannotOverflow && !sum.isWithin(Bounds::ofWidth(32))) {
    l = wide(l);
    r = wide(r);
  }
  Value made = combine<arith::AddIOp>(loc, l, r);
  Bounds all = Bounds::ofWidth(widthOf(made));
  bounds[made] = {std::max(sum.low, all.low), std::min(sum.high, all.high)};
  return made;
}

/// The number that all are equal to.
Value Sums::scalarOf(Value numbers) {
  if (auto splat = numbers.getDefiningOp<tt::SplatOp>())
    return splat.getSrc();
  auto constant = numbers.getDefiningOp<arith::ConstantOp>();
  auto all = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                      : SplatElementsAttr();
  if (!all)
    return {};
  return arith::ConstantOp::create(
      builder, constant.getLoc(),
      cast<TypedAttr>(all.getSplatValue<Attribute>()));
}

Terms Sums::ofSum(Operation *op) {
  Terms l = of(op->getOperand(0)), r = of(op->getOperand(1));
  Location loc = op->getLoc();
  bool isDifference = isa<arith::SubIOp>(op);
  Terms whole = {.common = {}, .rest = op->getResult(0)};
  // What is subtracted may be common only.
  if ((!l.common && !r.common) || (isDifference && (r.rest || !l.common)))
    return whole;
  Terms sum;
  if (isDifference)
    sum.common = combine<arith::SubIOp>(loc, l.common, r.common);
  else if (l.common && r.common)
    sum.common = combine<arith::AddIOp>(loc, l.common, r.common);
  else
    sum.common = l.common ? l.common : r.common;
  // The sum of both does not overflow, so that of parts does not either.
  sum.rest = add(loc, l.rest, r.rest, /*cannotOverflow=*/true);
  return sum;
}

/// (common + rest) * factor.
Terms Sums::ofProduct(arith::MulIOp product) {
  Terms whole = {.common = {}, .rest = product};
  Value sum = product.getLhs(), factor = product.getRhs();
  if (!isCommon(factor))
    std::swap(sum, factor);
  if (!isCommon(factor))
    return whole;
  Terms terms = of(sum);
  Value scalar = of(factor).common;
  Location loc = product.getLoc();
  if (!terms.common || !scalar)
    return whole;
  terms.common = combine<arith::MulIOp>(loc, terms.common, scalar);
  if (!terms.rest)
    return terms;
  Bounds l = boundsOf(terms.rest), r = boundsOf(factor);
  unsigned width = widthOf(product);
  Value rest = width == 64 ? wide(terms.rest) : terms.rest;
  terms.rest = arith::MulIOp::create(builder, loc, rest, factor);
  // The product of both does not overflow, so that of a part does not either.
  Bounds all = Bounds::ofWidth(width);
  std::int64_t corners[4];
  bool overflows = llvm::MulOverflow(l.low, r.low, corners[0]) ||
                   llvm::MulOverflow(l.low, r.high, corners[1]) ||
                   llvm::MulOverflow(l.high, r.low, corners[2]) ||
                   llvm::MulOverflow(l.high, r.high, corners[3]);
  if (!overflows)
    all = {std::max(all.low, *llvm::min_element(corners)),
           std::min(all.high, *llvm::max_element(corners))};
  else if (l.low >= 0 && r.low >= 0)
    all.low = 0;
  bounds[terms.rest] = all;
  return terms;
}

Terms Sums::of(Value numbers) {
  Operation *op = numbers.getDefiningOp();
  Terms whole = {.common = {}, .rest = numbers};
  if (op == nullptr || hasHints(op))
    return whole;
  if (Value scalar = scalarOf(numbers))
    return {.common = scalar, .rest = {}};
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return ofSum(op);
  if (auto product = dyn_cast<arith::MulIOp>(op))
    return ofProduct(product);
  if (movesElements(op)) {
    Terms terms = of(op->getOperand(0));
    if (!terms.common)
      return whole;
    if (terms.rest) {
      Bounds known = boundsOf(terms.rest);
      terms.rest = viewOf(builder, op, terms.rest);
      bounds[terms.rest] = known;
    }
    return terms;
  }
  // An offset is extended anyway: what is known to be of 32 bits stays so.
  if (isExtension(op)) {
    Terms terms = of(op->getOperand(0));
    if (terms.common)
      terms.common = wide(terms.common);
    return terms;
  }
  return whole;
}

} // namespace heddle
