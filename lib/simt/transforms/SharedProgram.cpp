//===- SharedProgram.cpp - Who accesses shared memory ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "ThreadValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

namespace {

/// Whether threads wait for what it reads from global memory.
bool isSlow(const simt::MemoryAccess &access) {
  return access.space == simt::Space::Global && access.reads &&
         !access.isAtomic && access.completion == simt::Completion::AtOnce;
}

/// One for each access to shared memory, or one; none if the way through the
/// program need not know of the op.
llvm::SmallVector<PointGraph::Point, 1> pointsAt(Operation *op) {
  PointGraph::Point point = {.op = op, .barrier = simt::synchronizedBy(op)};
  llvm::SmallVector<PointGraph::Point, 1> points;
  simt::MemoryAccesses accesses = simt::accessesOf(op);
  point.isSlow = llvm::any_of(accesses, isSlow);
  for (simt::MemoryAccess &access : accesses)
    if (access.space == simt::Space::Shared) {
      points.push_back(point);
      points.back().access = std::move(access);
    }
  bool isNeeded = point.barrier || point.isSlow ||
                  isa<simt::SharedOp, simt::ProxyFenceOp>(op) ||
                  op->getNumRegions() != 0 ||
                  op->hasTrait<OpTrait::IsTerminator>();
  if (points.empty() && isNeeded)
    points.push_back(std::move(point));
  return points;
}

class GraphBuilder {
public:
  explicit GraphBuilder(PointGraph &graph) : graph(graph) {}

  /// Points of a region; the way leads there from each of `from`. The result is
  /// where it leaves the region.
  llvm::SmallVector<unsigned> add(Region &region,
                                  llvm::ArrayRef<unsigned> from);

private:
  unsigned add(PointGraph::Point point, llvm::ArrayRef<unsigned> from) {
    point.isInPartition = isInPartition;
    auto number = static_cast<unsigned>(graph.points.size());
    graph.points.push_back(std::move(point));
    for (unsigned before : from)
      edge(before, number);
    return number;
  }
  unsigned join(llvm::ArrayRef<unsigned> from) { return add({}, from); }
  void edge(unsigned from, unsigned to) {
    graph.points[from].next.push_back(to);
  }
  /// The last point of an op that has regions.
  unsigned addRegions(Operation *op, unsigned last);

  PointGraph &graph;
  bool isInPartition = false;
};

llvm::SmallVector<unsigned> GraphBuilder::add(Region &region,
                                              llvm::ArrayRef<unsigned> from) {
  llvm::DenseMap<Block *, unsigned> heads;
  llvm::SmallVector<std::pair<unsigned, Block *>> branches;
  llvm::SmallVector<unsigned> ends;
  for (Block &block : region) {
    unsigned last =
        join(&block == &region.front() ? from : llvm::ArrayRef<unsigned>());
    heads[&block] = last;
    for (Operation &op : block) {
      for (PointGraph::Point &point : pointsAt(&op))
        last = add(std::move(point), last);
      if (op.getNumRegions() != 0)
        last = addRegions(&op, last);
    }
    if (block.empty() || block.back().getNumSuccessors() == 0)
      ends.push_back(last);
    else
      for (Block *successor : block.back().getSuccessors())
        branches.emplace_back(last, successor);
  }
  for (auto [last, successor] : branches)
    edge(last, heads[successor]);
  return ends;
}

unsigned GraphBuilder::addRegions(Operation *op, unsigned last) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned head = join(last);
    for (unsigned end : add(loop.getRegion(), head))
      edge(end, head);
    return join(head);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    llvm::SmallVector<unsigned> ends = add(branch.getThenRegion(), last);
    if (branch.getElseRegion().empty())
      ends.push_back(last);
    else
      ends.append(add(branch.getElseRegion(), last));
    return join(ends);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    unsigned head = join(last);
    llvm::SmallVector<unsigned> decided = add(loop.getBefore(), head);
    for (unsigned end : add(loop.getAfter(), decided))
      edge(end, head);
    return join(decided);
  }
  if (auto partitions = dyn_cast<simt::PartitionsOp>(op)) {
    // Between partitions the program has mbarriers of its own.
    isInPartition = true;
    llvm::SmallVector<unsigned> ends = add(partitions.getFirst(), last);
    for (Region &region : partitions.others().getRegions())
      ends.append(add(region, last));
    isInPartition = false;
    return join(ends);
  }
  // Any of them, any number of times.
  unsigned head = join(last);
  for (Region &region : op->getRegions())
    for (unsigned end : add(region, head))
      edge(end, head);
  return join(head);
}

} // namespace

