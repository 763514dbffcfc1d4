//===- WarpExchange.cpp - How warps exchange what they reduced ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"

namespace heddle {

namespace {

using Bases = std::vector<ResultBasis>;

/// Where bits lead in the result, with the reduced axis among its axes.
Bases basesOf(const LinearLayout *layout, Dim in, const ReductionPlan &plan) {
  Bases bases;
  if (layout == nullptr)
    return bases;
  for (Word word : layout->bases(in)) {
    ResultBasis basis;
    for (unsigned axis = 0, from = 0; axis < plan.outs.size(); ++axis)
      basis.push_back(
          axis == plan.axis ? 0 : layout->field(word, Dim::standard(from++)));
    bases.push_back(basis);
  }
  return bases;
}

/// Bases of the bits of each kind, with directions along the reduced axis.
struct Holders {
  Bases registers, lanes, warps, blocks;

  Result<LinearLayout> layout(const ReductionPlan &plan,
                              unsigned directions) const {
    std::vector<DimSize> outs = plan.outs;
    outs[plan.axis].size = std::uint64_t(1) << directions;
    return LinearLayout::fromBases({{Dim::Register, registers},
                                    {Dim::Lane, lanes},
                                    {Dim::Warp, warps},
                                    {Dim::Block, blocks}},
                                   outs);
  }
};

ResultBasis zero(const ReductionPlan &plan) {
  return ResultBasis(plan.outs.size(), 0);
}

ResultBasis directionBasis(const ReductionPlan &plan, unsigned number) {
  ResultBasis basis = zero(plan);
  basis[plan.axis] = std::uint64_t(1) << number;
  return basis;
}

/// What warps have.
Holders resultsOf(const ReductionPlan &plan) {
  Holders holders = {plan.registerBases, plan.laneBases, plan.warpBases,
                     plan.blockBases};
  for (std::size_t bit = 0; bit < holders.warps.size(); ++bit)
    holders.warps[bit][plan.axis] = plan.warps[bit];
  for (std::size_t bit = 0; bit < holders.blocks.size(); ++bit)
    holders.blocks[bit][plan.axis] = plan.blocks[bit];
  return holders;
}

/// Where the result is wanted.
Holders wantedOf(const ReductionPlan &plan, const LinearLayout *wanted) {
  Holders holders = {
      basesOf(wanted, Dim::Register, plan), basesOf(wanted, Dim::Lane, plan),
      basesOf(wanted, Dim::Warp, plan), basesOf(wanted, Dim::Block, plan)};
  holders.lanes.resize(plan.laneBases.size(), zero(plan));
  holders.warps.resize(plan.warpBases.size(), zero(plan));
  holders.blocks.resize(plan.blockBases.size(), zero(plan));
  return holders;
}

constexpr unsigned VectorBytes = 16;

/// Directions beside the registers of the result.
ExchangeStep stepTo(const ReductionPlan &plan, Holders holders,
                    unsigned bytes) {
  unsigned count = plan.warpDirections, direction = 0;
  std::uint64_t moved = std::uint64_t(bytes) << holders.registers.size();
  Bases more;
  while (direction < count && moved << direction < VectorBytes)
    more.push_back(directionBasis(plan, direction++));
  std::vector<LaneDirection> lanes;
  for (unsigned bit = 0; bit < holders.lanes.size() && direction < count; ++bit)
    if (holders.lanes[bit] == zero(plan)) {
      holders.lanes[bit] = directionBasis(plan, direction++);
      lanes.push_back({1U << bit, 0});
    }
  while (direction < count)
    more.push_back(directionBasis(plan, direction++));
  auto bits = static_cast<unsigned>(more.size());
  holders.registers.insert(holders.registers.begin(), more.begin(), more.end());
  return {resultsOf(plan).layout(plan, count), holders.layout(plan, count),
          bits, lanes, haveSameResults(holders.lanes, plan.axis)};
}

/// Directions in lanes, and the coordinates shared among all threads.
Holders sharedOf(const ReductionPlan &plan, unsigned directions) {
  Holders holders;
  for (unsigned direction = 0; direction < plan.warpDirections; ++direction)
    holders.lanes.push_back(
        direction < directions ? directionBasis(plan, direction) : zero(plan));
  std::size_t threads =
      plan.laneBases.size() + plan.warpBases.size() - plan.warpDirections;
  std::size_t taken = 0;
  while (plan.keptBases.size() - taken > threads)
    holders.registers.push_back(plan.keptBases[taken++]);
  auto next = [&] {
    return taken < plan.keptBases.size() ? plan.keptBases[taken++] : zero(plan);
  };
  while (holders.lanes.size() < plan.laneBases.size())
    holders.lanes.push_back(next());
  while (holders.warps.size() < plan.warpBases.size())
    holders.warps.push_back(next());
  return holders;
}

} // namespace

std::vector<Exchange> exchangesOf(const ReductionPlan &plan,
                                  const LinearLayout *wanted, unsigned bytes) {
  Holders last = wantedOf(plan, wanted);
  std::vector<Exchange> exchanges;
  exchanges.push_back({stepTo(plan, last, bytes)});
  unsigned count = plan.warpDirections;
  // Blocks exchange once.
  if (count == 0 || count > plan.laneBases.size() || !plan.blockBases.empty())
    return exchanges;
  std::vector<LaneDirection> lanes;
  lanes.reserve(count);
  for (unsigned bit = 0; bit < count; ++bit)
    lanes.push_back({1U << bit, 0});
  const Holders shared = sharedOf(plan, count);
  exchanges.push_back(
      {{resultsOf(plan).layout(plan, count), shared.layout(plan, count), 0,
        lanes, haveSameResults(shared.lanes, plan.axis)},
       {sharedOf(plan, 0).layout(plan, 0), last.layout(plan, 0), 0, {}}});
  return exchanges;
}

} // namespace heddle
