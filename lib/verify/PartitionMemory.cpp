//===- PartitionMemory.cpp - What partitions read and write ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionMemory.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// The arguments of the function that the pointer or descriptor may be of;
/// false if that is not known.
bool addBases(Value value, llvm::SmallDenseSet<Value> &seen,
              llvm::SmallDenseSet<Value> &bases) {
  if (!seen.insert(value).second)
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<tt::FuncOp>(parent) && argument.getOwner()->isEntryBlock()) {
      bases.insert(value);
      return true;
    }
    auto loop = dyn_cast<scf::ForOp>(parent);
    return loop && argument != loop.getInductionVar() &&
           addBases(loop.getTiedLoopInit(argument)->get(), seen, bases) &&
           addBases(loop.getTiedLoopYieldedValue(argument)->get(), seen, bases);
  }
  Operation *op = value.getDefiningOp();
  if (isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp,
          tt::ReshapeOp, tt::TransOp, tt::MakeTensorDescOp,
          ttg::ConvertLayoutOp>(op))
    return addBases(op->getOperand(0), seen, bases);
  if (auto map = dyn_cast<ttng::ReinterpretTensorDescOp>(op)) {
    ttng::TensormapCreateOp create;
    for (Operation *user : map.getRawDesc().getUsers())
      if (auto each = dyn_cast<ttng::TensormapCreateOp>(user)) {
        if (create)
          return false;
        create = each;
      }
    return create && addBases(create.getGlobalAddress(), seen, bases);
  }
  return false;
}

/// What an op writes to; null if it writes no memory that all blocks have.
/// Nothing if that is not known.
std::optional<Value> writtenBy(Operation *op) {
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return store.getPtr();
  if (auto store = dyn_cast<tt::DescriptorStoreOp>(op))
    return store.getDesc();
  if (auto copy = dyn_cast<ttng::AsyncTMACopyLocalToGlobalOp>(op))
    return copy.getDesc();
  bool isKnown =
      isMemoryEffectFree(op) ||
      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isa<tt::LoadOp, tt::DescriptorLoadOp, tt::PrintOp, tt::AssertOp,
          ttg::LocalAllocOp, ttg::LocalDeallocOp, ttg::LocalStoreOp,
          ttg::LocalLoadOp, ttng::FenceAsyncSharedOp, ttng::TMAStoreWaitOp,
          ttng::WaitBarrierOp, ttng::ArriveBarrierOp, ttng::WarpGroupDotOp,
          ttng::WarpGroupDotWaitOp>(op);
  return isKnown ? std::optional(Value()) : std::nullopt;
}

} // namespace

bool keepsMemory(const PartitionPlan &plan, PartitionPlan::Refusal &refusal) {
  auto refuse = [&](Operation *op, const char *reason) {
    refusal = {op, reason};
    return false;
  };
  llvm::SmallDenseSet<Value> read, seen;
  // Pointers and descriptors are the first operands.
  llvm::SmallVector<Operation *, 2> readers = plan.loads;
  for (const PartitionPlan::Group &group : plan.groups)
    llvm::append_range(readers, group.copies);
  for (Operation *reader : readers)
    if (!addBases(reader->getOperand(0), seen, read))
      return refuse(reader, "cannot tell which memory is copied");
  bool isKept = true;
  ttg::WarpSpecializeOp op = plan.op;
  op.getDefaultRegion().walk([&](Operation *each) {
    std::optional<Value> target = writtenBy(each);
    llvm::SmallDenseSet<Value> written, seenHere;
    bool isOther = target && (!*target || addBases(*target, seenHere, written));
    for (Value base : written)
      isOther = isOther && !read.contains(base);
    if (!isOther && isKept)
      isKept = refuse(each, "cannot tell that it leaves alone what is copied");
  });
  return isKept;
}

} // namespace heddle::equivalence
