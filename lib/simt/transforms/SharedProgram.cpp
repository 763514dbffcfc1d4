//===- SharedProgram.cpp - Points of a program, and their order -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "heddle/simt/Loops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using namespace mlir;

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
                  isa<simt::SharedOp, simt::ProxyFenceOp, simt::AsyncCommitOp,
                      simt::BoxCommitOp>(op) ||
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
    graph.points[head].loop = loop;
    llvm::SmallVector<unsigned> ends = add(loop.getRegion(), head);
    for (unsigned end : ends)
      edge(end, head);
    unsigned behind =
        simt::iterates(loop) ? join(ends) : join(llvm::ArrayRef(head));
    graph.points[behind].left = head;
    return behind;
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

} // namespace heddle
