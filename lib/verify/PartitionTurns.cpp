//===- PartitionTurns.cpp - Which slot, and when --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionTurns.h"
#include "CarriedNumbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <set>

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// More states than any ring has that people write.
constexpr std::size_t MostStates = 1 << 14;

/// What is done with tiles, up to some point of the program.
struct Progress {
  llvm::SmallVector<std::int64_t> carried;
  /// Tiles that were waited for, and given back.
  std::int64_t tile = 0, done = 0;
  /// Asynchronous products that nobody has waited for: the tile of each, -1 of
  /// others.
  llvm::SmallVector<std::int64_t> products = {};

  /// Two with the same go on in the same way.
  std::vector<std::int64_t> key(std::int64_t count) const {
    std::vector<std::int64_t> all(carried.begin(), carried.end());
    all.push_back(tile % (2 * count));
    all.push_back(tile - done);
    for (std::int64_t product : products)
      all.push_back(product < 0 ? -1 : tile - product);
    return all;
  }
};

class Turns {
public:
  Turns(const PartitionPlan &plan, const PartitionPlan::Group &group,
        PartitionPlan::Refusal &refusal)
      : plan(plan), group(group), refusal(refusal), count(group.count),
        inner(PartitionPlan::Nest(plan.reading).back()), carried(plan.reading) {
  }

  bool loads();
  bool reads();

private:
  bool refuse(Operation *op, const llvm::Twine &reason) {
    refusal = {op, reason.str()};
    return false;
  }
  bool isOfGroup(Operation *op) const;
  bool addReader(Value slot, std::int64_t depth);
  bool findReaders();
  bool addValues();
  bool isAt(Operation *op, Value slot, Numbers &known, std::int64_t tile);
  void assume(Numbers &known, bool isFirst, bool isExecuted);
  bool pass(Operation *op, Progress &progress, Numbers &known, bool isInLoop);
  bool passAll(Operation *first, Operation *end, Progress &progress,
               Numbers &known, bool isInLoop);
  bool passLoop(const Progress &start,
                std::vector<std::pair<Progress, bool>> &ends);

  const PartitionPlan &plan;
  const PartitionPlan::Group &group;
  PartitionPlan::Refusal &refusal;
  std::int64_t count;
  scf::ForOp inner;
  CarriedNumbers carried;
  /// Of each op of the body, the slots that it, or what is in it, reads.
  llvm::DenseMap<Operation *, llvm::SmallVector<Value, 2>> readers;
};

/// Does the op of the partition wait for the group, or fill it?
bool Turns::isOfGroup(Operation *op) const {
  if (isa<ttng::AsyncTMACopyGlobalToLocalOp, ttg::AsyncCopyGlobalToLocalOp>(op))
    return llvm::is_contained(group.copies, op);
  return isa<ttng::WaitBarrierOp, ttng::BarrierExpectOp,
             ttng::AsyncCopyMbarrierArriveOp>(op) &&
         plan.groupOf(arrayUnder(op->getOperand(0))) == &group;
}

/// Is the slot that of a tile?
bool Turns::isAt(Operation *op, Value slot, Numbers &known, std::int64_t tile) {
  std::optional<llvm::APInt> index = numberOf(indexUnder(slot), known);
  if (index && index->getBitWidth() <= 64 &&
      index->getSExtValue() == tile % count)
    return true;
  return refuse(op, "expects slot " + llvm::Twine(tile % count) + " for tile " +
                        llvm::Twine(tile));
}

//===----------------------------------------------------------------------===//
// The partition
//===----------------------------------------------------------------------===//

/// Buffers and mbarriers of the group that the partition's op uses.
static llvm::SmallVector<Value, 2> slotsOf(Operation *op) {
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op))
    return {copy.getBarrier(), copy.getResult()};
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op))
    return {copy.getResult()};
  // mbarriers are the first operands.
  return {op->getOperand(0)};
}

