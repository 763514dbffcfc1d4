//===- RegionReductions.cpp - Loops and branches --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Values.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

#include <memory>

namespace heddle::reduction {

using namespace mlir;

namespace {

template <class Op, class Make>
std::vector<Site> sitesOf(ModuleOp module, Make make) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](Op op) { make(op, sites); });
  return sites;
}

/// Puts the ops of a block in front of the op whose region it is, and what the
/// block yields in place of the op's results.
void hoist(Operation *op, Block &block, ValueRange arguments) {
  Operation *end = block.empty() ? nullptr : &block.back();
  if (arguments.size() != block.getNumArguments() ||
      (end != nullptr && end->hasTrait<OpTrait::IsTerminator>() &&
       end->getNumOperands() < op->getNumResults()))
    return;
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  if (end != nullptr && end->hasTrait<OpTrait::IsTerminator>()) {
    // A condition stands before what `scf.condition` passes on.
    unsigned begin = end->getNumOperands() - op->getNumResults();
    for (OpResult result : op->getResults())
      result.replaceAllUsesWith(
          end->getOperand(begin + result.getResultNumber()));
    end->erase();
  } else if (!op->use_empty()) {
    return;
  }
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

std::vector<Site> runLoopsOnce(ModuleOp module) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      sites.emplace_back([loop]() mutable {
        llvm::SmallVector<Value> arguments = {loop.getLowerBound()};
        llvm::append_range(arguments, loop.getInitArgs());
        hoist(loop, *loop.getBody(), arguments);
      });
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      sites.emplace_back([loop]() mutable {
        hoist(loop, *loop.getBeforeBody(), loop.getInits());
      });
  });
  return sites;
}

/// Ops with regions that stand for their results: branches, and the default
/// partition of a warp specialisation.
template <unsigned Number> std::vector<Site> takeRegion(ModuleOp module) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopLikeOpInterface, ModuleOp>(op) ||
        op->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
        op->getNumRegions() <= Number)
      return;
    Region &region = op->getRegion(Number);
    if (region.hasOneBlock() && region.getNumArguments() == 0)
      sites.emplace_back([op] {
        Region &taken = op->getRegion(Number);
        if (taken.hasOneBlock())
          hoist(op, taken.front(), {});
      });
  });
  return sites;
}

/// An op that is made anew when a result is dropped.
template <class Op> using Current = std::shared_ptr<Op>;

template <class Op> void eraseYielded(Block &block, unsigned index) {
  block.getTerminator()->eraseOperand(index);
}

/// A copy of an op without one result and some operands, with its regions.
Operation *withoutResult(Operation *op, unsigned index,
                         const llvm::BitVector &operands) {
  OperationState state(op->getLoc(), op->getName());
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    if (!operands.test(static_cast<unsigned>(number)))
      state.operands.push_back(operand);
  for (OpResult result : op->getResults())
    if (result.getResultNumber() != index)
      state.types.push_back(result.getType());
  state.attributes = op->getAttrDictionary();
  for (unsigned region = 0; region < op->getNumRegions(); ++region)
    state.addRegion()->takeBody(op->getRegion(region));
  OpBuilder builder(op);
  Operation *made = builder.create(state);
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    if (number != index)
      result.replaceAllUsesWith(
          made->getResult(number - (number > index ? 1 : 0)));
  }
  op->erase();
  return made;
}

/// A loop without what it carries at the index: its first value stays.
void dropCarried(Current<scf::ForOp> &current, unsigned index) {
  scf::ForOp loop = *current;
  Value init = loop.getInitArgs()[index];
  loop.getResult(index).replaceAllUsesWith(init);
  loop.getRegionIterArg(index).replaceAllUsesWith(init);
  loop.getBody()->getTerminator()->eraseOperand(index);
  loop.getBody()->eraseArgument(1 + index);
  llvm::BitVector operands(loop->getNumOperands());
  operands.set(loop.getNumControlOperands() + index);
  *current = cast<scf::ForOp>(withoutResult(loop, index, operands));
}

