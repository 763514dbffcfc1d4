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

/// The layout of the load that a value comes from, and the value.
struct Loaded {
  Value value;
  const BlockedEncoding &blocked;

  std::uint64_t size(unsigned axis) const {
    return static_cast<std::uint64_t>(
        cast<RankedTensorType>(value.getType()).getDimSize(axis));
  }
  Attribute layout(const BlockedEncoding &other) const {
    return ir::layoutAttr(value.getContext(), other);
  }
  /// Null for the same layout.
  Attribute otherLayout(const BlockedEncoding &other) const {
    return other == blocked ? Attribute() : layout(other);
  }
};

/// With the whole axis in each thread. Null if it is there, or if it is the one
/// along which threads access memory.
Attribute withWholeAxis(const Loaded &loaded, unsigned axis) {
  const BlockedEncoding &blocked = loaded.blocked;
  if (blocked.order.front() == axis ||
      blocked.threadsPerWarp[axis] * blocked.warpsPerCTA[axis] == 1)
    return {};
  std::vector<std::uint64_t> others(blocked.order.size(), 1);
  for (unsigned each = 0; each < others.size(); ++each)
    if (each != axis)
      others[each] = loaded.size(each);
  Operation *op = Value(loaded.value).getParentBlock()->getParentOp();
  ThreadGrid threads = {.numWarps = ir::warpsAt(op).value_or(1),
                        .threadsPerWarp = ir::lanesAt(op).value_or(32),
                        .numCTAs = 1};
  Result<BlockedEncoding> whole =
      defaultBlocked(others, blocked.sizePerThread, blocked.order, threads);
  if (!whole || whole->threadsPerWarp[axis] * whole->warpsPerCTA[axis] != 1)
    return {};
  whole->cga = blocked.cga;
  return loaded.layout(*whole);
}

/// With the whole axis in each warp, whose lanes stay as they are. Where the
/// other axes are too short for all warps, some have the same, each thread
/// `leastReplicated` elements along the axis at least. Null if each warp has
/// the axis, or if it is too long for warps to have the same.
Attribute withAxisInWarps(const Loaded &loaded, unsigned axis,
                          unsigned leastReplicated) {
  if (loaded.blocked.warpsPerCTA[axis] == 1)
    return {};
  BlockedEncoding whole = loaded.blocked;
  unsigned left = std::exchange(whole.warpsPerCTA[axis], 1);
  for (unsigned other : whole.order)
    for (; other != axis && left > 1 &&
           covered(whole, other) < loaded.size(other);
         left /= 2)
      whole.warpsPerCTA[other] *= 2;
  if (left == 1)
    return loaded.layout(whole);
  // The warps that are left have what others have.
  while (covered(whole, axis) < loaded.size(axis) ||
         whole.sizePerThread[axis] < leastReplicated)
    whole.sizePerThread[axis] *= 2;
  whole.warpsPerCTA[axis] = left;
  if (whole.sizePerThread[axis] > MostReplicated)
    return {};
  return loaded.layout(whole);
}

/// With the other axes in as many lanes as they have indices for, and the axis
/// in those that are left; if it `narrows`, a lane may have fewer consecutive
/// elements along the other axes than one access moves.
Attribute withAxisInFewLanes(const Loaded &loaded, unsigned axis,
                             bool narrows) {
  BlockedEncoding few = loaded.blocked;
  for (unsigned other : few.order)
    if (other != axis)
      moveLanes(few, axis, other, loaded.size(other), narrows);
  return loaded.otherLayout(few);
}

/// With the axis in as many lanes as it has indices for, narrowed if need be. A
/// gather along it then asks lanes of its warp, and each for few elements.
Attribute withAxisInManyLanes(const Loaded &loaded, unsigned axis) {
  BlockedEncoding many = loaded.blocked;
  for (unsigned other : llvm::reverse(many.order))
    if (other != axis)
      moveLanes(many, other, axis, loaded.size(axis), /*narrows=*/true);
  return loaded.otherLayout(many);
}

/// With a tile of two rows in each lane, and lanes that follow each other along
/// the axis that a transposition makes the last one: what is loaded with half
/// as wide accesses may be stored like that. Null if the last axis stays, if
/// accesses are narrow already, or for a factor of a product, which is not
/// stored.
Attribute forBothSides(const Loaded &loaded, tt::TransOp trans) {
  constexpr unsigned LeastHalved = 4;
  unsigned from = loaded.blocked.order.front();
  auto to = static_cast<unsigned>(trans.getOrder().back());
  if (to == from || loaded.blocked.sizePerThread[from] < LeastHalved ||
      loaded.blocked.sizePerThread[to] != 1 || isFactor(trans.getResult()))
    return {};
  BlockedEncoding both = loaded.blocked;
  both.sizePerThread[from] /= 2;
  both.sizePerThread[to] *= 2;
  both.warpsPerCTA[from] *= std::exchange(both.warpsPerCTA[to], 1);
  moveLanes(both, from, to, loaded.size(to), /*narrows=*/false);
  for (; both.warpsPerCTA[from] > 1 && covered(both, from) > loaded.size(from);
       both.warpsPerCTA[to] *= 2)
    both.warpsPerCTA[from] /= 2;
  return loaded.layout(both);
}

/// Of a reduction or a scan.
std::optional<unsigned> combinedAxis(Operation *op) {
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return reduce.getAxis();
  if (auto scan = dyn_cast<tt::ScanOp>(op))
    return scan.getAxis();
  return std::nullopt;
}

} // namespace

llvm::SmallVector<Attribute, 6> layoutsToMoveAlong(Operation *op) {
  llvm::SmallVector<Attribute, 6> layouts;
  std::optional<unsigned> axis = combinedAxis(op);
  if (!axis && !isa<tt::GatherOp, tt::TransOp>(op))
    return layouts;
  Value operand = op->getOperand(0);
  const Encoding *encoding = ir::encodingOf(layoutLoaded(operand));
  const auto *blocked =
      encoding == nullptr ? nullptr : encoding->getIf<BlockedEncoding>();
  if (blocked == nullptr)
    return layouts;
  const Loaded loaded = {.value = operand, .blocked = *blocked};
  auto add = [&](Attribute layout) {
    if (layout && !llvm::is_contained(layouts, layout))
      layouts.push_back(layout);
  };
  if (auto trans = dyn_cast<tt::TransOp>(op))
    add(forBothSides(loaded, trans));
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    add(withAxisInManyLanes(loaded, gather.getAxis()));
  if (!axis)
    return layouts;
  add(withWholeAxis(loaded, *axis));
  for (bool narrows : {false, true})
    add(withAxisInFewLanes(loaded, *axis, narrows));
  // Few lanes take few steps.
  for (unsigned least : {1U, 4U, 8U})
    add(withAxisInWarps(loaded, *axis, least));
  return layouts;
}

} // namespace heddle
