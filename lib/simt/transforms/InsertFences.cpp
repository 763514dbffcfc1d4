//===- InsertFences.cpp - Where stores meet asynchronous reads ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What threads store in shared memory, products of warp groups read as another
/// proxy. So a thread that has stored where one of them reads has a fence
/// before the barrier that lets the others know (PTX ISA, "Proxies").
///
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "mlir/IR/Builders.h"

namespace heddle {

using namespace mlir;

namespace {

class FencePlacement {
public:
  explicit FencePlacement(simt::KernelOp kernel)
      : graph(kernel), allocations(kernel),
        count(static_cast<unsigned>(allocations.all().size())),
        readLater(count), before(graph.points.size(), llvm::BitVector(count)) {
    for (const PointGraph::Point &point : graph.points)
      if (isReadLater(point))
        readLater |= allocations.accessedBy(*point.access);
  }

  /// In the order of the points.
  std::vector<Operation *> places() {
    spread();
    std::vector<Operation *> found;
    for (auto [point, stored] : llvm::zip(graph.points, before))
      if (needsFence(point, stored) &&
          (found.empty() || found.back() != point.op))
        found.push_back(point.op);
    return found;
  }

private:
  static bool isReadLater(const PointGraph::Point &point) {
    return point.access && point.access->reads &&
           point.access->completion == simt::Completion::Later;
  }
  bool needsFence(const PointGraph::Point &point,
                  const llvm::BitVector &stored) const {
    if (isReadLater(point))
      return stored.anyCommon(allocations.accessedBy(*point.access));
    return point.barrier == simt::Scope::Block && stored.any();
  }
  /// Allocations that will be read so, in which a thread may have stored since
  /// its last fence: before each point, on any way there.
  void spread() {
    bool hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (auto [number, point] : llvm::enumerate(graph.points)) {
        llvm::BitVector behind = before[number];
        if (needsFence(point, behind) ||
            isa_and_nonnull<simt::ProxyFenceOp>(point.op))
          behind.reset();
        // Copies store where a thread has waited for them.
        if (point.access && point.access->writes &&
            point.access->completion == simt::Completion::AtOnce) {
          llvm::BitVector stored = allocations.accessedBy(*point.access);
          stored &= readLater;
          behind |= stored;
        }
        for (unsigned next : point.next) {
          hasChanged = hasChanged || behind.test(before[next]);
          before[next] |= behind;
        }
      }
    }
  }

  PointGraph graph;
  SharedAllocations allocations;
  unsigned count;
  llvm::BitVector readLater;
  std::vector<llvm::BitVector> before;
};

} // namespace

void insertFences(simt::KernelOp kernel) {
  for (Operation *place : FencePlacement(kernel).places()) {
    OpBuilder builder(place);
    simt::ProxyFenceOp::create(builder, place->getLoc());
  }
}

} // namespace heddle
