//===- PartitionPlan.cpp - A warp that loads, and those that use ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionPlan.h"
#include "PartitionTurns.h"
#include "heddle/ir/Traits.h"
#include "heddle/simt/Simt.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

std::uint64_t bytesOf(ttg::MemDescType type) {
  std::uint64_t bytes = simt::bytesOf(type.getElementType());
  for (std::int64_t size : type.getShape())
    bytes *= static_cast<std::uint64_t>(size);
  return bytes;
}

bool isTrue(Value condition) {
  return !condition || matchPattern(condition, m_One());
}

/// The loops around `inner` up to the region; empty if something else is.
PartitionPlan::Nest nestOf(scf::ForOp inner, Region &region) {
  PartitionPlan::Nest nest = {inner};
  while (nest.front()->getParentRegion() != &region) {
    auto around = dyn_cast<scf::ForOp>(nest.front()->getParentOp());
    if (!around)
      return {};
    nest.insert(nest.begin(), around);
  }
  return nest;
}

class Matcher {
public:
  Matcher(PartitionPlan &plan, PartitionPlan::Refusal &refusal)
      : plan(plan), refusal(refusal) {}

  bool run() {
    return findLoops() && findArrays() && findInits() && hasKnownUses() &&
           hasBytes() && keepsMemory() && takesTurns(plan, refusal);
  }

private:
  bool refuse(Operation *op, const llvm::Twine &reason) {
    refusal = {op, reason.str()};
    return false;
  }
  Region &partition() { return *plan.op.getPartitionRegions().front(); }
  bool findLoops();
  bool addArray(ttg::LocalAllocOp &array, Value barrier, Operation *user);
  bool findArrays();
  std::optional<std::int64_t> numberOf(Value barrier) const;
  bool findInits();
  bool isKnownUse(ttg::LocalAllocOp array, Operation *user);
  bool hasKnownUses();
  bool hasBytes();
  bool isSame(Value loading, Value reading);
  bool keepsMemory();

  PartitionPlan &plan;
  PartitionPlan::Refusal &refusal;
};

/// Is a value of the partition that of the default region, in the same
/// iteration?
bool Matcher::isSame(Value loading, Value reading) {
  if (loading == reading)
    return true;
  for (auto [one, other] : llvm::zip(plan.loading, plan.reading))
    if (loading == one.getInductionVar() && reading == other.getInductionVar())
      return true;
  Operation *a = loading.getDefiningOp(), *b = reading.getDefiningOp();
  return a != nullptr && b != nullptr && a->getName() == b->getName() &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         a->getNumRegions() == 0 && isMemoryEffectFree(a) &&
         a->getNumOperands() == b->getNumOperands() &&
         cast<OpResult>(loading).getResultNumber() ==
             cast<OpResult>(reading).getResultNumber() &&
         llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                      [&](auto each) {
                        return isSame(std::get<0>(each), std::get<1>(each));
                      });
}

bool Matcher::findLoops() {
  ttg::WarpSpecializeOp op = plan.op;
  if (op.getPartitionRegions().size() != 1 || !partition().hasOneBlock() ||
      !op.getDefaultRegion().hasOneBlock())
    return refuse(op, "cannot follow other than one partition");
  ttng::AsyncTMACopyGlobalToLocalOp copy;
  partition().walk(
      [&](ttng::AsyncTMACopyGlobalToLocalOp each) { copy = each; });
  auto inner = copy ? dyn_cast<scf::ForOp>(copy->getParentOp()) : nullptr;
  if (!inner)
    return refuse(op, "cannot follow a partition that copies in no loop");
  plan.loading = nestOf(inner, partition());
  // Their waits are for what is copied.
  Operation *barrier = arrayUnder(copy.getBarrier());
  scf::ForOp reader;
  op.getDefaultRegion().walk([&](ttng::WaitBarrierOp wait) {
    if (barrier != nullptr && arrayUnder(wait.getAlloc()) == barrier)
      reader = dyn_cast<scf::ForOp>(wait->getParentOp());
  });
  if (reader)
    plan.reading = nestOf(reader, op.getDefaultRegion());
  if (plan.loading.empty() || plan.reading.size() != plan.loading.size())
    return refuse(op, "cannot tell which loop reads what the partition copies");
  for (auto [one, other] : llvm::zip(plan.loading, plan.reading))
    if (!isSame(one.getLowerBound(), other.getLowerBound()) ||
        !isSame(one.getUpperBound(), other.getUpperBound()) ||
        !isSame(one.getStep(), other.getStep()) ||
        one.getUnsignedCmp() != other.getUnsignedCmp())
      return refuse(other, "expects the bounds of the partition's loop");
  return true;
}

