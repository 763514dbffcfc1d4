//===- ProgramAccesses.cpp - Who accesses shared memory, and where --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramAccesses.h"
#include "BegunAccesses.h"

namespace heddle {

using namespace mlir;

namespace {

/// Arrivals at mbarriers of other blocks, and waits for theirs.
class Arrivals {
public:
  Arrivals(const PointGraph &graph, const SharedAllocations &allocations)
      : allocations(allocations),
        places(static_cast<unsigned>(allocations.all().size())) {
    for (const PointGraph::Point &point : graph.points)
      if (Value address = peerAddress(point.op))
        places |= allocations.of(address);
  }

  bool arriveAtPeers(Operation *op) const { return bool(peerAddress(op)); }
  bool awaitPeers(Operation *op) const {
    auto wait = dyn_cast_or_null<simt::MbarrierWaitOp>(op);
    if (!wait)
      return false;
    llvm::BitVector where = allocations.of(wait.getAddress());
    return where.any() && !where.test(places);
  }

private:
  static Value peerAddress(Operation *op) {
    auto arrive = dyn_cast_or_null<simt::MbarrierArriveOp>(op);
    return arrive && arrive.getIsDistributed() ? arrive.getAddress() : Value();
  }

  const SharedAllocations &allocations;
  /// Where such mbarriers are.
  llvm::BitVector places;
};

/// Accesses that count as one, the last of those that there are.
struct Run {
  SharedAccesses::Access kind;
  llvm::BitVector where;
  std::vector<AllocationFootprint> footprints;

  bool goesOn(const SharedAccesses::Access &access,
              const llvm::BitVector &allocations,
              const AllocationFootprint &footprint) const {
    return !footprints.empty() && access.reads == kind.reads &&
           access.part == kind.part &&
           access.isKnownToWarp == kind.isKnownToWarp &&
           access.place == kind.place &&
           access.isDistributed == kind.isDistributed && allocations == where &&
           (access.reads ||
            llvm::all_of(footprints, [&](const AllocationFootprint &each) {
              return conflictOf(each, footprint) == SyncScope::None;
            }));
  }
  void finish(std::vector<AllocationFootprint> &all) {
    if (footprints.empty())
      return;
    for (const AllocationFootprint &footprint : footprints)
      all.back().add(footprint);
    all.back().finish();
    footprints.clear();
  }
};

SharedAccesses::Part partOf(const simt::MemoryAccess &access) {
  using enum SharedAccesses::Part;
  if (access.asynchrony == simt::Asynchrony::None)
    return All;
  return access.completion == simt::Completion::Later ? Begin : End;
}

/// Have all lanes of a warp left this wait before one of them does anything
/// that others may see? They start and await products of warp groups together
/// (PTX ISA, wgmma, .sync.aligned).
bool isLeftTogether(simt::MbarrierWaitOp wait) {
  for (Operation *op = wait->getNextNode(); op != nullptr;
       op = op->getNextNode()) {
    if (isa<simt::GroupMmaOp>(op))
      return true;
    if (op->getNumRegions() != 0 ||
        !(isa<simt::MbarrierWaitOp, simt::ProxyFenceOp>(op) ||
          isMemoryEffectFree(op)))
      return false;
  }
  return false;
}

/// Does the lane that arrives for its warp know that this op is done?
bool isKnownToWarp(Operation *op) {
  if (auto wait = dyn_cast<simt::MbarrierWaitOp>(op))
    return isLeftTogether(wait);
  if (auto arrive = dyn_cast<simt::MbarrierArriveOp>(op))
    return arrive.getIsOfWarp();
  return isa<simt::GroupMmaOp, simt::GroupWaitOp>(op);
}

SharedAccesses::Access accessOf(const simt::MemoryAccess &access) {
  SharedAccesses::Access result;
  result.reads = access.reads;
  result.writes = access.writes;
  result.part = partOf(access);
  result.isDistributed = access.isDistributed;
  result.isOrderedByArrivals =
      access.isDistributed && access.asynchrony == simt::Asynchrony::BoxLoads;
  result.isSignal = access.isDistributed && access.isAtomic;
  result.isArrival = access.asynchrony == simt::Asynchrony::Arrivals;
  result.isOfWarp = access.isOfWarp;
  return result;
}

SyncScope scopeOf(const PointGraph::Point &point) {
  if (!point.barrier)
    return SyncScope::None;
  if (auto wait = dyn_cast<simt::ClusterWaitOp>(point.op))
    return wait.arrival().getIsOwn() ? SyncScope::ClusterReads
                                     : SyncScope::Cluster;
  switch (*point.barrier) {
  case simt::Scope::Warp:
    return SyncScope::Warp;
  case simt::Scope::Block:
    return SyncScope::Block;
  case simt::Scope::Cluster:
    return SyncScope::Cluster;
  }
  return SyncScope::None;
}

SharedAccesses::Point pointOf(const PointGraph::Point &from,
                              const Arrivals &arrivals) {
  SharedAccesses::Point to;
  to.next.assign(from.next.begin(), from.next.end());
  to.isSlow = from.isSlow;
  to.allowsBarrier = from.op != nullptr && !to.isSlow;
  to.barrier = scopeOf(from);
  to.isInPartition = from.isInPartition;
  to.arrivesAtPeers = arrivals.arriveAtPeers(from.op);
  to.awaitsPeers = arrivals.awaitPeers(from.op);
  return to;
}

/// Places in rings by the points and numbers that the placement knows.
class Places {
public:
  explicit Places(const PointGraph &graph) {
    for (auto [number, point] : llvm::enumerate(graph.points))
      if (point.loop != nullptr)
        heads[point.loop] = static_cast<unsigned>(number);
  }

