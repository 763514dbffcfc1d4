//===- LoopAwareCSE.cpp - What loops carry twice --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All loops are compared at once; a value that is like an earlier one of the
// same loop is replaced by it, and the loop made again without it. What is
// known of values stays true meanwhile. Each round but the last takes a value
// from a loop, so that there are at most as many as there are carried values.
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/EqualValues.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/BitVector.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONLOOPAWARECSE
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// For each value that a loop carries, which is the first that equals it.
using Firsts = llvm::SmallVector<unsigned>;

Firsts firstsOf(ValueRange values, const EqualValues &equal) {
  Firsts firsts;
  for (unsigned index = 0; index < values.size(); ++index) {
    unsigned first = 0;
    while (first < index && !equal.areEqual(values[first], values[index]))
      ++first;
    firsts.push_back(first);
  }
  return firsts;
}

llvm::BitVector repeatedOf(const Firsts &firsts) {
  llvm::BitVector repeated(firsts.size());
  for (auto [index, first] : llvm::enumerate(firsts))
    if (first != index)
      repeated.set(index);
  return repeated;
}

void useFirsts(ValueRange values, const Firsts &firsts) {
  for (auto [value, first] : llvm::zip(values, firsts))
    if (value != values[first])
      value.replaceAllUsesWith(values[first]);
}

template <class Range>
auto without(Range &&values, const llvm::BitVector &repeated) {
  llvm::SmallVector<std::decay_t<decltype(*values.begin())>> kept;
  for (auto [index, value] : llvm::enumerate(values))
    if (!repeated[index])
      kept.push_back(value);
  return kept;
}

/// Removes arguments behind the first `skipped` ones.
void eraseArguments(Block &block, const llvm::BitVector &repeated,
                    unsigned skipped) {
  block.eraseArguments([&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    return number >= skipped && repeated[number - skipped];
  });
}

/// A loop without its repeated results, which have no users, for the loop.
void replaceLoop(Operation *loop, Operation *smaller,
                 const llvm::BitVector &repeated, RewriterBase &rewriter) {
  smaller->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  rewriter.replaceAllUsesWith(without(ValueRange(loop->getResults()), repeated),
                              smaller->getResults());
  rewriter.eraseOp(loop);
}

bool mergeCarried(scf::ForOp loop, const EqualValues &equal,
                  RewriterBase &rewriter) {
  Firsts firsts = firstsOf(loop.getRegionIterArgs(), equal);
  llvm::BitVector repeated = repeatedOf(firsts);
  if (repeated.none())
    return false;
  useFirsts(loop.getRegionIterArgs(), firsts);
  useFirsts(loop.getResults(), firsts);
  rewriter.setInsertionPoint(loop);
  auto smaller = scf::ForOp::create(
      rewriter, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), without(loop.getInitArgs(), repeated),
      /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  smaller.getRegion().takeBody(loop.getRegion());
  eraseArguments(*smaller.getBody(), repeated, /*skipped=*/1);
  smaller.getBody()->getTerminator()->eraseOperands(repeated);
  replaceLoop(loop, smaller, repeated, rewriter);
  return true;
}

bool mergeCarried(scf::WhileOp loop, const EqualValues &equal,
                  RewriterBase &rewriter) {
  Firsts firsts = firstsOf(loop.getBeforeArguments(), equal);
  Firsts firstsPassed = firstsOf(loop.getAfterArguments(), equal);
  llvm::BitVector repeated = repeatedOf(firsts);
  llvm::BitVector repeatedPassed = repeatedOf(firstsPassed);
  if (repeated.none() && repeatedPassed.none())
    return false;
  useFirsts(loop.getBeforeArguments(), firsts);
  useFirsts(loop.getAfterArguments(), firstsPassed);
  useFirsts(loop.getResults(), firstsPassed);
  rewriter.setInsertionPoint(loop);
  auto smaller = scf::WhileOp::create(
      rewriter, loop.getLoc(), without(loop.getResultTypes(), repeatedPassed),
      without(loop.getInits(), repeated));
  smaller.getBefore().takeBody(loop.getBefore());
  smaller.getAfter().takeBody(loop.getAfter());
  eraseArguments(*smaller.getBeforeBody(), repeated, /*skipped=*/0);
  eraseArguments(*smaller.getAfterBody(), repeatedPassed, /*skipped=*/0);
  smaller.getYieldOp()->eraseOperands(repeated);
  MutableOperandRange passed = smaller.getConditionOp().getArgsMutable();
  for (unsigned index = repeatedPassed.size(); index-- > 0;)
    if (repeatedPassed[index])
      passed.erase(index);
  replaceLoop(loop, smaller, repeatedPassed, rewriter);
  return true;
}

/// Whether all that uses the buffer reads it, through views too. What frees it
/// does not, nor what hands it on to where it has other names.
bool isOnlyRead(Value buffer) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (!isa<MemoryEffectOpInterface>(user) || user->getNumRegions() != 0 ||
        user->hasTrait<OpTrait::IsTerminator>() ||
        hasEffect<MemoryEffects::Write>(user, buffer) ||
        hasEffect<MemoryEffects::Free>(user, buffer))
      return false;
    return llvm::all_of(user->getResults(), [](Value result) {
      return !isa<ttg::MemDescType>(result.getType()) || isOnlyRead(result);
    });
  });
}

/// Merges buffers of the same contents that nothing changes: to CSE, no two
/// allocations are the same.
void mergeBuffers(Operation *root, const DominanceInfo &dominance,
                  RewriterBase &rewriter) {
  llvm::DenseMap<Value, llvm::SmallVector<ttg::LocalAllocOp>> buffers;
  root->walk<WalkOrder::PreOrder>([&](ttg::LocalAllocOp alloc) {
    if (!alloc.getSrc() || alloc.getType().getMutableMemory() ||
        !isOnlyRead(alloc))
      return;
    llvm::SmallVector<ttg::LocalAllocOp> &others = buffers[alloc.getSrc()];
    auto same = llvm::find_if(others, [&](ttg::LocalAllocOp other) {
      return other.getType() == alloc.getType() &&
             other->getAttrDictionary() == alloc->getAttrDictionary() &&
             dominance.properlyDominates(other.getResult(), alloc);
    });
    if (same == others.end())
      others.push_back(alloc);
    else
      rewriter.replaceOp(alloc, *same);
  });
}

/// Merges all carried values that are equal; tells whether there were any.
bool mergeCarried(Operation *root, RewriterBase &rewriter) {
  EqualValues equal(root);
  bool hasMerged = false;
  root->walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      hasMerged |= mergeCarried(loop, equal, rewriter);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      hasMerged |= mergeCarried(loop, equal, rewriter);
  });
  return hasMerged;
}

class TritonLoopAwareCSE
    : public impl::TritonLoopAwareCSEBase<TritonLoopAwareCSE> {
  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    do {
      DominanceInfo dominance(getOperation());
      eliminateCommonSubExpressions(rewriter, dominance, getOperation());
      mergeBuffers(getOperation(), dominance, rewriter);
      // Views of merged buffers.
      eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    } while (mergeCarried(getOperation(), rewriter));
  }
};

} // namespace
} // namespace heddle
