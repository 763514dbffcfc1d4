//===- GatherPlanTest.cpp - Gathers inside of warps -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Plans are carried out thread by thread, for every index: what they read is
/// the element that the index names. Where there is no plan, some warp lacks
/// one.
///
//===----------------------------------------------------------------------===//

#include "heddle/plan/GatherPlan.h"
#include "RandomTensors.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

namespace heddle {

namespace {

/// As many as the target has lanes, so that sampled conflicts can be counted.
constexpr unsigned LaneBits = 5, WarpBits = 1;

const Target &target() { return *get(findTarget("sm_90")); }

/// The element of the source that a register of the result wants.
Word wantedBy(const LinearLayout &source, const LinearLayout &result,
              unsigned axis, const Holder &holder, Word index) {
  Word element = 0;
  for (unsigned each = 0; each < source.outs().size(); ++each)
    element |=
        f2::shiftLeft(each == axis ? index : coordinateAt(result, holder, each),
                      source.outShift(Dim::standard(each)));
  return element;
}

/// The register that the words which the choices leave, and the place in the
/// word, lead to.
std::uint32_t chosenRegister(const GatherPlan &plan, unsigned reg, Word thread,
                             Word index) {
  Word variable = plan.source(reg, thread, index) ^ plan.source.registers[reg];
  Word word = plan.firstWord(reg);
  for (const WordChoice &choice : plan.choices)
    if ((variable >> choice.bit & 1) != 0)
      word ^= choice.difference;
  Word inWord = f2::lowMask(plan.packedBits);
  Word place = plan.source.registers[reg] & inWord;
  if (plan.movesInWord)
    place ^= variable & inWord;
  return static_cast<std::uint32_t>(word << plan.packedBits | place);
}

struct Sample {
  LinearLayout source, result;
  unsigned axis;
};

Sample drawSample() {
  auto rank = draw(1U, 4U);
  unsigned axis = draw(0U, rank);
  std::vector<DimBits> outs = drawShape(rank);
  std::vector<DimBits> taken = outs;
  for (unsigned each = 0; each < rank; ++each)
    taken[each].bits =
        each == axis ? draw(0U, 4U) : draw(0U, outs[each].bits + 1);
  return {drawTensor(outs, LaneBits, WarpBits),
          drawTensor(taken, LaneBits, WarpBits), axis};
}

/// Does some warp lack an element that one of its threads may want?
bool lacksSome(const Sample &sample) {
  std::vector<std::set<Word>> held(1U << WarpBits);
  Held(sample.source.inBits(Dim::Register), LaneBits, WarpBits)
      .forEach([&](Holder holder) {
        held[holder.warp].insert(elementAt(sample.source, holder));
      });
  bool lacks = false;
  Held(sample.result.inBits(Dim::Register), LaneBits, WarpBits)
      .forEach([&](Holder holder) {
        for (Word index = 0;
             index < sample.source.outSize(Dim::standard(sample.axis)); ++index)
          lacks = lacks || !held[holder.warp].contains(
                               wantedBy(sample.source, sample.result,
                                        sample.axis, holder, index));
      });
  return lacks;
}

void expectRight(const GatherPlan &plan, const Sample &sample) {
  Held(sample.result.inBits(Dim::Register), LaneBits, WarpBits)
      .forEach([&](Holder holder) {
        Word thread = holder.lane | Word(holder.warp) << LaneBits;
        for (Word index = 0;
             index < sample.source.outSize(Dim::standard(sample.axis));
             ++index) {
          Word lane = plan.lane(holder.reg, thread, index);
          RC_ASSERT(lane < f2::unit(LaneBits));
          RC_ASSERT(!plan.staysInThread || lane == holder.lane);
          Holder from = {chosenRegister(plan, holder.reg, thread, index),
                         static_cast<std::uint32_t>(lane), holder.warp};
          RC_ASSERT(elementAt(sample.source, from) ==
                    wantedBy(sample.source, sample.result, sample.axis, holder,
                             index));
        }
      });
}

LinearLayout rows(const std::string &perThread, const std::string &perWarp,
                  std::uint64_t columns) {
  std::array<std::uint64_t, 2> shape = {512, columns};
  return get(toLinearLayout(
      get(parseEncoding("#ttg.blocked<{sizePerThread = " + perThread +
                        ", threadsPerWarp = " + perWarp +
                        ", warpsPerCTA = [4, 1], order = [1, 0]}>")),
      shape, NewestTriton));
}

} // namespace

TEST(GatherPlan, ReadsTheElementThatTheIndexNames) {
  unsigned planned = 0, refused = 0;
  bool holds = rc::check([&] {
    Sample sample = drawSample();
    unsigned bytes = 1U << draw(0U, 4U);
    std::optional<GatherPlan> plan =
        planGather(sample.source, sample.result, sample.axis, bytes, target());
    if (!plan) {
      ++refused;
      RC_ASSERT(lacksSome(sample));
      return;
    }
    ++planned;
    if (plan->packedBits > 0 || bytes >= 4)
      RC_ASSERT((bytes << plan->packedBits) == 4 * plan->wordsOfElement);
    expectRight(*plan, sample);
  });
  EXPECT_TRUE(holds);
  // Both are tried.
  EXPECT_GT(planned, 10U);
  EXPECT_GT(refused, 10U);
}

TEST(GatherPlan, CountsWhatItReads) {
  // Eight columns of f16, four to a lane: two words, each shuffled for each of
  // four registers, a select and a shift of each, in four warps.
  LinearLayout layout = rows("[1, 4]", "[16, 2]", 8);
  ASSERT_EQ(layout.inSize(Dim::Register), 32U);
  std::optional<GatherPlan> plan = planGather(layout, layout, 1, 2, target());
  ASSERT_TRUE(plan);
  ProgramCounts counts = countGather(*plan, 32, 2);
  EXPECT_EQ(counts.shuffles, 4U * 32 * 2);
  EXPECT_EQ(counts.selects, 4U * 32);
  EXPECT_EQ(counts.permutes, 4U * 32);
  EXPECT_EQ(counts.blockBarriers, 0U);
  // In a lane's own registers nothing is shuffled; i64 is two words.
  layout = rows("[1, 4]", "[32, 1]", 4);
  plan = planGather(layout, layout, 1, 8, target());
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->staysInThread);
  counts = countGather(*plan, layout.inSize(Dim::Register), 8);
  EXPECT_EQ(counts.shuffles, 0U);
  EXPECT_EQ(counts.selects, 4U * 16 * 2 * 3);
}

