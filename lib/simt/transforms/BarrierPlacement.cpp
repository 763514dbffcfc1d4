//===- BarrierPlacement.cpp - As few barriers as can be -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierConflicts.h"
#include "heddle/plan/Cost.h"
#include "heddle/solve/HittingSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace heddle {

namespace {

/// Points that some point leads to, forward or backward, through those that are
/// left.
llvm::BitVector reachedFrom(unsigned start, const llvm::BitVector &isLeft,
                            const std::vector<std::vector<unsigned>> &edges) {
  llvm::BitVector seen(isLeft.size());
  std::vector<unsigned> work = {start};
  while (!work.empty()) {
    unsigned point = work.back();
    work.pop_back();
    for (unsigned next : edges[point])
      if (isLeft.test(next) && !seen.test(next)) {
        seen.set(next);
        work.push_back(next);
      }
  }
  return seen;
}

/// How many loops are around each point. A loop has an edge that leads back in
/// the text, to its head; without the head the loops inside are left.
std::vector<unsigned> depthsOf(const SharedAccesses &program) {
  auto count = static_cast<unsigned>(program.points.size());
  std::vector<std::vector<unsigned>> forward(count), backward(count);
  llvm::BitVector heads(count), isLeft(count, true);
  for (unsigned point = 0; point < count; ++point)
    for (unsigned next : program.points[point].next) {
      forward[point].push_back(next);
      backward[next].push_back(point);
      if (next <= point)
        heads.set(next);
    }
  std::vector<unsigned> depths(count);
  for (unsigned head : heads.set_bits()) {
    llvm::BitVector loop = reachedFrom(head, isLeft, forward);
    loop &= reachedFrom(head, isLeft, backward);
    for (unsigned inside : loop.set_bits())
      ++depths[inside];
    isLeft.reset(head);
  }
  return depths;
}

/// Before which points a barrier holds up something slow that comes before any
/// access.
llvm::BitVector holdingUp(const SharedAccesses &program) {
  llvm::BitVector result(static_cast<unsigned>(program.points.size()));
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (unsigned number = result.size(); number-- > 0;) {
      const SharedAccesses::Point &point = program.points[number];
      if (result.test(number) || point.access ||
          point.barrier != SyncScope::None)
        continue;
      if (point.isSlow || llvm::any_of(point.next, [&](unsigned next) {
            return result.test(next);
          })) {
        result.set(number);
        hasChanged = true;
      }
    }
  }
  return result;
}

/// What a barrier costs, so that all are whole numbers.
enum Cost : std::uint64_t {
  OfWarp = 4,
  OfBlock = 100 * OfWarp,
  OfClusterReads = 4 * OfBlock,
  OfCluster = 20 * OfBlock
};

/// Of a barrier of a warp before each point.
std::vector<std::uint64_t> costsOf(const SharedAccesses &program) {
  constexpr unsigned DeepestLoop = 12;
  std::vector<unsigned> depths = depthsOf(program);
  llvm::BitVector holdsUp = holdingUp(program);
  std::vector<std::uint64_t> costs(depths.size());
  for (unsigned point = 0; point < costs.size(); ++point)
    costs[point] = OfWarp + (holdsUp.test(point) ? OfWarp / 4 : 0);
  for (unsigned point = 0; point < costs.size(); ++point)
    for (unsigned loop = 0; loop < std::min(depths[point], DeepestLoop); ++loop)
      costs[point] *= AssumedIterations;
  return costs;
}

/// A point for the placement, perhaps one of several next to each other between
/// which it makes no difference where a barrier is.
struct Node {
  std::vector<unsigned> next;
  std::optional<unsigned> access;
  SyncScope barrier = SyncScope::None;
  /// May a barrier be put before this, although there is no access?
  bool allowsBarrier = true;
  /// Before this point of the program a barrier is put, and what one of a warp
  /// costs there.
  unsigned place = 0;
  std::uint64_t cost = 0;
  /// The barrier of the warp here, among those to choose from; those of the
  /// block and of the cluster, if there is one, follow.
  unsigned element = 0;
  /// Is it of the op of the node before? No barrier comes between.
  bool isInside = false;
  /// See SharedAccesses::Point.
  bool arrivesAtPeers = false, awaitsPeers = false, isInPartition = false;
  /// The point, if iterations of a loop begin here, or if it is left, and
  /// accesses have places in them.
  std::optional<unsigned> turn = std::nullopt;

  bool isPassive() const {
    return !access && barrier == SyncScope::None && !arrivesAtPeers &&
           !awaitsPeers && !turn;
  }
};

using Nodes = std::vector<Node>;

Nodes nodesOf(const SharedAccesses &program) {
  std::vector<std::uint64_t> costs = costsOf(program);
  Nodes nodes;
  for (auto [number, point] : llvm::enumerate(program.points))
    nodes.push_back({point.next, point.access, point.barrier,
                     point.allowsBarrier, static_cast<unsigned>(number),
                     costs[number], 0, point.isInside, point.arrivesAtPeers,
                     point.awaitsPeers, point.isInPartition,
                     point.isHead || point.left
                         ? std::optional(static_cast<unsigned>(number))
                         : std::nullopt});
  return nodes;
}

