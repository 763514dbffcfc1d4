//===- ScheduleLoops.cpp - Stages and clusters ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stage of an op follows from how far ahead of the last stage it has to
// run: as far as the furthest of its users, and its own latency further.
//
// Ops of the last stage keep their order. What runs ahead goes between them in
// groups, one for the loads that a product waits for together: before the first
// of their users, so that one barrier, behind the wait, tells that the elements
// have arrived and that the buffer of the iteration before is free; or behind a
// product that goes on meanwhile (CarriedProduct.h). Where none goes on,
// products of warp groups have one group.
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "CarriedProduct.h"
#include "CopiedLoad.h"
#include "LoopBody.h"
#include "LoopSchedule.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/Remarks.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUSCHEDULELOOPS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Where a group of ops that run ahead stands between those of the last stage.
struct GroupKey {
  /// Twice the number of an op of the last stage, and one more behind it.
  std::size_t position;
  /// Groups at one position: the one whose loads are addresses of the next.
  unsigned level;
  friend bool operator<(const GroupKey &a, const GroupKey &b) {
    return a.position != b.position ? a.position < b.position
                                    : a.level > b.level;
  }
};

/// Of the loads of each product.
using GroupKeys = llvm::MapVector<Operation *, GroupKey>;

class LoopScheduler {
public:
  explicit LoopScheduler(scf::ForOp loop);

  bool hasLatency() const {
    return llvm::any_of(ops, [&](Operation *op) { return latencyOf(op) != 0; });
  }
  /// Finds out which buffers copies fill.
  void findFilled(const AxisFacts &facts, const Target &target);
  void run();

private:
  unsigned latencyOf(Operation *op) const;
  void listOps();
  void sinkStores();
  void gatherFactors();
  void sink();
  bool computeDistances();
  bool isLast(Operation *op) const { return distances.lookup(op) == 0; }
  Operation *productOf(Operation *load) const;
  void placeLastStage();
  Operation *doneWith(Operation *product);
  std::optional<GroupKey> behindUsers(Operation *load) const;
  void joinGroups(GroupKeys &groups) const;
  void placeLoads();
  void placeMakers();
  LoopSchedule order() const;

  scf::ForOp loop;
  std::vector<Operation *> ops;
  /// Iterations by which an op runs ahead of the last stage.
  llvm::DenseMap<Operation *, unsigned> distances;
  llvm::DenseMap<Operation *, std::size_t> numbers;
  std::map<Operation *, GroupKey> keys;
  OpSet filled;
};

LoopScheduler::LoopScheduler(scf::ForOp loop) : loop(loop) { listOps(); }

unsigned LoopScheduler::latencyOf(Operation *op) const {
  // More would need more buffers than there is memory.
  constexpr std::int64_t MostLatency = 1024;
  std::int64_t latency = numberIn(op, LatencyAttr).value_or(0);
  return static_cast<unsigned>(
      std::clamp<std::int64_t>(latency, 0, MostLatency));
}

/// Ops that only pass a loaded tensor on: to another layout, or to memory.
bool passesOn(Operation *op) {
  return isa<ttg::ConvertLayoutOp, ttg::MemDescTransOp, ttg::MemDescReshapeOp>(
             op) ||
         (isa<ttg::LocalAllocOp>(op) && op->getNumOperands() == 1);
}

// They stand for the use of what is loaded, so they go right before the first
// of their users.
void LoopScheduler::sink() {
  for (Operation *op : llvm::reverse(ops)) {
    if (!passesOn(op))
      continue;
    OpSet users = usersInBody(loop, op);
    if (users.empty())
      continue;
    Operation *first =
        *llvm::min_element(users, [](Operation *a, Operation *b) {
          return a->isBeforeInBlock(b);
        });
    Operation *next = op->getNextNode();
    while (next != first && passesOn(next))
      next = next->getNextNode();
    if (next != first)
      op->moveBefore(first);
  }
}

void LoopScheduler::listOps() {
  ops.clear();
  for (Operation &op : loop.getBody()->without_terminator())
    ops.push_back(&op);
}

