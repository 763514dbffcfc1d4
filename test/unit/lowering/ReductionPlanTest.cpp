//===- ReductionPlanTest.cpp - What reductions combine --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Plans are carried out with sets of elements: nothing is combined twice, and
/// in the end nothing is missing.
///
//===----------------------------------------------------------------------===//

#include "ReductionPlan.h"
#include "RandomTensors.h"

namespace heddle {

namespace {

constexpr unsigned LaneBits = 3, WarpBits = 2;

/// The element without the coordinate along the axis.
Word withoutAxis(const LinearLayout &layout, Word element, unsigned axis) {
  Dim dim = Dim::standard(axis);
  return element ^
         f2::shiftLeft(layout.field(element, dim), layout.outShift(dim));
}

/// The coordinate that a plan says a location has, as an element.
Word coordinateOf(const LinearLayout &layout, const ReductionPlan &plan,
                  const Holder &holder) {
  Word result = 0;
  auto add = [&](const std::vector<ResultBasis> &bases, std::uint32_t bits) {
    for (std::size_t bit = 0; bit < bases.size(); ++bit)
      if ((bits >> bit & 1) != 0)
        for (std::size_t axis = 0; axis < plan.outs.size(); ++axis)
          result ^= f2::shiftLeft(bases[bit][axis],
                                  layout.outShift(plan.outs[axis].dim));
  };
  add(plan.registerBases, holder.reg);
  add(plan.laneBases, holder.lane);
  add(plan.warpBases, holder.warp);
  return result;
}

/// What threads hold after the plan's registers and lanes.
Held reduceWarps(const LinearLayout &layout, const ReductionPlan &plan) {
  std::vector<std::int32_t> order = plan.registerOrder();
  auto kept = static_cast<unsigned>(plan.keptRegisters.size());
  auto directions = static_cast<unsigned>(plan.registers.size());
  Held held(kept + directions, LaneBits, WarpBits);
  held.forEach([&](Holder holder) {
    Holder from = holder;
    from.reg = static_cast<std::uint32_t>(order[holder.reg]);
    held[holder] = {elementAt(layout, from)};
  });
  for (unsigned bit = kept + directions; bit-- > kept;)
    held = held.withoutRegisterBit(bit);
  for (LaneDirection direction : plan.lanes)
    held.combineLanes(direction.lanes, direction.registers);
  return held;
}

std::uint32_t directionOf(const ReductionPlan &plan, std::uint32_t warp) {
  std::uint32_t direction = 0;
  for (std::size_t bit = 0; bit < plan.warps.size(); ++bit)
    if ((warp >> bit & 1) != 0)
      direction ^= plan.warps[bit];
  return direction;
}

} // namespace

TEST(ReductionPlan, EachElementIsCombinedOnce) {
  EXPECT_TRUE(rc::check([] {
    auto rank = draw(1U, 4U);
    LinearLayout layout = drawTensor(drawShape(rank), LaneBits, WarpBits);
    auto axis = draw(0U, rank);
    ReductionPlan plan = planReduction(layout, axis);
    Held held = reduceWarps(layout, plan);
    // By coordinates, what the warps of each direction hold.
    std::map<Word, std::map<std::uint32_t, std::set<Word>>> parts;
    held.forEach([&](Holder holder) {
      Word coordinate = coordinateOf(layout, plan, holder);
      for (Word element : held[holder])
        RC_ASSERT(withoutAxis(layout, element, axis) == coordinate);
      std::uint32_t direction = directionOf(plan, holder.warp);
      auto [part, isNew] =
          parts[coordinate].try_emplace(direction, held[holder]);
      RC_ASSERT(isNew || part->second == held[holder]);
    });
    Dim dim = Dim::standard(axis);
    std::uint64_t size = layout.outSize(dim);
    RC_ASSERT(parts.size() * size == std::uint64_t(1) << layout.totalOutBits());
    for (const auto &[coordinate, byDirection] : parts) {
      RC_ASSERT(byDirection.size() == std::size_t(1) << plan.warpDirections);
      std::size_t elements = 0;
      std::set<Word> all;
      for (const auto &[direction, part] : byDirection) {
        elements += part.size();
        all.insert(part.begin(), part.end());
      }
      RC_ASSERT(elements == size);
      RC_ASSERT(all.size() == size);
    }
  }));
}

// 4 registers, 8 lanes and 4 warps along one axis: nothing but directions.
TEST(ReductionPlan, OneAxis) {
  LinearLayout layout = get(LinearLayout::fromWords(
      {{Dim::Register, 2}, {Dim::Lane, 3}, {Dim::Warp, 2}},
      {{Dim::standard(0), 7}}, {1, 2, 4, 8, 16, 32, 64}));
  ReductionPlan plan = planReduction(layout, 0);
  EXPECT_TRUE(plan.keptRegisters.empty());
  EXPECT_EQ(plan.registers, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(plan.lanes.size(), 3U);
  EXPECT_EQ(plan.warpDirections, 2U);
  EXPECT_EQ(plan.warps, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(plan.registerOrder(), (std::vector<std::int32_t>{0, 1, 2, 3}));
}

// Lanes 4 to 7 hold what lanes 0 to 3 do, and warps hold other coordinates.
TEST(ReductionPlan, ReplicasAreNotCombined) {
  LinearLayout layout = get(LinearLayout::fromWords(
      {{Dim::Register, 1}, {Dim::Lane, 3}, {Dim::Warp, 1}},
      {{Dim::standard(0), 3}, {Dim::standard(1), 1}}, {1, 2, 4, 0, 8}));
  ReductionPlan plan = planReduction(layout, 0);
  EXPECT_EQ(plan.registers, (std::vector<std::uint32_t>{1}));
  ASSERT_EQ(plan.lanes.size(), 2U);
  EXPECT_EQ(plan.lanes[0].lanes, 1U);
  EXPECT_EQ(plan.lanes[1].lanes, 2U);
  EXPECT_EQ(plan.warpDirections, 0U);
}

// Lane bit 0 moves along both axes, as register bit 0 does along axis 1, so
// that the lane's partner has the same coordinates in other registers.
TEST(ReductionPlan, DirectionsMayCrossRegisters) {
  LinearLayout layout = get(LinearLayout::fromWords(
      {{Dim::Register, 1}, {Dim::Lane, 1}, {Dim::Warp, 0}},
      {{Dim::standard(0), 1}, {Dim::standard(1), 1}}, {2, 3}));
  ReductionPlan plan = planReduction(layout, 0);
  EXPECT_EQ(plan.keptRegisters, (std::vector<unsigned>{0}));
  ASSERT_EQ(plan.lanes.size(), 1U);
  EXPECT_EQ(plan.lanes[0].lanes, 1U);
  EXPECT_EQ(plan.lanes[0].registers, 1U);
}

} // namespace heddle
