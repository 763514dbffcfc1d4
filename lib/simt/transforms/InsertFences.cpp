//===- InsertFences.cpp - Between threads and what goes on by itself ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of warp groups and copies of boxes use shared memory as another
/// proxy than threads. So a thread that has stored where one of them reads, or
/// has read or stored where one of them writes, has a fence before the barrier
/// that lets the others know (PTX ISA, "Proxies"). A fence waits for all of the
/// thread's accesses, so that one whose work a later one does anyway is left
/// out.
///
/// Copies of threads that arrive at an mbarrier end when nobody is there to
/// have a fence behind them: whoever has waited for an mbarrier has it. The
/// warps of a partition that copies, and does not read it so, wait for other
/// things.
///
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

using namespace mlir;

namespace {

class FencePlacement {
public:
  explicit FencePlacement(simt::KernelOp kernel)
      : graph(kernel), allocations(kernel),
        count(static_cast<unsigned>(allocations.all().size())),
        sameBytes(sharedBytes(allocations.all())), readLater(count),
        writtenLater(count), fenced(graph.points.size(), false) {
    for (const PointGraph::Point &point : graph.points) {
      addArrivingCopies(point);
      if (!isOtherProxy(point))
        continue;
      if (point.access->writes)
        writtenLater |= placesOf(*point.access);
      if (point.access->reads)
        readLater |= placesOf(*point.access);
    }
  }