  std::optional<RingPlace>
  numbered(const std::optional<FootprintBuilder::BufferPlace> &place) {
    if (!place)
      return std::nullopt;
    const RingCounter &counter = place->counter;
    Ring ring = {place->allocation, counter.before};
    auto *found = llvm::find(rings, ring);
    if (found == rings.end()) {
      rings.push_back(ring);
      found = &rings.back();
    }
    return RingPlace{.ring = static_cast<unsigned>(found - rings.begin()),
                     .loop = heads.lookup(counter.loop),
                     .phase = counter.phase,
                     .count = counter.count};
  }

private:
  /// The same allocation, counted from the same loops on.
  using Ring = std::pair<unsigned, llvm::SmallVector<Operation *, 1>>;
  llvm::SmallVector<Ring> rings;
  llvm::DenseMap<Operation *, unsigned> heads;
};

/// Marks where the loops begin and end that accesses have places in.
void markTurns(SharedAccesses &program, const PointGraph &graph) {
  for (const SharedAccesses::Access &access : program.accesses)
    if (access.place)
      program.points[access.place->loop].isHead = true;
  for (auto [from, to] : llvm::zip(graph.points, program.points))
    if (from.left && program.points[*from.left].isHead)
      to.left = from.left;
}

/// What is accessed at a point. What ends where groups are waited for is what
/// has begun.
AllocationFootprint footprintAt(unsigned point, const PointGraph &graph,
                                const BegunAccesses &begun,
                                FootprintBuilder &builder) {
  const llvm::SmallVector<unsigned> *ending = begun.endingAt(point);
  if (ending == nullptr)
    return builder.of(*graph.points[point].access);
  AllocationFootprint footprint;
  for (unsigned begin : *ending)
    footprint.add(builder.of(*graph.points[begin].access));
  footprint.finish();
  return footprint;
}

/// In which buffer that is: where something ends, if one thing does that has
/// begun in the same iteration.
std::optional<FootprintBuilder::BufferPlace>
placeAt(unsigned point, const PointGraph &graph, const BegunAccesses &begun,
        FootprintBuilder &builder) {
  if (const llvm::SmallVector<unsigned> *ending = begun.endingAt(point)) {
    if (ending->size() != 1 || begun.isCarried(ending->front()))
      return std::nullopt;
    point = ending->front();
  }
  const PointGraph::Point &at = graph.points[point];
  return at.op != nullptr ? builder.placeOf(at.op, *at.access) : std::nullopt;
}

/// Ops between the halves of barriers of the cluster, and the second halves.
llvm::DenseSet<Operation *> behindArrivals(simt::KernelOp kernel) {
  llvm::DenseSet<Operation *> found;
  kernel.walk([&](simt::ClusterWaitOp wait) {
    for (Operation *op = wait; op != wait.arrival(); op = op->getPrevNode())
      op->walk([&](Operation *each) { found.insert(each); });
  });
  return found;
}

} // namespace

// Accesses of one kind to the same allocations that follow each other at once,
// as a plan has them, count as one where they do not conflict: whoever waits
// for one waits for all.
ProgramAccesses::ProgramAccesses(simt::KernelOp kernel, const PointGraph &graph,
                                 const SharedAllocations &allocations) {
  std::vector<AllocationFootprint> all;
  FootprintBuilder builder(kernel, allocations);
  const BegunAccesses begun(graph);
  Places places(graph);
  const Arrivals arrivals(graph, allocations);
  const llvm::DenseSet<Operation *> isBehind = behindArrivals(kernel);
  Run run;
  auto begin = [&](SharedAccesses::Point &at,
                   const SharedAccesses::Access &access,
                   AllocationFootprint footprint) {
    run.finish(all);
    at.access = static_cast<unsigned>(program.accesses.size());
    program.accesses.push_back(access);
    all.push_back(std::move(footprint));
  };
  // What ends with the program: all shared memory of the block.
  auto end = [&](SharedAccesses::Point &at) {
    SharedAccesses::Access access;
    access.writes = true;
    access.isEnd = true;
    AllocationFootprint everything;
    everything.addEverything();
    begin(at, access, std::move(everything));
  };
  const Operation *before = nullptr;
  for (const PointGraph::Point &from : graph.points) {
    SharedAccesses::Point &to =
        program.points.emplace_back(pointOf(from, arrivals));
    to.isInside =
        from.op != nullptr && (from.op == before || isBehind.contains(from.op));
    before = from.op;
    const std::optional<simt::MemoryAccess> &access = from.access;
    if (!access) {
      run.finish(all);
      if (kernel.getClusterBlocks() != 1 &&
          isa_and_nonnull<simt::ReturnOp>(from.op))
        end(to);
      continue;
    }
    SharedAccesses::Access one = accessOf(*access);
    one.isKnownToWarp = from.op != nullptr && isKnownToWarp(from.op);
    auto number = static_cast<unsigned>(program.points.size() - 1);
    one.place = places.numbered(placeAt(number, graph, begun, builder));
    AllocationFootprint footprint = footprintAt(number, graph, begun, builder);
    if (access->reads == access->writes) {
      begin(to, one, std::move(footprint));
      continue;
    }
    llvm::BitVector where = allocations.accessedBy(*access);
    if (run.goesOn(one, where, footprint))
      // A barrier here would not be behind all of the run.
      to.allowsBarrier = false;
    else {
      begin(to, one, {});
      run.kind = one;
      run.where = std::move(where);
    }
    run.footprints.push_back(std::move(footprint));
  }
  run.finish(all);
  markTurns(program, graph);
  footprints.emplace(std::move(all));
}

const SharedAccesses &ProgramAccesses::placed(const AllocationPlan &plan) {
  auto count = static_cast<unsigned>(program.accesses.size());
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = 0; b <= a; ++b)
      if (mayConflict(program.accesses[a], program.accesses[b]))
        program.common.set(a, b, footprints->conflictOf(a, b, plan));
  return program;
}

} // namespace heddle
