//===- CleanUp.cpp - What nobody needs any more ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RulePhases.h"
#include "heddle/ir/Ttg.h"
#include "heddle/layout/Reshape.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace heddle::rules {

using namespace mlir;
using mlir::failure;

namespace {

/// Values that something with an effect needs, sooner or later.
class NeededValues {
public:
  explicit NeededValues(ModuleOp module) {
    module.walk([&](Operation *op) {
      if (!isa<scf::ForOp, scf::IfOp>(op) && !handsOn(op) &&
          !wouldOpBeTriviallyDead(op))
        needOperands(op);
    });
    module.walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        for (unsigned i = 0; i < loop.getNumControlOperands(); ++i)
          need(loop->getOperand(i));
      if (auto branch = dyn_cast<scf::IfOp>(op))
        need(branch.getCondition());
    });
    while (!open.empty())
      follow(open.pop_back_val());
  }

  bool contain(Value value) const { return needed.contains(value); }

private:
  /// Ends a loop's body or a branch, of whose results each is followed alone.
  static bool handsOn(Operation *op) {
    return isa<scf::YieldOp>(op) &&
           isa<scf::ForOp, scf::IfOp>(op->getParentOp());
  }
  void need(Value value) {
    if (needed.insert(value).second)
      open.push_back(value);
  }
  void needOperands(Operation *op) {
    for (Value operand : op->getOperands())
      need(operand);
  }
  void follow(Value value);
  void followLoop(scf::ForOp loop, unsigned number) {
    need(loop.getInitArgs()[number]);
    need(loop.getYieldedValues()[number]);
    need(loop.getRegionIterArg(number));
    need(loop.getResult(number));
  }

  llvm::DenseSet<Value> needed;
  llvm::SmallVector<Value> open;
};

void NeededValues::follow(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument != loop.getInductionVar())
      followLoop(loop, argument.getArgNumber() - loop.getNumInductionVars());
    return;
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return followLoop(loop, number);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Region &region : branch->getRegions())
      need(region.front().getTerminator()->getOperand(number));
    return;
  }
  needOperands(op);
}

/// Lets loops carry what nobody needs unchanged, so that it can be left out.
void keepUnneeded(ModuleOp module) {
  NeededValues needed(module);
  module.walk([&](scf::ForOp loop) {
    for (auto [argument, yielded] : llvm::zip(
             loop.getRegionIterArgs(), loop.getYieldedValuesMutable().value()))
      if (!needed.contain(argument))
        yielded.set(argument);
  });
}

/// Without registers that are copies.
std::optional<LinearLayout> heldOnce(RankedTensorType type) {
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  if (!layout)
    return std::nullopt;
  Result<LinearLayout> held = removeZeroBases(*layout, Dim::Register);
  return held ? std::optional(*held) : std::nullopt;
}

/// What is copied from a thread is copied to where the other layout has it, if
/// its original is in the same place there.
LogicalResult foldIntoBroadcast(ttg::ConvertLayoutOp convert,
                                PatternRewriter &rewriter) {
  auto broadcast = convert.getSrc().getDefiningOp<tt::BroadcastOp>();
  if (!broadcast)
    return failure();
  auto source = cast<RankedTensorType>(broadcast.getSrc().getType());
  Attribute layout = convert.getType().getEncoding();
  std::optional<LinearLayout> now = heldOnce(source);
  if (!now || now != heldOnce(source.cloneWithEncoding(layout)))
    return failure();
  rewriter.replaceOpWithNewOp<tt::BroadcastOp>(convert, convert.getType(),
                                               broadcast.getSrc());
  return success();
}

/// Makes the source of a conversion in its layout, if it may have any: a load
/// of shared memory, elements in any order.
LogicalResult foldIntoMaker(ttg::ConvertLayoutOp convert,
                            PatternRewriter &rewriter) {
  Operation *source = convert.getSrc().getDefiningOp();
  if (!isa_and_nonnull<ttg::LocalLoadOp, tt::CatOp>(source) ||
      !source->hasOneUse())
    return failure();
  // Elements that stay in their threads need equal shares.
  if (isa<tt::CatOp>(source) && !(ir::holdsOnce(convert.getSrc().getType()) &&
                                  ir::holdsOnce(convert.getType())))
    return failure();
  rewriter.modifyOpInPlace(
      source, [&] { source->getResult(0).setType(convert.getType()); });
  rewriter.replaceOp(convert, source);
  return success();
}

template <class... Ops> void addCanonicalizations(RewritePatternSet &patterns) {
  (Ops::getCanonicalizationPatterns(patterns, patterns.getContext()), ...);
}

} // namespace

void cleanUp(ModuleOp module) {
  keepUnneeded(module);
  RewritePatternSet patterns(module.getContext());
  addCanonicalizations<ttg::ConvertLayoutOp, ttg::LocalAllocOp,
                       ttg::LocalStoreOp, tt::ReshapeOp, tt::HistogramOp,
                       tt::GatherOp, scf::ForOp, scf::IfOp>(patterns);
  patterns.add(foldIntoBroadcast);
  patterns.add(foldIntoMaker);
  (void)applyPatternsGreedily(module, std::move(patterns));
}

} // namespace heddle::rules
