//===- KeepInBranches.cpp - What seldom runs stays where it is ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "heddle/analysis/RareBranch.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

using namespace mlir;

#define GEN_PASS_DEF_SIMTKEEPINBRANCHES
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

/// Integers of a thread, not constants, from outside of a region. Accesses of
/// shared memory have to be seen to come from their allocations.
llvm::SetVector<Value>
integersFromOutside(Region &region, const SharedAllocations &allocations) {
  llvm::SetVector<Value> all;
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!region.isAncestor(operand.getParentRegion()) &&
          (operand.getType().isInteger(32) ||
           operand.getType().isInteger(64)) &&
          operand.getDefiningOp<arith::ConstantOp>() == nullptr &&
          allocations.of(operand).none())
        all.insert(operand);
  });
  return all;
}

/// Makes a region depend on a shuffle in it, which reads the thread's own
/// number: the other integers are combined with the zero that this number and
/// itself give.
void tie(Region &region, std::int32_t lanes,
         const SharedAllocations &allocations) {
  Location loc = region.getLoc();
  auto builder = OpBuilder::atBlockBegin(&region.front());
  llvm::SetVector<Value> integers = integersFromOutside(region, allocations);
  llvm::SmallVector<simt::ThreadOp> ids;
  region.walk([&](simt::ThreadOp id) { ids.push_back(id); });
  Value thread = simt::ThreadOp::create(builder, loc);
  Value lane = arith::AndIOp::create(
      builder, loc, thread,
      arith::ConstantOp::create(builder, loc,
                                builder.getI32IntegerAttr(lanes - 1)));
  Value again = simt::ShuffleIndexOp::create(builder, loc, thread, lane);
  Value zero = arith::XOrIOp::create(builder, loc, again, thread);
  Value wideZero =
      arith::ExtUIOp::create(builder, loc, builder.getI64Type(), zero);
  auto inRegion = [&](OpOperand &use) {
    return region.isAncestor(use.getOwner()->getParentRegion());
  };
  for (Value value : integers) {
    bool isWide = value.getType().isInteger(64);
    Value tied =
        arith::XOrIOp::create(builder, loc, value, isWide ? wideZero : zero);
    value.replaceUsesWithIf(tied, [&](OpOperand &use) {
      return inRegion(use) && use.getOwner() != tied.getDefiningOp();
    });
  }
  for (simt::ThreadOp id : ids)
    id.replaceAllUsesWith(again);
}

class SimtKeepInBranches
    : public impl::SimtKeepInBranchesBase<SimtKeepInBranches> {
public:
  using Base::Base;

  void runOnOperation() override {
    simt::KernelOp kernel = getOperation();
    std::optional<SharedAllocations> allocations;
    kernel.walk([&](scf::IfOp branch) {
      // Where nothing repeats, there is nowhere to move it.
      if (branch->removeAttr(ElseIsRareAttr) != nullptr &&
          branch.elseBlock() != nullptr &&
          branch->getParentOfType<LoopLikeOpInterface>()) {
        if (!allocations)
          allocations.emplace(kernel);
        tie(branch.getElseRegion(),
            static_cast<std::int32_t>(kernel.getLanes()), *allocations);
      }
    });
  }
};

} // namespace

} // namespace heddle
