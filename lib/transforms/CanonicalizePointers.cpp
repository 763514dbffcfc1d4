//===- CanonicalizePointers.cpp - A scalar pointer and offsets ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward walk: each tensor of pointers that is a sum gets a scalar base
// and offsets, and ops that need the pointers get them as one sum. Loops and
// branches are changed in place, to carry the base instead of the tensor.
//
//===----------------------------------------------------------------------===//

#include "IndexTerms.h"
#include "PointerRange.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUCANONICALIZEPOINTERS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// The pointers `base + offsets`; offsets are null where they are zeros.
struct Split {
  Value base, offsets;
};

bool isPointers(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<tt::PointerType>(type.getElementType());
}

/// All who use it come later in the same region, or within what does.
bool isUsedBehind(Value value) {
  Block *block = value.getParentBlock();
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return block->findAncestorOpInBlock(*user) != nullptr;
  });
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

class Pointers {
public:
  Pointers(MLIRContext *context, const AxisFacts &facts)
      : builder(context), sums(builder, facts) {}

  void walk(Region &region);

private:
  void visit(Operation *op);
  void visitSum(tt::AddPtrOp sum);
  void visitView(Operation *op);
  void visitLoop(scf::ForOp loop);
  void visitBranch(scf::IfOp branch);
  bool advancesAll(Value value, BlockArgument from) const;
  /// Gives the operand the base alone.
  void useBase(OpOperand &operand) {
    operand.set(splits.at(operand.get()).base);
    bases.insert(&operand);
  }
  void materialize(Operation *op);
  bool isBuffer(const Split &split);
  Value pointersOf(Location loc, RankedTensorType type, const Split &split);

  OpBuilder builder;
  Sums sums;
  llvm::DenseMap<Value, Split> splits;
  /// Where a base is wanted, not the pointers that it is one of.
  llvm::SmallPtrSet<OpOperand *, 8> bases;
};

/// Is it `from` plus numbers that are common to all elements?
bool Pointers::advancesAll(Value value, BlockArgument from) const {
  while (value != from) {
    if (auto sum = value.getDefiningOp<tt::AddPtrOp>()) {
      if (hasHints(sum) || !sums.isCommon(sum.getOffset()))
        return false;
      value = sum.getPtr();
      continue;
    }
    auto loop = value.getDefiningOp<scf::ForOp>();
    if (!loop)
      return false;
    unsigned index = cast<OpResult>(value).getResultNumber();
    if (!advancesAll(loop.getYieldedValues()[index],
                     loop.getRegionIterArg(index)))
      return false;
    value = loop.getInitArgs()[index];
  }
  return true;
}

/// Offsets are known to stay within a buffer.
bool Pointers::isBuffer(const Split &split) {
  std::optional<std::int64_t> bytes = pointeeBytes(split.base);
  Bounds bounds = sums.boundsOf(split.offsets);
  return bytes && bounds.low >= 0 &&
         (bounds.high < BufferExtent / *bytes || smallTensorOf(split.base));
}

Value Pointers::pointersOf(Location loc, RankedTensorType type,
                           const Split &split) {
  Value base = tt::SplatOp::create(builder, loc, type, split.base);
  if (!split.offsets)
    return base;
  return tt::AddPtrOp::create(builder, loc, type, base, split.offsets);
}

/// Accesses get their pointers as one sum; others only if they are not there
/// any more.
void Pointers::materialize(Operation *op) {
  bool isAccess =
      isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = splits.find(operand.get());
    if (found == splits.end() || bases.contains(&operand) ||
        (!isAccess && isPointers(operand.get())))
      continue;
    auto type = cast<RankedTensorType>(
        found->second.offsets
            ? cast<RankedTensorType>(found->second.offsets.getType())
                  .clone(found->second.base.getType())
            : operand.get().getType());
    builder.setInsertionPoint(op);
    operand.set(pointersOf(op->getLoc(), type, found->second));
  }
}

void Pointers::visitSum(tt::AddPtrOp sum) {
  auto found = splits.find(sum.getPtr());
  if (found == splits.end() || hasHints(sum))
    return materialize(sum);
  Split split = found->second;
  builder.setInsertionPoint(sum);
  Terms terms = sums.of(sum.getOffset());
  Location loc = sum.getLoc();
  if (terms.common)
    split.base = tt::AddPtrOp::create(builder, loc, split.base.getType(),
                                      split.base, terms.common);
  split.offsets = sums.add(loc, split.offsets, terms.rest);
  if (!isBuffer(split))
    return materialize(sum);
  splits[sum] = split;
}

