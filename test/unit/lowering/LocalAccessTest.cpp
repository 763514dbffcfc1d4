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

/// The byte at the address that a thread gives in access number `index`, as
/// lowering computes it: paddings of the map's part, and those that the offset
/// counts.
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

/// Where an access finds a byte of those that it moves for a thread. Of
/// matrices (PTX ISA, ldmatrix): word m of lane l has four bytes of row l / 4
/// of matrix m from byte 4 * (l % 4) on; transposed, units l / 4 of rows 2 * (l
/// % 4) and the next.
std::uint64_t byteAt(const LocalAccess &plan, const NaiveCase &sample,
                     std::size_t index, Word thread, unsigned byte) {
  if (plan.isTransposed) {
    // CDNA4 ISA, DS_READ_B64_TR_B16: rows of 16 elements in the order of lanes.
    constexpr unsigned Group = 16;
    unsigned bytes = sample.elementBits / 8;
    Word lane = thread % Group;
    Word place = byte / bytes * Group + lane;
    std::uint64_t address =
        addressOf(plan, sample, index, thread - lane + place / plan.width);
    EXPECT_EQ(address % 8, 0U) << sample.text();
    return address + place % plan.width * bytes + byte % bytes;
  }
  if (!plan.isOfMatrix())
    return addressOf(plan, sample, index, thread) + byte;
  Word lane = thread % 32, warp = thread - lane;
  Word first = warp | byte / 4 * 8;
  auto rowAt = [&](Word row) {
    std::uint64_t address = addressOf(plan, sample, index, first | row);
    EXPECT_EQ(address % 16, 0U) << sample.text();
    return address;
  };
  if (plan.instruction.form == SharedInstruction::Form::Matrix)
    return rowAt(lane / 4) + lane % 4 * 4 + byte % 4;
  return rowAt(lane % 4 * 2 + byte % 4 / 2) + lane / 4 * 2 + byte % 2;
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
        Word offset = offsets.at(elementAt(sample.registers, holder)) ^ start;
        for (unsigned byte = 0; byte < bytes; ++byte)
          ASSERT_EQ(byteAt(plan, sample, slot / plan.width, thread,
                           slot % plan.width * bytes + byte),
                    paddedOffset(sample.paddings, offset) * bytes + byte)
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

// Fragments of matrix instructions, or nearly so, with and without paddings
// that keep rows of 16 bytes whole.
TEST(LocalAccess, MatricesBringRegistersTheirOwnElements) {
  const Target &target = *get(findTarget("sm_90"));
  std::mt19937_64 random(23);
  std::map<std::pair<SharedInstruction::Form, bool>, unsigned> seen;
  for (unsigned tried = 0; tried < 3000 && !testing::Test::HasFailure();) {
    NaiveCase sample = randomFragment(random);
    bool isOne = sample.shared.totalInBits() == sample.shared.totalOutBits();
    if (sample.elementBits < 8 || !isOne)
      continue;
    ++tried;
    sample.alignment = 16;
    std::uint64_t row = 16U / (sample.elementBits / 8);
    if (tried % 3 == 0)
      sample.paddings = {{row << random() % 4, row << random() % 2}};
    Word start = random() % sample.shared.inSize(Dim::Offset);
    if (tried % 2 == 0)
      start &= ~(row - 1);
    LocalAccess plan = get(planLocalAccess(sample.registers, sample.memory(),
                                           start, sample.kind, target));
    expectOwnElements(plan, sample, start);
    ++seen[{plan.instruction.form, sample.paddings.empty()}];
    EXPECT_TRUE(!plan.isOfMatrix() || start % row == 0) << sample.text();
  }
  for (auto form :
       {SharedInstruction::Form::Vector, SharedInstruction::Form::Matrix,
        SharedInstruction::Form::MatrixTransposed})
    for (bool isDense : {false, true})
      EXPECT_GT((seen[{form, isDense}]), 10U) << int(form) << isDense;
}

// An instruction stores for all lanes: not where two hold the same element.
TEST(LocalAccess, TransposedLoadsBringRegistersTheirOwnElements) {
  const Target &target = *get(findTarget("gfx950"));
  std::mt19937_64 random(29);
  std::map<std::pair<unsigned, bool>, unsigned> seen;
  for (unsigned tried = 0; tried < 2000 && !testing::Test::HasFailure();) {
    NaiveCase sample = randomColumns(random);
    if (sample.shared.totalInBits() != sample.shared.totalOutBits())
      continue;
    ++tried;
    sample.alignment = 16;
    std::uint64_t piece = 8U / (sample.elementBits / 8);
    if (tried % 3 == 0)
      sample.paddings = {{piece << random() % 4, piece << random() % 2}};
    Word start = random() % sample.shared.inSize(Dim::Offset);
    if (tried % 2 == 0)
      start &= ~(piece - 1);
    LocalAccess plan = get(planLocalAccess(sample.registers, sample.memory(),
                                           start, sample.kind, target));
    expectOwnElements(plan, sample, start);
    if (plan.isTransposed)
      ++seen[{sample.elementBits, sample.paddings.empty()}];
    EXPECT_TRUE(!plan.isTransposed || start % piece == 0) << sample.text();
  }
  for (unsigned bits : {8U, 16U})
    for (bool isDense : {false, true})
      EXPECT_GT((seen[{bits, isDense}]), 20U) << bits << isDense;
}

TEST(LocalAccess, MatricesAreStoredByLanesWithElementsOfTheirOwn) {
  auto formOf = [](const std::vector<Word> &words, AccessKind kind,
                   const char *name) {
    LinearLayout registers =
        get(LinearLayout::fromWords({{Dim::Register, 3}, {Dim::Lane, 5}},
                                    {{Dim::standard(0), 8}}, Words(words)));
    LinearLayout memory =
        get(LinearLayout::identity1D(256, Dim::Offset, Dim::standard(0)));
    return get(planLocalAccess(
                   registers,
                   {.layout = memory, .paddings = {}, .elementBits = 16}, 0,
                   kind, *get(findTarget(name))))
        .instruction.form;
  };
  using Form = SharedInstruction::Form;
  const std::vector<Word> own = {1, 64, 128, 2, 4, 8, 16, 32};
  EXPECT_EQ(formOf(own, AccessKind::Store, "sm_90"), Form::Matrix);
  EXPECT_EQ(formOf(own, AccessKind::Load, "sm_80"), Form::Matrix);
  EXPECT_EQ(formOf(own, AccessKind::Store, "sm_80"), Form::Vector);
  const std::vector<Word> copies = {1, 64, 128, 2, 4, 8, 16, 0};
  EXPECT_EQ(formOf(copies, AccessKind::Load, "sm_90"), Form::Matrix);
  EXPECT_EQ(formOf(copies, AccessKind::Store, "sm_90"), Form::Vector);
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
