//===- BarriersTest.cpp - SyncScope as seldom as can be -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/Barriers.h"

#include <gmock/gmock.h>

#include <functional>
#include <map>
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
    result.add(place(thread), 4, ThreadSet::only(thread, thread / Lanes));
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
  unsigned barrier(SyncScope scope) {
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
    program.accesses.push_back({reads, writes});
    footprints.push_back(where);
    auto last = static_cast<unsigned>(footprints.size()) - 1;
    for (unsigned each = 0; each <= last; ++each)
      program.common.set(each, last, conflictOf(footprints[each], where));
    return here;
  }

  /// Of the accesses.
  std::vector<Footprint> footprints;
};

constexpr auto Block = SyncScope::Block, Warp = SyncScope::Warp;

} // namespace

// Byte by byte, of ranges that lie close together and of some far apart.
TEST(Barriers, FootprintsSayWhoTouchesEachByte) {
  std::mt19937 random(1);
  auto below = [&](unsigned count) { return random() % count; };
  for (unsigned trial = 0; trial < 200; ++trial) {
    Footprint some;
    std::map<std::uint64_t, ThreadSet> bytes;
    std::uint64_t grain = std::uint64_t{1} << below(4);
    std::uint64_t places = trial % 2 == 0 ? 40 : 4000;
    for (unsigned count = 1 + below(30); count-- > 0;) {
      std::uint64_t begin = grain * below(static_cast<unsigned>(places));
      std::uint64_t size = grain * (1 + below(3));
      unsigned thread = below(Threads);
      ThreadSet who = ThreadSet::only(thread, thread / Lanes);
      some.add(begin, size, who);
      for (std::uint64_t byte = begin; byte < begin + size; ++byte) {
        auto [there, isNew] = bytes.try_emplace(byte, who);
        if (!isNew)
          there->second = there->second.join(who);
      }
    }
    some.finish();
    std::map<std::uint64_t, ThreadSet> found;
    std::uint64_t last = 0;
    for (const Footprint::Range &range : some.ranges()) {
      ASSERT_LE(last, range.begin);
      last = range.end;
      for (std::uint64_t byte = range.begin; byte < range.end; ++byte)
        found.emplace(byte, range.who);
    }
    ASSERT_EQ(found, bytes);
  }
}

TEST(Barriers, FootprintsAreCutWhereTheyOverlap) {
  Footprint print;
  print.add(0, 8, ThreadSet::only(1, 0));
  print.add(4, 8, ThreadSet::only(2, 0));
  print.add(8, 8, ThreadSet::only(40, 1));
  print.finish();
  ASSERT_EQ(print.ranges().size(), 4U);
  EXPECT_TRUE(print.ranges()[0].who.isOneThread());
  EXPECT_FALSE(print.ranges()[1].who.isOneThread());
  EXPECT_TRUE(print.ranges()[1].who.isOneWarp());
  EXPECT_FALSE(print.ranges()[2].who.isOneWarp());
  EXPECT_EQ(print.ranges()[3].begin, 12U);
  EXPECT_EQ(print.ranges()[3].end, 16U);
}

TEST(Barriers, ThreadsWaitOnlyForOthers) {
  EXPECT_EQ(conflictOf(own(), own()), SyncScope::None);
  EXPECT_EQ(conflictOf(own(), neighbours()), SyncScope::Warp);
  EXPECT_EQ(conflictOf(own(), reversed()), SyncScope::Block);
  EXPECT_EQ(conflictOf(own(), reversed(256)), SyncScope::None);
  // The two meet in the last word only.
  EXPECT_EQ(conflictOf(own(), own(252)), SyncScope::Block);
}

