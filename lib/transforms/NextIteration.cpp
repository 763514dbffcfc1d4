//===- NextIteration.cpp - Values of a loop an iteration ahead ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NextIteration.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

using namespace mlir;

bool canComputeAhead(scf::ForOp loop, Value value,
                     llvm::ArrayRef<Operation *> known) {
  llvm::SmallVector<Value> open = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    Operation *op = each.getDefiningOp();
    if (!seen.insert(each).second || loop.isDefinedOutsideOfLoop(each) ||
        op == nullptr || llvm::is_contained(known, op))
      continue;
    if (op->getBlock() != loop.getBody() || op->getNumRegions() != 0 ||
        !isPure(op))
      return false;
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

namespace {

bool isIn(OpFoldResult value, std::int64_t least, std::int64_t end) {
  std::optional<std::int64_t> constant = getConstantIntValue(value);
  return constant && *constant >= least && *constant < end;
}

/// The number that starts again at 0 once it would be as large as a constant.
struct WrappingNumber {
  Value number;
  std::int64_t end = 0;

  static std::optional<WrappingNumber> match(Value value);
};

std::optional<WrappingNumber> WrappingNumber::match(Value value) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpIOp>()
                        : arith::CmpIOp();
  if (!compare)
    return std::nullopt;
  std::optional<std::int64_t> end = getConstantIntValue(compare.getRhs());
  Value inside = select.getTrueValue(), outside = select.getFalseValue();
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    break;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    std::swap(inside, outside);
    break;
  default:
    return std::nullopt;
  }
  if (!end || inside != compare.getLhs() || !matchPattern(outside, m_Zero()))
    return std::nullopt;
  return WrappingNumber{inside, *end};
}

/// Does the loop carry the number from iteration to iteration, one more each
/// time? Then it is in the ring if it starts there, or just before it.
bool countsInRing(scf::ForOp loop, Value number, std::int64_t count,
                  std::int64_t least) {
  auto carried = dyn_cast<BlockArgument>(number);
  if (!carried || carried.getOwner() != loop.getBody() ||
      carried == loop.getInductionVar() ||
      !isIn(loop.getTiedLoopInit(carried)->get(), least, count))
    return false;
  Value next = loop.getTiedLoopYieldedValue(carried)->get();
  auto wrapping = WrappingNumber::match(next);
  auto add = wrapping ? wrapping->number.getDefiningOp<arith::AddIOp>()
                      : arith::AddIOp();
  return add && wrapping->end > 0 && wrapping->end <= count &&
         add.getLhs() == carried && matchPattern(add.getRhs(), m_One());
}

} // namespace

bool staysInRing(scf::ForOp loop, Value number, std::int64_t count) {
  if (isIn(number, 0, count) || countsInRing(loop, number, count, 0))
    return true;
  auto wrapping = WrappingNumber::match(number);
  auto add = wrapping ? wrapping->number.getDefiningOp<arith::AddIOp>()
                      : arith::AddIOp();
  if (!add || !countsInRing(loop, add.getLhs(), count, -1))
    return false;
  // The number itself is what the loop carries on.
  auto carried = cast<BlockArgument>(add.getLhs());
  return loop.getTiedLoopYieldedValue(carried)->get() == number;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

NextIteration NextIteration::first(scf::ForOp loop, OpBuilder &builder) {
  NextIteration next(loop, builder);
  next.values.map(loop.getInductionVar(), loop.getLowerBound());
  next.values.map(loop.getRegionIterArgs(), loop.getInits());
  return next;
}

NextIteration NextIteration::following(scf::ForOp loop, OpBuilder &builder) {
  NextIteration next(loop, builder);
  next.values.map(loop.getRegionIterArgs(), loop.getYieldedValues());
  return next;
}

Value NextIteration::at(Value value) {
  if (Value known = values.lookupOrNull(value))
    return known;
  if (value == loop.getInductionVar()) {
    Value next =
        arith::AddIOp::create(builder, loop.getLoc(), value, loop.getStep());
    values.map(value, next);
    return next;
  }
  if (!loop.isDefinedOutsideOfLoop(value))
    copy(value.getDefiningOp());
  return values.lookupOrDefault(value);
}

Operation *NextIteration::copy(Operation *op) {
  for (Value operand : op->getOperands())
    at(operand);
  return builder.clone(*op, values);
}

} // namespace heddle
