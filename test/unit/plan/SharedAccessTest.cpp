//===- SharedAccessTest.cpp - Tests of accesses to given memory -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/SharedAccess.h"

#include "Check.h"
#include "NaiveAccess.h"
#include "heddle/layout/Text.h"

using namespace heddle;

namespace {

using Form = SharedInstruction::Form;

const Target &target(std::string_view name) { return *get(findTarget(name)); }

LinearLayout layout(const std::string &text) { return get(parseText(text)); }

/// Memory in the order of the elements.
SharedTensor flat(unsigned bits, unsigned elementBits) {
  return {.layout = get(LinearLayout::identity1D(f2::unit(bits), Dim::Offset,
                                                 Dim::standard(0))),
          .paddings = {},
          .elementBits = elementBits};
}

SharedAccess load(const std::string &registers, const SharedTensor &memory,
                  RegisterOrder order = RegisterOrder::ByBits) {
  return get(accessShared(layout(registers), memory, AccessKind::Load,
                          target("sm_90"), order));
}

TEST(SharedAccess, WidthIsWhatTheRegistersCover) {
  const char *four = "{register: [1, 2], lane: [4, 8, 16, 32, 64]} -> "
                     "{dim0: 128}";
  for (auto [bits, bytes, instructions] : {std::tuple(1U, 4U, 1U),
                                           {8U, 4U, 1U},
                                           {16U, 8U, 1U},
                                           {32U, 16U, 1U},
                                           {64U, 16U, 2U},
                                           {128U, 16U, 4U}}) {
    SharedAccess access = load(four, flat(7, bits));
    EXPECT_EQ(access.instruction.bytes, bytes) << bits;
    EXPECT_EQ(access.instructions, instructions) << bits;
  }
  // The order of the bits does not matter, nor a copy of one.
  SharedAccess copied = load("{register: [2, 0, 1], lane: [4, 8, 16, 32, 64]} "
                             "-> {dim0: 128}",
                             flat(7, 32));
  EXPECT_EQ(copied.instruction.bytes, 16U);
  EXPECT_EQ(copied.instructions, 1U);
  // Elements 0 1 and 5 4: two vectors, the second in reverse.
  const char *mixed = "{register: [1, 5], lane: [2, 8, 16, 32, 64]} -> "
                      "{dim0: 128}";
  EXPECT_EQ(load(mixed, flat(7, 32)).instruction.bytes, 4U);
  EXPECT_EQ(load(mixed, flat(7, 32)).instructions, 4U);
  SharedAccess any = load(mixed, flat(7, 32), RegisterOrder::Any);
  EXPECT_EQ(any.instruction.bytes, 8U);
  EXPECT_EQ(any.instructions, 2U);
  // But lanes that change the low bits would need other registers each.
  SharedAccess odd = load("{register: [1, 2], lane: [5, 8, 16, 32, 64]} -> "
                          "{dim0: 128}",
                          flat(7, 32));
  EXPECT_EQ(odd.instruction.bytes, 4U);
  EXPECT_EQ(odd.instructions, 4U);
  SharedAccess warps = load("{register: [1, 2], lane: [4, 8, 16, 32, 64], "
                            "warp: [2]} -> {dim0: 128}",
                            flat(7, 32));
  EXPECT_EQ(warps.instruction.bytes, 8U);
}

TEST(SharedAccess, WidthIsWhatStartAndPaddingsAlign) {
  const char *four = "{register: [1, 2], lane: [4, 8, 16, 32, 64]} -> "
                     "{dim0: 128}";
  SharedTensor memory = flat(7, 32);
  memory.alignment = 8;
  EXPECT_EQ(load(four, memory).instruction.bytes, 8U);
  memory.alignment = 128;
  EXPECT_EQ(load(four, memory).instruction.bytes, 16U);
  for (auto [padding, bytes] :
       {std::pair(Padding{32, 4}, 16U), std::pair(Padding{32, 2}, 8U),
        std::pair(Padding{2, 4}, 8U), std::pair(Padding{32, 1}, 4U)}) {
    memory.paddings = {&padding, 1};
    EXPECT_EQ(load(four, memory).instruction.bytes, bytes) << padding.padding;
  }
}

TEST(SharedAccess, CountsColumnsAndPaddings) {
  // A column of 32x32 floats: one bank, 32 words.
  const char *column = "{lane: [32, 64, 128, 256, 512]} -> {dim0: 1024}";
  SharedTensor memory = flat(10, 32);
  SharedAccess conflict = load(column, memory);
  EXPECT_EQ(conflict.wavefronts, 32U);
  EXPECT_EQ(conflict.ideal, 1U);
  EXPECT_EQ(conflict.offsets[3], 384U);
  Padding padding = {32, 1};
  memory.paddings = {&padding, 1};
  SharedAccess free = load(column, memory);
  EXPECT_EQ(free.wavefronts, 1U);
  EXPECT_EQ(free.offsets[3], 3U * 33 * 4);
}

TEST(SharedAccess, PartsOfTheMemoryCanBeAccessed) {
  SharedAccess part =
      load("{lane: [1, 2, 4, 8, 16]} -> {dim0: 32}", flat(10, 32));
  EXPECT_EQ(part.wavefronts, 1U);
}

TEST(SharedAccess, EachBlockAccessesItsOwn) {
  SharedTensor memory = {
      .layout = layout("{offset: [1, 2, 4, 8, 16], block: [32]} -> {dim0: 64}"),
      .paddings = {},
      .elementBits = 32};
  EXPECT_EQ(load("{lane: [1, 2, 4, 8, 16], block: [32]} -> {dim0: 64}", memory)
                .wavefronts,
            1U);
  EXPECT_TRUE(failsWith(
      accessShared(layout("{lane: [1, 2, 4, 8, 32], block: [16]} -> "
                          "{dim0: 64}"),
                   memory, AccessKind::Load, target("sm_90")),
      "expects each block's elements in its own shared memory, but got another "
      "block's\nwhat lane=16 of block 0 holds is in block 1"));
  EXPECT_TRUE(failsWith(
      accessShared(layout("{lane: [1, 2, 4, 8, 16]} -> {dim0: 32}"), memory,
                   AccessKind::Load, target("sm_90")),
      "expects as many blocks on both sides, but got 1 for registers and 2 for "
      "memory"));
}

TEST(SharedAccess, RefusesWhatDoesNotFit) {
  LinearLayout warp = layout("{lane: [1, 2, 4, 8, 16]} -> {dim0: 32}");
  auto fails = [&](const LinearLayout &registers, const SharedTensor &memory,
                   std::string_view name, std::string_view text) {
    Result<SharedAccess> access =
        accessShared(registers, memory, AccessKind::Load, target(name));
    EXPECT_TRUE(failsWith(access, text));
    EXPECT_TRUE(
        failsWith(accessSharedByMatrices(registers, memory, AccessKind::Load,
                                         target(name)),
                  text));
  };
  fails(warp, flat(5, 32), "gfx942",
        "expects a layout of 64 lanes, as a warp of gfx942 has, but got one of "
        "32");
  fails(warp, flat(5, 24), "sm_90",
        "expects elements of 1, 2, 4, ..., 128 bits, but got 24");
  fails(warp, flat(5, 256), "sm_90", "but got 256");
  fails(warp, flat(5, 0), "sm_90", "but got 0");
  fails(warp, flat(4, 32), "sm_90",
        "expects memory for 32 elements along dim0, but got 16");
  fails(layout("{lane: [1, 2, 4, 8, 16], offset: [32]} -> {dim0: 64}"),
        flat(6, 32), "sm_90",
        "expects a layout of registers, but got one with 2 of 'offset'");
  SharedTensor pieces = {
      .layout = layout("{offset: [1, 2, 4, 8], partition: [16]} -> {dim0: 32}"),
      .paddings = {}};
  fails(
      warp, pieces, "sm_90",
      "expects a layout of unpartitioned shared memory, but got one with 2 of "
      "'partition'");
  SharedTensor hole = {.layout = layout("{offset: [1, 2, 4, 8]} -> {dim0: 32}"),
                       .paddings = {}};
  fails(warp, hole, "sm_90", "lane");
  fails(warp,
        {.layout = get(LinearLayout::zeros1D(f2::unit(61), Dim::Offset,
                                             Dim::standard(0), 32)),
         .paddings = {}},
        "sm_90", "expects layouts of at most 2^60 locations, but got 2^61");
  Padding padding = {32, 4};
  SharedTensor large = flat(26, 8);
  large.paddings = {&padding, 1};
  Words images = {};
  for (unsigned bit = 0; bit < 26; ++bit)
    images.push_back(f2::unit(bit));
  std::swap(images[0], images[20]); // two bytes at a time
  EXPECT_TRUE(failsWith(
      accessShared(
          get(LinearLayout::fromWords({{Dim::Lane, 5}, {Dim::Register, 21}},
                                      {{Dim::standard(0), 26}}, images)),
          large, AccessKind::Load, target("sm_90")),
      "expects at most 2^24 offsets in memory with paddings, but got 2^25"));
}

TEST(SharedAccess, MatricesDivideFragments) {
  // Operand A of mma.m16n8k16 from rows of 64 f16 (dim0: column, then row).
  LinearLayout fragment =
      layout("{register: [[1, 0], [0, 8], [8, 0]], lane: [[2, 0], [4, 0], "
             "[0, 1], [0, 2], [0, 4]]} -> {dim0: 16, dim1: 16}");
  SharedTensor memory = {
      .layout = layout("{offset: [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], "
                       "[32, 0], [0, 1], [0, 2], [0, 4], [0, 8]]} -> "
                       "{dim0: 64, dim1: 16}"),
      .paddings = {},
      .elementBits = 16};
  auto matrices = [&](AccessKind kind, std::string_view name) {
    return get(accessSharedByMatrices(fragment, memory, kind, target(name)));
  };
  std::vector<SharedAccess> plain = matrices(AccessKind::Load, "sm_80");
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].instruction, (SharedInstruction{Form::Matrix, 16}));
  EXPECT_EQ(plain[0].instructions, 1U);
  EXPECT_EQ(plain[0].ideal, 4U);
  EXPECT_EQ(plain[0].wavefronts, 32U) << "rows of 128 bytes";
  EXPECT_EQ(plain[0].offsets.size(), 32U);
  EXPECT_EQ(plain[0].offsets[1], 128U);
  EXPECT_TRUE(matrices(AccessKind::Store, "sm_80").empty());
  EXPECT_EQ(matrices(AccessKind::Store, "sm_90").size(), 1U);

  // Rows with 16 bytes behind each do not conflict; with 8 they are not
  // aligned.
  Padding padding = {64, 8};
  memory.paddings = {&padding, 1};
  std::vector<SharedAccess> padded = matrices(AccessKind::Load, "sm_80");
  ASSERT_EQ(padded.size(), 1U);
  EXPECT_EQ(padded[0].wavefronts, 4U);
  EXPECT_EQ(padded[0].offsets[1], 144U);
  padding.padding = 4;
  EXPECT_TRUE(matrices(AccessKind::Load, "sm_80").empty());
  memory.paddings = {};

  // Nor do rows permuted by a swizzle.
  memory.layout =
      layout("{offset: [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], "
             "[8, 1], [16, 2], [32, 4], [0, 8]]} -> {dim0: 64, dim1: 16}");
  EXPECT_EQ(matrices(AccessKind::Load, "sm_80")[0].wavefronts, 4U);

  // Memory by columns takes the transposed form.
  memory.layout =
      layout("{offset: [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], "
             "[4, 0], [8, 0]]} -> {dim0: 16, dim1: 16}");
  std::vector<SharedAccess> transposed = matrices(AccessKind::Load, "sm_80");
  ASSERT_EQ(transposed.size(), 1U);
  EXPECT_EQ(transposed[0].instruction,
            (SharedInstruction{Form::MatrixTransposed, 16}));
  EXPECT_EQ(transposed[0].instructions, 1U);
  EXPECT_EQ(transposed[0].wavefronts, 8U) << "rows of 32 bytes";
  memory.alignment = 8;
  EXPECT_TRUE(matrices(AccessKind::Load, "sm_80").empty());
}

