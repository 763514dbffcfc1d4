//===- SharedMemory.cpp - Places and barriers -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "heddle/lowering/Lowering.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <set>

namespace heddle {

using namespace mlir;

namespace {

/// More bytes than the fewest, if that saves barriers.
constexpr double Slack = 1.05;

void setPlaces(simt::KernelOp kernel, const SharedPieces &pieces,
               const Packing &packing) {
  kernel.setSharedBytes(static_cast<std::uint32_t>(packing.bytes));
  for (auto [piece, offset] : llvm::zip(pieces.pieces(), packing.offsets))
    simt::SharedOp(piece).setAt(static_cast<std::uint32_t>(offset));
}

/// Which pieces have bytes in common, and how far apart they begin: all that
/// the barriers of a program depend on.
using Overlaps =
    std::vector<std::tuple<std::size_t, std::size_t, std::int64_t>>;

Overlaps overlapsOf(const LivePieces &live, const Packing &packing) {
  Overlaps overlaps;
  auto beginOf = [&](std::size_t piece) { return packing.offsets[piece]; };
  auto endOf = [&](std::size_t piece) {
    return beginOf(piece) + live.pieces[piece].bytes;
  };
  for (std::size_t a = 0; a < live.pieces.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (beginOf(a) < endOf(b) && beginOf(b) < endOf(a))
        overlaps.emplace_back(a, b,
                              static_cast<std::int64_t>(beginOf(a)) -
                                  static_cast<std::int64_t>(beginOf(b)));
  return overlaps;
}

} // namespace

SharedUse allocateShared(simt::KernelOp kernel) {
  SharedPieces pieces(kernel);
  if (pieces.pieces().empty())
    return {};
  PointGraph graph(kernel);
  LivePieces live = livesOf(graph, pieces);
  std::vector<Packing> packings = packPieces(live, Slack);
  const Packing *best = &packings.front();
  double least = 0;
  std::set<Overlaps> seen;
  for (const Packing &packing : packings) {
    if (packings.size() == 1)
      break;
    if (!seen.insert(overlapsOf(live, packing)).second)
      continue;
    setPlaces(kernel, pieces, packing);
    double cost = placeBarriers(accessesOf(kernel, graph, pieces),
                                PlacementEffort::Greedy)
                      .cost;
    if (&packing == best || cost < least) {
      best = &packing;
      least = cost;
    }
  }
  setPlaces(kernel, pieces, *best);
  return {live.peakBytes(), best->bytes};
}

/// Takes away barriers that follow another with no access between them, and
/// those behind the last access of a program. What waits between different
/// accesses, and in what order, stays as it is.
static void dropIdleBarriers(simt::KernelOp kernel) {
  kernel.walk([](Block *block) {
    simt::BarrierOp last;
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      auto barrier = dyn_cast<simt::BarrierOp>(op);
      if (barrier && last && last.getScope() == simt::Scope::Block)
        barrier.erase();
      else if (barrier)
        last = barrier;
      else if (!isMemoryEffectFree(&op))
        last = {};
    }
    if (last && isa<simt::ReturnOp>(block->getTerminator()))
      last.erase();
  });
}

void insertBarriers(simt::KernelOp kernel) {
  dropIdleBarriers(kernel);
  PointGraph graph(kernel);
  SharedPieces pieces(kernel);
  BarrierPlan plan = placeBarriers(accessesOf(kernel, graph, pieces));
  OpBuilder builder(kernel);
  for (const PlacedBarrier &barrier : plan.barriers) {
    Operation *next = graph.points[barrier.before].op;
    builder.setInsertionPoint(next);
    simt::BarrierOp::create(builder, next->getLoc(),
                            barrier.scope == Waiting::Warp
                                ? simt::Scope::Warp
                                : simt::Scope::Block);
  }
}

} // namespace heddle