bool Turns::loads() {
  scf::ForOp loop = PartitionPlan::Nest(plan.loading).back();
  CarriedNumbers numbers(plan.loading);
  ttng::WaitBarrierOp wait;
  for (Operation &op : *loop.getBody()) {
    if (!isOfGroup(&op))
      continue;
    llvm::SmallVector<Value, 2> values;
    for (Value slot : slotsOf(&op))
      values.push_back(indexUnder(slot));
    if (auto each = dyn_cast<ttng::WaitBarrierOp>(op)) {
      wait = each;
      values.push_back(each.getPhase());
    }
    for (Value value : values)
      if (!numbers.add(value))
        return refuse(&op, "cannot tell which slot it is");
  }
  llvm::SmallVector<std::int64_t> now = numbers.first();
  std::set<std::vector<std::int64_t>> before;
  for (std::int64_t tile = 0;; ++tile) {
    std::vector<std::int64_t> key(now.begin(), now.end());
    key.push_back(tile % (2 * count));
    if (!before.insert(key).second)
      return true;
    if (before.size() > MostStates)
      return refuse(loop, "cannot tell which slots it fills");
    Numbers known = numbers.known(now);
    for (Operation &op : *loop.getBody())
      if (isOfGroup(&op))
        for (Value slot : slotsOf(&op))
          if (!isAt(&op, slot, known, tile))
            return false;
    std::optional<llvm::APInt> parity = numberOf(wait.getPhase(), known);
    if (!parity || (*parity)[0] != (tile / count % 2 == 0))
      return refuse(wait, "expects a wait for the phase in which tile " +
                              llvm::Twine(tile - count) + " was given back");
    auto next = numbers.next(known);
    if (!next)
      return refuse(loop, "cannot tell which slots it fills");
    now = *next;
  }
}

//===----------------------------------------------------------------------===//
// The region that reads
//===----------------------------------------------------------------------===//

/// What uses a slot, behind views and waits that hand it on.
bool Turns::addReader(Value slot, std::int64_t depth) {
  constexpr std::int64_t MostViews = 16;
  for (OpOperand &use : slot.getUses()) {
    Operation *user = use.getOwner();
    if (llvm::is_contained(group.copies, user))
      continue;
    Operation *at = inner.getBody()->findAncestorOpInBlock(*user);
    if (at == nullptr || depth > MostViews)
      return refuse(user, "cannot follow this use of a buffer");
    if (isa<ttg::MemDescSubsliceOp, ttg::MemDescTransOp, ttg::MemDescReshapeOp>(
            user)) {
      if (!addReader(user->getResult(0), depth + 1))
        return false;
    } else if (auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(user)) {
      if (!wait.getOutputs()[use.getOperandNumber()].use_empty())
        return refuse(user, "cannot follow a buffer behind this wait");
    } else if (isa<ttg::LocalLoadOp, ttng::WarpGroupDotOp>(user)) {
      Value whole = slot;
      while (!isa<ttg::MemDescIndexOp>(whole.getDefiningOp()))
        whole = whole.getDefiningOp()->getOperand(0);
      if (whole.getParentBlock() != inner.getBody())
        return refuse(user, "cannot follow a view from outside of the loop");
      readers[at].push_back(whole);
    } else {
      return refuse(user, "cannot follow this use of a buffer");
    }
  }
  return true;
}