/// Could a store run behind the op as well? Loads with a latency are none of
/// what the loop writes.
bool canStoreBehind(Operation *op) {
  return isMemoryEffectFree(op) || numberIn(op, LatencyAttr) ||
         isa<ttng::WarpGroupDotOp, ttg::LocalAllocOp>(op);
}

/// The last of the products that go on together from here on: each adds to the
/// sums of the one before, or needs nothing of it.
ttng::WarpGroupDotOp lastTogether(ttng::WarpGroupDotOp product) {
  ttng::WarpGroupDotOp last = product;
  llvm::SmallPtrSet<Operation *, 4> together = {product};
  for (Operation *op = product->getNextNode(); op; op = op->getNextNode()) {
    auto dot = dyn_cast<ttng::WarpGroupDotOp>(op);
    bool needs = llvm::any_of(usedBy(op), [&](Value value) {
      return together.contains(value.getDefiningOp()) &&
             !(dot && value == dot.getC());
    });
    if (needs || !canStoreBehind(op))
      break;
    if (dot) {
      together.insert(dot);
      last = dot;
    }
  }
  return last;
}

/// Is what the threads store made before the op?
bool isSourceBefore(ttg::LocalAllocOp alloc, Operation *op) {
  Operation *source = alloc.getSrc().getDefiningOp();
  return source == nullptr || source->getBlock() != op->getBlock() ||
         source->isBeforeInBlock(op);
}

// What nobody waits for is stored while products run, and not before they
// start: then products of the next iteration start earlier, too.
void LoopScheduler::sinkStores() {
  for (Operation *op : llvm::reverse(ops)) {
    auto store = dyn_cast<tt::StoreOp>(op);
    if (!store)
      continue;
    Operation *next = store->getNextNode();
    while (next && canStoreBehind(next) && !isa<ttng::WarpGroupDotOp>(next))
      next = next->getNextNode();
    auto product = dyn_cast_or_null<ttng::WarpGroupDotOp>(next);
    if (!product)
      continue;
    Operation *last = lastTogether(product);
    store->moveAfter(last);
    Operation *convert = store.getValue().getDefiningOp<ttg::ConvertLayoutOp>();
    if (convert && convert->hasOneUse() &&
        convert->getBlock() == store->getBlock())
      convert->moveBefore(store);
  }
}

// The computed factors of products that go on together are in memory before the
// wait for what is loaded: the barrier behind it serves them, too, and nobody
// reads registers of an earlier product while one is under way, for which
// `ptxas` would wait (C7517).
void LoopScheduler::gatherFactors() {
  for (auto dot : loop.getBody()->getOps<ttng::WarpGroupDotOp>()) {
    ttng::WarpGroupDotOp last = lastTogether(dot);
    Operation *first = dot;
    while (first->getPrevNode() && passesOn(first->getPrevNode()))
      first = first->getPrevNode();
    for (Operation *op = dot; op != last; op = op->getNextNode()) {
      auto next = dyn_cast<ttng::WarpGroupDotOp>(op->getNextNode());
      if (!next)
        continue;
      for (Value factor : {Value(next.getA()), Value(next.getB())})
        if (ttg::LocalAllocOp alloc = filledByThreads(loop, factor);
            alloc && !filled.contains(alloc) && isSourceBefore(alloc, first) &&
            first->isBeforeInBlock(alloc))
          alloc->moveBefore(first);
    }
  }
}

// Longest paths; they have no end if a latency is on a cycle, which a load is
// whose address depends on what it loaded before.
bool LoopScheduler::computeDistances() {
  std::uint64_t furthest = 0;
  for (Operation *op : ops)
    furthest += latencyOf(op);
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (Operation *op : llvm::reverse(ops)) {
      unsigned distance = 0;
      for (Operation *user : usersInBody(loop, op))
        distance = std::max(distance, distances.lookup(user));
      for (Operation *user : usersInNext(loop, op))
        distance = std::max(distance, distances.lookup(user));
      distance += latencyOf(op);
      if (distance == distances.lookup(op))
        continue;
      if (distance > furthest)
        return false;
      distances[op] = distance;
      hasChanged = true;
    }
  }
  return true;
}