void Pointers::visitView(Operation *op) {
  auto found = splits.find(op->getOperand(0));
  if (found == splits.end() || hasHints(op))
    return materialize(op);
  Split split = found->second;
  builder.setInsertionPoint(op);
  if (split.offsets)
    split.offsets = viewOf(builder, op, split.offsets);
  splits[op->getResult(0)] = split;
}

void Pointers::visitLoop(scf::ForOp loop) {
  llvm::SmallVector<unsigned> carried;
  for (unsigned index = 0; index < loop.getNumResults(); ++index) {
    auto found = splits.find(loop.getInitArgs()[index]);
    BlockArgument argument = loop.getRegionIterArg(index);
    // Zeros would leave nothing that tells the type.
    if (found == splits.end() || !found->second.offsets ||
        !isUsedBehind(loop.getResult(index)) ||
        !advancesAll(loop.getYieldedValues()[index], argument))
      continue;
    Split split = found->second;
    carried.push_back(index);
    useBase(loop.getInitArgsMutable()[index]);
    argument.setType(split.base.getType());
    loop.getResult(index).setType(split.base.getType());
    splits[argument] = {.base = argument, .offsets = split.offsets};
    splits[loop.getResult(index)] = {.base = loop.getResult(index),
                                     .offsets = split.offsets};
  }
  materialize(loop);
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody()))
    if (!op.hasTrait<OpTrait::IsTerminator>())
      visit(&op);
  Operation *yield = loop.getBody()->getTerminator();
  for (unsigned index : carried)
    useBase(yield->getOpOperand(index));
  materialize(yield);
}

/// Both ways have the same offsets.
void Pointers::visitBranch(scf::IfOp branch) {
  if (branch.getNumResults() == 0 || branch.getElseRegion().empty())
    return;
  Operation *yes = branch.thenYield(), *no = branch.elseYield();
  for (unsigned index = 0; index < branch.getNumResults(); ++index) {
    auto l = splits.find(yes->getOperand(index)),
         r = splits.find(no->getOperand(index));
    if (l == splits.end() || r == splits.end() || !l->second.offsets ||
        !isUsedBehind(branch.getResult(index)) ||
        l->second.offsets != r->second.offsets ||
        branch->isAncestor(l->second.offsets.getParentBlock()->getParentOp()))
      continue;
    Split split = l->second;
    Value result = branch.getResult(index);
    useBase(yes->getOpOperand(index));
    useBase(no->getOpOperand(index));
    result.setType(split.base.getType());
    splits[result] = {.base = result, .offsets = split.offsets};
  }
}

void Pointers::visit(Operation *op) {
  if (auto splat = dyn_cast<tt::SplatOp>(op); splat && isPointers(splat)) {
    splits[splat] = {.base = splat.getSrc(), .offsets = {}};
    return;
  }
  if (auto sum = dyn_cast<tt::AddPtrOp>(op); sum && isPointers(sum))
    return visitSum(sum);
  if (movesElements(op) && isPointers(op->getResult(0)))
    return visitView(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop);
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    materialize(op);
  for (Region &region : op->getRegions())
    walk(region);
  if (!branch)
    return;
  visitBranch(branch);
  for (Region &region : op->getRegions())
    if (!region.empty())
      materialize(region.front().getTerminator());
}

void Pointers::walk(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block))
      // What a branch gives is looked at when both ways are known.
      if (!isa<scf::YieldOp>(op) || !isa<scf::IfOp>(op.getParentOp()))
        visit(&op);
}

/// What was taken apart, and what was made of it in vain.
void eraseUnused(tt::FuncOp function) {
  std::vector<Operation *> all;
  function.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { all.push_back(op); });
  for (Operation *op : llvm::reverse(all))
    if (isOpTriviallyDead(op))
      op->erase();
}

struct TritonAMDGPUCanonicalizePointers
    : impl::TritonAMDGPUCanonicalizePointersBase<
          TritonAMDGPUCanonicalizePointers> {
  void runOnOperation() final {
    AxisFacts facts(getOperation());
    for (auto function : getOperation().getOps<tt::FuncOp>()) {
      Pointers pointers(&getContext(), facts);
      pointers.walk(function.getBody());
      eraseUnused(function);
    }
  }
};

} // namespace
} // namespace heddle
