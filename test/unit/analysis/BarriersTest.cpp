//===- BarriersTest.cpp - Waiting as seldom as can be ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Barriers.h"

#include <gmock/gmock.h>

#include <functional>
#include <random>

using namespace heddle;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr unsigned Threads = 64, Lanes = 32;

/// Four bytes of each thread, at a place that follows from its number.
Footprint footprint(const std::function<std::uint64_t(unsigned)> &place) {
  Footprint result;
  for (unsigned thread = 0; thread < Threads; ++thread)
    result.add(place(thread), 4, Toucher::only(thread, thread / Lanes));
  result.finish();
  return result;
}

Footprint own(std::uint64_t base = 0) {
  return footprint([=](unsigned thread) { return base + 4 * thread; });
}
Footprint neighbours(std::uint64_t base = 0) {
  return footprint([=](unsigned thread) { return base + 4 * (thread ^ 1); });
}
Footprint reversed(std::uint64_t base = 0) {
  return footprint(
      [=](unsigned thread) { return base + 4 * (Threads - 1 - thread); });
}

/// A program that is written from top to bottom.
class Writer {
public:
  Writer() { point(); }
  unsigned load(Footprint where) { return access(true, false, where); }
  unsigned store(Footprint where) { return access(false, true, where); }
  unsigned barrier(Waiting scope) {
    unsigned here = point();
    program.points[here].barrier = scope;
    return here;
  }
  /// A point that the last one leads to.
  unsigned point() {
    auto here = static_cast<unsigned>(program.points.size());
    program.points.emplace_back();
    if (here > 0)
      edge(here - 1, here);
    return here;
  }
  void edge(unsigned from, unsigned to) {
    program.points[from].next.push_back(to);
  }
  void cut() { program.points.back().next.clear(); }
  std::vector<PlacedBarrier> barriers() const {
    return placeBarriers(program).barriers;
  }
  SharedAccesses program;

private:
  unsigned access(bool reads, bool writes, const Footprint &where) {
    unsigned here = point();
    program.points[here].access =
        static_cast<unsigned>(program.accesses.size());
    program.accesses.push_back({reads, writes, where});
    return here;
  }
};

constexpr auto Block = Waiting::Block, Warp = Waiting::Warp;

} // namespace

TEST(Barriers, FootprintsAreCutWhereTheyOverlap) {
  Footprint print;
  print.add(0, 8, Toucher::only(1, 0));
  print.add(4, 8, Toucher::only(2, 0));
  print.add(8, 8, Toucher::only(40, 1));
  print.finish();
  ASSERT_EQ(print.touches().size(), 4U);
  EXPECT_TRUE(print.touches()[0].who.isOneThread());
  EXPECT_FALSE(print.touches()[1].who.isOneThread());
  EXPECT_TRUE(print.touches()[1].who.isOneWarp());
  EXPECT_FALSE(print.touches()[2].who.isOneWarp());
  EXPECT_EQ(print.touches()[3].begin, 12U);
  EXPECT_EQ(print.touches()[3].end, 16U);
}

TEST(Barriers, ThreadsWaitOnlyForOthers) {
  EXPECT_EQ(conflictOf(own(), own()), Waiting::None);
  EXPECT_EQ(conflictOf(own(), neighbours()), Waiting::Warp);
  EXPECT_EQ(conflictOf(own(), reversed()), Waiting::Block);
  EXPECT_EQ(conflictOf(own(), reversed(256)), Waiting::None);
  // The two meet in the last word only.
  EXPECT_EQ(conflictOf(own(), own(252)), Waiting::Block);
}

TEST(Barriers, SlicesThatNeverMeetNeedNone) {
  Writer code;
  code.store(own());
  code.load(reversed(256));
  EXPECT_THAT(code.barriers(), IsEmpty());
}

TEST(Barriers, OneOfTheWarpWhereAllAreInOne) {
  Writer code;
  code.store(own());
  unsigned load = code.load(neighbours());
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{load, Warp}));
}

TEST(Barriers, WhoStillReadsIsWaitedFor) {
  Writer code;
  code.load(reversed());
  unsigned store = code.store(own());
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{store, Block}));
}

TEST(Barriers, TwoReadersNeedNone) {
  Writer code;
  code.load(reversed());
  code.load(own());
  EXPECT_THAT(code.barriers(), IsEmpty());
}

TEST(Barriers, OneForTwoExchangesThatAreApart) {
  Writer code;
  code.store(own());
  code.store(own(256));
  unsigned load = code.load(reversed());
  code.load(reversed(256));
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{load, Block}));
}

