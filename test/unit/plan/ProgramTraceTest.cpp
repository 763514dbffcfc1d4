//===- ProgramTraceTest.cpp - Labels arrive where elements belong ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of a trace has to be the destination layout, on random pairs;
// a small plan is followed step by step.
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/ProgramTrace.h"
#include "Check.h"
#include "RandomPairs.h"
#include "Sample.h"
#include "heddle/layout/Text.h"
#include "heddle/plan/Conversion.h"

#include <set>

namespace heddle {
namespace {

/// One of the four bytes of the labels of what the layout's registers hold.
std::vector<std::uint8_t> labelBytes(const RandomPair &pair, unsigned bytes,
                                     unsigned plane) {
  std::vector<std::uint8_t> tensor(f2::unit(pair.src.totalOutBits()) * bytes);
  for (std::size_t i = 0; i < tensor.size(); ++i)
    tensor[i] = static_cast<std::uint8_t>((i + 1) >> (8 * plane));
  return registersOf(pair.dst, pair.src, tensor, bytes);
}

std::string check(const RandomPair &pair, const Conversion &plan,
                  const std::vector<TraceStep> &trace) {
  const TraceStep &last = trace.back();
  std::size_t bytes = plan.program.outputBytes();
  for (unsigned plane = 0; plane < 4; ++plane) {
    std::vector<std::uint8_t> wanted =
        labelBytes(pair, plan.program.elementBytes, plane);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::size_t at = i / bytes * last.words * WordBytes + i % bytes;
      if (auto got =
              static_cast<std::uint8_t>(last.registers[at] >> (8 * plane));
          got != wanted[i])
        return concat("byte ", i, " has label ", last.registers[at]);
    }
  }
  return "";
}

TEST(ProgramTrace, EndsInTheDestination) {
  constexpr std::uint64_t Pairs = 400 / SampledOneIn;
  std::set<TraceStep::Kind> seen;
  for (std::uint64_t seed = 0; seed < Pairs; ++seed) {
    RandomPair pair = PairSource(seed).next();
    Result<Conversion> plan =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    if (!plan)
      continue;
    Result<std::vector<TraceStep>> trace =
        traceProgram(plan->program, pair.src);
    if (!trace) {
      EXPECT_THAT(trace.error().reason,
                  testing::StartsWith("expects a conversion of at most"));
      continue;
    }
    for (const TraceStep &step : *trace)
      seen.insert(step.kind);
    ASSERT_EQ(check(pair, *plan, *trace), "")
        << "seed " << seed << ": " << pair.text << "\n"
        << plan->program.text();
  }
  EXPECT_EQ(seen.size(), 7U) << "not every kind of step was drawn";
}

// 32 lanes reverse the bits of their numbers: one shuffle.
TEST(ProgramTrace, FollowsAShuffle) {
  LinearLayout src = *parseText(
      "{register: [], lane: [1, 2, 4, 8, 16], warp: [], block: []} -> "
      "{dim0: 32}");
  LinearLayout dst = *parseText(
      "{register: [], lane: [16, 8, 4, 2, 1], warp: [], block: []} -> "
      "{dim0: 32}");
  Result<Conversion> plan = planConversion(src, dst, 32, **findTarget("sm_90"));
  ASSERT_TRUE(plan);
  Result<std::vector<TraceStep>> trace = traceProgram(plan->program, src);
  ASSERT_TRUE(trace);
  ASSERT_EQ(trace->size(), 2U);
  EXPECT_EQ((*trace)[0].kind, TraceStep::Kind::Start);
  EXPECT_EQ((*trace)[1].kind, TraceStep::Kind::Shuffle);
  // Lane 1 has element 1 before, and element 16 after; an element has 4 bytes.
  EXPECT_EQ((*trace)[0].registers[1 * WordBytes], 1U + 1 * 4);
  EXPECT_EQ((*trace)[1].registers[1 * WordBytes], 1U + 16 * 4);
}

// Too large to follow: an error, not hours.
TEST(ProgramTrace, RefusesWhatIsTooLarge) {
  Program program;
  program.threads = {.lane = 5, .warp = 5, .block = 8};
  program.elementBytes = 4;
  program.inputs = program.outputs = 1;
  Result<std::vector<TraceStep>> trace =
      traceProgram(program, *parseText("{register: []} -> {dim0: 1}"));
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().reason,
            "expects a conversion of at most 16777216 bytes of values to "
            "follow, but got 1 instructions of 2^18 threads");
}

} // namespace
} // namespace heddle
