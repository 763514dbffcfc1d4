//===- AllocateShared.cpp - Offsets in shared memory ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramAccesses.h"
#include "heddle/simt/GroupProducts.h"
#include "heddle/simt/transforms/Passes.h"

#include <array>
#include <set>

namespace heddle {

using namespace mlir;

#define GEN_PASS_DEF_SIMTALLOCATESHARED
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

/// More bytes than the fewest, if that saves barriers.
constexpr double Slack = 1.05;
/// The same where more bytes take no room from other blocks; a little, as they
/// take some from the first-level cache.
constexpr std::array MoreSlack = {1.1, 1.2};

void setOffsets(simt::KernelOp kernel, const SharedAllocations &allocations,
                const AllocationPlan &plan) {
  kernel.setSharedBytes(static_cast<std::uint32_t>(plan.bytes));
  for (auto [allocation, offset] : llvm::zip(allocations.all(), plan.offsets))
    simt::SharedOp(allocation).setAt(static_cast<std::uint32_t>(offset));
}

/// Which allocations have bytes in common, and how far apart they begin: all
/// that the barriers of a program depend on.
using Overlaps =
    std::vector<std::tuple<std::size_t, std::size_t, std::int64_t>>;

Overlaps overlapsOf(const LiveAllocations &live, const AllocationPlan &plan) {
  Overlaps overlaps;
  auto beginOf = [&](std::size_t allocation) {
    return plan.offsets[allocation];
  };
  auto endOf = [&](std::size_t allocation) {
    return beginOf(allocation) + live.allocations[allocation].bytes;
  };
  for (std::size_t a = 0; a < live.allocations.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (beginOf(a) < endOf(b) && beginOf(b) < endOf(a))
        overlaps.emplace_back(a, b,
                              static_cast<std::int64_t>(beginOf(a)) -
                                  static_cast<std::int64_t>(beginOf(b)));
  return overlaps;
}

/// The one whose barriers cost the least. Those of more bytes than `Slack`
/// allows have to save a twentieth.
const AllocationPlan &bestOf(const std::vector<AllocationPlan> &plans,
                             ProgramAccesses &accesses,
                             const LiveAllocations &live) {
  const AllocationPlan *best = nullptr;
  std::uint64_t least = 0;
  const double fewest = static_cast<double>(plans.front().bytes);
  std::set<Overlaps> seen;
  for (const AllocationPlan &plan : plans) {
    if (!seen.insert(overlapsOf(live, plan)).second)
      continue;
    std::uint64_t cost = placeBarriers(accesses.placed(plan)).cost;
    if (static_cast<double>(plan.bytes) > Slack * fewest)
      cost += least / 20;
    if (best == nullptr || cost < least) {
      best = &plan;
      least = cost;
    }
  }
  return *best;
}

/// The most bytes with which as many blocks fit as with the fewest, in kernels
/// of which tensor cores wait at each barrier, and that leave little to the
/// first-level cache.
std::uint64_t freeBytes(simt::KernelOp kernel, std::uint64_t fewest,
                        const SharedBudget &budget) {
  constexpr std::uint64_t Many = 32768, Unit = 128;
  if (fewest < Many || !simt::hasGroupProducts(kernel))
    return fewest;
  std::uint64_t blocks = budget.ofMultiprocessor / (fewest + budget.reserved);
  if (blocks == 0)
    return fewest;
  std::uint64_t each = budget.ofMultiprocessor / blocks / Unit * Unit;
  return std::max(fewest, each - budget.reserved);
}

} // namespace

void allocateShared(simt::KernelOp kernel, const SharedBudget &budget) {
  SharedAllocations allocations(kernel);
  if (allocations.all().empty())
    return;
  PointGraph graph(kernel);
  LiveAllocations live = liveAllocationsOf(graph, allocations);
  std::vector<AllocationPlan> plans = planAllocations(live, Slack);
  const std::uint64_t fewest = plans.front().bytes;
  const double free = static_cast<double>(freeBytes(kernel, fewest, budget)) /
                      static_cast<double>(std::max<std::uint64_t>(fewest, 1));
  for (double slack : MoreSlack)
    if (free > Slack)
      llvm::append_range(plans, planAllocations(live, std::min(slack, free)));
  const std::uint64_t most = std::max(budget.limit, fewest);
  std::erase_if(plans,
                [&](const AllocationPlan &plan) { return plan.bytes > most; });
  if (plans.size() == 1)
    return setOffsets(kernel, allocations, plans.front());
  ProgramAccesses accesses(kernel, graph, allocations);
  setOffsets(kernel, allocations, bestOf(plans, accesses, live));
}

std::uint64_t peakSharedBytes(simt::KernelOp kernel) {
  SharedAllocations allocations(kernel);
  return liveAllocationsOf(PointGraph(kernel), allocations).peakBytes();
}

namespace {

class SimtAllocateShared
    : public impl::SimtAllocateSharedBase<SimtAllocateShared> {
public:
  using Base::Base;

  void runOnOperation() final {
    allocateShared(getOperation(), {.limit = limit,
                                    .ofMultiprocessor = ofMultiprocessor,
                                    .reserved = reserved});
  }
};

} // namespace

} // namespace heddle