TEST(Barriers, FootprintsLieSoFarBehindWhatTheySay) {
  for (std::int64_t behind = 0; behind <= 600; ++behind)
    for (auto *other : {own, neighbours, reversed}) {
      SyncScope scope =
          conflictOf(own(300), other(static_cast<std::uint64_t>(behind)));
      EXPECT_EQ(conflictOf(own(300), other(0), behind), scope) << behind;
      EXPECT_EQ(conflictOf(other(0), own(300), -behind), scope) << behind;
    }
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

// A wait for a product that has read two tiles is two points; a barrier between
// them would stand before the wait.
TEST(Barriers, NoneComesBetweenThePointsOfAnOp) {
  for (bool isInside : {false, true}) {
    Writer code;
    code.load(reversed());
    unsigned second = code.load(own(4096));
    code.program.points[second].isInside = isInside;
    unsigned head = code.point();
    unsigned store = code.store(own());
    code.edge(store, head);
    ASSERT_EQ(code.barriers().size(), 1U);
    EXPECT_EQ(code.barriers().front().before == second, !isInside);
  }
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
  code.program.points[head].allowsBarrier = false;
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

namespace {

/// Some accesses and points without, perhaps a loop around the last ones and a
/// way past some.
Writer randomProgram(std::mt19937 &random) {
  Writer code;
  unsigned length = 2 + random() % 5;
  for (unsigned each = 0; each < length; ++each) {
    std::uint64_t base = random() % 3 * 256;
    Footprint where = random() % 3 == 0   ? neighbours(base)
                      : random() % 2 == 0 ? reversed(base)
                                          : own(base);
    unsigned kind = random() % 5;
    if (kind == 0)
      code.program.points[code.point()].allowsBarrier = random() % 2 == 0;
    else if (kind < 3)
      code.store(where);
    else
      code.load(where);
  }
  auto last = static_cast<unsigned>(code.program.points.size()) - 1;
  if (random() % 2 == 0)
    code.edge(last, 1 + random() % last);
  if (random() % 3 == 0)
    code.edge(1, std::min(3U, last));
  return code;
}

/// Is there a way from each point to each, over at least one edge?
std::vector<std::vector<bool>> waysOf(const SharedAccesses &program) {
  std::size_t count = program.points.size();
  std::vector<std::vector<bool>> ways(count, std::vector<bool>(count));
  for (std::size_t from = 0; from < count; ++from)
    for (unsigned to : program.points[from].next)
      ways[from][to] = true;
  for (std::size_t by = 0; by < count; ++by)
    for (std::size_t from = 0; from < count; ++from)
      for (std::size_t to = 0; to < count; ++to)
        if (ways[from][by] && ways[by][to])
          ways[from][to] = true;
  return ways;
}

/// As `BarrierPlan` says, in programs with one loop at most.
std::uint64_t costOf(const SharedAccesses &program,
                     const std::vector<PlacedBarrier> &barriers) {
  auto ways = waysOf(program);
  std::uint64_t cost = 0;
  for (const PlacedBarrier &barrier : barriers)
    cost += (barrier.scope == Block ? 400 : 4) *
            (ways[barrier.before][barrier.before] ? 8 : 1);
  return cost;
}

/// All sets of barriers, by digits of numbers.
std::vector<PlacedBarrier> numberedBarriers(const SharedAccesses &program,
                                            unsigned number) {
  std::vector<PlacedBarrier> barriers;
  for (unsigned point = 0; point < program.points.size(); ++point) {
    if (number % 3 != 0)
      barriers.push_back({point, number % 3 == 1 ? Warp : Block});
    number /= 3;
  }
  return barriers;
}

} // namespace

TEST(Barriers, RandomProgramsHaveNoRaceAndNoneHasACheaperWay) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Writer code = randomProgram(random);
    BarrierPlan plan = placeBarriers(code.program);
    EXPECT_FALSE(findRace(code.program, plan.barriers)) << round;
    EXPECT_EQ(plan.cost, costOf(code.program, plan.barriers)) << round;
    unsigned sets = 1;
    for (std::size_t point = 0; point < code.program.points.size(); ++point)
      sets *= 3;
    for (unsigned number = 0; number < sets; ++number) {
      std::vector<PlacedBarrier> others =
          numberedBarriers(code.program, number);
      bool isPossible = std::ranges::all_of(others, [&](const auto &barrier) {
        return code.program.points[barrier.before].allowsBarrier;
      });
      if (isPossible && costOf(code.program, others) < plan.cost)
        EXPECT_TRUE(findRace(code.program, others)) << round;
    }
  }
}

// More points than accesses, as in programs with many registers.
TEST(Barriers, PointsWhereNothingIsDoneChangeNothing) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    Writer code = randomProgram(random);
    SharedAccesses longer = code.program;
    for (unsigned point = 0; point < code.program.points.size(); ++point) {
      // The point's successors come behind a new one.
      auto added = static_cast<unsigned>(longer.points.size());
      longer.points.push_back({longer.points[point].next, {}, SyncScope::None});
      longer.points[added].allowsBarrier = false;
      longer.points[point].next = {added};
    }
    EXPECT_EQ(placeBarriers(longer).barriers,
              placeBarriers(code.program).barriers)
        << round;
  }
}