/// Leaves out nodes where nothing is done, one at a time, if no place is lost
/// that others do not stand for. Most of a program's points are such.
class Contraction {
public:
  explicit Contraction(Nodes all)
      : nodes(std::move(all)), isLeft(nodes.size()), before(nodes.size()) {
    isLeft.set();
    for (unsigned number = 0; number < nodes.size(); ++number) {
      llvm::sort(nodes[number].next);
      nodes[number].next.erase(llvm::unique(nodes[number].next),
                               nodes[number].next.end());
      for (unsigned next : nodes[number].next)
        before[next].push_back(number);
    }
  }

  Nodes contract() {
    for (bool hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (unsigned number : isLeft.set_bits())
        if (nodes[number].isPassive() && isSpare(number)) {
          leaveOut(number);
          hasChanged = true;
        }
    }
    return renumbered();
  }

private:
  bool isSpare(unsigned number);
  void leaveOut(unsigned number);
  Nodes renumbered() const;

  Nodes nodes;
  llvm::BitVector isLeft;
  std::vector<std::vector<unsigned>> before;
};

/// If what follows becomes its place, that changes.
bool Contraction::isSpare(unsigned number) {
  const Node &node = nodes[number];
  if (llvm::is_contained(node.next, number))
    return false;
  if (node.next.size() != 1)
    return node.next.empty() ||
           (!node.allowsBarrier && before[number].size() == 1);
  Node &next = nodes[node.next.front()];
  if (next.isInside && node.allowsBarrier && !node.isInside)
    return false;
  if (before[node.next.front()].size() != 1 ||
      next.isInPartition != node.isInPartition)
    return !node.allowsBarrier;
  if (node.allowsBarrier && (!next.allowsBarrier || node.cost < next.cost)) {
    next.allowsBarrier = true;
    next.place = node.place;
    next.cost = node.cost;
  }
  return true;
}

/// What led there leads to what follows.
void Contraction::leaveOut(unsigned number) {
  isLeft.reset(number);
  auto replace = [number](std::vector<unsigned> &list,
                          const std::vector<unsigned> &by) {
    list.erase(llvm::find(list, number));
    for (unsigned each : by)
      if (!llvm::is_contained(list, each))
        list.push_back(each);
  };
  for (unsigned each : before[number])
    replace(nodes[each].next, nodes[number].next);
  for (unsigned each : nodes[number].next)
    replace(before[each], before[number]);
}

Nodes Contraction::renumbered() const {
  std::vector<unsigned> numbers(nodes.size());
  Nodes left;
  for (unsigned number : isLeft.set_bits()) {
    numbers[number] = static_cast<unsigned>(left.size());
    left.push_back(nodes[number]);
  }
  for (Node &node : left)
    for (unsigned &next : node.next)
      next = numbers[next];
  return left;
}

/// Which barrier is before each node.
using Places = std::vector<SyncScope>;

/// A barrier has to be on each way from an access to one that it conflicts
/// with. Ways that have none yet are found for the barriers that there are, and
/// these are chosen again for all ways found so far, until there is no such
/// way: no barriers that cost less would do.
class Placement {
public:
  Placement(const SharedAccesses &program, Nodes all)
      : program(program), nodes(std::move(all)), conflicts(program) {
    // Of equal ones the last is chosen: rather right before an access.
    for (bool isAccess : {false, true})
      for (unsigned number = 0; number < nodes.size(); ++number)
        if (nodes[number].access.has_value() == isAccess)
          for (SyncScope scope : conflicts.scopes())
            addElement({number, scope});
  }

  BarrierPlan cheapest();

private:
  /// Before a node.
  struct Barrier {
    unsigned node;
    SyncScope scope;
  };
  void addElement(Barrier barrier) {
    if (barrier.scope == SyncScope::Warp)
      nodes[barrier.node].element = static_cast<unsigned>(elements.size());
    elements.push_back(barrier);
    ways.costs.push_back(costOf(nodes[barrier.node], barrier.scope));
  }
  unsigned elementOf(unsigned node, SyncScope scope) const {
    return nodes[node].element + static_cast<unsigned>(scope) -
           static_cast<unsigned>(SyncScope::Warp);
  }
  static std::uint64_t costOf(const Node &node, SyncScope scope) {
    switch (scope) {
    case SyncScope::Cluster:
      return OfCluster / OfWarp * node.cost;
    case SyncScope::ClusterReads:
      return OfClusterReads / OfWarp * node.cost;
    case SyncScope::Block:
      return OfBlock / OfWarp * node.cost;
    default:
      return node.cost;
    }
  }
  bool addWays(const Places &places);
  /// An access that others conflict with.
  struct Origin {
    unsigned node;
    const std::optional<RingPlace> &place;
    const llvm::BitVector &others;
    SyncScope scope;
    /// Is a wait for other blocks' arrivals enough?
    bool endsAtArrivals = false;
  };
  /// To a node, from another step; the first one is where an access is.
  struct Step {
    unsigned node, before = 0;
    bool hasArrived = false;
    Laps laps = Laps::Any;
  };
  void addWaysFrom(const Origin &origin, const Places &places);
  bool addWay(llvm::ArrayRef<Step> steps, SyncScope scope);