  /// In the order of the points.
  std::vector<Operation *> places() {
    spread([&](std::size_t number) {
      return needsFence(graph.points[number], before[number]);
    });
    for (std::size_t i = 0; i < fenced.size(); ++i)
      fenced[i] = needsFence(graph.points[i], before[i]);
    leaveOut();
    std::vector<Operation *> found;
    for (auto [point, isFenced] : llvm::zip(graph.points, fenced))
      if (isFenced && (found.empty() || found.back() != point.op))
        found.push_back(point.op);
    return found;
  }

private:
  /// Copies of threads are as what the threads do.
  static bool isOtherProxy(const PointGraph::Point &point) {
    return point.access &&
           point.access->completion == simt::Completion::Later &&
           point.access->asynchrony != simt::Asynchrony::ThreadCopies &&
           point.access->asynchrony != simt::Asynchrony::Arrivals;
  }
  /// Where the op is, of the regions of partitions; null outside of them.
  static Region *partitionOf(Operation *op) {
    Region *region = op->getParentRegion();
    while (region != nullptr &&
           !isa<simt::PartitionsOp, simt::OtherPartitionsOp>(
               region->getParentOp()))
      region = region->getParentRegion();
    return region;
  }
  void addArrivingCopies(const PointGraph::Point &point) {
    if (isa_and_nonnull<simt::MbarrierArriveCopiesOp>(point.op))
      doCopiesArrive = true;
    if (!point.access || point.access->completion != simt::Completion::Later)
      return;
    bool areOfThreads =
        point.access->asynchrony == simt::Asynchrony::ThreadCopies;
    if (!areOfThreads && !(isOtherProxy(point) && point.access->reads))
      return;
    llvm::BitVector &places =
        (areOfThreads ? copied : read)
            .try_emplace(partitionOf(point.op), llvm::BitVector(count))
            .first->second;
    places |= allocations.accessedBy(*point.access);
  }
  /// What threads have copied to when an mbarrier has been waited for.
  llvm::BitVector arrivedAt(simt::MbarrierWaitOp wait) const {
    llvm::BitVector arrived(count);
    if (!doCopiesArrive)
      return arrived;
    for (const auto &[partition, places] : copied)
      arrived |= places;
    Region *own = partitionOf(wait);
    auto ownCopies = copied.find(own), ownReads = read.find(own);
    if (own != nullptr && ownCopies != copied.end()) {
      llvm::BitVector others = ownCopies->second;
      if (ownReads != read.end())
        others.reset(ownReads->second);
      arrived.reset(others);
    }
    arrived &= readLater;
    return arrived;
  }
  /// What it accesses; if it writes, also what has the same bytes at another
  /// time.
  llvm::BitVector placesOf(const simt::MemoryAccess &access) const {
    llvm::BitVector places = allocations.accessedBy(access);
    if (!access.writes)
      return places;
    llvm::BitVector all = places;
    for (unsigned number : places.set_bits())
      all |= sameBytes[number];
    return all;
  }
  /// Of each allocation, those that share bytes with it.
  static std::vector<llvm::BitVector>
  sharedBytes(llvm::ArrayRef<simt::SharedOp> all) {
    auto count = static_cast<unsigned>(all.size());
    std::vector<llvm::BitVector> shared(count, llvm::BitVector(count));
    for (unsigned a = 0; a < count; ++a)
      for (unsigned b = 0; b < count; ++b)
        if (overlap(all[a], all[b]))
          shared[a].set(b);
    return shared;
  }
  static bool overlap(simt::SharedOp a, simt::SharedOp b) {
    std::uint32_t beginA = a.getAt().value_or(0),
                  beginB = b.getAt().value_or(0);
    return beginA < beginB + b.getBytes() && beginB < beginA + a.getBytes();
  }
  static bool isArrival(const PointGraph::Point &point) {
    return point.access &&
           point.access->asynchrony == simt::Asynchrony::Arrivals;
  }
  bool needsFence(const PointGraph::Point &point,
                  const llvm::BitVector &used) const {
    if (isOtherProxy(point))
      return used.anyCommon(placesOf(*point.access));
    bool areAllThere = point.barrier && point.barrier != simt::Scope::Warp;
    return (areAllThere || isArrival(point)) && used.any();
  }
  /// What a thread does there that the other proxy has to know.
  llvm::BitVector usedAt(const PointGraph::Point &point) const {
    if (auto wait = dyn_cast_if_present<simt::MbarrierWaitOp>(point.op))
      return arrivedAt(wait);
    llvm::BitVector used(count);
    if (!point.access || isOtherProxy(point))
      return used;
    const simt::MemoryAccess &access = *point.access;
    // Copies of threads store where the thread has waited for them; where
    // copies of boxes are waited for, and at arrivals, a thread does nothing.
    bool isOfThread = access.completion == simt::Completion::AtOnce &&
                      (access.asynchrony == simt::Asynchrony::None ||
                       access.asynchrony == simt::Asynchrony::ThreadCopies);
    if (!isOfThread)
      return used;
    if (access.writes)
      used |= readLater;
    if (access.reads || access.writes)
      used |= writtenLater;
    used &= allocations.accessedBy(access);
    return used;
  }
  /// Allocations of the other proxy that a thread may have used since its last
  /// fence: before each point, on any way there.
  void spread(llvm::function_ref<bool(std::size_t)> hasFence) {
    before.assign(graph.points.size(), llvm::BitVector(count));
    bool hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (auto [number, point] : llvm::enumerate(graph.points)) {
        llvm::BitVector behind = before[number];
        if (hasFence(number) || isa_and_nonnull<simt::ProxyFenceOp>(point.op))
          behind.reset();
        behind |= usedAt(point);
        for (unsigned next : point.next) {
          hasChanged = hasChanged || behind.test(before[next]);
          before[next] |= behind;
        }
      }
    }
  }
  /// Do these fences suffice: at barriers of the block that all its threads
  /// pass, later ones do the work of those that are not there?
  bool suffice() {
    spread([&](std::size_t number) { return fenced[number]; });
    for (auto [number, point] : llvm::enumerate(graph.points))
      if (!fenced[number] && point.barrier != simt::Scope::Block &&
          needsFence(point, before[number]))
        return false;
    return true;
  }
  /// Leaves out fences that others replace, first in the innermost loops. In
  /// partitions not all threads pass the same barriers.
  void leaveOut() {
    if (std::ranges::any_of(graph.points, &PointGraph::Point::isInPartition))
      return;
    std::vector<std::pair<unsigned, std::size_t>> order;
    for (auto [number, point] : llvm::enumerate(graph.points)) {
      if (!fenced[number] || point.barrier != simt::Scope::Block)
        continue;
      unsigned depth = 0;
      for (Operation *op = point.op; op != nullptr; op = op->getParentOp())
        depth += isa<LoopLikeOpInterface>(op) ? 1 : 0;
      order.emplace_back(depth, number);
    }
    llvm::sort(order, [](const auto &a, const auto &b) {
      return std::pair(b.first, a.second) < std::pair(a.first, b.second);
    });
    for (auto [depth, number] : order) {
      fenced[number] = false;
      fenced[number] = !suffice();
    }
  }

  PointGraph graph;
  SharedAllocations allocations;
  unsigned count;
  std::vector<llvm::BitVector> sameBytes;
  llvm::BitVector readLater, writtenLater;
  /// What threads copy to, and what the other proxy reads, by partitions.
  llvm::DenseMap<Region *, llvm::BitVector> copied, read;
  /// Do copies of threads arrive at mbarriers?
  bool doCopiesArrive = false;
  std::vector<llvm::BitVector> before;
  /// By points.
  std::vector<bool> fenced;
};

} // namespace

// What threads did before they arrive is what others have to know.
void insertFences(simt::KernelOp kernel) {
  for (Operation *place : FencePlacement(kernel).places()) {
    if (auto wait = dyn_cast<simt::ClusterWaitOp>(place))
      place = wait.arrival();
    // The products run on beside the fence, and a wait for them accesses
    // nothing itself.
    for (Operation *op = place->getPrevNode();
         op != nullptr &&
         (isa<simt::GroupWaitOp>(op) || isMemoryEffectFree(op));
         op = op->getPrevNode())
      if (isa<simt::GroupWaitOp>(op))
        place = op;
    OpBuilder builder(place);
    simt::ProxyFenceOp::create(builder, place->getLoc());
  }
}

} // namespace heddle
