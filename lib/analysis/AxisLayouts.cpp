//===- AxisLayouts.cpp - Layouts for moves along an axis ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AxisLayouts.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

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
    Value next = open.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (op == nullptr) {
      auto argument = cast<BlockArgument>(next);
      if (auto loop = dyn_cast_or_null<LoopLikeOpInterface>(
              argument.getOwner()->getParentOp()))
        if (OpOperand *init = loop.getTiedLoopInit(argument))
          open.push_back(init->get());
      continue;
    }
    if (!seen.insert(op).second)
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

/// Has the value, in whatever layout, to become a factor of a product?
bool isFactor(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<ttg::ConvertLayoutOp>(user)
               ? isFactor(user->getResult(0))
               : isProduct(user) || isa<ttg::LocalAllocOp>(user);
  });
}

/// Indices along an axis before elements repeat in further registers.
std::uint64_t covered(const BlockedEncoding &blocked, unsigned axis) {
  return std::uint64_t(blocked.sizePerThread[axis]) *
         blocked.threadsPerWarp[axis] * blocked.warpsPerCTA[axis];
}

std::uint64_t sizeOf(Value value, unsigned axis) {
  return static_cast<std::uint64_t>(
      cast<RankedTensorType>(value.getType()).getDimSize(axis));
}

/// Moves lanes from axis to axis as long as the second has indices for them, or
/// a lane's consecutive elements can be halved.
void moveLanes(BlockedEncoding &blocked, unsigned from, unsigned to,
               std::uint64_t size, bool narrows) {
  while (blocked.threadsPerWarp[from] > 1) {
    if (covered(blocked, to) >= size) {
      if (!narrows || blocked.sizePerThread[to] == 1)
        return;
      blocked.sizePerThread[to] /= 2;
    }
    blocked.threadsPerWarp[from] /= 2;
    blocked.threadsPerWarp[to] *= 2;
  }
}

} // namespace

Attribute layoutWithAxisInWarps(Value operand, unsigned axis,
                                unsigned leastReplicated) {
  const BlockedEncoding *blocked = blockedLoaded(operand);
  if (blocked == nullptr || blocked->warpsPerCTA[axis] == 1)
    return {};
  BlockedEncoding whole = *blocked;
  unsigned left = std::exchange(whole.warpsPerCTA[axis], 1);
  for (unsigned other : whole.order)
    for (; other != axis && left > 1 &&
           covered(whole, other) < sizeOf(operand, other);
         left /= 2)
      whole.warpsPerCTA[other] *= 2;
  if (left == 1)
    return ir::layoutAttr(operand.getContext(), whole);
  // The warps that are left have what others have.
  while (covered(whole, axis) < sizeOf(operand, axis) ||
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

Attribute layoutWithAxisInFewLanes(Value operand, unsigned axis, bool narrows) {
  const BlockedEncoding *blocked = blockedLoaded(operand);
  if (blocked == nullptr)
    return {};
  BlockedEncoding few = *blocked;
  for (unsigned other : few.order)
    if (other != axis)
      moveLanes(few, axis, other, sizeOf(operand, other), narrows);
  return few == *blocked ? Attribute()
                         : ir::layoutAttr(operand.getContext(), few);
}

Attribute layoutWithAxisInManyLanes(Value operand, unsigned axis) {
  const BlockedEncoding *blocked = blockedLoaded(operand);
  if (blocked == nullptr)
    return {};
  BlockedEncoding many = *blocked;
  for (unsigned other : llvm::reverse(many.order))
    if (other != axis)
      moveLanes(many, other, axis, sizeOf(operand, axis), /*narrows=*/true);
  return many == *blocked ? Attribute()
                          : ir::layoutAttr(operand.getContext(), many);
}

Attribute layoutForBothSides(tt::TransOp trans) {
  constexpr unsigned LeastHalved = 4;
  const BlockedEncoding *blocked = blockedLoaded(trans.getSrc());
  if (blocked == nullptr)
    return {};
  unsigned from = blocked->order.front();
  auto to = static_cast<unsigned>(trans.getOrder().back());
  if (to == from || blocked->sizePerThread[from] < LeastHalved ||
      blocked->sizePerThread[to] != 1 || isFactor(trans.getResult()))
    return {};
  BlockedEncoding both = *blocked;
  both.sizePerThread[from] /= 2;
  both.sizePerThread[to] *= 2;
  both.warpsPerCTA[from] *= std::exchange(both.warpsPerCTA[to], 1);
  moveLanes(both, from, to, sizeOf(trans.getSrc(), to), /*narrows=*/false);
  for (; both.warpsPerCTA[from] > 1 &&
         covered(both, from) > sizeOf(trans.getSrc(), from);
       both.warpsPerCTA[to] *= 2)
    both.warpsPerCTA[from] /= 2;
  return ir::layoutAttr(trans.getContext(), both);
}

llvm::SmallVector<Attribute, 6> layoutsToMoveAlong(Operation *op) {
  llvm::SmallVector<Attribute, 6> layouts;
  auto add = [&](Attribute layout) {
    if (layout && !llvm::is_contained(layouts, layout))
      layouts.push_back(layout);
  };
  std::optional<unsigned> axis;
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    axis = reduce.getAxis();
  if (auto scan = dyn_cast<tt::ScanOp>(op))
    axis = scan.getAxis();
  if (auto trans = dyn_cast<tt::TransOp>(op))
    add(layoutForBothSides(trans));
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    add(layoutWithAxisInManyLanes(gather.getSrc(), gather.getAxis()));
  if (!axis)
    return layouts;
  Value operand = op->getOperand(0);
  add(layoutWithWholeAxis(operand, *axis));
  for (bool narrows : {false, true})
    add(layoutWithAxisInFewLanes(operand, *axis, narrows));
  // Few lanes take few steps.
  for (unsigned least : {1U, 4U, 8U})
    add(layoutWithAxisInWarps(operand, *axis, least));
  return layouts;
}

} // namespace heddle
