//===- RingCounters.cpp - Numbers of a ring's buffers ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingCounters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include <limits>

namespace heddle {

using namespace mlir;

namespace {

/// "n + 1, but 0 if that is `count`", where n is below that: the count.
std::optional<std::int64_t> countOfNext(Value next, Value number) {
  auto select = next.getDefiningOp<arith::SelectOp>();
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpIOp>()
                        : arith::CmpIOp();
  llvm::APInt count;
  if (!compare || !matchPattern(compare.getRhs(), m_ConstantInt(&count)))
    return std::nullopt;
  Value more = select.getTrueValue(), zero = select.getFalseValue();
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ne:
    break;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
  case arith::CmpIPredicate::eq:
    std::swap(more, zero);
    break;
  default:
    return std::nullopt;
  }
  auto sum = more.getDefiningOp<arith::AddIOp>();
  bool isNext = sum && compare.getLhs() == more && sum.getLhs() == number &&
                matchPattern(sum.getRhs(), m_One()) &&
                matchPattern(zero, m_Zero());
  return isNext ? std::optional(count.getSExtValue()) : std::nullopt;
}

/// The number that an iteration begins with, as a counter whose phase may be
/// -1: that is before 0.
struct Carried {
  Value next;
  std::int64_t phase;
  RingCounter counter;
};

std::optional<Carried> findCarried(scf::ForOp loop, unsigned index) {
  Value next = loop.getYieldedValues()[index];
  std::optional<std::int64_t> count =
      countOfNext(next, loop.getRegionIterArgs()[index]);
  if (!count || *count < 1 || *count > std::numeric_limits<int>::max())
    return std::nullopt;
  Value initial = loop.getInitArgs()[index];
  llvm::APInt first;
  if (matchPattern(initial, m_ConstantInt(&first))) {
    std::int64_t phase = first.getSExtValue();
    if (phase < -1 || phase >= *count)
      return std::nullopt;
    return Carried{next, phase, {loop, {}, 0, static_cast<unsigned>(*count)}};
  }
  auto last = initial.getDefiningOp<scf::ForOp>();
  if (!last)
    return std::nullopt;
  std::optional<Carried> before =
      findCarried(last, cast<OpResult>(initial).getResultNumber());
  if (!before || before->counter.count != *count)
    return std::nullopt;
  before->counter.before.insert(before->counter.before.begin(), last);
  before->counter.loop = loop;
  before->next = next;
  return before;
}

std::optional<Carried> findCarried(Value number) {
  auto argument = dyn_cast<BlockArgument>(number);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || argument.getArgNumber() == 0)
    return std::nullopt;
  return findCarried(loop, argument.getArgNumber() - 1);
}

RingCounter counterFrom(Carried carried, std::int64_t phase) {
  carried.counter.phase = static_cast<unsigned>(phase % carried.counter.count);
  return std::move(carried.counter);
}

} // namespace

std::optional<RingCounter> findRingCounter(Value number) {
  if (std::optional<Carried> carried = findCarried(number))
    return carried->phase < 0
               ? std::nullopt
               : std::optional(counterFrom(*carried, carried->phase));
  auto select = number.getDefiningOp<arith::SelectOp>();
  if (!select)
    return std::nullopt;
  for (Value more : {select.getTrueValue(), select.getFalseValue()}) {
    auto sum = more.getDefiningOp<arith::AddIOp>();
    std::optional<Carried> carried =
        sum ? findCarried(sum.getLhs()) : std::nullopt;
    if (carried && carried->next == number)
      return counterFrom(*carried, carried->phase + 1);
  }
  return std::nullopt;
}

} // namespace heddle
