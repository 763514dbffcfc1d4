//===- ScanPlanTest.cpp - Along which bits scans go -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanPlan.h"
#include "RandomTensors.h"

namespace heddle {

namespace {

constexpr unsigned LaneBits = 3, WarpBits = 2;

std::uint32_t partOf(const Holder &holder, Dim dim) {
  if (dim == Dim::Register)
    return holder.reg;
  return dim == Dim::Lane ? holder.lane : holder.warp;
}

/// The coordinate that the runs give a location, the lowest run first.
std::uint64_t coordinateOf(const std::vector<BitRun> &runs,
                           const Holder &holder) {
  std::uint64_t result = 0;
  unsigned shift = 0;
  for (const BitRun &run : runs) {
    Word bits = partOf(holder, run.dim) & run.mask();
    for (std::uint64_t coordinate = 0; coordinate < run.size(); ++coordinate)
      if (run.at(coordinate) == bits)
        result |= coordinate << shift;
    shift += static_cast<unsigned>(run.bits.size());
  }
  return result;
}

/// Has the layout runs along the axis? By the definition: each bit of a
/// location that moves along the axis moves along nothing else, by a power of
/// two that no other bit moves by.
bool hasRuns(const LinearLayout &layout, unsigned axis) {
  std::set<Word> seen;
  Dim out = Dim::standard(axis);
  for (Word word : layout.bases()) {
    std::uint64_t along = layout.field(word, out);
    if (along != 0 && (!std::has_single_bit(word) || !seen.insert(word).second))
      return false;
  }
  return seen.size() == layout.outBits(out);
}

} // namespace

TEST(ScanPlan, RunsAreTheCoordinate) {
  EXPECT_TRUE(rc::check([] {
    auto rank = draw(1U, 4U);
    LinearLayout layout = drawTensor(drawShape(rank), LaneBits, WarpBits);
    auto axis = draw(0U, rank);
    ScanPlan plan = get(planScan(layout, axis));
    RC_ASSERT(plan.isConverted == !hasRuns(layout, axis));
    RC_ASSERT(plan.isConverted || plan.layout == layout);
    for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp})
      RC_ASSERT(plan.layout.inBits(dim) == layout.inBits(dim));
    RC_ASSERT(plan.layout.isSurjective());
    for (const DimBits &out : layout.outs())
      RC_ASSERT(plan.layout.outBits(out.dim) == out.bits);
    Held(layout.inBits(Dim::Register), LaneBits, WarpBits)
        .forEach([&](Holder holder) {
          RC_ASSERT(coordinateOf(plan.runs, holder) ==
                    coordinateAt(plan.layout, holder, axis));
        });
    for (std::size_t next = 1; next < plan.runs.size(); ++next)
      RC_ASSERT(plan.runs[next - 1].dim != plan.runs[next].dim);
  }));
}

