//===- LocalAccessTest.cpp - Accesses of buffers --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalAccess.h"
#include "RandomTensors.h"
#include "heddle/target/Target.h"
#include "plan/NaiveAccess.h"

namespace heddle {

namespace {

/// The offset at which a buffer has each element, tried one by one.
std::map<Word, Word> offsetsOf(const LinearLayout &memory) {
  std::map<Word, Word> offsets;
  for (Word offset = 0; offset < memory.inSize(Dim::Offset); ++offset)
    offsets.try_emplace(f2::multiply(memory.bases(Dim::Offset), offset),
                        offset);
  return offsets;
}

/// The byte that access number `index` begins at in a thread, as lowering
/// computes it: paddings of the map's part, and those that the offset counts.
std::uint64_t addressOf(const LocalAccess &plan, const NaiveCase &sample,
                        std::size_t index, Word thread) {
  unsigned bytes = sample.elementBits / 8;
  auto map = static_cast<std::size_t>(plan.at[index]);
  std::uint64_t offset = plan.maps[map](thread), address = offset;
  for (const Padding &padding : sample.paddings)
    if (padding.interval < sample.shared.inSize(Dim::Offset))
      address += offset / (padding.interval * bytes) * padding.padding * bytes;
  return address + static_cast<std::uint64_t>(plan.offsets[index]);
}

/// Does every register of every thread get the bytes of its own element, that
/// of a subview that begins at `start`?
void expectOwnElements(const LocalAccess &plan, const NaiveCase &sample,
                       Word start) {
  std::map<Word, Word> offsets = offsetsOf(sample.shared);
  unsigned bytes = sample.elementBits / 8;
  unsigned lanes = sample.registers.inBits(Dim::Lane);
  Held(sample.registers.inBits(Dim::Register), lanes,
       sample.registers.inBits(Dim::Warp))
      .forEach([&](Holder holder) {
        auto slot = static_cast<unsigned>(plan.slotOf[holder.reg]);
        Word thread = holder.lane | Word(holder.warp) << lanes;
        std::uint64_t address =
            addressOf(plan, sample, slot / plan.width, thread) +
            slot % plan.width * bytes;
        Word offset = offsets.at(elementAt(sample.registers, holder)) ^ start;
        ASSERT_EQ(address, paddedOffset(sample.paddings, offset) * bytes)
            << sample.text();
      });
}

} // namespace

TEST(LocalAccess, RegistersGetTheirOwnElements) {
  const Target &target = *get(findTarget("sm_90"));
  std::mt19937_64 random(19);
  unsigned tried = 0;
  while (tried < 300 && !testing::Test::HasFailure()) {
    NaiveCase sample = randomCase(target, random);
    // One offset an element, so that each is where it is looked up.
    bool isOne = sample.shared.totalInBits() == sample.shared.totalOutBits();
    if (sample.elementBits < 8 || !isOne)
      continue;
    // As buffers are.
    sample.alignment = std::max(sample.alignment, 16U);
    Word start = random() % sample.shared.inSize(Dim::Offset);
    LocalAccess plan = get(planLocalAccess(sample.registers, sample.memory(),
                                           start, sample.kind, target));
    expectOwnElements(plan, sample, start);
    ++tried;
  }
}

// Two vectors of four registers, the second one of them a replica's.
TEST(LocalAccess, ReplicasShareASlot) {
  LinearLayout registers = get(LinearLayout::fromWords(
      {{Dim::Register, 3}, {Dim::Lane, 5}}, {{Dim::standard(0), 7}},
      {1, 2, 0, 4, 8, 16, 32, 64}));
  LinearLayout memory =
      get(LinearLayout::identity1D(128, Dim::Offset, Dim::standard(0)));
  LocalAccess plan = get(planLocalAccess(
      registers, {.layout = memory, .paddings = {}, .elementBits = 32}, 0,
      AccessKind::Load, *get(findTarget("sm_90"))));
  EXPECT_EQ(plan.width, 4U);
  EXPECT_EQ(plan.at.size(), 1U);
  EXPECT_EQ(plan.slotOf,
            (llvm::SmallVector<std::int32_t>{0, 1, 2, 3, 0, 1, 2, 3}));
}

} // namespace heddle