bool Turns::findReaders() {
  for (Operation *ring : group.rings)
    for (Operation *user : ring->getUsers())
      if (isa<ttg::MemDescIndexOp>(user) && !addReader(user->getResult(0), 0))
        return false;
  // What is counted stands in the loop's body, or in that of the loop around.
  Block *around = inner->getBlock();
  WalkResult isCounted = ttg::WarpSpecializeOp(plan.op).getDefaultRegion().walk(
      [&](Operation *op) {
        bool isProduct =
            isa<ttng::WarpGroupDotOp, ttng::WarpGroupDotWaitOp>(op);
        bool isOfLoops =
            isProduct ||
            (isa<ttng::ArriveBarrierOp>(op) &&
             arrayUnder(op->getOperand(0)) == ttg::LocalAllocOp(group.free)) ||
            (isa<ttng::WaitBarrierOp>(op) &&
             arrayUnder(op->getOperand(0)) == ttg::LocalAllocOp(group.filled));
        bool isWait = isa<ttng::WaitBarrierOp>(op);
        if (isOfLoops && op->getBlock() != inner.getBody() &&
            (isWait || op->getBlock() != around)) {
          refuse(op, "cannot tell when this happens");
          return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
  return !isCounted.wasInterrupted();
}

bool Turns::addValues() {
  auto add = [&](Operation *op, Value value) {
    return carried.add(value) || refuse(op, "cannot tell which slot it is");
  };
  for (const auto &[op, slots] : readers)
    for (Value slot : slots)
      if (!add(op, indexUnder(slot)))
        return false;
  for (Block *block : {inner.getBody(), inner->getBlock()})
    for (Operation &op : *block) {
      if (auto wait = dyn_cast<ttng::WaitBarrierOp>(op)) {
        if (arrayUnder(wait.getAlloc()) == ttg::LocalAllocOp(group.filled) &&
            (!add(&op, indexUnder(wait.getAlloc())) ||
             !add(&op, wait.getPhase())))
          return false;
      } else if (auto arrive = dyn_cast<ttng::ArriveBarrierOp>(op)) {
        if (arrayUnder(arrive.getAlloc()) == ttg::LocalAllocOp(group.free) &&
            (!add(&op, indexUnder(arrive.getAlloc())) ||
             (arrive.getPred() && !add(&op, arrive.getPred()))))
          return false;
      }
    }
  return true;
}

/// Comparisons of the counter with where it begins, and of the bounds.
void Turns::assume(Numbers &known, bool isFirst, bool isExecuted) {
  auto isSame = [](Value one, Value other) {
    std::optional<std::int64_t> a = constantOf(one), b = constantOf(other);
    return one == other || (a && a == b);
  };
  Value lower = inner.getLowerBound(), upper = inner.getUpperBound();
  auto note = [&](arith::CmpIOp compare, bool is) {
    known.try_emplace(compare.getResult(), llvm::APInt(1, is ? 1 : 0));
  };
  for (Block *block : {inner.getBody(), inner->getBlock()})
    for (auto compare : block->getOps<arith::CmpIOp>()) {
      arith::CmpIPredicate kind = compare.getPredicate();
      Value a = compare.getLhs(), b = compare.getRhs();
      bool isStart = (a == inner.getInductionVar() && isSame(b, lower)) ||
                     (b == inner.getInductionVar() && isSame(a, lower));
      auto less = inner.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
      auto more = inner.getUnsignedCmp() ? arith::CmpIPredicate::ugt
                                         : arith::CmpIPredicate::sgt;
      if (isStart && kind == arith::CmpIPredicate::ne)
        note(compare, !isFirst);
      else if (isStart && kind == arith::CmpIPredicate::eq)
        note(compare, isFirst);
      else if ((kind == less && isSame(a, lower) && isSame(b, upper)) ||
               (kind == more && isSame(a, upper) && isSame(b, lower)))
        note(compare, isExecuted);
    }
}

/// What an op does to tiles; false if it comes at the wrong time.
bool Turns::pass(Operation *op, Progress &progress, Numbers &known,
                 bool isInLoop) {
  // In the loop, the tile of the iteration.
  std::int64_t tile = progress.tile - 1;
  if (auto wait = dyn_cast<ttng::WaitBarrierOp>(op);
      wait && arrayUnder(wait.getAlloc()) == ttg::LocalAllocOp(group.filled)) {
    std::int64_t next = progress.tile++;
    std::optional<llvm::APInt> parity = numberOf(wait.getPhase(), known);
    if (!isAt(op, wait.getAlloc(), known, next))
      return false;
    if (wait.getPred() || !parity || (*parity)[0] != (next / count % 2 != 0))
      return refuse(op, "expects a wait for the phase of tile " +
                            llvm::Twine(next));
    return next - progress.done < count ||
           refuse(op, "waits for a tile that waits for slot " +
                          llvm::Twine(next % count));
  }
  for (Value slot : readers.lookup(op))
    if (!isInLoop || !isAt(op, slot, known, tile) || progress.done > tile)
      return refuse(op, "reads a buffer that is not there, or not any more");
  if (auto product = dyn_cast<ttng::WarpGroupDotOp>(op)) {
    if (product.getIsAsync())
      progress.products.push_back(readers.contains(op) ? tile : -1);
    return progress.products.size() <= MostStates ||
           refuse(op, "cannot tell when the product has ended");
  }
  if (auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(op)) {
    std::size_t pending = wait.getPendings(), all = progress.products.size();
    if (all > pending)
      progress.products.erase(progress.products.begin(),
                              progress.products.end() -
                                  static_cast<std::ptrdiff_t>(pending));
    return true;
  }
  auto arrive = dyn_cast<ttng::ArriveBarrierOp>(op);
  if (!arrive || arrayUnder(arrive.getAlloc()) != ttg::LocalAllocOp(group.free))
    return true;
  if (arrive.getPred()) {
    std::optional<llvm::APInt> isOn = numberOf(arrive.getPred(), known);
    if (!isOn)
      return refuse(op, "cannot tell whether it arrives");
    if (isOn->isZero())
      return true;
  }
  if (arrive.getCount() != initsOf(group.free).front().getCount())
    return refuse(op, "expects as many arrivals as the mbarrier");
  if (progress.done >= progress.tile ||
      llvm::is_contained(progress.products, progress.done))
    return refuse(op, "gives a buffer back that may still be read");
  return isAt(op, arrive.getAlloc(), known, progress.done++);
}

bool Turns::passAll(Operation *first, Operation *end, Progress &progress,
                    Numbers &known, bool isInLoop) {
  for (Operation *op = first; op != end; op = op->getNextNode())
    if (!pass(op, progress, known, isInLoop))
      return false;
  return true;
}

/// The ends of the inner loop, each with whether it was executed, for all
/// numbers of iterations.
bool Turns::passLoop(const Progress &start,
                     std::vector<std::pair<Progress, bool>> &ends) {
  Progress progress = start;
  std::set<std::vector<std::int64_t>> before;
  ends.emplace_back(progress, false);
  for (bool isFirst = true;; isFirst = false) {
    Numbers known = carried.known(progress.carried);
    assume(known, isFirst, /*isExecuted=*/true);
    std::int64_t wanted = progress.tile + 1;
    // The partition may wait for this group before it fills another one.
    if (plan.groups.size() > 1 && progress.tile - progress.done >= count)
      return refuse(inner, "begins an iteration before slot " +
                               llvm::Twine(progress.tile % count) + " is free");
    if (!passAll(&inner.getBody()->front(), inner.getBody()->getTerminator(),
                 progress, known, /*isInLoop=*/true))
      return false;
    if (progress.tile != wanted)
      return refuse(inner, "expects one wait in an iteration");
    auto next = carried.next(known);
    if (!next)
      return refuse(inner, "cannot tell which slots it reads");
    progress.carried = *next;
    if (!before.insert(progress.key(count)).second)
      return true;
    if (before.size() > MostStates)
      return refuse(inner, "cannot tell which slots it reads");
    ends.emplace_back(progress, true);
  }
}

bool Turns::reads() {
  if (!findReaders() || !addValues())
    return false;
  Operation *behind = inner->getNextNode(),
            *end = inner->getBlock()->getTerminator();
  std::vector<Progress> open = {{.carried = carried.first()}};
  std::set<std::vector<std::int64_t>> before;
  while (!open.empty()) {
    Progress start = std::move(open.back());
    open.pop_back();
    if (!before.insert(start.key(count)).second)
      continue;
    if (before.size() > MostStates)
      return refuse(inner, "cannot tell which slots it reads");
    Numbers none = carried.known(start.carried);
    if (!passAll(&inner->getBlock()->front(), inner, start, none,
                 /*isInLoop=*/false))
      return false;
    std::vector<std::pair<Progress, bool>> ends;
    if (!passLoop(start, ends))
      return false;
    for (auto &[progress, isExecuted] : ends) {
      Numbers known = carried.known(progress.carried);
      assume(known, /*isFirst=*/false, isExecuted);
      if (!passAll(behind, end, progress, known, /*isInLoop=*/false))
        return false;
      if (plan.reading.size() > 1)
        open.push_back(progress);
    }
  }
  return true;
}

} // namespace

bool takesTurns(const PartitionPlan &plan, PartitionPlan::Refusal &refusal) {
  return llvm::all_of(plan.groups, [&](const PartitionPlan::Group &group) {
    Turns turns(plan, group, refusal);
    return turns.loads() && turns.reads();
  });
}

} // namespace heddle::equivalence