/// The first product that the load reaches in its iteration; null if there is
/// none.
Operation *LoopScheduler::productOf(Operation *load) const {
  Operation *first = nullptr;
  OpSet open = usersInBody(loop, load);
  for (unsigned i = 0; i < open.size(); ++i) {
    Operation *op = open[i];
    if (!isProduct(op)) {
      OpSet users = usersInBody(loop, op);
      open.insert(users.begin(), users.end());
    } else if (first == nullptr || op->isBeforeInBlock(first)) {
      first = op;
    }
  }
  return first;
}

void LoopScheduler::findFilled(const AxisFacts &facts, const Target &target) {
  for (Operation *op : ops)
    if (isTensorLoad(op) && latencyOf(op) != 0)
      if (Result<CopiedLoad> copied = CopiedLoad::plan(op, facts, target))
        filled.insert(copied->buffers.begin(), copied->buffers.end());
}

void LoopScheduler::placeLastStage() {
  for (Operation *op : ops)
    if (isLast(op))
      numbers[op] = numbers.size();
}

/// Where copies are to stand behind the products: the last of those that add to
/// the sums of this one; null where they are not.
Operation *LoopScheduler::doneWith(Operation *product) {
  if (!loop->hasAttr(CopiesBehindAttr))
    return nullptr;
  while (product->hasOneUse()) {
    Operation *next = *product->user_begin();
    if (!isProduct(next) || next->getBlock() != loop.getBody() ||
        !isLast(next) || next->getOperand(2) != product->getResult(0))
      break;
    product = next;
  }
  return product;
}

/// A number is loaded for the next iteration when all of this one have used
/// theirs: so both have the same register, and nobody has to wait for the
/// number before he moves it there.
std::optional<GroupKey> LoopScheduler::behindUsers(Operation *load) const {
  if (isTensorLoad(load))
    return std::nullopt;
  GroupKey key = {0, 0};
  for (Operation *user : usersInBody(loop, load)) {
    if (!isLast(user))
      return std::nullopt;
    key = std::max(key, GroupKey{2 * numbers.lookup(user) + 1, 0});
  }
  return key;
}

/// Where every product of warp groups is waited for at once, a group of copies
/// before each of them takes a wait and a barrier each, and runs beside
/// nothing. Before the first product one wait and one barrier serve all of
/// them.
void LoopScheduler::joinGroups(GroupKeys &groups) const {
  bool areOfWarpGroups = llvm::all_of(groups, [](const auto &group) {
    return isa<ttng::WarpGroupDotOp>(group.first);
  });
  bool areAddresses = llvm::any_of(
      keys, [](const auto &placed) { return placed.second.level != 0; });
  if (groups.size() < 2 || !areOfWarpGroups || areAddresses)
    return;
  GroupKey first = groups.front().second;
  for (const auto &[product, key] : groups)
    first = std::min(first, key);
  for (auto &group : groups)
    group.second = first;
}

