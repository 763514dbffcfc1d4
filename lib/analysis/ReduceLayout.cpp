//===- ReduceLayout.cpp - Layouts that suit reductions --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/ReduceLayout.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"

#include <utility>

namespace heddle {

using namespace mlir;

namespace {

/// Elements of a thread along an axis that all warps have.
constexpr unsigned MostReplicated = 32;

/// Of the first load of such a tensor on the way to a value; null without one.
Attribute layoutLoaded(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<Value> open = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (op == nullptr || !seen.insert(op).second)
      continue;
    if (isa<tt::LoadOp>(op))
      return cast<RankedTensorType>(op->getResult(0).getType()).getEncoding();
    for (Value operand : op->getOperands())
      if (auto each = dyn_cast<RankedTensorType>(operand.getType());
          each && each.getShape() == type.getShape())
        open.push_back(operand);
  }
  return {};
}

const BlockedEncoding *blockedLoaded(Value operand) {
  const Encoding *encoding = ir::encodingOf(layoutLoaded(operand));
  return encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
}

} // namespace

Attribute layoutWithAxisInWarps(Value operand, unsigned axis,
                                unsigned leastReplicated) {
  const BlockedEncoding *blocked = blockedLoaded(operand);
  if (blocked == nullptr || blocked->warpsPerCTA[axis] == 1)
    return {};
  auto type = cast<RankedTensorType>(operand.getType());
  BlockedEncoding whole = *blocked;
  unsigned left = std::exchange(whole.warpsPerCTA[axis], 1);
  auto covered = [&](unsigned each) {
    return std::uint64_t(whole.sizePerThread[each]) *
           whole.threadsPerWarp[each] * whole.warpsPerCTA[each];
  };
  auto sizeOf = [&](unsigned each) {
    return static_cast<std::uint64_t>(type.getDimSize(each));
  };
  for (unsigned other : whole.order)
    for (; other != axis && left > 1 && covered(other) < sizeOf(other);
         left /= 2)
      whole.warpsPerCTA[other] *= 2;
  if (left == 1)
    return ir::layoutAttr(operand.getContext(), whole);
  // The warps that are left have what others have.
  while (covered(axis) < sizeOf(axis) ||
         whole.sizePerThread[axis] < leastReplicated)
    whole.sizePerThread[axis] *= 2;
  whole.warpsPerCTA[axis] = left;
  if (whole.sizePerThread[axis] > MostReplicated)
    return {};
  return ir::layoutAttr(operand.getContext(), whole);
}

Attribute layoutWithWholeAxis(Value operand, unsigned axis) {
  auto type = cast<RankedTensorType>(operand.getType());
  const BlockedEncoding *blocked = blockedLoaded(operand);
  if (blocked == nullptr || blocked->order.front() == axis ||
      blocked->threadsPerWarp[axis] * blocked->warpsPerCTA[axis] == 1)
    return {};
  std::vector<std::uint64_t> others(type.getShape().begin(),
                                    type.getShape().end());
  others[axis] = 1;
  Operation *op = operand.getParentBlock()->getParentOp();
  ThreadGrid threads = {.numWarps = ir::warpsAt(op).value_or(1),
                        .threadsPerWarp = ir::lanesAt(op).value_or(32),
                        .numCTAs = 1};
  Result<BlockedEncoding> whole =
      defaultBlocked(others, blocked->sizePerThread, blocked->order, threads);
  if (!whole || whole->threadsPerWarp[axis] * whole->warpsPerCTA[axis] != 1)
    return {};
  whole->cga = blocked->cga;
  return ir::layoutAttr(operand.getContext(), *whole);
}

llvm::SmallVector<Attribute, 4> layoutsToCombine(Operation *op) {
  std::optional<unsigned> axis;
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    axis = reduce.getAxis();
  if (auto scan = dyn_cast<tt::ScanOp>(op))
    axis = scan.getAxis();
  llvm::SmallVector<Attribute, 4> layouts;
  if (!axis)
    return layouts;
  Value operand = op->getOperand(0);
  auto add = [&](Attribute layout) {
    if (layout && !llvm::is_contained(layouts, layout))
      layouts.push_back(layout);
  };
  add(layoutWithWholeAxis(operand, *axis));
  // Few lanes take few steps.
  for (unsigned least : {1U, 4U, 8U})
    add(layoutWithAxisInWarps(operand, *axis, least));
  return layouts;
}

} // namespace heddle
