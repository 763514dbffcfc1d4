//===- Pipeline.cpp - Loops whose loads run ahead -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies into rings of buffers take the place of loads (LoopPipeline.h), then
// MLIR's pipeliner expands the loop: the first stages of the first iterations
// go before it, and within it ops that run ahead are masked where there is no
// such iteration. Nothing is peeled behind the loop. Last, each wait gets the
// number of the groups that may still be under way, counted along all paths.
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "LoopPipeline.h"
#include "RecomputedStages.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUPIPELINE
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Iterations that do not exist
//===----------------------------------------------------------------------===//

/// Like the mask of an access through these pointers.
Value maskLike(OpBuilder &builder, Location loc, Value pointers, Value pred) {
  auto type = dyn_cast<RankedTensorType>(tt::boolLike(pointers.getType()));
  return type ? tt::SplatOp::create(builder, loc, type, pred).getResult()
              : pred;
}

void addMask(OpBuilder &builder, Location loc, Value pointers,
             MutableOperandRange mask, Value pred) {
  Value own = maskLike(builder, loc, pointers, pred);
  if (!mask.empty())
    own = arith::AndIOp::create(builder, loc, mask[0].get(), own);
  mask.assign(own);
}

void addPredicate(OpBuilder &builder, OpOperand &predicate, Value pred) {
  predicate.set(
      arith::AndIOp::create(builder, pred.getLoc(), predicate.get(), pred));
}

/// Lets an op copy and wait for nothing where `pred` is false; null if it
/// cannot.
Operation *predicate(RewriterBase &rewriter, Operation *op, Value pred) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op)) {
    addMask(rewriter, op->getLoc(), copy.getSrc(), copy.getMaskMutable(), pred);
    return op;
  }
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    addMask(rewriter, op->getLoc(), load.getPtr(), load.getMaskMutable(), pred);
    return op;
  }
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op)) {
    addPredicate(rewriter, copy.getPredMutable(), pred);
    return op;
  }
  if (auto expect = dyn_cast<ttng::BarrierExpectOp>(op)) {
    addPredicate(rewriter, expect.getPredMutable(), pred);
    return op;
  }
  if (auto wait = dyn_cast<ttng::WaitBarrierOp>(op)) {
    wait.getPredMutable().assign(pred);
    return op;
  }
  // The number of groups has to be the same on all paths.
  bool isHarmless = canRunWithoutIteration(op) ||
                    isa<ttg::AsyncCommitGroupOp, ttg::AsyncWaitOp>(op);
  return isHarmless ? op : nullptr;
}

FailureOr<scf::ForOp> expand(const LoopPipeline &pipeline) {
  const LoopSchedule &schedule = pipeline.schedule();
  scf::PipeliningOption options;
  options.getScheduleFn =
      [&](scf::ForOp, std::vector<std::pair<Operation *, unsigned>> &all) {
        for (Operation *op : schedule.order())
          all.emplace_back(op, schedule.stageOf(op));
      };
  options.peelEpilogue = false;
  options.supportDynamicLoops = true;
  options.predicateFn = predicate;
  IRRewriter rewriter(pipeline.loop().getContext());
  rewriter.setInsertionPoint(pipeline.loop());
  return scf::pipelineForLoop(rewriter, pipeline.loop(), options);
}

//===----------------------------------------------------------------------===//
// Numbers of waits
//===----------------------------------------------------------------------===//

/// The fewest groups that are committed between a group and an op that waits
/// for it.
class GroupCount {
public:
  std::int64_t between(Value token, Operation *wait);

private:
  llvm::SmallPtrSet<Value, 8> open;
};

/// Those between two ops of a block; the first is null at its begin.
std::int64_t commitsBetween(Operation *first, Operation *last) {
  std::int64_t count = 0;
  Operation *op =
      first != nullptr ? first->getNextNode() : &last->getBlock()->front();
  for (; op != last; op = op->getNextNode())
    count += isa<ttg::AsyncCommitGroupOp>(op) ? 1 : 0;
  return count;
}

std::int64_t GroupCount::between(Value token, Operation *wait) {
  constexpr std::int64_t Many = std::numeric_limits<std::int32_t>::max();
  if (Operation *commit = token.getDefiningOp())
    return commit->getBlock() == wait->getBlock() ? commitsBetween(commit, wait)
                                                  : 0;
  auto argument = cast<BlockArgument>(token);
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument.getOwner() != wait->getBlock())
    return 0;
  // A token that comes back to itself is that of the first time.
  if (!open.insert(token).second)
    return Many;
  std::int64_t begin = commitsBetween(nullptr, wait);
  std::int64_t entered = between(loop.getTiedLoopInit(argument)->get(), loop);
  std::int64_t again = between(loop.getTiedLoopYieldedValue(argument)->get(),
                               loop.getBody()->getTerminator());
  open.erase(token);
  return begin + std::min(entered, again);
}

void closeWaits(Operation *root) {
  root->walk([&](ttg::AsyncWaitOp wait) {
    if (wait.getNum() != static_cast<std::uint32_t>(OpenWait))
      return;
    std::int64_t count =
        GroupCount().between(wait.getAsyncToken().front(), wait);
    wait.setNum(static_cast<std::uint32_t>(count));
  });
}

class TritonGPUPipeline
    : public impl::TritonGPUPipelineBase<TritonGPUPipeline> {
  void runOnOperation() final {
    llvm::SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(LastStageAttr))
        loops.push_back(loop);
    });
    const Target *target = ir::nearestTargetOf(getOperation());
    if (loops.empty() || target == nullptr)
      return;
    // Before anything changes, of which the facts would not know.
    const AxisFacts facts(getOperation());
    std::vector<LoopPipeline> pipelines;
    for (scf::ForOp loop : loops) {
      FailureOr<LoopPipeline> pipeline =
          LoopPipeline::plan(loop, facts, *target);
      if (failed(pipeline))
        return signalPassFailure();
      pipelines.push_back(std::move(*pipeline));
    }
    for (LoopPipeline &pipeline : pipelines)
      if (failed(apply(pipeline)))
        return signalPassFailure();
    closeWaits(getOperation());
  }

  static LogicalResult apply(LoopPipeline &pipeline) {
    pipeline.lower();
    recomputeInLaterStages(pipeline.loop(), pipeline.schedule());
    Location loc = pipeline.loop().getLoc();
    if (failed(expand(pipeline)))
      return emitError(loc) << "the schedule of this loop cannot be expanded";
    return success();
  }
};

} // namespace
} // namespace heddle