/// All of a kind are of one array.
bool Matcher::addArray(ttg::LocalAllocOp &array, Value barrier,
                       Operation *user) {
  ttg::LocalAllocOp found = arrayUnder(barrier);
  if (!found || found->getBlock() != plan.op->getBlock() || found.getSrc() ||
      (array && array != found))
    return refuse(user, "cannot tell which mbarrier it is");
  array = found;
  return true;
}

/// What the partition does besides: numbers.
bool Matcher::findArrays() {
  Block *body = plan.loading.back().getBody();
  bool isKnown = true;
  partition().walk([&](Operation *op) {
    bool isOfNest = llvm::is_contained(plan.loading, op) ||
                    isa<scf::YieldOp, ttg::WarpReturnOp>(op);
    if (auto wait = dyn_cast<ttng::WaitBarrierOp>(op)) {
      isKnown = isKnown && addArray(plan.free, wait.getAlloc(), op) &&
                isTrue(wait.getPred()) && op->getBlock() == body;
    } else if (auto expect = dyn_cast<ttng::BarrierExpectOp>(op)) {
      isKnown = isKnown && addArray(plan.filled, expect.getAlloc(), op) &&
                isTrue(expect.getPred()) && !expect.getFromCTA() &&
                op->getBlock() == body;
    } else if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op)) {
      ttg::LocalAllocOp ring = arrayUnder(copy.getResult());
      isKnown = isKnown && addArray(plan.filled, copy.getBarrier(), op) &&
                isTrue(copy.getPred()) && !copy.getMulticast() &&
                copy.getOffsets().empty() && !copy.getIsVolatile() && ring &&
                plan.rings.insert(ring) && op->getBlock() == body &&
                ring->getBlock() == plan.op->getBlock() && !ring.getSrc();
      plan.copies.push_back(copy);
    } else if (!isOfNest) {
      isKnown = isKnown && op->getNumRegions() == 0 && isMemoryEffectFree(op);
    }
    if (!isKnown && refusal.op == nullptr)
      refuse(op, "cannot follow what the partition does here");
  });
  if (!isKnown)
    return false;
  if (!plan.free || !plan.filled || ir::blocksAt(plan.op).value_or(1) != 1)
    return refuse(plan.op, "cannot tell when buffers are free");
  plan.count = plan.filled.getType().getShape().front();
  for (ttg::LocalAllocOp array : {plan.free, plan.filled})
    if (array.getType().getShape().size() != 2 ||
        array.getType().getShape().front() != plan.count)
      return refuse(array, "expects as many mbarriers as there are buffers");
  for (Operation *ring : plan.rings)
    if (cast<ttg::LocalAllocOp>(ring).getType().getShape().front() !=
        plan.count)
      return refuse(ring, "expects as many buffers as there are mbarriers");
  return true;
}

/// Which mbarrier it is, outside of the partitions; nothing if there is none.
std::optional<std::int64_t> Matcher::numberOf(Value barrier) const {
  std::optional<std::int64_t> number = constantOf(indexUnder(barrier));
  bool exists = number && *number >= 0 && *number < plan.count;
  return exists ? number : std::nullopt;
}

/// Each mbarrier begins its first phase in front of the partitions.
bool Matcher::findInits() {
  for (ttg::LocalAllocOp array : {plan.free, plan.filled}) {
    llvm::SmallDenseSet<std::int64_t> numbers;
    for (ttng::InitBarrierOp init : initsOf(array)) {
      std::optional<std::int64_t> number = numberOf(init.getAlloc());
      if (!number || init->getBlock() != plan.op->getBlock() ||
          !init->isBeforeInBlock(plan.op) ||
          init.getCount() != initsOf(array).front().getCount() ||
          (array == plan.filled && init.getCount() != 1) ||
          !numbers.insert(*number).second)
        return refuse(init, "cannot follow how the mbarrier begins");
    }
    if (static_cast<std::int64_t>(numbers.size()) != plan.count)
      return refuse(array, "expects mbarriers that begin a phase");
  }
  return true;
}

