//===- LiveAllocations.cpp - Which allocations live at one time -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "heddle/simt/transforms/SharedMoments.h"

namespace heddle {

using namespace mlir;

namespace {

using Sets = std::vector<llvm::BitVector>;

unsigned definedAt(const PointGraph::Point &point,
                   const SharedAllocations &allocations) {
  auto allocation = dyn_cast_or_null<simt::SharedOp>(point.op);
  return allocation ? allocations.numberOf(allocation) : ~0U;
}

/// Allocations that have begun on some way to behind each point.
Sets begunBehind(const PointGraph &graph,
                 const SharedAllocations &allocations) {
  auto count = static_cast<unsigned>(allocations.all().size());
  Sets begun(graph.points.size(), llvm::BitVector(count));
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (auto [point, here] : llvm::zip(graph.points, begun)) {
      if (unsigned allocation = definedAt(point, allocations);
          allocation < count)
        here.set(allocation);
      for (unsigned next : point.next) {
        hasChanged = hasChanged || here.test(begun[next]);
        begun[next] |= here;
      }
    }
  }
  return begun;
}

/// Allocations that are used on some way from behind each point before they
/// begin again. `usedAt(i)` are those that point i uses.
Sets usedBehind(const PointGraph &graph, const SharedAllocations &allocations,
                llvm::function_ref<llvm::BitVector(std::size_t)> usedAt) {
  auto count = static_cast<unsigned>(allocations.all().size());
  Sets before(graph.points.size(), llvm::BitVector(count));
  Sets behind = before;
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (std::size_t number = graph.points.size(); number-- > 0;) {
      const PointGraph::Point &point = graph.points[number];
      for (unsigned next : point.next)
        behind[number] |= before[next];
      llvm::BitVector live = behind[number];
      if (unsigned allocation = definedAt(point, allocations);
          allocation < count)
        live.reset(allocation);
      live |= usedAt(number);
      hasChanged = hasChanged || live != before[number];
      before[number] = live;
    }
  }
  return behind;
}

/// Where loads of boxes are over because their mbarriers are, and the
/// allocations that no load writes any more behind such a point: whoever ends
/// an mbarrier has waited for what it counts, as far as he waits for it at all.
llvm::DenseMap<unsigned, llvm::BitVector>
loadsThatEnd(const PointGraph &graph, const SharedAllocations &allocations) {
  const llvm::BitVector none(static_cast<unsigned>(allocations.all().size()));
  // For each allocation, where the mbarriers are that count its loads.
  Sets signalled(allocations.all().size(), none);
  bool ends = false;
  for (const PointGraph::Point &point : graph.points) {
    ends = ends || isa_and_nonnull<simt::MbarrierEndOp>(point.op);
    if (auto load = dyn_cast_or_null<simt::BoxLoadOp>(point.op)) {
      const llvm::BitVector written = allocations.of(load.getAddress());
      for (unsigned to : written.set_bits())
        signalled[to] |= allocations.of(load.getMbarrier());
    }
  }
  llvm::DenseMap<unsigned, llvm::BitVector> over;
  if (!ends)
    return over;
  Sets waitedFor = usedBehind(graph, allocations, [&](std::size_t number) {
    auto wait = dyn_cast_or_null<simt::MbarrierWaitOp>(graph.points[number].op);
    return wait ? allocations.of(wait.getAddress()) : none;
  });
  for (auto [number, point] : llvm::enumerate(graph.points)) {
    auto end = dyn_cast_or_null<simt::MbarrierEndOp>(point.op);
    if (!end)
      continue;
    const llvm::BitVector ended = allocations.of(end.getAddress());
    // Others of the same allocation may still be in use.
    if (ended.count() != 1 || ended.anyCommon(waitedFor[number]))
      continue;
    llvm::BitVector &here =
        over.try_emplace(static_cast<unsigned>(number), none).first->second;
    for (auto [allocation, mbarriers] : llvm::enumerate(signalled))
      if (mbarriers == ended)
        here.set(static_cast<unsigned>(allocation));
  }
  return over;
}