std::vector<Site> dropCarriedValues(ModuleOp module) {
  return sitesOf<scf::ForOp>(
      module, [](scf::ForOp loop, std::vector<Site> &sites) {
        auto current = std::make_shared<scf::ForOp>(loop);
        for (unsigned index = 0; index < loop.getNumResults(); ++index)
          sites.emplace_back(
              [current, index]() mutable { dropCarried(current, index); });
      });
}

/// A result of a branch without which it goes, or for which a constant or an
/// argument stands.
void dropBranchResult(Current<scf::IfOp> &current, unsigned index) {
  scf::IfOp branch = *current;
  Value result = branch.getResult(index);
  for (Stand stand : {Stand::One, Stand::Argument}) {
    if (result.use_empty())
      break;
    if (Value other = standFor(result.getType(), branch, stand))
      result.replaceAllUsesWith(other);
  }
  if (!result.use_empty())
    return;
  for (Region &region : branch->getRegions())
    if (!region.empty())
      region.front().getTerminator()->eraseOperand(index);
  *current = cast<scf::IfOp>(
      withoutResult(branch, index, llvm::BitVector(branch->getNumOperands())));
}

std::vector<Site> dropBranchResults(ModuleOp module) {
  return sitesOf<scf::IfOp>(
      module, [](scf::IfOp branch, std::vector<Site> &sites) {
        auto current = std::make_shared<scf::IfOp>(branch);
        for (unsigned index = 0; index < branch.getNumResults(); ++index)
          sites.emplace_back(
              [current, index]() mutable { dropBranchResult(current, index); });
      });
}

/// Branches without their other half.
std::vector<Site> dropElse(ModuleOp module) {
  return sitesOf<scf::IfOp>(
      module, [](scf::IfOp branch, std::vector<Site> &sites) {
        if (branch.getNumResults() == 0 && !branch.getElseRegion().empty())
          sites.emplace_back([branch]() mutable {
            if (branch.getNumResults() == 0)
              branch.getElseRegion().getBlocks().clear();
          });
      });
}

/// Loops that go from 0 to 1, or to 2, by 1.
template <unsigned Trips> std::vector<Site> shortenLoops(ModuleOp module) {
  return sitesOf<scf::ForOp>(
      module, [](scf::ForOp loop, std::vector<Site> &sites) {
        sites.emplace_back([loop]() mutable {
          Type type = loop.getInductionVar().getType();
          Value zero = standFor(type, loop, Stand::Zero);
          Value one = standFor(type, loop, Stand::One);
          if (!zero || !one)
            return;
          loop.setLowerBound(zero);
          loop.setStep(one);
          if (Trips == 1)
            return loop.setUpperBound(one);
          OpBuilder builder(one.getContext());
          builder.setInsertionPointAfterValue(one);
          loop.setUpperBound(arith::ConstantOp::create(
              builder, loop.getLoc(), builder.getIntegerAttr(type, Trips)));
        });
      });
}

} // namespace

// Loops may be dead before and after.
llvm::ArrayRef<Reduction> regionReductions() {
  static const Reduction list[] = {
      {"run-loops-once", "put the body of a loop in its place", runLoopsOnce,
       DeadOps::Kept},
      {"take-first-region", "put the first branch in place of both",
       takeRegion<0>, DeadOps::Kept},
      {"take-second-region", "put the second branch in place of both",
       takeRegion<1>, DeadOps::Kept},
      {"drop-carried-values", "let loops carry fewer values", dropCarriedValues,
       DeadOps::Kept},
      {"drop-branch-results", "let branches have fewer results",
       dropBranchResults, DeadOps::Kept},
      {"drop-else", "leave out the second branch", dropElse, DeadOps::Kept},
      {"loop-once", "let loops go from 0 to 1", shortenLoops<1>},
      {"loop-twice", "let loops go from 0 to 2", shortenLoops<2>},
  };
  return list;
}

} // namespace heddle::reduction
