//===- NonNegative.cpp - Numbers that are not negative --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NonNegative.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// The claim that a number and a constant are not negative together.
struct Claim {
  Value number;
  std::int64_t constant = 0;
};

using Claims = llvm::SmallVector<Claim>;

/// The sum of a number and a constant, or a number itself.
Claim splitConstant(Value number, std::int64_t constant) {
  APInt added;
  if (auto sum = number.getDefiningOp<arith::AddIOp>();
      sum && matchPattern(sum.getRhs(), m_ConstantInt(&added)) &&
      added.isSignedIntN(32))
    return {sum.getLhs(), constant + added.getSExtValue()};
  if (auto difference = number.getDefiningOp<arith::SubIOp>();
      difference && matchPattern(difference.getRhs(), m_ConstantInt(&added)) &&
      added.isSignedIntN(32))
    return {difference.getLhs(), constant - added.getSExtValue()};
  return {number, constant};
}

/// Is `a >= b` one of the conditions of which this is the conjunction?
bool implies(Value condition, Value a, Value b) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return implies(both.getLhs(), a, b) || implies(both.getRhs(), a, b);
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return false;
  using enum arith::CmpIPredicate;
  bool isGreater = llvm::is_contained({sge, sgt}, compare.getPredicate());
  bool isLess = llvm::is_contained({sle, slt}, compare.getPredicate());
  Value left = compare.getLhs(), right = compare.getRhs();
  return (isGreater && left == a && right == b) ||
         (isLess && left == b && right == a);
}

/// Is the op only where the branches and loops around it have found `a >= b`?
bool isWhere(Operation *op, Value a, Value b) {
  for (Region *region = op->getParentRegion(); region != nullptr;
       region = region->getParentRegion()) {
    Operation *around = region->getParentOp();
    if (auto branch = dyn_cast<scf::IfOp>(around);
        branch && region == &branch.getThenRegion() &&
        implies(branch.getCondition(), a, b))
      return true;
    auto loop = dyn_cast<scf::WhileOp>(around);
    if (!loop || region != &loop.getAfter())
      continue;
    auto before = [&](Value value) {
      auto argument = dyn_cast<BlockArgument>(value);
      return argument && argument.getOwner() == loop.getAfterBody()
                 ? loop.getConditionOp().getArgs()[argument.getArgNumber()]
                 : value;
    };
    if (implies(loop.getConditionOp().getCondition(), before(a), before(b)))
      return true;
  }
  return false;
}

/// The same claim of each number that may be this one; nothing if that is not
/// known.
std::optional<llvm::SmallVector<Value>> alternatives(Value number) {
  using Values = llvm::SmallVector<Value>;
  if (auto argument = dyn_cast<BlockArgument>(number)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return std::nullopt;
    if (argument == loop.getInductionVar())
      return Values{loop.getLowerBound()};
    return Values{loop.getTiedLoopInit(argument)->get(),
                  loop.getTiedLoopYieldedValue(argument)->get()};
  }
  unsigned index = cast<OpResult>(number).getResultNumber();
  using Found = std::optional<Values>;
  return llvm::TypeSwitch<Operation *, Found>(number.getDefiningOp())
      .Case([](arith::SelectOp op) {
        return Values{op.getTrueValue(), op.getFalseValue()};
      })
      .Case<arith::MinSIOp, arith::MaxSIOp, arith::ExtSIOp, arith::TruncIOp>(
          [](auto op) { return Values(op->getOperands()); })
      .Case([&](scf::ForOp loop) {
        return Values{loop.getInitArgs()[index],
                      loop.getYieldedValues()[index]};
      })
      .Case([&](scf::IfOp branch) {
        return Values{branch.thenYield().getOperand(index),
                      branch.elseYield().getOperand(index)};
      })
      .Default(Found());
}

/// Numbers that are all not negative only if this one is; nothing if none are
/// known. What divides counts as positive, as in AxisAnalysis.h.
std::optional<llvm::SmallVector<Value>> nonNegativeIf(Value number) {
  using Values = llvm::SmallVector<Value>;
  if (auto argument = dyn_cast<BlockArgument>(number))
    return isa<tt::FuncOp>(argument.getOwner()->getParentOp()) &&
                   argument.getOwner()->isEntryBlock()
               ? std::optional(Values())
               : std::nullopt;
  using Found = std::optional<Values>;
  return llvm::TypeSwitch<Operation *, Found>(number.getDefiningOp())
      .Case([](tt::LoadOp) { return Values(); })
      .Case([](arith::SubIOp op) -> Found {
        if (isWhere(op, op.getLhs(), op.getRhs()))
          return Values();
        return std::nullopt;
      })
      .Case<arith::RemSIOp, arith::DivSIOp>(
          [](auto op) { return Values{op.getLhs()}; })
      .Case<arith::AddIOp, arith::MulIOp, arith::ShRSIOp>(
          [](auto op) { return Values(op->getOperands()); })
      .Default(Found());
}

/// Claims that follow from one another, each one true if those are that it is
/// made of: a number that a loop carries has one for the value that it begins
/// with and one for the next.
class Proof {
public:
  explicit Proof(const AxisFacts &facts) : facts(facts) {}

  bool holds(Value number) {
    open = {{number, 0}};
    while (!open.empty()) {
      Claim claim = open.pop_back_val();
      claim = splitConstant(claim.number, claim.constant);
      if (!isKnown(claim) && !follow(claim))
        return false;
    }
    return true;
  }

private:
  /// Is it known, or does it follow from another one that is?
  bool isKnown(Claim claim) {
    if (facts.of(claim.number).low >= -claim.constant)
      return true;
    auto found = least.find(claim.number);
    return found != least.end() && found->second <= claim.constant;
  }

  /// Opens the claims that this one follows from.
  bool follow(Claim claim) {
    // Numbers that become less and less from one iteration to the next.
    constexpr unsigned MostTimes = 4;
    if (++times[claim.number] > MostTimes)
      return false;
    least[claim.number] = claim.constant;
    if (auto others = alternatives(claim.number)) {
      for (Value other : *others)
        open.push_back({other, claim.constant});
      return true;
    }
    auto others = nonNegativeIf(claim.number);
    if (claim.constant < 0 || !others)
      return false;
    for (Value other : *others)
      open.push_back({other, 0});
    return true;
  }

  const AxisFacts &facts;
  Claims open;
  llvm::SmallDenseMap<Value, std::int64_t> least;
  llvm::SmallDenseMap<Value, unsigned> times;
};

} // namespace

bool isNonNegative(Value index, const AxisFacts &facts) {
  return Proof(facts).holds(index);
}

} // namespace heddle