/// Is each copy of threads put into a group before its block branches or
/// anybody waits?
bool areCopiesInGroups(Operation *kernel) {
  WalkResult result = kernel->walk([](simt::AsyncCopyOp copy) {
    Operation *op = copy->getNextNode();
    while (op != nullptr && op->getNumRegions() == 0 &&
           !isa<simt::AsyncCommitOp, simt::AsyncWaitOp>(op))
      op = op->getNextNode();
    return isa_and_nonnull<simt::AsyncCommitOp>(op) ? WalkResult::advance()
                                                    : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Allocations that something asynchronous of one kind may still use before
/// each point.
class UnderWay {
public:
  UnderWay(const PointGraph &graph, const SharedAllocations &allocations,
           simt::Asynchrony kind);

  const llvm::BitVector &at(std::size_t point) const { return before[point]; }

private:
  /// Does nothing of the kind go on behind the op?
  bool endsAll(Operation *op) const;
  llvm::BitVector behind(unsigned number, const PointGraph::Point &point) const;

  const SharedAllocations &allocations;
  simt::Asynchrony kind;
  /// Of loads of boxes: where some of them are over.
  llvm::DenseMap<unsigned, llvm::BitVector> over;
  /// Of copies of threads: a wait for all groups does not end one that is in
  /// none.
  bool isInGroups = false;
  Sets before;
};

UnderWay::UnderWay(const PointGraph &graph,
                   const SharedAllocations &allocations, simt::Asynchrony kind)
    : allocations(allocations), kind(kind),
      before(graph.points.size(),
             llvm::BitVector(static_cast<unsigned>(allocations.all().size()))) {
  if (kind == simt::Asynchrony::ThreadCopies && !allocations.all().empty())
    isInGroups = areCopiesInGroups(
        allocations.all().front()->getParentOfType<simt::KernelOp>());
  if (kind == simt::Asynchrony::BoxLoads)
    over = loadsThatEnd(graph, allocations);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (auto [number, point] : llvm::enumerate(graph.points)) {
      llvm::BitVector after = behind(static_cast<unsigned>(number), point);
      for (unsigned next : point.next) {
        hasChanged = hasChanged || after.test(before[next]);
        before[next] |= after;
      }
    }
  }
}

bool UnderWay::endsAll(Operation *op) const {
  if (auto wait = dyn_cast_or_null<simt::AsyncWaitOp>(op))
    return isInGroups && wait.getPending() == 0;
  auto wait = dyn_cast_or_null<simt::GroupWaitOp>(op);
  return wait && kind == simt::Asynchrony::Products && wait.getPending() == 0;
}

llvm::BitVector UnderWay::behind(unsigned number,
                                 const PointGraph::Point &point) const {
  llvm::BitVector here = before[number];
  if (endsAll(point.op))
    here.reset();
  if (auto ended = over.find(number); ended != over.end())
    here.reset(ended->second);
  if (point.access && point.access->addresses &&
      point.access->asynchrony == kind)
    here |= allocations.accessedBy(*point.access);
  return here;
}

/// Allocations that are accessed on some way from behind each point before they
/// begin again.
Sets accessedBehind(const PointGraph &graph,
                    const SharedAllocations &allocations) {
  using enum simt::Asynchrony;
  std::map<simt::Asynchrony, UnderWay> underWay;
  for (simt::Asynchrony kind : {ThreadCopies, BoxLoads, Products})
    underWay.try_emplace(kind, graph, allocations, kind);
  return usedBehind(graph, allocations, [&](std::size_t number) {
    const std::optional<simt::MemoryAccess> &access =
        graph.points[number].access;
    // An arrival of which nothing is known uses nothing itself.
    if (!access || (access->asynchrony == Arrivals && !access->addresses))
      return llvm::BitVector(static_cast<unsigned>(allocations.all().size()));
    llvm::BitVector used = allocations.accessedBy(*access);
    // A wait uses what it may wait for.
    if (auto kind = underWay.find(access->asynchrony);
        !access->addresses && kind != underWay.end())
      used &= kind->second.at(number);
    return used;
  });
}

/// What the other partitions of an op use while one is executed: no way leads
/// from the one to the other.
class Meanwhile {
public:
  Meanwhile(const PointGraph &graph, const SharedAllocations &allocations,
            const Sets &begun, const Sets &accessed)
      : count(static_cast<unsigned>(allocations.all().size())) {
    llvm::BitVector mbarriers(count);
    for (const PointGraph::Point &point : graph.points)
      if (auto made = dyn_cast_or_null<simt::MbarrierInitOp>(point.op))
        mbarriers |= allocations.of(made.getAddress());
    for (auto [number, point] : llvm::enumerate(graph.points)) {
      Region *part = point.op != nullptr ? partOf(point.op) : nullptr;
      if (part == nullptr)
        continue;
      llvm::BitVector &used = usedIn(part);
      if (unsigned allocation = definedAt(point, allocations);
          allocation < count)
        used.set(allocation);
      if (!point.access)
        continue;
      llvm::BitVector here = allocations.accessedBy(*point.access);
      // Waits and arrivals of which nothing is known: an mbarrier that was made
      // keeps its bytes until it is ended, though nobody may use it.
      if (!point.access->addresses) {
        llvm::BitVector kept = accessed[number];
        kept |= mbarriers;
        here &= begun[number];
        here &= kept;
      }
      used |= here;
    }
  }

  llvm::BitVector of(Operation *op) const {
    llvm::BitVector all(count);
    Region *own = partOf(op);
    if (own == nullptr)
      return all;
    for (const auto &[part, used] : parts)
      if (part != own && partitionsOf(part) == partitionsOf(own))
        all |= used;
    return all;
  }

private:
  /// The region of a partition that the op is in; null if it is in none.
  static Region *partOf(Operation *op) {
    for (Region *region = op->getParentRegion(); region != nullptr;
         region = region->getParentRegion())
      if (isa<simt::OtherPartitionsOp>(region->getParentOp()) ||
          (isa<simt::PartitionsOp>(region->getParentOp()) &&
           region->getRegionNumber() == 0))
        return region;
    return nullptr;
  }
  static Operation *partitionsOf(Region *part) {
    Operation *op = part->getParentOp();
    return isa<simt::PartitionsOp>(op) ? op : op->getParentOp();
  }
  llvm::BitVector &usedIn(Region *part) {
    return parts.try_emplace(part, count).first->second;
  }

  unsigned count;
  llvm::MapVector<Region *, llvm::BitVector> parts;
};

} // namespace

// Where one begins, those live that have begun and are accessed later; nowhere
// else do more.
LiveAllocations liveAllocationsOf(const PointGraph &graph,
                                  const SharedAllocations &allocations) {
  LiveAllocations result;
  for (simt::SharedOp allocation : allocations.all())
    result.allocations.push_back(
        {allocation.getBytes(), allocation.getAlignment()});
  Sets begun = begunBehind(graph, allocations);
  Sets accessed = accessedBehind(graph, allocations);
  const Meanwhile meanwhile(graph, allocations, begun, accessed);
  for (auto [number, point] : llvm::enumerate(graph.points)) {
    unsigned allocation = definedAt(point, allocations);
    if (allocation >= result.allocations.size())
      continue;
    llvm::BitVector live = begun[number];
    live &= accessed[number];
    live |= meanwhile.of(point.op);
    live.set(allocation);
    result.liveSets.emplace_back(live.set_bits_begin(), live.set_bits_end());
  }
  return result;
}

std::vector<SharedMoment> sharedMomentsOf(simt::KernelOp kernel) {
  SharedAllocations allocations(kernel);
  if (allocations.all().empty())
    return {};
  PointGraph graph(kernel);
  Sets begun = begunBehind(graph, allocations);
  Sets accessed = accessedBehind(graph, allocations);
  const Meanwhile meanwhile(graph, allocations, begun, accessed);
  std::vector<SharedMoment> moments;
  for (auto [number, point] : llvm::enumerate(graph.points)) {
    unsigned allocation = definedAt(point, allocations);
    bool isDefined = allocation < allocations.all().size();
    if (point.op == nullptr || (!isDefined && !point.access && !point.barrier))
      continue;
    llvm::BitVector live = begun[number];
    live &= accessed[number];
    live |= meanwhile.of(point.op);
    if (isDefined)
      live.set(allocation);
    if (point.access && point.access->addresses)
      live |= allocations.accessedBy(*point.access);
    moments.push_back({point.op,
                       point.barrier,
                       {live.set_bits_begin(), live.set_bits_end()}});
  }
  return moments;
}

} // namespace heddle
