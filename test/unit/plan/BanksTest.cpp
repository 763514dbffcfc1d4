//===- BanksTest.cpp - Tests of the count of wavefronts -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Banks.h"

#include "Check.h"
#include "heddle/f2/Bits.h"

#include <random>

using namespace heddle;

namespace {

using Form = SharedInstruction::Form;
using Offsets = std::vector<std::optional<std::uint64_t>>;

const Target &target(std::string_view name) { return *get(findTarget(name)); }

/// Byte offsets of all lanes that give an address.
template <class Function>
Offsets offsetsBy(const SharedInstruction &instruction, const Target &gpu,
                  Function offset) {
  Offsets offsets(addressingLanes(instruction, gpu));
  for (std::uint64_t lane = 0; lane < offsets.size(); ++lane)
    offsets[lane] = offset(lane);
  return offsets;
}

template <class Function>
unsigned loads(std::string_view name, SharedInstruction instruction,
               Function offset) {
  const Target &gpu = target(name);
  return countWavefronts(instruction, AccessKind::Load,
                         offsetsBy(instruction, gpu, offset), gpu);
}

// Counted by hand.
TEST(Banks, KnownPatterns) {
  auto strided = [](std::uint64_t stride) {
    return [=](std::uint64_t lane) { return lane * stride; };
  };
  EXPECT_EQ(loads("sm_90", {.bytes = 4}, strided(4)), 1U);
  EXPECT_EQ(loads("sm_90", {.bytes = 4}, strided(8)), 2U);
  EXPECT_EQ(loads("sm_90", {.bytes = 4}, strided(128)), 32U);
  EXPECT_EQ(loads("sm_90", {.bytes = 4}, strided(132)), 1U) << "padded";
  EXPECT_EQ(loads("sm_90", {.bytes = 4}, strided(0)), 1U) << "broadcast";
  EXPECT_EQ(loads("sm_90", {.bytes = 1}, strided(1)), 1U) << "words shared";
  EXPECT_EQ(loads("sm_90", {.bytes = 2}, strided(128)), 32U);
  EXPECT_EQ(loads("sm_90", {.bytes = 8}, strided(8)), 2U) << "half warps";
  EXPECT_EQ(loads("sm_90", {.bytes = 16}, strided(16)), 4U) << "quarters";
  EXPECT_EQ(loads("sm_90", {.bytes = 16}, strided(32)), 8U);
  EXPECT_EQ(loads("sm_90", {.bytes = 16}, strided(128)), 32U);
  EXPECT_EQ(loads("gfx90a", {.bytes = 4}, strided(4)), 2U);
  EXPECT_EQ(loads("gfx950", {.bytes = 4}, strided(4)), 1U) << "64 banks";
  EXPECT_EQ(loads("gfx950", {.bytes = 4}, strided(128)), 32U);
  EXPECT_EQ(loads("gfx90a", {.bytes = 16}, strided(16)), 8U);
  EXPECT_EQ(loads("gfx942", {.bytes = 16}, strided(16)), 8U);
  // Lane bit 2 changes nothing: lanes 0 to 3 go with 20 to 23 on gfx942, with
  // copies of them on gfx90a.
  auto copies = [](std::uint64_t lane) { return (lane & ~4U) * 16; };
  EXPECT_EQ(loads("gfx90a", {.bytes = 16}, copies), 8U);
  EXPECT_EQ(loads("gfx942", {.bytes = 16}, copies), 16U);
}

TEST(Banks, KnownMatrices) {
  auto rows = [](std::uint64_t stride) {
    return [=](std::uint64_t lane) { return lane * stride; };
  };
  for (Form form : {Form::Matrix, Form::MatrixTransposed}) {
    EXPECT_EQ(loads("sm_90", {form, 4}, rows(16)), 1U);
    EXPECT_EQ(loads("sm_90", {form, 16}, rows(16)), 4U);
    EXPECT_EQ(loads("sm_90", {form, 16}, rows(128)), 32U);
    EXPECT_EQ(loads("sm_90", {form, 8}, rows(144)), 2U);
    EXPECT_EQ(addressingLanes({form, 8}, target("sm_90")), 16U);
  }
}

// A load that starts inside of a word touches the next.
TEST(Banks, LanesMayBeMissingOrMisaligned) {
  const Target &gpu = target("sm_90");
  Offsets offsets(32);
  EXPECT_EQ(countWavefronts({.bytes = 4}, AccessKind::Load, offsets, gpu), 0U);
  offsets[3] = 126;
  EXPECT_EQ(countWavefronts({.bytes = 2}, AccessKind::Load, offsets, gpu), 1U);
  offsets[9] = 0;
  offsets[10] = 256;
  EXPECT_EQ(countWavefronts({.bytes = 4}, AccessKind::Load, offsets, gpu), 3U)
      << "lane 3 reaches into bank 0";
}

// Two lanes that load the same 8 bytes are served as one, so that 32 lanes are
// one phase instead of two. Stores are not, nor loads of a word.
TEST(Banks, NeighboursThatAgreeShareAPhase) {
  const Target &gpu = target("sm_90");
  for (std::uint64_t bit : {1U, 2U}) {
    SharedInstruction instruction = {.bytes = 8};
    Offsets offsets = offsetsBy(instruction, gpu, [&](std::uint64_t lane) {
      return (lane & ~bit) * 8;
    });
    EXPECT_TRUE(doNeighboursAgree(offsets));
    LaneUse use = {.idle = 0, .doNeighboursAgree = true};
    auto count = [&](AccessKind kind, const LaneUse &by) {
      return countPhases(instruction, kind, offsets, gpu, by).size();
    };
    EXPECT_EQ(count(AccessKind::Load, use), 1U);
    EXPECT_EQ(count(AccessKind::Load, {}), 2U);
    EXPECT_EQ(count(AccessKind::Store, use), 2U);
    offsets[5] = *offsets[5] + 8;
    EXPECT_FALSE(doNeighboursAgree(offsets));
  }
}

TEST(Banks, PhasesSayWhoConflicts) {
  const Target &gpu = target("sm_90");
  SharedInstruction instruction = {.bytes = 16};
  Offsets offsets = offsetsBy(instruction, gpu, [](std::uint64_t lane) {
    return lane < 16 ? lane * 16 : 16 + lane % 2 * 512;
  });
  std::vector<PhaseCount> phases =
      countPhases(instruction, AccessKind::Store, offsets, gpu);
  ASSERT_EQ(phases.size(), 4U);
  EXPECT_EQ(phases[0], (PhaseCount{0xff, 1, 0, 1}));
  EXPECT_EQ(phases[1], (PhaseCount{0xff00, 1, 0, 0x100}));
  EXPECT_EQ(phases[2], (PhaseCount{0xff0000, 2, 4, 0xff0000}));
  EXPECT_EQ(phases[3], (PhaseCount{0xff000000, 2, 4, 0xff000000}));
}

TEST(Banks, InstructionsAreNamedAsTheAssemblersDo) {
  auto load = [](std::string_view name, SharedInstruction instruction) {
    return instructionText(instruction, AccessKind::Load, target(name));
  };
  auto store = [](std::string_view name, SharedInstruction instruction) {
    return instructionText(instruction, AccessKind::Store, target(name));
  };
  EXPECT_EQ(load("sm_90", {.bytes = 1}), "ld.shared.b8");
  EXPECT_EQ(load("sm_90", {.bytes = 4}), "ld.shared.b32");
  EXPECT_EQ(store("sm_90", {.bytes = 8}), "st.shared.v2.b32");
  EXPECT_EQ(load("sm_80", {Form::Matrix, 4}),
            "ldmatrix.sync.aligned.m8n8.x1.shared.b16");
  EXPECT_EQ(store("sm_90", {Form::MatrixTransposed, 16}),
            "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16");
  EXPECT_EQ(load("gfx942", {.bytes = 2}), "ds_read_u16");
  EXPECT_EQ(load("gfx942", {.bytes = 16}), "ds_read_b128");
  EXPECT_EQ(store("gfx950", {.bytes = 1}), "ds_write_b8");
  EXPECT_EQ(load("gfx1100", {.bytes = 8}), "ds_load_b64");
  EXPECT_EQ(store("gfx1200", {.bytes = 4}), "ds_store_b32");
}

/// Images of lane bits, aligned for the instruction: zero, a single bit, or
/// anything within 8 KiB, so that words, banks and copies all meet.
Words randomImages(unsigned bits, unsigned alignment, std::mt19937_64 &random) {
  Words images;
  for (unsigned i = 0; i < bits; ++i) {
    Word image = f2::unit(static_cast<unsigned>(random() % 13));
    if (random() % 8 == 0)
      image = 0;
    else if (random() % 2 == 0)
      image = random() % 8192;
    images.push_back(image & ~Word(alignment - 1));
  }
  return images;
}

void compare(const SharedInstruction &instruction, AccessKind kind,
             const Target &gpu, std::mt19937_64 &random) {
  constexpr int Cases = 200;
  bool isVector = instruction.form == Form::Vector;
  unsigned alignment = isVector ? instruction.bytes : 16;
  unsigned lanes = addressingLanes(instruction, gpu);
  for (int i = 0; i < Cases; ++i) {
    Words images = randomImages(static_cast<unsigned>(std::countr_zero(lanes)),
                                alignment, random);
    Word base = random() % 8192 & ~Word(alignment - 1);
    Word idle = random() % 2 == 0 ? 0 : random() & random() & (lanes - 1);
    Offsets offsets = offsetsBy(instruction, gpu, [&](std::uint64_t lane) {
      return base ^ f2::multiply(images, lane);
    });
    for (std::uint64_t lane = 0; lane < lanes; ++lane)
      if ((lane & idle) != 0)
        offsets[lane].reset();
    unsigned fast =
        wavefrontsOf(instruction, kind, images, gpu, {.idle = idle});
    ASSERT_EQ(fast, countWavefronts(instruction, kind, offsets, gpu))
        << instructionText(instruction, kind, gpu) << " on " << gpu.name
        << ", images "
        << testing::PrintToString(
               std::vector<Word>(images.begin(), images.end()))
        << ", idle " << idle;
    ASSERT_GE(fast, idealWavefronts(instruction, kind, gpu, {.idle = idle}));
  }
}

// The formula against the count: all targets, widths and kinds, with all lanes
// or those without some bits.
TEST(Banks, RanksEqualCounts) {
  std::mt19937_64 random(20261121);
  for (const Target &gpu : allTargets())
    for (AccessKind kind : {AccessKind::Load, AccessKind::Store}) {
      for (unsigned bytes : {1U, 2U, 4U, 8U, 16U})
        compare({.bytes = bytes}, kind, gpu, random);
      for (Form form : {Form::Matrix, Form::MatrixTransposed})
        for (unsigned bytes : {4U, 8U, 16U})
          if (gpu.vendor == Vendor::Nvidia)
            compare({form, bytes}, kind, gpu, random);
    }
}

TEST(Banks, IdealIsReached) {
  for (const Target &gpu : allTargets())
    for (AccessKind kind : {AccessKind::Load, AccessKind::Store})
      for (unsigned bytes : {1U, 2U, 4U, 8U, 16U}) {
        SharedInstruction instruction = {.bytes = bytes};
        Offsets same =
            offsetsBy(instruction, gpu, [](std::uint64_t) { return 0; });
        EXPECT_EQ(countWavefronts(instruction, kind, same, gpu),
                  idealWavefronts(instruction, kind, gpu))
            << gpu.name << ", " << bytes;
      }
}

} // namespace