// One ldmatrix.x4 for four loads of a word takes the fewest cycles, but in a
// part of the memory that begins inside of a row it has no address.
TEST(SharedAccess, CheapestIsByMatricesWhereRowsAreWhole) {
  LinearLayout fragment =
      layout("{register: [1, 64, 128], lane: [2, 4, 8, 16, 32]} -> "
             "{dim0: 256}");
  auto formAt = [&](Word start) {
    return get(cheapestAccess(fragment, flat(9, 16), start, AccessKind::Load,
                              target("sm_90")))
        .instruction;
  };
  EXPECT_EQ(formAt(0), (SharedInstruction{Form::Matrix, 16}));
  EXPECT_EQ(formAt(256), (SharedInstruction{Form::Matrix, 16}));
  EXPECT_EQ(formAt(8), (SharedInstruction{Form::Matrix, 16}));
  EXPECT_EQ(formAt(4), (SharedInstruction{Form::Vector, 4}));
  // One vector for 16 bytes of each lane, as fast as any matrix.
  LinearLayout row = layout(
      "{register: [1, 2, 4], lane: [8, 16, 32, 64, 128]} -> {dim0: 256}");
  EXPECT_EQ(get(cheapestAccess(row, flat(8, 16), 0, AccessKind::Load,
                               target("sm_90")))
                .instruction,
            (SharedInstruction{Form::Vector, 16}));
}