bool Matcher::isKnownUse(ttg::LocalAllocOp array, Operation *user) {
  if (isa<ttng::InitBarrierOp>(user))
    return true;
  if (auto end = dyn_cast<ttng::InvalBarrierOp>(user))
    return user->getBlock() == plan.op->getBlock() &&
           plan.op->isBeforeInBlock(user) && numberOf(end.getAlloc());
  if (!plan.op->isProperAncestor(user))
    return false;
  if (partition().isAncestor(user->getParentRegion()))
    return true;
  if (array == plan.free)
    return isa<ttng::ArriveBarrierOp>(user);
  if (array == plan.filled)
    return isa<ttng::WaitBarrierOp>(user);
  return true;
}

/// What the turns do not look at.
bool Matcher::hasKnownUses() {
  llvm::SmallVector<Operation *> arrays(plan.rings.begin(), plan.rings.end());
  arrays.append({plan.free, plan.filled});
  for (Operation *array : arrays)
    for (Operation *user : array->getUsers()) {
      if (isa<ttg::WarpSpecializePartitionsOp>(user) &&
          user->getParentOp() == plan.op)
        continue;
      if (isa<ttg::LocalDeallocOp>(user)) {
        if (user->getBlock() == plan.op->getBlock() &&
            plan.op->isBeforeInBlock(user))
          continue;
        return refuse(user, "cannot follow memory that ends here");
      }
      if (!isa<ttg::MemDescIndexOp>(user))
        return refuse(user, "cannot follow a view of several buffers");
      for (Operation *each : user->getUsers())
        if (!isKnownUse(cast<ttg::LocalAllocOp>(array), each))
          return refuse(each, "cannot follow this use of a buffer or mbarrier");
    }
  return true;
}

/// Does a phase wait for what is copied, and for no other bytes?
bool Matcher::hasBytes() {
  ttng::BarrierExpectOp expect;
  std::uint64_t bytes = 0;
  for (Operation &op : *plan.loading.back().getBody()) {
    if (auto each = dyn_cast<ttng::BarrierExpectOp>(op)) {
      if (expect)
        return refuse(&op, "expects one arrival in an iteration");
      expect = each;
    } else if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op)) {
      if (!expect)
        return refuse(&op,
                      "expects copies behind the arrival that counts them");
      bytes += bytesOf(copy.getResult().getType());
    }
  }
  if (!expect || bytes != expect.getSize() ||
      plan.copies.size() != plan.rings.size())
    return refuse(plan.op,
                  "expects each ring to be filled, and its bytes to be "
                  "expected");
  return true;
}

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

/// Copies are ahead of what the default region writes, so that it may write
/// none of what they read. Arguments do not point to the same memory.
bool Matcher::keepsMemory() {
  llvm::SmallDenseSet<Value> read, seen;
  for (ttng::AsyncTMACopyGlobalToLocalOp copy : plan.copies)
    if (!addBases(copy.getDesc(), seen, read))
      return refuse(copy, "cannot tell which memory is copied");
  bool isKept = true;
  plan.op.getDefaultRegion().walk([&](Operation *op) {
    std::optional<Value> target = writtenBy(op);
    llvm::SmallDenseSet<Value> written, seenHere;
    bool isOther = target && (!*target || addBases(*target, seenHere, written));
    for (Value base : written)
      isOther = isOther && !read.contains(base);
    if (!isOther && isKept)
      isKept = refuse(op, "cannot tell that it leaves alone what is copied");
  });
  return isKept;
}

} // namespace

std::optional<PartitionPlan> PartitionPlan::match(ttg::WarpSpecializeOp op,
                                                  Refusal &refusal) {
  PartitionPlan plan;
  plan.op = op;
  if (!Matcher(plan, refusal).run())
    return std::nullopt;
  return plan;
}

ttg::LocalAllocOp arrayUnder(Value slot) {
  auto index = slot.getDefiningOp<ttg::MemDescIndexOp>();
  return index ? index.getSrc().getDefiningOp<ttg::LocalAllocOp>() : nullptr;
}

Value indexUnder(Value slot) {
  return slot.getDefiningOp<ttg::MemDescIndexOp>().getIndex();
}

llvm::SmallVector<ttng::InitBarrierOp> initsOf(ttg::LocalAllocOp array) {
  llvm::SmallVector<ttng::InitBarrierOp> inits;
  for (Operation *index : array->getUsers())
    if (isa<ttg::MemDescIndexOp>(index))
      for (Operation *user : index->getUsers())
        if (auto init = dyn_cast<ttng::InitBarrierOp>(user))
          inits.push_back(init);
  return inits;
}

} // namespace heddle::equivalence
