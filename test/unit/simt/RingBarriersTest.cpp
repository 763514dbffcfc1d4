//===- RingBarriersTest.cpp - Barriers between buffers of a ring ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses of which it is known in which buffer of a ring they are, against
/// executions of the loop.
///
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/Barriers.h"

#include <gmock/gmock.h>

#include <random>

using namespace heddle;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr auto Block = SyncScope::Block;

/// A loop with nothing around it: a point before it, where its iterations
/// begin, what is in it, and where it is left.
class Loop {
public:
  static constexpr unsigned Head = 1;

  explicit Loop(unsigned count) : count(count) {
    program.points.resize(2);
    program.points[0].next = {Head};
    program.points[Head].isHead = true;
  }
  /// In the buffer of number (iteration + phase) modulo `count`.
  unsigned access(bool writes, std::optional<unsigned> phase) {
    SharedAccesses::Access access;
    access.reads = !writes;
    access.writes = writes;
    if (phase)
      access.place = RingPlace{0, Head, *phase, count};
    unsigned here = point();
    program.points[here].access = add(access);
    return here;
  }
  /// All of them touch the same bytes.
  unsigned add(const SharedAccesses::Access &access) {
    auto number = static_cast<unsigned>(program.accesses.size());
    program.accesses.push_back(access);
    for (unsigned other = 0; other <= number; ++other)
      program.common.set(other, number, Block);
    return number;
  }
  unsigned barrier() {
    unsigned here = point();
    program.points[here].barrier = Block;
    return here;
  }
  void end() {
    auto last = static_cast<unsigned>(program.points.size()) - 1;
    program.points[last].next = {Head};
    auto left = static_cast<unsigned>(program.points.size());
    program.points.emplace_back().left = Head;
    program.points[Head].next.push_back(left);
  }
  std::vector<PlacedBarrier> barriers() const {
    return placeBarriers(program).barriers;
  }

  /// Do two accesses meet in an execution with so many iterations?
  bool meets(unsigned iterations,
             const std::vector<PlacedBarrier> &barriers) const;

  SharedAccesses program;

private:
  unsigned point() {
    auto here = static_cast<unsigned>(program.points.size());
    program.points.emplace_back();
    program.points[here - 1].next.push_back(here);
    return here;
  }

  unsigned count;
};

bool Loop::meets(unsigned iterations,
                 const std::vector<PlacedBarrier> &barriers) const {
  struct Done {
    const SharedAccesses::Access *access;
    unsigned iteration;
  };
  std::vector<Done> pending;
  for (unsigned iteration = 0; iteration < iterations; ++iteration)
    for (unsigned at = Head + 1; at + 1 < program.points.size(); ++at) {
      const SharedAccesses::Point &point = program.points[at];
      bool isBehind = std::ranges::any_of(
          barriers, [&](const auto &each) { return each.before == at; });
      if (isBehind || point.barrier == Block)
        pending.clear();
      if (!point.access)
        continue;
      const SharedAccesses::Access &access = program.accesses[*point.access];
      for (const Done &done : pending) {
        bool isApart = access.place && done.access->place &&
                       (access.place->phase + iteration) % count !=
                           (done.access->place->phase + done.iteration) % count;
        if (!isApart && (access.writes || done.access->writes))
          return true;
      }
      pending.push_back({&access, iteration});
    }
  return false;
}

} // namespace

// Two buffers ahead of three: the reads of the iteration before are ordered by
// the barrier behind the wait, so that copies need none of their own.
TEST(RingBarriers, CopiesGoToBuffersThatNobodyReads) {
  for (bool isKnown : {false, true}) {
    auto phase = [&](unsigned number) {
      return isKnown ? std::optional(number) : std::nullopt;
    };
    Loop loop(3);
    loop.barrier();
    loop.access(/*writes=*/false, phase(0));
    unsigned copy = loop.access(/*writes=*/true, phase(2));
    loop.end();
    if (isKnown)
      EXPECT_THAT(loop.barriers(), IsEmpty());
    else
      EXPECT_THAT(loop.barriers(), ElementsAre(PlacedBarrier{copy, Block}));
  }
}

// The same buffer, one iteration later.
TEST(RingBarriers, WhatIsReadNextIsWaitedFor) {
  Loop loop(2);
  unsigned read = loop.access(/*writes=*/false, 0);
  loop.access(/*writes=*/true, 1);
  loop.end();
  std::vector<PlacedBarrier> found = loop.barriers();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_FALSE(loop.meets(8, found));
  EXPECT_TRUE(loop.meets(2, {}));
  EXPECT_TRUE(findRace(loop.program, {}));
  EXPECT_FALSE(findRace(loop.program, std::array{PlacedBarrier{read, Block}}));
}

// Behind the loop the number of iterations is not known.
TEST(RingBarriers, BehindTheLoopAnyBufferMayBeMeant) {
  Loop loop(3);
  loop.access(/*writes=*/true, 0);
  loop.barrier();
  loop.access(/*writes=*/true, 2);
  loop.end();
  EXPECT_FALSE(findRace(loop.program, {}));
  SharedAccesses::Access after = loop.program.accesses.front();
  auto behind = static_cast<unsigned>(loop.program.points.size());
  loop.program.points.back().next = {behind};
  loop.program.points.emplace_back().access = loop.add(after);
  std::optional<Race> race = findRace(loop.program, {});
  ASSERT_TRUE(race);
  EXPECT_EQ(race->at, behind);
}

TEST(RingBarriers, RandomLoopsMeetNowhere) {
  std::mt19937 random(5);
  unsigned cheaper = 0, needed = 0;
  for (int round = 0; round < 2000; ++round) {
    unsigned count = 1 + random() % 4;
    Loop loop(count);
    for (unsigned size = 1 + random() % 5; size-- > 0;) {
      unsigned kind = random() % 6;
      if (kind == 0)
        loop.barrier();
      else
        loop.access(kind < 3,
                    kind == 5 ? std::nullopt : std::optional(random() % count));
    }
    loop.end();
    BarrierPlan plan = placeBarriers(loop.program);
    EXPECT_FALSE(findRace(loop.program, plan.barriers)) << round;
    EXPECT_FALSE(loop.meets(3 * count + 2, plan.barriers)) << round;
    // Without one of them there is a race, if it is one iteration ahead at
    // most: what is further is taken to be the same buffer.
    for (std::size_t out = 0; out < plan.barriers.size(); ++out) {
      std::vector<PlacedBarrier> others = plan.barriers;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
      EXPECT_TRUE(findRace(loop.program, others)) << round;
      needed += loop.meets(3 * count + 2, others) ? 1 : 0;
    }
    SharedAccesses unknown = loop.program;
    for (SharedAccesses::Access &access : unknown.accesses)
      access.place.reset();
    std::uint64_t cost = placeBarriers(unknown).cost;
    EXPECT_LE(plan.cost, cost) << round;
    cheaper += plan.cost < cost ? 1 : 0;
  }
  EXPECT_GT(cheaper, 100U);
  EXPECT_GT(needed, 500U);
}