// Registers 0 and 1, lanes, then registers 0 and 2 again: three runs.
TEST(ScanPlan, RunsOfThreeParts) {
  LinearLayout layout = get(LinearLayout::fromWords(
      {{Dim::Register, 2}, {Dim::Lane, 2}, {Dim::Warp, 0}},
      {{Dim::standard(0), 4}}, {1, 8, 4, 2}));
  ScanPlan plan = get(planScan(layout, 0));
  EXPECT_FALSE(plan.isConverted);
  ASSERT_EQ(plan.runs.size(), 3U);
  EXPECT_EQ(plan.runs[0].bits, (std::vector<unsigned>{0}));
  // Lane bit 1 moves by 2, and lane bit 0 by 4.
  EXPECT_EQ(plan.runs[1].dim, Dim::Lane);
  EXPECT_EQ(plan.runs[1].bits, (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(plan.runs[1].at(1), 2U);
  EXPECT_EQ(plan.runs[1].atStep(0, ScanOrder::FromEnd), 3U);
  EXPECT_EQ(plan.runs[2].bits, (std::vector<unsigned>{1}));
}

TEST(ScanPlan, StepsFollowTheCoordinate) {
  EXPECT_TRUE(rc::check([] {
    auto bits = draw(1U, 5U);
    std::vector<unsigned> numbering;
    for (unsigned bit = 0; bit < bits; ++bit)
      numbering.push_back(2 * bit);
    BitRun run = {Dim::Register, {}};
    for (unsigned bit : numbering)
      if (*rc::gen::arbitrary<bool>())
        run.bits.insert(run.bits.begin() +
                            draw<std::ptrdiff_t>(0, std::ssize(run.bits) + 1),
                        bit);
    auto order = *rc::gen::element(ScanOrder::FromStart, ScanOrder::FromEnd);
    std::vector<unsigned> left = numbering;
    RegisterSteps steps = stepsOf(run, left, 1U << bits, order);
    RC_ASSERT(left.size() + run.bits.size() == bits);
    // Registers in the order of steps, those of one step by their numbers.
    auto stepOf = [&](unsigned number) {
      Word inLayout = 0;
      for (unsigned bit = 0; bit < bits; ++bit)
        if ((number >> bit & 1) != 0)
          inLayout |= f2::unit(numbering[bit]);
      for (std::uint64_t step = 0;; ++step)
        if (run.atStep(step, order) == (inLayout & run.mask()))
          return step;
    };
    std::vector<std::pair<std::uint64_t, std::int32_t>> expected;
    for (unsigned number = 0; number < 1U << bits; ++number)
      expected.emplace_back(stepOf(number), number);
    std::sort(expected.begin(), expected.end());
    std::size_t position = 0;
    for (std::uint64_t step = 0; step < run.size(); ++step)
      for (std::int32_t number : steps.registers[step]) {
        RC_ASSERT(expected[position] == std::pair(step, number));
        RC_ASSERT(static_cast<std::size_t>(
                      steps.position[static_cast<std::size_t>(number)]) ==
                  position);
        ++position;
      }
    RC_ASSERT(position == expected.size());
  }));
}

TEST(ScanPlan, WarpTotalsAreThoseOfAllWarps) {
  EXPECT_TRUE(rc::check([] {
    auto registerBits = draw(0U, 3U);
    const ThreadBits threads = {.lane = LaneBits, .warp = 3};
    auto sameLanes = draw<Word>(0, 1U << LaneBits);
    std::vector<unsigned> warpBits = {0, 1, 2};
    std::swap(warpBits[2], warpBits[draw(0U, 3U)]);
    std::swap(warpBits[1], warpBits[draw(0U, 2U)]);
    auto length = draw(1U, 4U);
    BitRun run = {Dim::Warp, {warpBits.begin(), warpBits.begin() + length}};
    Word sameWarps = 0;
    if (length < 3 && *rc::gen::arbitrary<bool>())
      sameWarps = f2::unit(warpBits[2]);
    WarpTotals plan =
        get(planWarpTotals(run, registerBits, threads, sameLanes, sameWarps));
    RC_ASSERT(plan.from.totalOutBits() ==
              registerBits + threads.lane + threads.warp -
                  static_cast<unsigned>(std::popcount(sameLanes) +
                                        std::popcount(sameWarps)));
    Held(registerBits, LaneBits, threads.warp).forEach([&](Holder holder) {
      Holder same = {holder.reg,
                     holder.lane & static_cast<std::uint32_t>(~sameLanes),
                     holder.warp & static_cast<std::uint32_t>(~sameWarps)};
      RC_ASSERT(elementAt(plan.from, same) == elementAt(plan.from, holder));
      for (std::uint64_t each = 0; each < run.size(); ++each) {
        Holder of = holder;
        of.warp = static_cast<std::uint32_t>((holder.warp & ~run.mask()) |
                                             run.at(each));
        Holder in = holder;
        in.reg |= static_cast<std::uint32_t>(each << registerBits);
        RC_ASSERT(elementAt(plan.to, in) == elementAt(plan.from, of));
      }
    });
  }));
}

} // namespace heddle
