//===- LoopLoads.cpp - Loads that a loop can run ahead --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

using namespace mlir;

namespace {

// Through other loads too: their results may be addresses.
void addLoadsOf(scf::ForOp loop, Value value,
                llvm::SetVector<Operation *> &loads) {
  llvm::SmallVector<Value> open = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (op == nullptr || op->getBlock() != loop.getBody() || isProduct(op) ||
        !seen.insert(op).second)
      continue;
    if (isTensorLoad(op))
      loads.insert(op);
    llvm::append_range(open, op->getOperands());
  }
}

} // namespace

std::optional<std::int64_t> numberIn(Operation *op, llvm::StringRef name) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  if (!number || !number.getType().isSignlessInteger(32))
    return std::nullopt;
  return number.getInt();
}

bool isProduct(Operation *op) {
  return isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op);
}

bool isTensorLoad(Operation *op) {
  return isa<tt::LoadOp, tt::DescriptorLoadOp>(op) &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

bool isVolatile(Operation *load) {
  auto byPointers = dyn_cast<tt::LoadOp>(load);
  if (!byPointers)
    return false;
  auto policy =
      dyn_cast_if_present<tt::CachePolicyAttr>(byPointers.getCachePolicyAttr());
  return byPointers.getIsVolatile() ||
         byPointers.getCache() == tt::CacheModifier::Volatile ||
         (policy && policy.getCacheModifier() == tt::CacheModifier::Volatile);
}

bool isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

llvm::SetVector<Operation *> loadsAhead(scf::ForOp loop) {
  constexpr unsigned SumIndex = 2;
  llvm::SetVector<Operation *> loads;
  for (Operation &op : loop.getBody()->without_terminator())
    if (isProduct(&op))
      for (unsigned index = 0; index < op.getNumOperands(); ++index)
        if (index != SumIndex)
          addLoadsOf(loop, op.getOperand(index), loads);
  if (numberIn(loop, NumStagesAttr))
    for (Operation &op : loop.getBody()->without_terminator())
      if (isTensorLoad(&op))
        loads.insert(&op);
  return loads;
}

llvm::SetVector<Operation *> likelyCopies(Operation *root,
                                          std::int64_t stages) {
  llvm::SetVector<Operation *> copies;
  root->walk([&](scf::ForOp loop) {
    if (numberIn(loop, NumStagesAttr).value_or(stages) < 2 ||
        !isInnermost(loop))
      return;
    for (Operation *op : loadsAhead(loop)) {
      if (isa<tt::LoadOp>(op) && !isVolatile(op))
        copies.insert(op);
    }
  });
  return copies;
}

} // namespace heddle
