//===- PartitionPlan.cpp - A warp that loads, and those that use ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionPlan.h"
#include "PartitionMemory.h"
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
    return findLoops() && findGroups() && hasSizes() &&
           llvm::all_of(plan.groups,
                        [&](const auto &group) { return findInits(group); }) &&
           hasKnownUses() &&
           llvm::all_of(plan.groups,
                        [&](const auto &group) { return hasBytes(group); }) &&
           keepsMemory(plan, refusal) && takesTurns(plan, refusal);
  }

private:
  bool refuse(Operation *op, const llvm::Twine &reason) {
    refusal = {op, reason.str()};
    return false;
  }
  Region &partition() { return *plan.op.getPartitionRegions().front(); }
  bool findLoops();
  ttg::LocalAllocOp arrayOf(Value slot);
  bool addWait(ttng::WaitBarrierOp wait);
  PartitionPlan::Group &beginGroup();
  bool addExpect(ttng::BarrierExpectOp expect);
  bool addCopy(ttng::AsyncTMACopyGlobalToLocalOp copy);
  bool addCopyOfThreads(ttg::AsyncCopyGlobalToLocalOp copy);
  bool addArrival(ttng::AsyncCopyMbarrierArriveOp arrival);
  bool addOp(Operation *op);
  bool findGroups();
  bool hasSizes();
  bool findInits(const PartitionPlan::Group &group);
  bool isKnownUse(Operation *array, Operation *user);
  bool hasKnownUses();
  bool hasBytes(const PartitionPlan::Group &group);
  bool isSame(Value loading, Value reading);

  PartitionPlan &plan;
  PartitionPlan::Refusal &refusal;
  /// The mbarriers that the partition has waited for, in front of the expected
  /// bytes of the group.
  ttg::LocalAllocOp waited;
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
  // The last that says when something has been copied.
  Operation *copy = nullptr;
  Value filled;
  partition().walk([&](Operation *each) {
    if (auto byEngine = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(each))
      filled = byEngine.getBarrier();
    else if (auto arrival = dyn_cast<ttng::AsyncCopyMbarrierArriveOp>(each))
      filled = arrival.getBarrier();
    else
      return;
    copy = each;
  });
  auto inner =
      copy != nullptr ? dyn_cast<scf::ForOp>(copy->getParentOp()) : nullptr;
  if (!inner)
    return refuse(op, "cannot follow a partition that copies in no loop");
  plan.loading = nestOf(inner, partition());
  // Their waits are for what is copied.
  Operation *barrier = arrayUnder(filled);
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

/// An array of buffers or mbarriers in front of the partitions; null of others.
ttg::LocalAllocOp Matcher::arrayOf(Value slot) {
  ttg::LocalAllocOp found = arrayUnder(slot);
  bool isKnown = found && found->getBlock() == plan.op->getBlock() &&
                 !found.getSrc() && found.getType().getRank() > 1;
  return isKnown ? found : nullptr;
}

bool Matcher::addWait(ttng::WaitBarrierOp wait) {
  ttg::LocalAllocOp free = arrayOf(wait.getAlloc());
  if (!free || waited || !isTrue(wait.getPred()) || plan.groupOf(free))
    return false;
  waited = free;
  return true;
}

/// Of what is copied into the slots that were waited for.
PartitionPlan::Group &Matcher::beginGroup() {
  PartitionPlan::Group &group = plan.groups.emplace_back();
  group.count = waited.getType().getShape().front();
  group.free = std::exchange(waited, nullptr);
  return group;
}

bool Matcher::addExpect(ttng::BarrierExpectOp expect) {
  ttg::LocalAllocOp filled = arrayOf(expect.getAlloc());
  if (!filled || !waited || filled == waited || !isTrue(expect.getPred()) ||
      expect.getFromCTA() || plan.groupOf(filled))
    return false;
  PartitionPlan::Group &group = beginGroup();
  group.filled = filled;
  group.expect = expect;
  return true;
}

