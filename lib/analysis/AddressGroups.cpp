//===- AddressGroups.cpp - What addresses and masks need ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AddressGroups.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

using namespace mlir;

namespace {

RankedTensorType resultType(Operation *op) {
  return op->getNumResults() == 1
             ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
             : RankedTensorType();
}

/// Is what the use has an address or a mask of an access?
bool guidesAccess(OpOperand &use) {
  unsigned number = use.getOperandNumber();
  if (auto load = dyn_cast<tt::LoadOp>(use.getOwner()))
    return number == 0 || (number == 1 && load.getMask());
  if (auto store = dyn_cast<tt::StoreOp>(use.getOwner()))
    return &use != &store.getValueMutable();
  return false;
}

} // namespace

AddressGroups::Groups AddressGroups::within(Groups groups, OpOperand &use) {
  if (guidesAccess(use))
    return groups;
  Operation *user = use.getOwner();
  Groups needed = groupsOf(user);
  if (needed.empty())
    return {};
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(user))
    needed.erase(needed.begin() + expand.getAxis());
  auto sizes = cast<RankedTensorType>(use.get().getType()).getShape();
  for (auto [axis, group] : llvm::enumerate(groups))
    if (sizes[axis] > 1)
      group = std::min(group, needed[axis]);
  return groups;
}

AddressGroups::Groups AddressGroups::find(Operation *op) {
  RankedTensorType type = resultType(op);
  bool isKnown = op->hasTrait<OpTrait::Elementwise>() ||
                 isa<tt::MakeRangeOp, tt::ExpandDimsOp, tt::BroadcastOp,
                     tt::AddPtrOp, ttg::ConvertLayoutOp>(op);
  if (!type || !isKnown)
    return {};
  AxisInfo info = facts.of(op->getResult(0));
  Groups groups;
  for (unsigned axis = 0; axis < type.getRank(); ++axis)
    groups.push_back(info.largestGroups(axis).size);
  for (OpOperand &use : op->getResult(0).getUses()) {
    groups = within(std::move(groups), use);
    if (groups.empty())
      return {};
  }
  bool areThere =
      llvm::any_of(groups, [](std::int64_t size) { return size > 1; });
  return areThere ? groups : Groups();
}

const AddressGroups::Groups &AddressGroups::groupsOf(Operation *op) {
  if (auto found = known.find(op); found != known.end())
    return found->second;
  // A loop carries values from op to op, but an op of these has no region.
  Groups groups = find(op);
  return known[op] = std::move(groups);
}

double AddressGroups::elementsOfRegister(Operation *op,
                                         const LinearLayout &layout) {
  const Groups &groups = groupsOf(op);
  if (groups.size() != layout.outs().size())
    return 1;
  llvm::SmallVector<unsigned, 3> bits;
  for (std::int64_t group : groups)
    bits.push_back(llvm::Log2_64(static_cast<std::uint64_t>(group)));
  return static_cast<double>(
      f2::unit(static_cast<unsigned>(lowBitsOfRegisters(layout, bits).size())));
}

} // namespace heddle
