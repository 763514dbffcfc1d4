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

/// One more than `before`, or 0 where that is `end`.
struct NextNumber {
  Value before;
  std::int64_t end = 0;

  static std::optional<NextNumber> match(Value value);
};

std::optional<NextNumber> NextNumber::match(Value value) {
  auto wrapping = WrappingNumber::match(value);
  auto add = wrapping ? wrapping->number.getDefiningOp<arith::AddIOp>()
                      : arith::AddIOp();
  if (!add || wrapping->end <= 0 || !matchPattern(add.getRhs(), m_One()))
    return std::nullopt;
  return NextNumber{add.getLhs(), wrapping->end};
}

std::int64_t countOn(std::int64_t number, std::int64_t end) {
  return number + 1 < end ? number + 1 : 0;
}

/// Of a constant, or of one that has been counted on a few times.
std::optional<std::int64_t> valueOf(Value number) {
  llvm::SmallVector<std::int64_t> ends;
  std::optional<std::int64_t> value;
  while (!(value = getConstantIntValue(number))) {
    auto next = NextNumber::match(number);
    if (!next)
      return std::nullopt;
    ends.push_back(next->end);
    number = next->before;
  }
  for (std::int64_t end : llvm::reverse(ends))
    value = countOn(*value, end);
  return value;
}

/// A number that the loop carries from iteration to iteration, one more each
/// time.
struct RingNumber {
  std::int64_t first = 0, end = 0;

  /// Is it the number of one of so many buffers in every iteration?
  bool isBelow(std::int64_t count) const {
    return first >= 0 && first < count && end <= count;
  }
  static std::optional<RingNumber> match(scf::ForOp loop, Value number);
};

std::optional<RingNumber> RingNumber::match(scf::ForOp loop, Value number) {
  auto carried = dyn_cast<BlockArgument>(number);
  auto next = NextNumber::match(number);
  // The number itself may be what the loop carries on.
  if (!carried && next)
    carried = dyn_cast<BlockArgument>(next->before);
  if (!carried || carried.getOwner() != loop.getBody() ||
      carried == loop.getInductionVar())
    return std::nullopt;
  Value yielded = loop.getTiedLoopYieldedValue(carried)->get();
  std::optional<std::int64_t> init =
      valueOf(loop.getTiedLoopInit(carried)->get());
  auto step = NextNumber::match(yielded);
  if (!init || !step || step->before != carried ||
      (number != carried && number != yielded))
    return std::nullopt;
  return RingNumber{number == carried ? *init : countOn(*init, step->end),
                    step->end};
}

} // namespace

bool staysInRing(scf::ForOp loop, Value number, std::int64_t count) {
  if (std::optional<std::int64_t> constant = valueOf(number))
    return *constant >= 0 && *constant < count;
  auto ring = RingNumber::match(loop, number);
  return ring && ring->isBelow(count);
}

std::optional<std::int64_t> distanceInRing(scf::ForOp loop, Value number,
                                           Value ahead, std::int64_t count) {
  auto from = RingNumber::match(loop, number),
       to = RingNumber::match(loop, ahead);
  if (!from || !to || !from->isBelow(count) || !to->isBelow(count) ||
      from->end != count || to->end != count)
    return std::nullopt;
  return (to->first - from->first + count) % count;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

NextIteration NextIteration::first(scf::ForOp loop, OpBuilder &builder) {
  NextIteration next(loop, builder, /*isFirst=*/true);
  next.values.map(loop.getInductionVar(), loop.getLowerBound());
  next.values.map(loop.getRegionIterArgs(), loop.getInits());
  return next;
}

NextIteration NextIteration::following(scf::ForOp loop, OpBuilder &builder) {
  NextIteration next(loop, builder, /*isFirst=*/false);
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

// In the body the bound is ahead of the number, by the difference as an
// unsigned one, whichever way the loop compares them.
Value NextIteration::exists() {
  using enum arith::CmpIPredicate;
  Location loc = loop.getLoc();
  if (isFirst)
    return arith::CmpIOp::create(builder, loc,
                                 loop.getUnsignedCmp() ? ult : slt,
                                 loop.getLowerBound(), loop.getUpperBound());
  Value left = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                     loop.getInductionVar());
  return arith::CmpIOp::create(builder, loc, ugt, left, loop.getStep());
}

Operation *NextIteration::copy(Operation *op) {
  for (Value operand : op->getOperands())
    at(operand);
  return builder.clone(*op, values);
}

} // namespace heddle