void LoopScheduler::placeLoads() {
  std::vector<Operation *> loads;
  llvm::copy_if(ops, std::back_inserter(loads),
                [&](Operation *op) { return latencyOf(op) != 0; });
  llvm::sort(loads, [&](Operation *a, Operation *b) {
    unsigned one = distances.lookup(a), other = distances.lookup(b);
    return one != other ? one < other : a->isBeforeInBlock(b);
  });
  // Loads of one product are waited for together.
  GroupKeys ofProducts;
  Operation *before = productBeforeCopies(loop, filled);
  if (before != nullptr && !isLast(before))
    before = nullptr;
  for (Operation *load : loads) {
    std::size_t last = numbers.size();
    GroupKey key = {2 * last, 0};
    if (std::optional<GroupKey> behind = behindUsers(load)) {
      keys.insert_or_assign(load, *behind);
      placeMakers();
      continue;
    }
    for (Operation *user : usersInBody(loop, load))
      if (isLast(user)) {
        key = std::min(key, GroupKey{2 * numbers.lookup(user), 0});
      } else if (auto found = keys.find(user); found != keys.end()) {
        GroupKey before = {found->second.position, found->second.level + 1};
        key = std::min(key, before);
      }
    Operation *product = productOf(load);
    if (product != nullptr && key.level == 0 && isLast(product)) {
      if (Operation *done = before ? before : doneWith(product))
        key = {2 * numbers.lookup(done) + 1, 0};
      GroupKey &first = ofProducts.try_emplace(product, key).first->second;
      first = std::min(first, key);
    }
    keys.insert_or_assign(load, key);
    placeMakers();
  }
  if (before == nullptr)
    joinGroups(ofProducts);
  for (Operation *load : loads)
    if (auto found = ofProducts.find(productOf(load));
        found != ofProducts.end() && keys.at(load).level == 0 &&
        !behindUsers(load))
      keys.insert_or_assign(load, found->second);
  placeMakers();
}

// Before all that need them in the same stage.
void LoopScheduler::placeMakers() {
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (Operation *op : llvm::reverse(ops)) {
      if (isLast(op))
        continue;
      OpSet users = usersInBody(loop, op);
      for (Operation *user : usersInNext(loop, op))
        users.insert(user);
      for (Operation *user : users) {
        auto found = keys.find(user);
        if (found == keys.end() ||
            distances.lookup(user) != distances.lookup(op))
          continue;
        auto [own, isFirst] = keys.try_emplace(op, found->second);
        if (!isFirst && !(found->second < own->second))
          continue;
        own->second = found->second;
        hasChanged = true;
      }
    }
  }
}

LoopSchedule LoopScheduler::order() const {
  unsigned last = 0;
  for (Operation *op : ops)
    last = std::max(last, distances.lookup(op));
  std::vector<std::pair<GroupKey, Operation *>> sorted;
  sorted.reserve(ops.size());
  // Behind those of its position that run ahead, and before those one further.
  for (Operation *op : ops)
    sorted.emplace_back(isLast(op) ? GroupKey{2 * numbers.lookup(op) + 1, ~0U}
                                   : keys.at(op),
                        op);
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    if (a.first < b.first || b.first < a.first)
      return a.first < b.first;
    return a.second->isBeforeInBlock(b.second);
  });
  LoopSchedule schedule(last);
  for (const auto &[key, op] : sorted)
    schedule.append(op, last - distances.lookup(op));
  return schedule;
}

void LoopScheduler::run() {
  auto missed = [&](Operation *op, llvm::StringRef why) {
    remark::missed(op->getLoc(), remark::RemarkOpts::name("not-scheduled")
                                     .category("tritongpu-schedule-loops"))
        << remark::reason("{0}", why);
  };
  if (!computeDistances())
    return missed(loop, "a load with a latency depends on what it loaded an "
                        "iteration before");
  for (Operation *op : ops)
    if (!isLast(op) && !canRunEarly(op))
      return missed(op, "it has effects, and would have to run ahead");
  sinkStores();
  sink();
  gatherFactors();
  listOps();
  placeLastStage();
  placeLoads();
  loop->removeAttr(CopiesBehindAttr);
  order().write(loop);
}

class TritonGPUScheduleLoops
    : public impl::TritonGPUScheduleLoopsBase<TritonGPUScheduleLoops> {
  void runOnOperation() final {
    const Target *target = ir::nearestTargetOf(getOperation());
    std::optional<AxisFacts> facts;
    getOperation().walk([&](scf::ForOp loop) {
      LoopScheduler scheduler(loop);
      if (loop->hasAttr(LastStageAttr) || !scheduler.hasLatency())
        return;
      if (!facts)
        facts.emplace(getOperation());
      if (target != nullptr)
        scheduler.findFilled(*facts, *target);
      scheduler.run();
    });
  }
};

} // namespace
} // namespace heddle