// Columns along lanes: the index says which lane, and each row is a register of
// its own, so that a word with several would be taken apart after each shuffle.
// Where the index stays in the thread, words are not taken apart at all.
TEST(GatherPlan, ReadsNarrowElementsApartWhereOneIsWanted) {
  LinearLayout layout = rows("[4, 1]", "[4, 8]", 8);
  std::optional<GatherPlan> plan = planGather(layout, layout, 1, 1, target());
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->packedBits, 0U);
  EXPECT_EQ(plan->wordsOfElement, 1U);
  EXPECT_TRUE(plan->choices.empty());
  layout = rows("[1, 4]", "[32, 1]", 4);
  plan = planGather(layout, layout, 1, 1, target());
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->packedBits, 2U);
}

TEST(GatherPlan, CountsWhatSharedMemoryTakes) {
  LinearLayout layout = rows("[1, 1]", "[16, 2]", 2);
  ProgramCounts counts = countSharedGather(layout, layout, 1, 4, target());
  EXPECT_EQ(counts.stores, 4U * 8);
  EXPECT_EQ(counts.loads, 4U * 8);
  EXPECT_EQ(counts.write.actual, counts.stores);
  EXPECT_EQ(counts.blockBarriers, 1U);
  // Two lanes ask one of two words that no other two ask for: 64 words are in
  // each bank twice.
  EXPECT_GE(counts.read.actual, counts.loads);
  EXPECT_LE(counts.read.actual, 2 * counts.loads);
}

TEST(GatherPlan, NeedsAShuffleFromAnyLane) {
  LinearLayout layout = rows("[1, 1]", "[16, 2]", 2);
  Target without = target();
  EXPECT_TRUE(planGather(layout, layout, 1, 4, without));
  without.laneMoves = {};
  EXPECT_FALSE(planGather(layout, layout, 1, 4, without));
}

} // namespace heddle
