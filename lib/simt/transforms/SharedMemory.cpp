//===- SharedMemory.cpp - Places and barriers -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/SharedMemory.h"
#include "SharedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
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

/// The one whose barriers cost the least.
const Packing &bestOf(const std::vector<Packing> &packings,
                      simt::KernelOp kernel, const SharedPieces &pieces,
                      const PointGraph &graph, const LivePieces &live) {
  if (packings.size() == 1)
    return packings.front();
  const Packing *best = nullptr;
  std::uint64_t least = 0;
  std::set<Overlaps> seen;
  for (const Packing &packing : packings) {
    if (!seen.insert(overlapsOf(live, packing)).second)
      continue;
    setPlaces(kernel, pieces, packing);
    std::uint64_t cost = placeBarriers(accessesOf(kernel, graph, pieces)).cost;
    if (best == nullptr || cost < least) {
      best = &packing;
      least = cost;
    }
  }
  return *best;
}

} // namespace

SharedUse allocateShared(simt::KernelOp kernel) {
  SharedPieces pieces(kernel);
  if (pieces.pieces().empty())
    return {};
  PointGraph graph(kernel);
  LivePieces live = livesOf(graph, pieces);
  std::vector<Packing> packings = packPieces(live, Slack);
  const Packing &best = bestOf(packings, kernel, pieces, graph, live);
  setPlaces(kernel, pieces, best);
  return {live.peakBytes(), best.bytes};
}

namespace {

/// Which threads access memory in a part of a program.
enum class Accessors : std::uint8_t { None, First, Any };

/// "Only if this is thread 0", and perhaps something else.
bool isOnlyFirst(Value predicate) {
  if (!predicate)
    return false;
  Operation *op = predicate.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op))
    return isOnlyFirst(both.getLhs()) || isOnlyFirst(both.getRhs());
  if (auto splat = dyn_cast_or_null<simt::SplatOp>(op))
    return isOnlyFirst(splat.getSrc());
  auto equal = dyn_cast_or_null<arith::CmpIOp>(op);
  return equal && equal.getPredicate() == arith::CmpIPredicate::eq &&
         equal.getLhs().getDefiningOp<simt::ThreadOp>() &&
         matchPattern(equal.getRhs(), m_Zero());
}

Accessors accessorsOf(Operation &op) {
  if (isMemoryEffectFree(&op))
    return Accessors::None;
  auto atomic = dyn_cast<simt::AtomicOp>(op);
  return atomic && isOnlyFirst(atomic.getPredicates()) ? Accessors::First
                                                       : Accessors::Any;
}

/// The accesses from here on to the next barrier.
Accessors accessorsFrom(Block::iterator next, Block &block) {
  auto all = Accessors::None;
  for (; next != block.end() && !isa<simt::BarrierOp>(*next); ++next)
    all = std::max(all, next->hasTrait<OpTrait::IsTerminator>() &&
                                !isa<simt::ReturnOp>(*next)
                            ? Accessors::Any
                            : accessorsOf(*next));
  return all;
}

/// Takes away barriers of the block that have no accesses on one side, up to
/// the next barrier or the program's end, or on both sides those of one thread.
/// What is between different accesses, and in what order, stays as it is.
void dropIdleBarriers(Block &block) {
  auto before = Accessors::Any;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto barrier = dyn_cast<simt::BarrierOp>(op);
    if (!barrier || barrier.getScope() != simt::Scope::Block) {
      before = std::max(before, accessorsOf(op));
      continue;
    }
    Accessors behind = accessorsFrom(std::next(op.getIterator()), block);
    if (std::min(before, behind) == Accessors::None ||
        std::max(before, behind) == Accessors::First)
      barrier.erase();
    else
      before = Accessors::None;
  }
}

} // namespace

void insertBarriers(simt::KernelOp kernel) {
  kernel.walk([](Block *block) { dropIdleBarriers(*block); });
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