  const SharedAccesses &program;
  Nodes nodes;
  BarrierConflicts conflicts;
  /// What `ways` chooses from.
  std::vector<Barrier> elements;
  /// Barriers of which one must be there for each way.
  HittingSet ways;
  std::optional<unsigned> unordered;
};

/// Ways without a barrier; false if there are none.
bool Placement::addWays(const Places &places) {
  std::size_t known = ways.sets.size();
  for (unsigned number = 0; number < nodes.size(); ++number) {
    std::optional<unsigned> access = nodes[number].access;
    if (!access)
      continue;
    const std::optional<RingPlace> &place = program.accesses[*access].place;
    for (SyncScope scope : conflicts.scopes())
      addWaysFrom({number, place, conflicts.of(scope)[*access], scope}, places);
    addWaysFrom({number, place, conflicts.ofPeers()[*access],
                 SyncScope::Cluster, /*endsAtArrivals=*/true},
                places);
  }
  return ways.sets.size() > known;
}

/// The shortest ones. What is behind a conflict is part of longer ways, which
/// ask for less, and so is what is behind the access itself, unless it is to
/// another buffer of a ring then. Ways that arrive at other blocks' mbarriers
/// are apart from those that do not, and so are those of other iterations.
void Placement::addWaysFrom(const Origin &origin, const Places &places) {
  if (origin.others.none())
    return;
  std::vector<Step> steps = {
      {origin.node, 0, false, origin.place ? Laps::None : Laps::Any}};
  std::array<std::array<llvm::BitVector, 2>, 3> seen;
  for (std::array<llvm::BitVector, 2> &each : seen)
    each.fill(llvm::BitVector(static_cast<unsigned>(nodes.size())));
  for (unsigned done = 0; done < steps.size(); ++done) {
    Step from = steps[done];
    const Node &node = nodes[from.node];
    if (done != 0 && (node.barrier >= origin.scope ||
                      (from.node == origin.node && !origin.place)))
      continue;
    if (origin.endsAtArrivals && node.awaitsPeers && from.hasArrived)
      continue;
    bool hasArrived =
        from.hasArrived || (origin.endsAtArrivals && node.arrivesAtPeers);
    for (unsigned next : node.next) {
      Laps laps = from.laps;
      if (std::optional<unsigned> turn = nodes[next].turn)
        laps = lapsAt(*turn, program.points[*turn], origin.place, laps);
      llvm::BitVector &known = seen[static_cast<unsigned>(laps)][hasArrived];
      if (known.test(next) || places[next] >= origin.scope)
        continue;
      known.set(next);
      steps.push_back({next, done, hasArrived, laps});
      std::optional<unsigned> access = nodes[next].access;
      if (access && origin.others.test(*access) &&
          mayMeet(origin.place, program.accesses[*access].place, laps) &&
          addWay(steps, origin.scope))
        steps.pop_back();
    }
  }
}

/// The way to the last step. False if no barrier can be on it: it is within an
/// op, or in a partition.
bool Placement::addWay(llvm::ArrayRef<Step> steps, SyncScope scope) {
  std::vector<unsigned> way;
  bool isInPartition = false;
  for (const Step *step = &steps.back(); step != &steps.front();
       step = &steps[step->before]) {
    const Node &node = nodes[step->node];
    if (node.isInside || !(node.allowsBarrier || node.access))
      continue;
    isInPartition |= node.isInPartition;
    for (SyncScope one : conflicts.scopes())
      if (one >= scope &&
          !(one >= SyncScope::ClusterReads && node.isInPartition))
        way.push_back(elementOf(step->node, one));
  }
  if (!way.empty()) {
    ways.sets.push_back(std::move(way));
    return true;
  }
  unsigned place = nodes[steps.back().node].place;
  if (isInPartition)
    unordered = std::min(unordered.value_or(place), place);
  return false;
}

BarrierPlan Placement::cheapest() {
  Places places(nodes.size(), SyncScope::None);
  while (addWays(places)) {
    std::ranges::fill(places, SyncScope::None);
    for (unsigned element : cheapestHits(ways))
      places[elements[element].node] = elements[element].scope;
  }
  BarrierPlan plan;
  plan.unordered = unordered;
  for (auto [scope, node] : llvm::zip_equal(places, nodes))
    if (scope != SyncScope::None) {
      plan.barriers.push_back({node.place, scope});
      plan.cost += costOf(node, scope);
    }
  std::ranges::sort(plan.barriers, {}, &PlacedBarrier::before);
  return plan;
}

} // namespace

BarrierPlan placeBarriers(const SharedAccesses &program) {
  return Placement(program, Contraction(nodesOf(program)).contract())
      .cheapest();
}

} // namespace heddle