// Another block's memory is written, read and given up behind barriers of the
// cluster; what is the block's own behind those of the block.
TEST(Barriers, BlocksOfAClusterWaitForEachOther) {
  constexpr auto Reads = SyncScope::ClusterReads, Cluster = SyncScope::Cluster;
  auto distributed = [](Writer &code, unsigned point) {
    SharedAccesses::Access &access =
        code.program.accesses[*code.program.points[point].access];
    access.isDistributed = true;
    return point;
  };
  auto end = [](Writer &code) {
    unsigned point = code.store(own());
    code.program.accesses.back().isEnd = true;
    return point;
  };
  Writer exchange;
  exchange.store(own());
  unsigned read = distributed(exchange, exchange.load(reversed()));
  unsigned last = end(exchange);
  EXPECT_THAT(exchange.barriers(), ElementsAre(PlacedBarrier{read, Reads},
                                               PlacedBarrier{last, Reads}));
  // One serves both kinds of accesses.
  Writer both;
  both.store(own());
  both.store(own(1024));
  unsigned first = both.load(reversed(1024));
  distributed(both, both.load(reversed()));
  unsigned again = both.store(own());
  end(both);
  EXPECT_THAT(both.barriers(), ElementsAre(PlacedBarrier{first, Reads},
                                           PlacedBarrier{again, Reads}));
  // The end is no access for the block itself.
  Writer alone;
  alone.store(own());
  unsigned other = alone.load(reversed());
  end(alone);
  EXPECT_THAT(alone.barriers(), ElementsAre(PlacedBarrier{other, Block}));
  EXPECT_EQ(findRace(exchange.program, {})->scope, Reads);
  EXPECT_TRUE(
      findRace(exchange.program, std::array{PlacedBarrier{read, Block},
                                            PlacedBarrier{last, Reads}}));
  EXPECT_FALSE(findRace(exchange.program, exchange.barriers()));
  // What is written there is seen behind barriers that order everything.
  Writer pushed;
  unsigned store = distributed(pushed, pushed.store(reversed()));
  unsigned load = pushed.load(own());
  unsigned finish = end(pushed);
  EXPECT_THAT(pushed.barriers(), ElementsAre(PlacedBarrier{load, Cluster}));
  EXPECT_EQ(
      findRace(pushed.program, std::array{PlacedBarrier{load, Reads}})->scope,
      Cluster);
  EXPECT_LT(store, finish);
}

// A copy to other blocks' memory comes behind a barrier of the cluster, or
// behind an arrival at their mbarriers and a wait for theirs, in this order.
TEST(Barriers, ArrivalsOrderCopiesToOtherBlocks) {
  constexpr auto Cluster = SyncScope::Cluster;
  enum Step : std::uint8_t { Arrive, Wait };
  auto programOf = [](std::initializer_list<Step> steps) {
    Writer code;
    code.load(own());
    for (Step step : steps) {
      SharedAccesses::Point &point = code.program.points[code.point()];
      (step == Arrive ? point.arrivesAtPeers : point.awaitsPeers) = true;
    }
    code.store(reversed());
    code.program.accesses.back().isDistributed = true;
    code.program.accesses.back().isOrderedByArrivals = true;
    return code.program;
  };
  auto scopeIn = [](const SharedAccesses &program) {
    std::vector<PlacedBarrier> barriers = placeBarriers(program).barriers;
    EXPECT_FALSE(findRace(program, barriers));
    EXPECT_TRUE(findRace(program, {}));
    return barriers.size() == 1 ? barriers.front().scope : SyncScope::None;
  };
  EXPECT_EQ(scopeIn(programOf({})), Cluster);
  EXPECT_EQ(scopeIn(programOf({Arrive})), Cluster);
  EXPECT_EQ(scopeIn(programOf({Wait})), Cluster);
  EXPECT_EQ(scopeIn(programOf({Wait, Arrive})), Cluster);
  // The block's own threads have to have read it, too.
  EXPECT_EQ(scopeIn(programOf({Arrive, Wait})), Block);
  // Other accesses are not what the arrivals are for.
  SharedAccesses plain = programOf({Arrive, Wait});
  plain.accesses.back().isOrderedByArrivals = false;
  EXPECT_EQ(scopeIn(plain), SyncScope::ClusterReads);
  // Where no barrier can be, the plan says so.
  SharedAccesses inside = programOf({});
  for (SharedAccesses::Point &point : inside.points)
    point.isInPartition = true;
  EXPECT_EQ(placeBarriers(inside).unordered, inside.points.size() - 1);
}

// What finds an mbarrier of another block waits for the cluster where it is
// made and ended, and not for arrivals.
TEST(Barriers, ArrivalsAtOtherBlocksNeedTheirMbarriers) {
  Writer code;
  code.store(own());
  unsigned signal = code.load(reversed());
  code.program.accesses.back().isDistributed = true;
  code.program.accesses.back().isSignal = true;
  unsigned arrival = code.store(reversed());
  code.program.accesses.back().isArrival = true;
  code.program.accesses.back().part = SharedAccesses::Part::Begin;
  unsigned end = code.store(own());
  EXPECT_THAT(code.barriers(),
              ElementsAre(PlacedBarrier{signal, SyncScope::ClusterReads},
                          PlacedBarrier{end, SyncScope::Cluster}));
  EXPECT_LT(arrival, end);
}