PointGraph::PointGraph(simt::KernelOp kernel) {
  GraphBuilder(*this).add(kernel.getBody(), {});
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

class FootprintBuilder {
public:
  FootprintBuilder(simt::KernelOp kernel, const SharedAllocations &allocations)
      : lanes(kernel.getLanes()), blockThreads(simt::mostWarps(kernel) * lanes),
        threads(usesRank(kernel) ? kernel.getClusterBlocks() * blockThreads
                                 : blockThreads),
        sharedBytes(kernel.getSharedBytes()), allocations(allocations),
        values(threads, blockThreads) {}

  /// Atomic accesses are of anybody to anything: among them nobody waits.
  /// So are those of other blocks.
  Footprint of(const simt::MemoryAccess &access) {
    using Form = simt::MemoryAccess::Form;
    if (access.isAtomic || access.isDistributed || !access.addresses)
      return anywhere(access);
    switch (access.form) {
    case Form::Vector:
      return ofVectors(access);
    case Form::Matrix:
    case Form::MatrixTransposed:
      return ofMatrices(access);
    case Form::Unknown:
      return anywhere(access);
    }
    return anywhere(access);
  }

private:
  Footprint ofVectors(const simt::MemoryAccess &access) {
    const ThreadValues::Registers &bases = values.of(access.addresses);
    const ThreadValues::Registers *predicates =
        access.predicates ? &values.of(access.predicates) : nullptr;
    Footprint footprint;
    for (unsigned thread = 0; thread < threads; ++thread)
      for (auto [index, each] : llvm::enumerate(access.instructions)) {
        const ThreadValues::Register &base = bases[each.base];
        if (base.empty())
          return anywhere(access);
        if (predicates != nullptr && !(*predicates)[index].empty() &&
            (*predicates)[index][thread] == 0)
          continue;
        auto address = static_cast<std::uint32_t>(
            base[thread] + static_cast<std::uint32_t>(each.offset));
        footprint.add(address, access.bytes, who(thread));
      }
    footprint.finish();
    return footprint;
  }

  /// Which lane has which bytes: see `simt.matrix_load`.
  Footprint ofMatrices(const simt::MemoryAccess &access) {
    constexpr unsigned Rows = 8, UnitBytes = 2;
    bool isTransposed =
        access.form == simt::MemoryAccess::Form::MatrixTransposed;
    const ThreadValues::Register &base = values.of(access.addresses).front();
    if (base.empty())
      return anywhere(access);
    const ThreadValues::Register *takesPart =
        access.predicates ? &values.of(access.predicates).front() : nullptr;
    auto offset =
        static_cast<std::uint32_t>(access.instructions.front().offset);
    Footprint footprint;
    for (unsigned thread = 0; thread < threads; ++thread) {
      if (takesPart != nullptr && !takesPart->empty() &&
          (*takesPart)[thread] == 0)
        continue;
      unsigned lane = thread % lanes;
      for (unsigned unit = 0; unit < access.bytes / UnitBytes; ++unit) {
        unsigned along = lane % 4 * 2 + unit % 2, across = lane / 4;
        unsigned row = isTransposed ? along : across;
        unsigned column = isTransposed ? across : along;
        unsigned giver = thread - lane + unit / 2 * Rows + row;
        std::uint32_t address = static_cast<std::uint32_t>(base[giver]) +
                                offset + column * UnitBytes;
        footprint.add(address, UnitBytes, who(thread));
      }
    }
    footprint.finish();
    return footprint;
  }

  ThreadSet who(unsigned thread) const {
    unsigned inBlock = thread % blockThreads;
    return ThreadSet::only(inBlock, inBlock / lanes);
  }

  /// Addresses depend on the block at most where somebody asks for its number.
  static bool usesRank(simt::KernelOp kernel) {
    return kernel.getClusterBlocks() != 1 &&
           kernel
               .walk([](simt::BlockRankOp) { return WalkResult::interrupt(); })
               .wasInterrupted();
  }

  /// All bytes of the allocations in which it may be.
  Footprint anywhere(const simt::MemoryAccess &access) {
    Footprint footprint;
    llvm::BitVector candidates = allocations.accessedBy(access);
    for (unsigned number : candidates.set_bits()) {
      simt::SharedOp allocation = allocations.all()[number];
      footprint.add(allocation.getAt().value_or(0), allocation.getBytes(),
                    ThreadSet::any());
    }
    if (candidates.none() && access.asynchrony == simt::Asynchrony::None)
      footprint.add(0, std::max(1U, sharedBytes), ThreadSet::any());
    footprint.finish();
    return footprint;
  }

  /// Threads of all blocks of the cluster, one block after the other: each
  /// accesses the memory of its own, so that those of equal numbers never
  /// conflict.
  unsigned lanes, blockThreads, threads, sharedBytes;
  const SharedAllocations &allocations;
  ThreadValues values;
};

/// What ends with the program: all shared memory of the block.
SharedAccesses::Access endOf(simt::KernelOp kernel) {
  SharedAccesses::Access end;
  end.writes = true;
  end.footprint.add(0, std::max(1U, kernel.getSharedBytes()), ThreadSet::any());
  end.footprint.finish();
  end.isEnd = true;
  return end;
}

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
  bool isLoad = false, isDistributed = false, isKnownToWarp = false;
  SharedAccesses::Part part = SharedAccesses::Part::All;
  llvm::BitVector where;
  std::vector<Footprint> footprints;

  bool goesOn(const simt::MemoryAccess &access, SharedAccesses::Part of,
              bool isKnown, const llvm::BitVector &allocations,
              const Footprint &footprint) const {
    bool load = access.reads;
    return !footprints.empty() && load == isLoad && of == part &&
           isKnown == isKnownToWarp && access.isDistributed == isDistributed &&
           allocations == where &&
           (load || llvm::all_of(footprints, [&](const Footprint &each) {
              return conflictOf(each, footprint) == SyncScope::None;
            }));
  }
  void finish(SharedAccesses &accesses) {
    if (footprints.empty())
      return;
    Footprint &all = accesses.accesses.back().footprint;
    for (const Footprint &footprint : footprints)
      all.add(footprint);
    all.finish();
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

SharedAccesses::Access accessOf(const simt::MemoryAccess &access,
                                const Footprint &footprint) {
  SharedAccesses::Access result = {.reads = access.reads,
                                   .writes = access.writes,
                                   .footprint = footprint,
                                   .part = partOf(access)};
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
SharedAccesses accessesOf(simt::KernelOp kernel, const PointGraph &graph,
                          const SharedAllocations &allocations) {
  FootprintBuilder footprints(kernel, allocations);
  const Arrivals arrivals(graph, allocations);
  const llvm::DenseSet<Operation *> isBehind = behindArrivals(kernel);
  SharedAccesses result;
  Run run;
  const Operation *before = nullptr;
  for (const PointGraph::Point &from : graph.points) {
    SharedAccesses::Point &to = result.points.emplace_back();
    to.isInside =
        from.op != nullptr && (from.op == before || isBehind.contains(from.op));
    before = from.op;
    to.next.assign(from.next.begin(), from.next.end());
    to.isSlow = from.isSlow;
    to.allowsBarrier = from.op != nullptr && !to.isSlow;
    to.barrier = scopeOf(from);
    to.isInPartition = from.isInPartition;
    to.arrivesAtPeers = arrivals.arriveAtPeers(from.op);
    to.awaitsPeers = arrivals.awaitPeers(from.op);
    const std::optional<simt::MemoryAccess> &access = from.access;
    if (!access) {
      run.finish(result);
      if (kernel.getClusterBlocks() != 1 &&
          isa_and_nonnull<simt::ReturnOp>(from.op)) {
        to.access = static_cast<unsigned>(result.accesses.size());
        result.accesses.push_back(endOf(kernel));
      }
      continue;
    }
    bool isKnown = from.op != nullptr && isKnownToWarp(from.op);
    auto begin = [&](const Footprint &footprint) {
      run.finish(result);
      to.access = static_cast<unsigned>(result.accesses.size());
      result.accesses.push_back(accessOf(*access, footprint));
      result.accesses.back().isKnownToWarp = isKnown;
    };
    Footprint footprint = footprints.of(*access);
    if (access->reads == access->writes) {
      begin(footprint);
      continue;
    }
    llvm::BitVector where = allocations.accessedBy(*access);
    if (!run.goesOn(*access, partOf(*access), isKnown, where, footprint)) {
      begin({});
      run.isLoad = access->reads;
      run.isDistributed = access->isDistributed;
      run.part = partOf(*access);
      run.isKnownToWarp = isKnown;
      run.where = where;
    } else {
      // A barrier here would not be behind all of the run.
      to.allowsBarrier = false;
    }
    run.footprints.push_back(std::move(footprint));
  }
  run.finish(result);
  return result;
}

} // namespace heddle