TEST(Barriers, OneThatIsThereCounts) {
  Writer code;
  code.store(own());
  code.barrier(Block);
  code.load(reversed());
  EXPECT_THAT(code.barriers(), IsEmpty());
  Writer weaker;
  weaker.store(own());
  weaker.barrier(Warp);
  unsigned load = weaker.load(reversed());
  EXPECT_THAT(weaker.barriers(), ElementsAre(PlacedBarrier{load, Block}));
}

TEST(Barriers, ThoseOfWarpsDoNotSeparateWarps) {
  // One of the block, where a warp alone could have waited for itself.
  Writer code;
  code.store(own());
  unsigned near = code.load(neighbours());
  code.load(reversed());
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{near, Block}));
}

TEST(Barriers, ARoundWaitsForTheOneBefore) {
  // With one place, two barriers; the second for who still reads.
  Writer code;
  unsigned head = code.point();
  unsigned store = code.store(own());
  unsigned load = code.load(reversed());
  code.edge(code.point(), head);
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{store, Block},
                                           PlacedBarrier{load, Block}));
}

TEST(Barriers, TwoPlacesInALoopNeedTwoAltogether) {
  // Where one waits for data, it also sees that the other place is free.
  Writer code;
  unsigned head = code.point();
  code.store(own());
  unsigned first = code.load(reversed());
  code.store(own(256));
  unsigned second = code.load(reversed(256));
  code.edge(code.point(), head);
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{first, Block},
                                           PlacedBarrier{second, Block}));
}

TEST(Barriers, OutsideOfALoopRatherThanInside) {
  Writer code;
  code.store(own());
  unsigned before = code.point();
  unsigned head = code.point();
  code.program.points[head].isPlace = false;
  code.load(reversed());
  unsigned last = code.point();
  code.edge(last, head);
  code.point();
  std::vector<PlacedBarrier> barriers = code.barriers();
  ASSERT_EQ(barriers.size(), 1U);
  EXPECT_EQ(barriers.front().before, before);
}

TEST(Barriers, OnTheWayThatNeedsIt) {
  Writer code;
  code.store(own());
  unsigned branch = code.point();
  unsigned load = code.load(reversed());
  unsigned join = code.point();
  code.edge(branch, join);
  EXPECT_THAT(code.barriers(), ElementsAre(PlacedBarrier{load, Block}));
}

TEST(Barriers, OneOnBothWaysCountsAndOnOneDoesNot) {
  Writer code;
  code.store(own());
  unsigned branch = code.point();
  code.barrier(Block);
  unsigned then = code.point();
  code.cut();
  unsigned otherwise = code.point();
  code.program.points[then].next.clear();
  code.edge(branch, otherwise);
  unsigned join = code.point();
  code.edge(then, join);
  unsigned load = code.load(reversed());
  std::vector<PlacedBarrier> barriers = code.barriers();
  ASSERT_EQ(barriers.size(), 1U);
  EXPECT_GE(barriers.front().before, otherwise);
  EXPECT_LE(barriers.front().before, load);
  code.program.points[otherwise].barrier = Block;
  EXPECT_THAT(code.barriers(), IsEmpty());
}

// Against a search of all sets of barriers.
TEST(Barriers, RandomProgramsHaveNoRaceAndNoBarrierTooMany) {
  unsigned seed = 7;
  std::mt19937 random(seed);
  for (int round = 0; round < 400; ++round) {
    Writer code;
    unsigned length = 2 + random() % 6;
    for (unsigned each = 0; each < length; ++each) {
      std::uint64_t base = random() % 3 * 256;
      Footprint where = random() % 3 == 0   ? neighbours(base)
                        : random() % 2 == 0 ? reversed(base)
                                            : own(base);
      if (random() % 2 == 0)
        code.store(where);
      else
        code.load(where);
    }
    bool hasLoop = random() % 2 == 0;
    if (hasLoop)
      code.edge(code.point(), 1 + random() % 2);
    if (random() % 3 == 0)
      code.edge(1, 3 < code.program.points.size() ? 3 : 2);
    BarrierPlan plan = placeBarriers(code.program);
    EXPECT_FALSE(findRace(code.program, plan.barriers)) << round;
    for (std::size_t left = 0; left < plan.barriers.size(); ++left) {
      std::vector<PlacedBarrier> fewer = plan.barriers;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left));
      EXPECT_TRUE(findRace(code.program, fewer)) << round;
    }
    if (hasLoop)
      continue;
    // No set of fewer barriers of blocks has no race.
    auto count = static_cast<unsigned>(code.program.points.size());
    for (unsigned set = 0; set < 1U << count; ++set) {
      std::vector<PlacedBarrier> others;
      for (unsigned point = 0; point < count; ++point)
        if ((set >> point & 1) != 0)
          others.push_back({point, Block});
      if (others.size() < plan.barriers.size())
        EXPECT_TRUE(findRace(code.program, others)) << round;
    }
  }
}
