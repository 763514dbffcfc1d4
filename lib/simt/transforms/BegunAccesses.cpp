//===- BegunAccesses.cpp - What a wait may wait for -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BegunAccesses.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;
using simt::Asynchrony;

namespace {

/// A wait for groups of one kind, until so many are left.
struct GroupEnd {
  Asynchrony kind;
  unsigned pending;
};

std::optional<GroupEnd> endAt(Operation *op) {
  using Result = std::optional<GroupEnd>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](simt::AsyncWaitOp wait) -> Result {
        return GroupEnd{Asynchrony::ThreadCopies, wait.getPending()};
      })
      .Case([](simt::BoxWaitOp wait) -> Result {
        return GroupEnd{Asynchrony::BoxStores, wait.getPending()};
      })
      .Case([](simt::GroupWaitOp wait) -> Result {
        return GroupEnd{Asynchrony::Products, wait.getPending()};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// Of which kind a group is that ends here. Products are groups by themselves.
std::optional<Asynchrony> commitAt(Operation *op) {
  if (isa<simt::AsyncCommitOp>(op))
    return Asynchrony::ThreadCopies;
  if (isa<simt::BoxCommitOp>(op))
    return Asynchrony::BoxStores;
  return std::nullopt;
}

/// What has begun on some way to a point: accesses that are in no group yet,
/// and those in groups that nobody has waited for.
struct Begun {
  llvm::BitVector open, grouped;

  /// Whether it grows.
  bool add(const Begun &other) {
    bool grows = other.open.test(open) || other.grouped.test(grouped);
    open |= other.open;
    grouped |= other.grouped;
    return grows;
  }
};

class BegunFlow {
public:
  explicit BegunFlow(const PointGraph &graph)
      : graph(graph), count(static_cast<unsigned>(graph.points.size())) {
    for (auto [number, point] : llvm::enumerate(graph.points))
      if (isBegin(point))
        kinds.try_emplace(point.access->asynchrony, count)
            .first->second.set(static_cast<unsigned>(number));
    if (kinds.empty())
      return;
    before.assign(count, {llvm::BitVector(count), llvm::BitVector(count)});
    llvm::BitVector isWaiting(count, true);
    while (isWaiting.any()) {
      auto point = static_cast<unsigned>(isWaiting.find_first());
      isWaiting.reset(point);
      const Begun behind = passed(point);
      for (unsigned next : graph.points[point].next)
        if (before[next].add(behind))
          isWaiting.set(next);
    }
  }

  /// Those that are under way at a point, and those of a kind.
  llvm::BitVector at(unsigned point) const {
    if (before.empty())
      return llvm::BitVector(count);
    llvm::BitVector all = before[point].open;
    all |= before[point].grouped;
    return all;
  }
  llvm::BitVector at(unsigned point, Asynchrony kind) const {
    auto ofKind = kinds.find(kind);
    if (ofKind == kinds.end())
      return llvm::BitVector(count);
    llvm::BitVector all = at(point);
    all &= ofKind->second;
    return all;
  }

private:
  static bool isBegin(const PointGraph::Point &point) {
    return point.access && point.access->asynchrony != Asynchrony::None &&
           point.access->completion == simt::Completion::Later;
  }

  Begun passed(unsigned number) const {
    const PointGraph::Point &point = graph.points[number];
    Begun behind = before[number];
    if (isBegin(point))
      (point.access->asynchrony == Asynchrony::Products ? behind.grouped
                                                        : behind.open)
          .set(number);
    if (point.op == nullptr)
      return behind;
    if (std::optional<Asynchrony> kind = commitAt(point.op))
      if (auto ofKind = kinds.find(*kind); ofKind != kinds.end()) {
        llvm::BitVector closed = behind.open;
        closed &= ofKind->second;
        behind.grouped |= closed;
        behind.open.reset(closed);
      }
    if (std::optional<GroupEnd> end = endAt(point.op); end && end->pending == 0)
      if (auto ofKind = kinds.find(end->kind); ofKind != kinds.end())
        behind.grouped.reset(ofKind->second);
    return behind;
  }

  const PointGraph &graph;
  unsigned count;
  /// Where accesses of each kind begin.
  std::map<Asynchrony, llvm::BitVector> kinds;
  std::vector<Begun> before;
};

} // namespace

// A wait may be several points, one for each tile that it names, which need not
// be all that it is for. The first of them ends everything.
BegunAccesses::BegunAccesses(const PointGraph &graph) {
  const BegunFlow flow(graph);
  const auto count = static_cast<unsigned>(graph.points.size());
  carried.resize(count);
  for (unsigned point = 0; point < count; ++point)
    if (graph.points[point].loop != nullptr || graph.points[point].left)
      carried |= flow.at(point);
  for (unsigned first = 0, behind = 0; first < count; first = behind) {
    Operation *op = graph.points[first].op;
    behind = first + 1;
    while (op != nullptr && behind < count && graph.points[behind].op == op)
      ++behind;
    std::optional<GroupEnd> end = op ? endAt(op) : std::nullopt;
    if (!end)
      continue;
    for (unsigned point = first; point < behind; ++point)
      ending.try_emplace(point);
    unsigned point = first;
    const llvm::BitVector begins = flow.at(first, end->kind);
    for (unsigned begin : begins.set_bits()) {
      ending[point].push_back(begin);
      point = std::min(point + 1, behind - 1);
    }
  }
}

} // namespace heddle