/// Of the group whose bytes are expected last.
bool Matcher::addCopy(ttng::AsyncTMACopyGlobalToLocalOp copy) {
  ttg::LocalAllocOp ring = arrayOf(copy.getResult());
  if (plan.groups.empty() || !plan.groups.back().expect || !ring ||
      plan.groupOf(ring) ||
      arrayOf(copy.getBarrier()) != plan.groups.back().filled ||
      !isTrue(copy.getPred()) || copy.getMulticast() ||
      !copy.getOffsets().empty() || copy.getIsVolatile())
    return false;
  plan.groups.back().rings.insert(ring);
  plan.groups.back().copies.push_back(copy);
  return true;
}

/// Of the group that was begun last, or of a new one, whose bytes nobody
/// expects.
bool Matcher::addCopyOfThreads(ttg::AsyncCopyGlobalToLocalOp copy) {
  ttg::LocalAllocOp ring = arrayOf(copy.getResult());
  if (!ring || plan.groupOf(ring) || copy.getIsVolatile() ||
      !copy.getToken().use_empty())
    return false;
  if (waited)
    beginGroup();
  if (plan.groups.empty() || plan.groups.back().arrival)
    return false;
  plan.groups.back().rings.insert(ring);
  plan.groups.back().copies.push_back(copy);
  return true;
}

/// It counts for all copies of threads in front of it.
bool Matcher::addArrival(ttng::AsyncCopyMbarrierArriveOp arrival) {
  ttg::LocalAllocOp filled = arrayOf(arrival.getBarrier());
  if (plan.groups.empty() || !filled || !arrival.getNoIncrement())
    return false;
  PartitionPlan::Group &group = plan.groups.back();
  if (group.arrival || !group.hasCopiesOfThreads())
    return false;
  if (!group.filled && !plan.groupOf(filled))
    group.filled = filled;
  group.arrival = arrival;
  return group.filled == filled;
}

bool Matcher::addOp(Operation *op) {
  if (auto wait = dyn_cast<ttng::WaitBarrierOp>(op))
    return addWait(wait);
  if (auto expect = dyn_cast<ttng::BarrierExpectOp>(op))
    return addExpect(expect);
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op))
    return addCopy(copy);
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op))
    return addCopyOfThreads(copy);
  return addArrival(cast<ttng::AsyncCopyMbarrierArriveOp>(op));
}

/// What the partition does besides: it computes, and loads where it copies.
bool Matcher::findGroups() {
  Block *body = plan.loading.back().getBody();
  bool isKnown = true;
  partition().walk([&](Operation *op) {
    if (!isKnown)
      return;
    auto load = dyn_cast<tt::LoadOp>(op);
    if (isa<ttng::WaitBarrierOp, ttng::BarrierExpectOp,
            ttng::AsyncTMACopyGlobalToLocalOp, ttg::AsyncCopyGlobalToLocalOp,
            ttng::AsyncCopyMbarrierArriveOp>(op))
      isKnown = op->getBlock() == body && addOp(op);
    else if (load && !load.getIsVolatile())
      plan.loads.push_back(op);
    else if (!llvm::is_contained(plan.loading, op) &&
             !isa<scf::YieldOp, ttg::WarpReturnOp>(op))
      isKnown = op->getNumRegions() == 0 && isMemoryEffectFree(op);
    if (!isKnown)
      refuse(op, "cannot follow what the partition does here");
  });
  if (isKnown &&
      (plan.groups.empty() || waited || ir::blocksAt(plan.op).value_or(1) != 1))
    return refuse(plan.op, "cannot tell when buffers are free");
  for (const PartitionPlan::Group &group : plan.groups)
    if (isKnown && group.hasCopiesOfThreads() && !group.arrival)
      return refuse(plan.op, "cannot tell when buffers are filled");
  return isKnown;
}

/// As many mbarriers of each kind as there are buffers.
bool Matcher::hasSizes() {
  for (const PartitionPlan::Group &group : plan.groups) {
    for (ttg::LocalAllocOp array : {group.free, group.filled})
      if (array.getType().getShape().size() != 2 ||
          array.getType().getShape().front() != group.count)
        return refuse(array, "expects as many mbarriers as there are buffers");
    for (Operation *ring : group.rings)
      if (cast<ttg::LocalAllocOp>(ring).getType().getShape().front() !=
          group.count)
        return refuse(ring, "expects as many buffers as there are mbarriers");
  }
  return true;
}

