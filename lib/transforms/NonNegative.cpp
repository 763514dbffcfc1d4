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
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Values that are all not negative if a number is; nothing if that is not
/// known to be so.
std::optional<llvm::SmallVector<Value>> nonNegativeIf(Value number) {
  using Values = llvm::SmallVector<Value>;
  if (auto argument = dyn_cast<BlockArgument>(number)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<tt::FuncOp>(owner) && argument.getOwner()->isEntryBlock())
      return Values();
    auto loop = dyn_cast<scf::ForOp>(owner);
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
      .Case([](tt::LoadOp) { return Values(); })
      .Case([](arith::RemSIOp op) { return Values{op.getLhs()}; })
      .Case([](arith::SelectOp op) {
        return Values{op.getTrueValue(), op.getFalseValue()};
      })
      .Case<arith::AddIOp, arith::MulIOp, arith::DivSIOp, arith::MinSIOp,
            arith::MaxSIOp, arith::ExtSIOp, arith::TruncIOp, arith::ShRSIOp>(
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

} // namespace

bool isNonNegative(Value index, const AxisFacts &facts) {
  llvm::SmallVector<Value> open = {index};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!open.empty()) {
    Value number = open.pop_back_val();
    if (!seen.insert(number).second || facts.of(number).low >= 0)
      continue;
    std::optional<llvm::SmallVector<Value>> others = nonNegativeIf(number);
    if (!others)
      return false;
    llvm::append_range(open, *others);
  }
  return true;
}

} // namespace heddle