// Fast against slow: random registers over random memory, all targets.
void compareWithNaive(RegisterOrder order, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  constexpr int Cases = 400;
  std::map<unsigned, int> widths;
  for (const Target &gpu : allTargets())
    for (int i = 0; i < Cases; ++i) {
      NaiveCase sample = randomCase(gpu, random);
      SharedAccess access = get(accessShared(sample.registers, sample.memory(),
                                             sample.kind, gpu, order));
      NaiveAccess wanted = naiveAccess(sample, gpu, order);
      ASSERT_EQ(access.instruction.bytes, wanted.bytes) << sample.text();
      ASSERT_EQ(access.instructions, wanted.instructions) << sample.text();
      ASSERT_EQ(access.wavefronts, wanted.wavefronts) << sample.text();
      ASSERT_EQ(access.ideal,
                idealWavefronts(access.instruction, sample.kind, gpu));
      ASSERT_EQ(
          countWavefronts(access.instruction, sample.kind, access.offsets, gpu),
          access.wavefronts);
      ++widths[access.instruction.bytes];
    }
  for (unsigned bytes : {1U, 2U, 4U, 8U, 16U})
    EXPECT_GT(widths[bytes], Cases / 8) << bytes << " bytes";
}

TEST(SharedAccess, EqualsTheNaiveSearch) {
  compareWithNaive(RegisterOrder::ByBits, 20261122);
}

TEST(SharedAccess, EqualsTheNaiveSearchInAnyOrder) {
  compareWithNaive(RegisterOrder::Any, 20261124);
}

// The hardware's definition of the matrix forms against ours, byte by byte.
TEST(SharedAccess, MatricesMoveTheRightBytes) {
  std::mt19937_64 random(20261123);
  constexpr int Cases = 3000;
  std::map<Form, int> found;
  for (int i = 0; i < Cases; ++i) {
    NaiveCase sample = randomFragment(random);
    for (const SharedAccess &access :
         get(accessSharedByMatrices(sample.registers, sample.memory(),
                                    sample.kind, target("sm_100")))) {
      EXPECT_TRUE(matrixMovesIts(access, sample)) << sample.text();
      EXPECT_EQ(countWavefronts(access.instruction, sample.kind, access.offsets,
                                target("sm_100")),
                access.wavefronts);
      ++found[access.instruction.form];
    }
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(found[Form::Matrix], Cases / 10);
  EXPECT_GT(found[Form::MatrixTransposed], Cases / 10);
}

} // namespace
