//===- AllocationPlan.cpp - Offsets in shared memory ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/AllocationPlan.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <tuple>

namespace heddle {

namespace {

using Order = std::vector<unsigned>;

/// Which allocations live with which.
class Interference {
public:
  explicit Interference(const LiveAllocations &live)
      : count(live.allocations.size()), together(count * count) {
    for (const std::vector<unsigned> &moment : live.liveSets)
      for (unsigned a : moment)
        for (unsigned b : moment)
          together[a * count + b] = true;
  }
  bool operator()(unsigned a, unsigned b) const {
    return together[a * count + b];
  }

private:
  std::size_t count;
  std::vector<bool> together;
};

/// Bytes that are taken.
struct Range {
  std::uint64_t begin, end;
};

std::uint64_t alignTo(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

/// The first offset outside the ranges, which are sorted by their begin.
std::uint64_t firstFit(const std::vector<Range> &taken,
                       const Allocation &allocation, std::uint64_t from) {
  std::uint64_t at = alignTo(from, allocation.alignment);
  for (const Range &range : taken) {
    if (at + allocation.bytes <= range.begin)
      break;
    at = std::max(at, alignTo(range.end, allocation.alignment));
  }
  return at;
}

/// What others take that live with a allocation, in the order of their offsets.
std::vector<Range> takenBy(const LiveAllocations &live,
                           const Interference &together,
                           const AllocationPlan &plan, unsigned allocation,
                           std::span<const unsigned> placed) {
  std::vector<Range> taken;
  for (unsigned other : placed)
    if (together(allocation, other))
      taken.push_back({plan.offsets[other],
                       plan.offsets[other] + live.allocations[other].bytes});
  std::ranges::sort(taken, {}, &Range::begin);
  return taken;
}

/// Each allocation at the first offset that fits after the one placed last, if
/// there is one before `limit`, else at the first of all: with a limit of zero
/// as low as it can be, else apart from those that it need not share bytes
/// with.
AllocationPlan packInOrder(const LiveAllocations &live,
                           const Interference &together,
                           std::span<const unsigned> order,
                           std::uint64_t limit) {
  AllocationPlan plan = {std::vector<std::uint64_t>(live.allocations.size()),
                         0};
  std::uint64_t next = 0;
  for (std::size_t done = 0; done < order.size(); ++done) {
    unsigned number = order[done];
    const Allocation &allocation = live.allocations[number];
    std::vector<Range> taken =
        takenBy(live, together, plan, number, order.first(done));
    std::uint64_t at = firstFit(taken, allocation, next);
    if (at + allocation.bytes > limit)
      at = firstFit(taken, allocation, 0);
    plan.offsets[number] = at;
    next = at + allocation.bytes;
    plan.bytes = std::max(plan.bytes, next);
  }
  return plan;
}

/// How many liveSets a allocation lives.
std::vector<std::uint64_t> liveAllocationsOf(const LiveAllocations &live) {
  std::vector<std::uint64_t> lives(live.allocations.size());
  for (const std::vector<unsigned> &moment : live.liveSets)
    for (unsigned allocation : moment)
      ++lives[allocation];
  return lives;
}

/// As they are given, the largest first, the longest first, both; then by
/// chance.
std::vector<Order> ordersOf(const LiveAllocations &live) {
  Order given(live.allocations.size());
  std::iota(given.begin(), given.end(), 0U);
  std::vector<std::uint64_t> lives = liveAllocationsOf(live);
  auto by = [&](auto key) {
    Order order = given;
    std::ranges::sort(order, std::greater(), [&](unsigned allocation) {
      return std::pair(key(allocation), ~allocation);
    });
    return order;
  };
  std::vector<Order> orders = {
      given, by([&](unsigned allocation) {
        return live.allocations[allocation].bytes;
      }),
      by([&](unsigned allocation) { return lives[allocation]; }),
      by([&](unsigned allocation) {
        return lives[allocation] * live.allocations[allocation].bytes;
      })};
  constexpr std::size_t Most = 64;
  // The same plan every time. NOLINTNEXTLINE(bugprone-random-generator-seed)
  std::mt19937 random(1);
  while (given.size() > 2 && orders.size() < Most) {
    Order order = orders[orders.size() % 4];
    // A few exchanges; the same ones with every standard library.
    for (int exchange = 0; exchange < 3; ++exchange)
      std::swap(order[random() % order.size()], order[random() % order.size()]);
    orders.push_back(order);
  }
  return orders;
}

} // namespace

std::uint64_t LiveAllocations::peakBytes() const {
  std::uint64_t peak = 0;
  for (const std::vector<unsigned> &moment : liveSets) {
    std::uint64_t bytes = 0;
    for (unsigned allocation : moment)
      bytes += allocations[allocation].bytes;
    peak = std::max(peak, bytes);
  }
  return peak;
}

std::vector<AllocationPlan> planAllocations(const LiveAllocations &live,
                                            double slack) {
  Interference together(live);
  std::vector<Order> orders = ordersOf(live);
  std::vector<AllocationPlan> all;
  all.reserve(2 * orders.size());
  for (const Order &order : orders)
    all.push_back(packInOrder(live, together, order, 0));
  std::uint64_t least = std::ranges::min(all, {}, &AllocationPlan::bytes).bytes;
  auto limit = static_cast<std::uint64_t>(static_cast<double>(least) * slack);
  constexpr std::size_t Apart = 8;
  for (std::size_t order = 0; order < std::min(Apart, orders.size()); ++order)
    all.push_back(packInOrder(live, together, orders[order], limit));
  std::ranges::sort(all, {}, [](const AllocationPlan &plan) {
    return std::tie(plan.bytes, plan.offsets);
  });
  std::vector<AllocationPlan> kept;
  for (const AllocationPlan &plan : all)
    if (plan.bytes <= limit && std::ranges::find(kept, plan) == kept.end())
      kept.push_back(plan);
  return kept;
}

} // namespace heddle
