//===- LoadDistinct.cpp - What neighbours share is loaded once ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "StridedSlices.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Tt.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

#define GEN_PASS_DEF_HEDDLELOADDISTINCT
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Along each axis, how many neighbours read the same address under the same
/// mask.
Steps groupsOf(tt::LoadOp load, const AxisFacts &facts) {
  auto type = cast<RankedTensorType>(load.getType());
  Steps groups(type.getShape());
  for (Value value : load->getOperands()) {
    AxisInfo info = facts.of(value);
    for (auto [group, axis] : llvm::zip_equal(groups, info.axes))
      group = std::min(group, axis.constancy);
  }
  return groups;
}

struct SharedLoad {
  tt::LoadOp load;
  Steps groups;
};

bool loadOnce(const SharedLoad &shared, RewriterBase &rewriter) {
  tt::LoadOp load = shared.load;
  StridedSlices slices(rewriter);
  if (!llvm::all_of(load->getOperands(), [&](Value value) {
        return slices.canMake(value, shared.groups);
      }))
    return false;
  for (unsigned i = 0; i < load->getNumOperands(); ++i)
    slices.make(load->getOperand(i), shared.groups);
  auto type = cast<RankedTensorType>(load.getType());
  rewriter.setInsertionPoint(load);
  Operation *once = rewriter.clone(*load);
  for (OpOperand &operand : once->getOpOperands())
    operand.set(slices.make(operand.get(), shared.groups));
  once->getResult(0).setType(slicedType(type, shared.groups));
  rewriter.setInsertionPointAfter(once);
  rewriter.replaceOp(load,
                     spreadSlice(rewriter, load.getLoc(), once->getResult(0),
                                 type, shared.groups));
  return true;
}

class HeddleLoadDistinct
    : public impl::HeddleLoadDistinctBase<HeddleLoadDistinct> {
  void runOnOperation() final {
    // Facts are of the program as it was.
    const AxisFacts facts(getOperation());
    std::vector<SharedLoad> shared;
    getOperation().walk([&](tt::LoadOp load) {
      if (!isTensorLoad(load) || isVolatile(load) ||
          !isa<RankedTensorType>(load.getPtr().getType()) ||
          !load->getParentOfType<LoopLikeOpInterface>())
        return;
      Steps groups = groupsOf(load, facts);
      if (llvm::any_of(groups, [](std::int64_t group) { return group != 1; }))
        shared.push_back({load, groups});
    });
    IRRewriter rewriter(&getContext());
    for (SharedLoad &each : shared)
      if (!loadOnce(each, rewriter))
        remark::missed(each.load.getLoc(),
                       remark::RemarkOpts::name("not-sliced")
                           .category("heddle-load-distinct"))
            << remark::reason("neighbours share what it loads, but its "
                              "addresses are not made of ranges and scalars");
    if (!shared.empty())
      removeUnused();
  }

  // Addresses of which only slices are read.
  void removeUnused() {
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
    getOperation().walk([](scf::ForOp loop) { stopSteps(loop); });
  }
};

} // namespace
} // namespace heddle
