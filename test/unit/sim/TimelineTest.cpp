//===- TimelineTest.cpp - When warps do what ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

namespace heddle {

namespace {

using Kind = sim::Span::Kind;

/// What is timed of the only program.
struct Timed {
  SimtProgram program;
  sim::Timeline timeline;
  explicit Timed(const std::string &body, unsigned warps = 1)
      : program(body, warps, 1024) {
    program.with("a", std::vector<std::uint8_t>(16384));
    program.with("r", std::vector<std::uint8_t>(16384));
    program.launch.timed = {0, 0, 0};
    EXPECT_EQ(program.fault(), "");
    timeline = *program.run()->timeline;
  }
  std::vector<sim::Span> of(Kind kind, std::string_view op = "") const {
    std::vector<sim::Span> found;
    for (const sim::Span &span : timeline.spans)
      if (span.kind == kind &&
          (op.empty() || span.op->getName().getStringRef() ==
                             llvm::StringRef(op.data(), op.size())))
        found.push_back(span);
    return found;
  }
};

const std::string Load = "%x = simt.load global %a4 [0] + [0] width 1 : "
                         "(vector<1xi64>) -> vector<1xi32>\n";

} // namespace

// The one who uses what is loaded waits for it, through ops that only name
// registers; nobody else does.
TEST(SimTimeline, waitsForWhatItUses) {
  Timed used(Load + "%e = simt.extract %x[0] : vector<1xi32> -> i32\n"
                    "%y = arith.addi %e, %i1 : i32\n");
  ASSERT_EQ(used.of(Kind::Wait, "simt.load").size(), 1U);
  sim::Span wait = used.of(Kind::Wait, "simt.load").front();
  EXPECT_GE(wait.end - wait.begin, 500);
  Timed unused(Load + "%y = arith.addi %thread, %i1 : i32\n");
  EXPECT_TRUE(unused.of(Kind::Wait).empty());
}

// What a loop carries is waited for in the next round, when the load of that
// round is on its way: it comes soon after.
TEST(SimTimeline, waitsThroughLoops) {
  auto waits = [](const std::string &use) {
    return Timed("%first = simt.splat %i0 : i32 -> vector<1xi32>\n"
                 "%last = scf.for %i = %i0 to %i3 step %i1 iter_args(%old = "
                 "%first) -> (vector<1xi32>) : i32 {\n" +
                 Load + use + "scf.yield %x : vector<1xi32>\n}\n")
        .of(Kind::Wait, "simt.load")
        .size();
  };
  EXPECT_EQ(waits("%y = arith.addi %old, %old : vector<1xi32>\n"), 1U);
  EXPECT_EQ(waits("%y = arith.addi %x, %x : vector<1xi32>\n"), 3U);
  EXPECT_EQ(waits("%y = arith.addi %first, %first : vector<1xi32>\n"), 0U);
}

// All leave a barrier at once, after the last has come.
TEST(SimTimeline, barriersLetAllGoAtOnce) {
  Timed run("%one = arith.cmpi ult, %thread, %i1 : i32\n" + Load +
                "%e = simt.extract %x[0] : vector<1xi32> -> i32\n"
                "%y = arith.addi %e, %i1 : i32\nsimt.barrier block\n",
            4);
  std::vector<sim::Span> barriers = run.of(Kind::Barrier);
  ASSERT_EQ(barriers.size(), 4U);
  for (const sim::Span &barrier : barriers) {
    EXPECT_EQ(barrier.end, barriers.front().end);
    EXPECT_GT(barrier.end, barriers.back().begin);
  }
}

// Two warps of one scheduler take turns; those of two start at once.
TEST(SimTimeline, schedulersStartOneAtATime) {
  auto cycles = [](unsigned warps) {
    return Timed("%f = arith.constant dense<1.0> : vector<512xf32>\n"
                 "%g = arith.addf %f, %f : vector<512xf32>\n",
                 warps)
        .timeline.cycles;
  };
  EXPECT_LT(cycles(4), cycles(1) + 10);
  EXPECT_GT(cycles(8), cycles(4) + 500);
}

// Conflicts keep others from shared memory.
TEST(SimTimeline, sharedMemoryIsBusy) {
  auto cycles = [](unsigned stride) {
    std::string text = "%stride = arith.constant " + std::to_string(stride) +
                       " : i32\n%at = arith.muli %thread, %stride : i32\n"
                       "%in = arith.constant 992 : i32\n"
                       "%inside = arith.andi %at, %in : i32\n"
                       "%place = simt.splat %inside : i32 -> vector<1xi32>\n"
                       "%one = simt.splat %i1 : i32 -> vector<1xi32>\n";
    for (unsigned round = 0; round < 8; ++round)
      text += "simt.store shared %place [0] + [0], %one width 1 : "
              "vector<1xi32>, vector<1xi32>\n";
    text += "simt.barrier warp\n%y = simt.load shared %place [0] + [0] width "
            "1 : (vector<1xi32>) -> vector<1xi32>\n"
            "%z = arith.addi %y, %y : vector<1xi32>\n";
    return Timed(text).timeline.cycles;
  };
  EXPECT_GT(cycles(32), cycles(4));
}

// A thread goes on behind a copy; at the wait its groups are there, one after
// the other, and the last that it may leave is not waited for.
TEST(SimTimeline, copiesGoOnByThemselves) {
  const std::string copy = "simt.async_copy %a4 [0] + [0] to %s4 [0] + [0] "
                           "bytes 4 : vector<1xi64>, vector<1xi32>\n",
                    commit = "simt.async_commit\n", one = copy + commit;
  std::string other = one;
  other.replace(other.find("%s4 [0] + [0]"), 13, "%s4 [0] + [512]");
  auto run = [](const std::string &body) {
    return Timed(body + "%y = arith.addi %thread, %i1 : i32\n");
  };
  EXPECT_LT(run(one).timeline.cycles, 100);
  EXPECT_LT(run(one + "simt.async_wait 1\n").timeline.cycles, 100);
  EXPECT_LT(run(copy + "simt.async_wait 0\n").timeline.cycles, 100);
  Timed waits = run(one + "simt.async_wait 0\n");
  ASSERT_EQ(waits.of(Kind::Wait, "simt.async_copy").size(), 1U);
  EXPECT_GE(waits.timeline.cycles, 500);
  EXPECT_EQ(waits.of(Kind::Access, "simt.async_copy").front().sectors, 4U);
  // Two on their way together take not much longer than one.
  Timed two = run(one + other + "simt.async_wait 1\nsimt.async_wait 0\n");
  EXPECT_LT(two.timeline.cycles, waits.timeline.cycles + 50);
  EXPECT_EQ(run(one + other + "simt.async_wait 1\n")
                .of(Kind::Wait, "simt.async_copy")
                .size(),
            1U);
  EXPECT_GE(run(one + "simt.async_wait 0\n" + other + "simt.async_wait 0\n")
                .timeline.cycles,
            1000);
}

// The kernel's warp waits for the other one, which begins when it is told to
// and arrives when its load is there.
TEST(SimTimeline, phasesEndWithTheirLastArrival) {
  const std::string arrive =
      "simt.partition_yield\n} others {\nsimt.other_partitions(%a) warps [1] "
      "first [1] {\n^bb0(%from: i64):\n"
      "%at = simt.splat %from : i64 -> vector<1xi64>\n"
      "%x = simt.load global %at [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi32>\n%e = simt.extract %x[0] : vector<1xi32> -> i32\n"
      "%eight = arith.constant 512 : i32\n"
      "%where = arith.addi %e, %eight : i32\n"
      "simt.mbarrier_arrive %where count 1\nsimt.partition_yield\n} : "
      "(i64)\n}\n";
  Timed run("%m = arith.constant 512 : i32\n"
            "%first = arith.cmpi eq, %thread, %i0 : i32\n"
            "simt.mbarrier_init %m count 32 if %first\nsimt.partitions {\n"
            "simt.mbarrier_wait %m parity %i0\n" +
            arrive);
  std::vector<sim::Span> waits = run.of(Kind::Wait, "simt.mbarrier_wait");
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits.front().warp, 0U);
  EXPECT_GE(waits.front().end - waits.front().begin, 500);
  ASSERT_EQ(run.of(Kind::Wait, "simt.load").size(), 1U);
  EXPECT_EQ(run.of(Kind::Wait, "simt.load").front().warp, 1U);
  EXPECT_LT(run.timeline.cycles, 700);
}

TEST(SimTimeline, nobodyAsked) {
  SimtProgram program("");
  EXPECT_FALSE(program.run()->timeline);
}

} // namespace heddle