/// Which one of so many mbarriers it is, outside of the partitions; nothing if
/// there is none.
static std::optional<std::int64_t> numberOf(Value barrier, std::int64_t count) {
  std::optional<std::int64_t> number = constantOf(indexUnder(barrier));
  bool exists = number && *number >= 0 && *number < count;
  return exists ? number : std::nullopt;
}

/// Each mbarrier begins its first phase in front of the partitions.
bool Matcher::findInits(const PartitionPlan::Group &group) {
  // Of the bytes, and of each thread.
  std::int64_t lanes = ir::lanesAt(plan.op).value_or(32),
               fillings = (group.expect ? 1 : 0) +
                          (group.arrival
                               ? lanes * plan.op.getPartitionNumWarps().front()
                               : 0);
  for (ttg::LocalAllocOp array : {group.free, group.filled}) {
    llvm::SmallDenseSet<std::int64_t> numbers;
    for (ttng::InitBarrierOp init : initsOf(array)) {
      std::optional<std::int64_t> number =
          numberOf(init.getAlloc(), group.count);
      if (!number || init->getBlock() != plan.op->getBlock() ||
          !init->isBeforeInBlock(plan.op) ||
          init.getCount() != initsOf(array).front().getCount() ||
          (array == group.filled && init.getCount() != fillings) ||
          !numbers.insert(*number).second)
        return refuse(init, "cannot follow how the mbarrier begins");
    }
    if (static_cast<std::int64_t>(numbers.size()) != group.count)
      return refuse(array, "expects mbarriers that begin a phase");
  }
  return true;
}

bool Matcher::isKnownUse(Operation *array, Operation *user) {
  const PartitionPlan::Group &group = *plan.groupOf(array);
  if (isa<ttng::InitBarrierOp>(user))
    return true;
  if (auto end = dyn_cast<ttng::InvalBarrierOp>(user))
    return user->getBlock() == plan.op->getBlock() &&
           plan.op->isBeforeInBlock(user) &&
           numberOf(end.getAlloc(), group.count);
  if (!plan.op->isProperAncestor(user))
    return false;
  if (partition().isAncestor(user->getParentRegion()))
    return true;
  if (array == group.free)
    return isa<ttng::ArriveBarrierOp>(user);
  if (array == group.filled)
    return isa<ttng::WaitBarrierOp>(user);
  return true;
}

/// What the turns do not look at.
bool Matcher::hasKnownUses() {
  llvm::SmallVector<Operation *> arrays;
  for (const PartitionPlan::Group &group : plan.groups) {
    llvm::append_range(arrays, group.rings);
    arrays.append({group.free, group.filled});
  }
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
        if (!isKnownUse(array, each))
          return refuse(each, "cannot follow this use of a buffer or mbarrier");
    }
  return true;
}

/// Does a phase wait for what is copied, and for no other bytes? The copies are
/// behind the arrival that counts them.
bool Matcher::hasBytes(const PartitionPlan::Group &group) {
  std::uint64_t bytes = 0;
  for (Operation *each : group.copies)
    if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(each))
      bytes += bytesOf(copy.getResult().getType());
  ttng::BarrierExpectOp expect = group.expect;
  if (expect && bytes != expect.getSize())
    return refuse(plan.op, "expects each ring to be filled, and its bytes to "
                           "be expected");
  return true;
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

bool PartitionPlan::Group::hasCopiesOfThreads() const {
  return llvm::any_of(copies, llvm::IsaPred<ttg::AsyncCopyGlobalToLocalOp>);
}

const PartitionPlan::Group *PartitionPlan::groupOf(Operation *array) const {
  for (const Group &group : groups)
    if (array == ttg::LocalAllocOp(group.filled) ||
        array == ttg::LocalAllocOp(group.free) || group.rings.contains(array))
      return &group;
  return nullptr;
}

bool PartitionPlan::isRing(Operation *array) const {
  const Group *group = groupOf(array);
  return group != nullptr && group->rings.contains(array);
}

bool PartitionPlan::isOfBarriers(Operation *array) const {
  return groupOf(array) != nullptr && !isRing(array);
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
