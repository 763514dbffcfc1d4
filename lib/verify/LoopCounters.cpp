//===- LoopCounters.cpp - Numbers of a loop, iteration by iteration -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCounters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

namespace heddle::equivalence {

using namespace mlir;

using Number = std::optional<llvm::APInt>;

Number numberOf(Value value, Numbers &known) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  llvm::APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (op == nullptr || !isa<arith::ArithDialect>(op->getDialect()))
    return std::nullopt;
  llvm::SmallVector<llvm::APInt, 3> operands;
  for (Value operand : op->getOperands()) {
    Number number = numberOf(operand, known);
    if (!number)
      return std::nullopt;
    operands.push_back(std::move(*number));
  }
  Number made =
      llvm::TypeSwitch<Operation *, Number>(op)
          .Case([&](arith::AddIOp) { return operands[0] + operands[1]; })
          .Case([&](arith::SubIOp) { return operands[0] - operands[1]; })
          .Case([&](arith::MulIOp) { return operands[0] * operands[1]; })
          .Case([&](arith::AndIOp) { return operands[0] & operands[1]; })
          .Case([&](arith::OrIOp) { return operands[0] | operands[1]; })
          .Case([&](arith::XOrIOp) { return operands[0] ^ operands[1]; })
          .Case([&](arith::SelectOp) {
            return operands[operands[0].isZero() ? 2 : 1];
          })
          .Case([&](arith::CmpIOp compare) {
            return llvm::APInt(
                1, arith::applyCmpPredicate(compare.getPredicate(), operands[0],
                                            operands[1]));
          })
          .Default(std::nullopt);
  if (made)
    known.try_emplace(value, *made);
  return made;
}

std::optional<std::int64_t> constantOf(Value value) {
  Numbers none;
  Number number = numberOf(value, none);
  if (!number || number->getBitWidth() > 64)
    return std::nullopt;
  return number->getSExtValue();
}

LoopCounters::LoopCounters(scf::ForOp loop, ArrayRef<Value> values)
    : loop(loop), values(values) {
  for (Value value : values)
    addCarried(value);
}

void LoopCounters::addCarried(Value value) {
  llvm::SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value each = open.pop_back_val();
    if (!seen.insert(each).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(each)) {
      // The number of the iteration is none that repeats.
      if (argument.getOwner() != loop.getBody() ||
          argument == loop.getInductionVar())
        continue;
      unsigned number = argument.getArgNumber() - 1;
      carried.push_back(number);
      open.push_back(loop.getYieldedValues()[number]);
    } else if (loop->isProperAncestor(each.getDefiningOp())) {
      llvm::append_range(open, each.getDefiningOp()->getOperands());
    }
  }
}

bool LoopCounters::always(
    std::int64_t period,
    llvm::function_ref<bool(std::int64_t, ArrayRef<std::int64_t>)> holds) {
  constexpr std::int64_t MostIterations = 4096;
  llvm::SmallVector<llvm::APInt> now;
  Numbers none;
  for (unsigned number : carried) {
    Number first = numberOf(loop.getInitArgs()[number], none);
    if (!first)
      return false;
    now.push_back(std::move(*first));
  }
  // What was carried into iterations whose number is a multiple of the period:
  // if one of them comes again, all goes on as before.
  std::vector<llvm::SmallVector<llvm::APInt>> before;
  for (std::int64_t iteration = 0; iteration < MostIterations; ++iteration) {
    if (iteration % period == 0) {
      if (llvm::is_contained(before, now))
        return true;
      before.push_back(now);
    }
    Numbers known;
    for (auto [number, each] : llvm::zip(carried, now))
      known.try_emplace(loop.getRegionIterArgs()[number], each);
    llvm::SmallVector<std::int64_t> all;
    for (Value value : values) {
      Number number = numberOf(value, known);
      if (!number || number->getBitWidth() > 64)
        return false;
      all.push_back(number->getSExtValue());
    }
    if (!holds(iteration, all))
      return false;
    llvm::SmallVector<llvm::APInt> next;
    for (unsigned number : carried) {
      Number each = numberOf(loop.getYieldedValues()[number], known);
      if (!each)
        return false;
      next.push_back(std::move(*each));
    }
    now = std::move(next);
  }
  return false;
}

} // namespace heddle::equivalence
