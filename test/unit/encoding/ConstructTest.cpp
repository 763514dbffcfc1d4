//===- ConstructTest.cpp - Tests of the encodings that compilers choose ---===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values are those of the released wheel of Triton 3.9.0; each table says
// what produced it.
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Construct.h"

#include "Check.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/encoding/Verify.h"

#include <map>

using namespace heddle;
using testing::ElementsAre;

namespace {

using Shape = std::vector<std::uint64_t>;

constexpr OperandTranspose No = OperandTranspose::No;
constexpr OperandTranspose Yes = OperandTranspose::Yes;

struct BlockedCase {
  Shape shape;
  UnsignedList sizePerThread, order;
  ThreadGrid threads;
  UnsignedList threadsPerWarp, warpsPerCTA;
  Bases cga;
};

// ir.parse_mlir_module of a TTIR function, then
// passes.ttir.add_convert_to_ttgpuir(pm, target, warps, threads, blocks) and
// passes.ttgpuir.add_coalesce(pm), where said.
std::vector<BlockedCase> blockedCases() {
  return {
      // convert-triton-to-tritongpu: more blocks than elements
      {{2, 2},
       {1, 1},
       {1, 0},
       {8, 32, 16},
       {32, 1},
       {8, 1},
       {{0, 1}, {0, 0}, {0, 0}, {1, 0}}},
      {{2, 4},
       {1, 1},
       {1, 0},
       {2, 32, 16},
       {32, 1},
       {2, 1},
       {{0, 1}, {0, 2}, {0, 0}, {1, 0}}},
      // convert-triton-to-tritongpu: a constant
      {{8}, {1}, {0}, {4, 32, 8}, {32}, {4}, {{1}, {2}, {4}}},
      {{1}, {1}, {0}, {16, 32, 1}, {32}, {16}, {}},
      {{512}, {1}, {0}, {4, 32, 1}, {32}, {4}, {}},
      {{1}, {1}, {0}, {8, 64, 4}, {64}, {8}, {{0}, {0}}},
      {{8, 256}, {1, 1}, {1, 0}, {2, 32, 4}, {1, 32}, {1, 2}, {{1, 0}, {2, 0}}},
      {{2, 8}, {1, 1}, {1, 0}, {2, 32, 1}, {4, 8}, {2, 1}, {}},
      {{1, 1}, {1, 1}, {1, 0}, {16, 64, 1}, {64, 1}, {16, 1}, {}},
      {{1, 512}, {1, 1}, {1, 0}, {2, 64, 2}, {1, 64}, {1, 2}, {{0, 1}}},
      {{8, 2, 4},
       {1, 1, 1},
       {2, 1, 0},
       {8, 32, 4},
       {4, 2, 4},
       {8, 1, 1},
       {{1, 0, 0}, {2, 0, 0}}},
      {{1, 4, 8},
       {1, 1, 1},
       {2, 1, 0},
       {1, 32, 16},
       {16, 1, 2},
       {1, 1, 1},
       {{0, 0, 1}, {0, 0, 2}, {0, 1, 0}, {0, 2, 0}}},
      {{4, 4, 16}, {1, 1, 1}, {2, 1, 0}, {1, 32, 1}, {1, 2, 16}, {1, 1, 1}, {}},
      {{16, 1, 8}, {1, 1, 1}, {2, 1, 0}, {1, 64, 1}, {8, 1, 8}, {1, 1, 1}, {}},
      {{8, 16, 2, 16},
       {1, 1, 1, 1},
       {3, 2, 1, 0},
       {2, 32, 1},
       {1, 1, 2, 16},
       {1, 2, 1, 1},
       {}},
      {{8, 16, 4, 2},
       {1, 1, 1, 1},
       {3, 2, 1, 0},
       {4, 64, 4},
       {1, 8, 4, 2},
       {2, 2, 1, 1},
       {{1, 0, 0, 0}, {2, 0, 0, 0}}},
      {{8, 1, 8, 1},
       {1, 1, 1, 1},
       {3, 2, 1, 0},
       {8, 64, 2},
       {8, 1, 8, 1},
       {8, 1, 1, 1},
       {{1, 0, 0, 0}}},
      {{2, 2, 2, 8},
       {1, 1, 1, 1},
       {3, 2, 1, 0},
       {1, 64, 1},
       {2, 2, 2, 8},
       {1, 1, 1, 1},
       {}},
      // the same: the result of tt.dot
      {{32, 32}, {2, 2}, {1, 0}, {4, 32, 1}, {2, 16}, {4, 1}, {}},
      {{64, 32}, {4, 4}, {1, 0}, {1, 32, 1}, {4, 8}, {1, 1}, {}},
      {{32, 128}, {4, 4}, {1, 0}, {2, 32, 2}, {1, 32}, {2, 1}, {{1, 0}}},
      {{128, 256}, {4, 4}, {1, 0}, {16, 64, 2}, {1, 64}, {16, 1}, {{1, 0}}},
      {{512, 256}, {4, 4}, {1, 0}, {1, 64, 2}, {1, 64}, {1, 1}, {{1, 0}}},
      {{256, 128}, {4, 4}, {1, 0}, {2, 64, 1}, {2, 32}, {2, 1}, {}},
      {{16, 16, 128},
       {1, 4, 4},
       {2, 1, 0},
       {1, 32, 4},
       {1, 1, 32},
       {1, 1, 1},
       {{1, 0, 0}, {2, 0, 0}}},
      {{8, 128, 128},
       {1, 4, 4},
       {2, 1, 0},
       {16, 32, 4},
       {1, 1, 32},
       {1, 16, 1},
       {{1, 0, 0}, {2, 0, 0}}},
      {{16, 128, 16},
       {1, 4, 4},
       {2, 1, 0},
       {16, 32, 2},
       {1, 8, 4},
       {4, 4, 1},
       {{1, 0, 0}}},
      {{8, 128, 64},
       {1, 4, 4},
       {2, 1, 0},
       {8, 32, 1},
       {1, 2, 16},
       {1, 8, 1},
       {}},
      {{2, 32, 32},
       {1, 2, 2},
       {2, 1, 0},
       {8, 64, 1},
       {1, 4, 16},
       {2, 4, 1},
       {}},
      {{1, 128, 32},
       {1, 2, 2},
       {2, 1, 0},
       {8, 64, 1},
       {1, 4, 16},
       {1, 8, 1},
       {}},
      // tritongpu-coalesce: a load, contiguous along order[0]
      {{8}, {1}, {0}, {8, 32, 1}, {32}, {8}, {}},
      {{1}, {1}, {0}, {8, 64, 1}, {64}, {8}, {}},
      {{2}, {1}, {0}, {1, 64, 1}, {64}, {1}, {}},
      {{128, 4}, {4, 1}, {0, 1}, {4, 32, 1}, {32, 1}, {1, 4}, {}},
      {{64, 32}, {2, 1}, {0, 1}, {16, 64, 1}, {32, 2}, {1, 16}, {}},
      {{32, 16}, {1, 8}, {1, 0}, {1, 64, 1}, {32, 2}, {1, 1}, {}},
      {{32, 8, 32},
       {4, 1, 1},
       {0, 2, 1},
       {16, 32, 1},
       {8, 1, 4},
       {1, 2, 8},
       {}},
      {{8, 32, 1}, {1, 2, 1}, {1, 2, 0}, {4, 32, 1}, {2, 16, 1}, {4, 1, 1}, {}},
      {{8, 16, 32}, {1, 4, 1}, {1, 0, 2}, {1, 64, 1}, {8, 4, 2}, {1, 1, 1}, {}},
      {{1, 4, 8, 4},
       {1, 1, 1, 2},
       {3, 1, 2, 0},
       {2, 32, 1},
       {1, 4, 4, 2},
       {1, 1, 2, 1},
       {}},
      {{4, 16, 8, 2},
       {1, 4, 1, 1},
       {1, 0, 3, 2},
       {8, 32, 1},
       {4, 4, 1, 2},
       {1, 1, 8, 1},
       {}},
      {{1, 8, 32, 16},
       {1, 1, 8, 1},
       {2, 3, 1, 0},
       {2, 64, 1},
       {1, 1, 4, 16},
       {1, 2, 1, 1},
       {}},
  };
}

TEST(Construct, DefaultBlockedIsTritons) {
  for (const BlockedCase &c : blockedCases()) {
    BlockedEncoding e =
        get(defaultBlocked(c.shape, c.sizePerThread, c.order, c.threads));
    SCOPED_TRACE(get(toText(e)));
    EXPECT_EQ(e.sizePerThread, c.sizePerThread);
    EXPECT_EQ(e.order, c.order);
    EXPECT_EQ(e.threadsPerWarp, c.threadsPerWarp);
    EXPECT_EQ(e.warpsPerCTA, c.warpsPerCTA);
    EXPECT_EQ(e.cga, c.cga);
    EXPECT_TRUE(verify(e));
    EXPECT_TRUE(toLinearLayout(e, c.shape));
  }
}

TEST(Construct, DefaultBlockedRefusesWhatFitsNoTensor) {
  auto blocked = [](const Shape &shape, const UnsignedList &sizePerThread,
                    const UnsignedList &order, const ThreadGrid &threads) {
    return defaultBlocked(shape, sizePerThread, order, threads);
  };
  EXPECT_TRUE(failsWith(blocked({}, {}, {}, {}),
                        "expects a tensor of one dimension or more"));
  EXPECT_TRUE(
      failsWith(blocked({48, 16}, {1, 1}, {1, 0}, {}), "size 0 of the shape"));
  EXPECT_TRUE(failsWith(blocked({64, 16}, {1, 3}, {1, 0}, {}),
                        "a size in 'sizePerThread'"));
  EXPECT_TRUE(failsWith(blocked({64, 16}, {1}, {1, 0}, {}),
                        "expects 2 numbers as 'sizePerThread', one a "
                        "dimension, but got 1"));
  EXPECT_TRUE(
      failsWith(blocked({64, 16}, {1, 1}, {1, 1}, {}),
                "expects an order of the dimensions 0 ... 1, but got [1, 1]"));
  EXPECT_TRUE(failsWith(blocked({64, 16}, {1, 1}, {0}, {}), "but got [0]"));
  EXPECT_TRUE(
      failsWith(blocked({64, 16}, {1, 1}, {1, 0}, {3, 32, 1}), "numWarps"));
  EXPECT_TRUE(failsWith(blocked({64, 16}, {1, 1}, {1, 0}, {4, 0, 1}),
                        "threadsPerWarp"));
  EXPECT_TRUE(
      failsWith(blocked({64, 16}, {1, 1}, {1, 0}, {4, 32, 6}), "numCTAs"));
}

struct NvmmaCase {
  Shape shape;
  UnsignedList order;
  Bases cga;
  unsigned elementBits;
  Fp4Padding fp4;
  unsigned swizzlingByteWidth;
  bool transposed;
};

// gluon.language.NVMMASharedLayout.get_default_for(shape, dtype, transposed,
// fp4_padded, cga_layout).
std::vector<NvmmaCase> nvmmaCases() {
  return {
      {{128, 64}, {1, 0}, {}, 8, Fp4Padding::No, 64, false},
      {{128, 64}, {1, 0}, {}, 16, Fp4Padding::No, 128, false},
      {{128, 16}, {1, 0}, {}, 16, Fp4Padding::No, 32, false},
      {{128, 8}, {1, 0}, {}, 16, Fp4Padding::No, 0, false},
      {{256, 512}, {1, 0}, {}, 8, Fp4Padding::No, 128, false},
      {{2, 64}, {1, 0}, {}, 8, Fp4Padding::No, 0, false},
      {{2, 256}, {0, 1}, {}, 8, Fp4Padding::No, 0, true},
      {{256, 8}, {0, 1}, {}, 16, Fp4Padding::No, 128, true},
      {{32, 256}, {0, 1}, {}, 8, Fp4Padding::No, 32, true},
      {{512, 8}, {0, 1}, {{1, 0}}, 16, Fp4Padding::No, 128, true},
      {{64, 64}, {0, 1}, {{0, 0}, {1, 0}}, 32, Fp4Padding::No, 128, true},
      {{64, 128}, {0, 1}, {{1, 0}, {2, 0}}, 8, Fp4Padding::No, 0, true},
      {{8, 64, 8},
       {2, 1, 0},
       {{0, 1, 0}, {0, 0, 1}},
       64,
       Fp4Padding::No,
       32,
       false},
      {{1, 8, 4},
       {2, 1, 0},
       {{0, 0, 1}, {0, 0, 0}},
       16,
       Fp4Padding::No,
       0,
       false},
      {{2, 128, 4}, {0, 2, 1}, {}, 32, Fp4Padding::No, 0, true},
      {{256, 4, 128}, {0, 2, 1}, {}, 8, Fp4Padding::No, 128, true},
      {{16, 64, 256}, {0, 2, 1}, {}, 32, Fp4Padding::No, 64, true},
      {{16, 1, 4, 128},
       {0, 3, 2, 1},
       {{0, 0, 0, 0}, {0, 0, 1, 0}},
       64,
       Fp4Padding::No,
       128,
       true},
      {{64}, {0}, {}, 64, Fp4Padding::No, 0, false},
      {{128, 16}, {0, 1}, {}, 8, Fp4Padding::Yes, 128, true},
      {{16, 16, 256},
       {2, 1, 0},
       {{0, 0, 1}, {0, 1, 0}},
       8,
       Fp4Padding::Yes,
       128,
       false},
  };
}

TEST(Construct, NvmmaSharedIsTritons) {
  for (const NvmmaCase &c : nvmmaCases()) {
    NvmmaSharedEncoding e =
        get(nvmmaSharedFor(c.shape, c.order, c.cga, c.elementBits, c.fp4));
    SCOPED_TRACE(get(toText(e)));
    EXPECT_EQ(e.swizzlingByteWidth, c.swizzlingByteWidth);
    EXPECT_EQ(e.transposed, c.transposed);
    EXPECT_EQ(e.elementBitWidth, c.elementBits);
    EXPECT_EQ(e.rank, c.shape.size());
    EXPECT_EQ(e.cga, c.cga);
  }
}

TEST(Construct, NvmmaSharedRefusesWhatHardwareHasNot) {
  auto nvmma = [](const Shape &shape, const UnsignedList &order,
                  const Bases &cga, unsigned bits,
                  Fp4Padding fp4 = Fp4Padding::No) {
    return nvmmaSharedFor(shape, order, cga, bits, fp4);
  };
  EXPECT_TRUE(failsWith(nvmma({8, 8, 64}, {1, 2, 0}, {}, 16),
                        "expects an order that is row-major, perhaps with "
                        "dimension 0 in front, but got dimension 1 as number "
                        "0"));
  EXPECT_TRUE(failsWith(nvmma({8, 8, 64}, {0, 1, 2}, {}, 16),
                        "but got dimension 1 as number 1"));
  EXPECT_TRUE(failsWith(nvmma({64, 64}, {1, 0}, {}, 4), "'elementBitWidth'"));
  EXPECT_TRUE(failsWith(nvmma({64, 64}, {1, 0}, {}, 16, Fp4Padding::Yes),
                        "8 with fp4Padded"));
  EXPECT_TRUE(failsWith(nvmma({64, 32}, {1, 0}, {}, 8, Fp4Padding::Yes),
                        "expects a swizzle of 128 bytes with fp4Padded, but "
                        "got a block with 64"));
  EXPECT_TRUE(failsWith(nvmma({2, 64}, {1, 0}, {{1, 0}, {2, 0}}, 16),
                        "expects 'cga' to split the 2 elements of dimension 0 "
                        "into powers of two, but got [2, 0]"));
  EXPECT_TRUE(failsWith(nvmma({64, 64}, {1, 0}, {{1}}, 16),
                        "expects vectors of 2 coordinates as 'cga'"));
}

std::map<std::string, std::string> parents() {
  return {
      {"mma2",
       R"(#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>)"},
      {"mma2Split",
       R"(#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], CGALayout = [[1, 0], [0, 1]], instrShape = [16, 8]}>)"},
      {"mma2Batch",
       R"(#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2, 2], instrShape = [1, 16, 8]}>)"},
      {"mma3",
       R"(#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>)"},
      {"gfx90a",
       R"(#ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>)"},
      {"gfx942",
       R"(#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16, 16], isTransposed = true}>)"},
      {"gfx942Split",
       R"(#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], CGALayout = [[1, 0], [0, 1]], instrShape = [16, 16, 16], isTransposed = true}>)"},
      {"gfx942Flat",
       R"(#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [4, 64, 16], isTransposed = true}>)"},
      {"gfx942Batch",
       R"(#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 2, 2], instrShape = [16, 16, 16], isTransposed = true}>)"},
      {"gfx950",
       R"(#ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, 32], isTransposed = true}>)"},
      {"gfx1100",
       R"(#ttg.amd_wmma<{version = 1, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 16]}>)"},
      {"gfx1200",
       R"(#ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 16]}>)"},
      {"gfx1250",
       R"(#ttg.amd_wmma<{version = 3, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}, instrShape = [16, 16, 32]}>)"},
      {"fma",
       R"(#ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>)"},
  };
}

Encoding parentOf(const std::string &name, unsigned rank) {
  return get(parseEncoding(parents().at(name), {{}, {}, rank}));
}

DotOperandEncoding operandOf(const std::string &name, unsigned opIdx,
                             unsigned kWidth, std::size_t rank = 2) {
  return {opIdx, parentOf(name, static_cast<unsigned>(rank)), kWidth};
}

struct SwizzledCase {
  std::string parent;
  unsigned opIdx, kWidth;
  Shape shape;
  UnsignedList order;
  Bases cga;
  unsigned elementBits;
  OperandTranspose transpose;
  UnsignedList vecPerPhaseMaxPhase;
};

// A convert_layout from a blocked layout to the operand, then
// passes.ttgpuir.add_reduce_data_duplication(pm); of a tt.trans, before a
// tt.dot, passes.ttgpuir.add_optimize_dot_operands(pm, True).
std::vector<SwizzledCase> swizzledCases() {
  return {
      {"mma2Split",
       1,
       2,
       {16, 64},
       {1, 0},
       {{0, 0}, {0, 1}},
       16,
       No,
       {8, 2, 4}},
      {"mma2Split", 1, 4, {32, 32}, {1, 0}, {{0, 0}, {0, 1}}, 8, No, {8, 8, 2}},
      {"mma2", 0, 1, {128, 128}, {1, 0}, {}, 32, No, {4, 1, 8}},
      {"mma2", 0, 1, {16, 128}, {0, 1}, {}, 64, No, {4, 1, 4}},
      {"mma2", 0, 1, {16, 16}, {1, 0}, {}, 64, No, {4, 1, 4}},
      {"mma2", 1, 4, {64, 128}, {1, 0}, {}, 8, Yes, {16, 1, 8}},
      {"mma2", 0, 2, {64, 16}, {1, 0}, {}, 16, No, {8, 4, 2}},
      {"mma2", 0, 2, {16, 16}, {1, 0}, {}, 16, Yes, {8, 4, 2}},
      {"mma2", 0, 4, {128, 128}, {0, 1}, {}, 8, No, {8, 1, 16}},
      {"mma2", 0, 4, {64, 64}, {0, 1}, {}, 8, Yes, {16, 2, 4}},
      {"mma2Split",
       1,
       4,
       {32, 16},
       {0, 1},
       {{0, 0}, {0, 1}},
       8,
       No,
       {16, 4, 2}},
      {"mma2Split",
       0,
       2,
       {32, 32},
       {1, 0},
       {{1, 0}, {0, 0}},
       16,
       No,
       {8, 2, 4}},
      {"mma2Batch", 1, 4, {2, 64, 32}, {1, 2, 0}, {}, 8, No, {16, 2, 4}},
      {"mma2Batch", 0, 2, {2, 128, 64}, {2, 1, 0}, {}, 16, No, {8, 1, 8}},
      {"mma3", 0, 2, {128, 16}, {0, 1}, {}, 8, No, {8, 1, 8}},
      {"mma3", 0, 2, {64, 64}, {1, 0}, {}, 8, No, {8, 2, 4}},
      {"gfx90a", 1, 8, {32, 16}, {1, 0}, {}, 16, No, {1, 1, 1}},
      {"gfx90a", 1, 8, {16, 16}, {1, 0}, {}, 32, Yes, {8, 2, 2}},
      {"gfx942", 1, 8, {32, 16}, {1, 0}, {}, 16, No, {1, 1, 1}},
      {"gfx942", 1, 8, {16, 128}, {1, 0}, {}, 8, Yes, {8, 1, 16}},
      {"gfx942", 0, 16, {16, 16}, {1, 0}, {}, 8, No, {16, 8, 1}},
      {"gfx942", 1, 16, {64, 128}, {0, 1}, {}, 32, No, {16, 1, 4}},
      {"gfx942", 1, 4, {16, 64}, {1, 0}, {}, 64, Yes, {4, 1, 16}},
      {"gfx942", 1, 4, {32, 64}, {0, 1}, {}, 64, No, {4, 1, 8}},
      {"gfx942Split",
       0,
       8,
       {64, 32},
       {0, 1},
       {{1, 0}, {0, 0}},
       16,
       No,
       {1, 1, 1}},
      {"gfx942Split",
       0,
       4,
       {64, 32},
       {1, 0},
       {{1, 0}, {0, 0}},
       16,
       No,
       {4, 2, 8}},
      {"gfx942Flat", 0, 16, {16, 64}, {1, 0}, {}, 8, No, {16, 2, 4}},
      {"gfx942Flat", 1, 4, {128, 128}, {0, 1}, {}, 16, No, {4, 1, 4}},
      {"gfx942Batch", 1, 8, {2, 64, 16}, {2, 1, 0}, {}, 32, No, {1, 1, 1}},
      {"gfx942Batch", 0, 4, {2, 64, 64}, {1, 2, 0}, {}, 32, No, {4, 1, 16}},
      {"gfx950", 0, 4, {128, 128}, {1, 0}, {}, 32, No, {4, 1, 16}},
      {"gfx950", 1, 4, {32, 16}, {1, 0}, {}, 16, Yes, {4, 8, 2}},
      {"gfx950", 0, 16, {32, 128}, {1, 0}, {}, 16, No, {16, 1, 8}},
      {"gfx950", 0, 8, {32, 128}, {0, 1}, {}, 32, No, {1, 1, 1}},
      {"gfx950", 0, 8, {64, 128}, {0, 1}, {}, 8, Yes, {8, 4, 4}},
      {"gfx1100", 0, 16, {32, 32}, {0, 1}, {}, 32, No, {1, 1, 1}},
      {"gfx1100", 0, 16, {64, 128}, {1, 0}, {}, 16, No, {8, 1, 16}},
      {"gfx1100", 1, 16, {16, 128}, {0, 1}, {}, 32, Yes, {4, 2, 4}},
      {"gfx1200", 1, 8, {32, 64}, {0, 1}, {}, 16, No, {8, 2, 4}},
      {"gfx1200", 0, 4, {128, 16}, {0, 1}, {}, 8, No, {1, 1, 1}},
      {"gfx1200", 0, 4, {32, 32}, {1, 0}, {}, 8, No, {4, 4, 4}},
      {"gfx1200", 0, 4, {32, 32}, {1, 0}, {}, 32, Yes, {4, 1, 8}},
      {"gfx1250", 1, 16, {64, 32}, {0, 1}, {}, 32, No, {4, 1, 16}},
      {"gfx1250", 0, 2, {32, 16}, {1, 0}, {}, 8, Yes, {2, 8, 2}},
      {"gfx1250", 1, 8, {128, 16}, {0, 1}, {}, 8, No, {8, 1, 16}},
      {"fma", 0, 0, {32, 128}, {1, 0}, {}, 32, Yes, {1, 1, 1}},
  };
}

TEST(Construct, SwizzledSharedIsTritons) {
  for (const SwizzledCase &c : swizzledCases()) {
    DotOperandEncoding operand =
        operandOf(c.parent, c.opIdx, c.kWidth, c.shape.size());
    SwizzledSharedEncoding e = get(swizzledSharedForOperand(
        operand, c.shape, c.order, c.cga, c.elementBits, c.transpose));
    SCOPED_TRACE(c.parent + " " + get(toText(e)));
    EXPECT_EQ((UnsignedList{e.vec, e.perPhase, e.maxPhase}),
              c.vecPerPhaseMaxPhase);
    EXPECT_EQ(e.order, c.order);
    EXPECT_EQ(e.cga, c.cga);
  }
}

TEST(Construct, SwizzledSharedRefusesWhatWasNotMeasured) {
  Shape shape = {64, 64};
  UnsignedList order = {1, 0};
  auto swizzled = [&](const DotOperandEncoding &operand, unsigned bits) {
    return swizzledSharedForOperand(operand, shape, order, {}, bits);
  };
  EXPECT_TRUE(failsWith(swizzled(operandOf("mma2", 0, 2), 4),
                        "expects elements of 8, 16, 32 or 64 bits, but got 4"));
  EXPECT_TRUE(failsWith(swizzled(operandOf("mma2", 0, 64), 16),
                        "expects a kWidth of at most 32, but got 64"));
  EXPECT_TRUE(failsWith(swizzled(operandOf("mma2", 0, 3), 16),
                        "a power of two with an nvidia_mma parent"));
  EXPECT_TRUE(failsWith(swizzled(operandOf("mma2", 2, 2), 16), "opIdx"));
  EXPECT_TRUE(
      failsWith(swizzled(operandOf("mma2Batch", 0, 2, 3), 16),
                "expects a shape of 3 dimensions, as the operand has, but got "
                "2"));
  SliceEncoding noParent;
  noParent.parent = parentOf("mma2", 2);
  EXPECT_TRUE(failsWith(swizzled({0, Encoding(noParent), 2}, 16), "parent"));
  EXPECT_TRUE(failsWith(swizzled({}, 16), "parent"));
  shape = {64, 96};
  EXPECT_TRUE(
      failsWith(swizzled(operandOf("mma2", 0, 2), 16), "size 1 of the shape"));
}

// The rows are cut short before their bits are counted.
TEST(Construct, SwizzledSharedTakesTheLongestRows) {
  std::uint64_t longest = std::uint64_t(1) << 60;
  for (const char *parent : {"mma2", "gfx942", "gfx1200"}) {
    SwizzledSharedEncoding e = get(swizzledSharedForOperand(
        operandOf(parent, 0, 4), {16, longest}, {1, 0}, {}, 64));
    EXPECT_EQ(e.perPhase, 1U) << parent;
  }
}

struct Cdna4Case {
  unsigned nonK, opIdx, kWidth, elementBits;
  Shape shape;
  UnsignedList order;
  Padding padding;
  /// Of the rows' bases; those along the contiguous dimension come first.
  UnsignedList rows;
};

DotOperandEncoding cdna4Operand(unsigned nonK, unsigned opIdx,
                                unsigned kWidth) {
  AmdMfmaEncoding mfma;
  mfma.version = 4;
  mfma.warpsPerCTA = {2, 2};
  mfma.instrShape = {nonK, nonK, 32};
  return {opIdx, Encoding(mfma), kWidth};
}

// compute_amd_efficient_padded_shared_layout(opIdx, kWidth, 4, [2, 2],
// [nonK, nonK, 32], False, [1, 1], 32, [], shape, elementBits, kIsContiguous)
// of triton._C.libtriton.gluon_ir.
std::vector<Cdna4Case> cdna4Cases() {
  return {
      {32, 0, 8, 16, {128, 128}, {1, 0}, {512, 8}, {16, 32, 1, 2, 4, 8, 64}},
      {32, 1, 8, 16, {16, 256}, {1, 0}, {512, 32}, {4, 1, 2, 8}},
      {32, 0, 16, 8, {128, 128}, {1, 0}, {1024, 16}, {32, 16, 64, 1, 2, 4, 8}},
      {16,
       0,
       4,
       4,
       {512, 512},
       {0, 1},
       {1024, 8},
       {16, 1, 2, 4, 8, 32, 64, 128, 256}},
      {16, 0, 4, 8, {256, 128}, {0, 1}, {1024, 8}, {16, 32, 1, 2, 4, 8, 64}},
      {16, 0, 4, 8, {64, 64}, {1, 0}, {1024, 8}, {4, 8, 16, 32, 1, 2}},
      {32,
       1,
       4,
       8,
       {256, 512},
       {1, 0},
       {1024, 8},
       {16, 1, 2, 4, 8, 32, 64, 128}},
      {32,
       0,
       4,
       8,
       {256, 256},
       {1, 0},
       {1024, 8},
       {16, 32, 1, 2, 4, 8, 64, 128}},
      {16, 1, 8, 8, {128, 256}, {1, 0}, {1024, 16}, {16, 32, 1, 2, 4, 8, 64}},
      {16,
       1,
       8,
       8,
       {128, 256},
       {0, 1},
       {1024, 8},
       {16, 32, 64, 1, 2, 4, 8, 128}},
      {32,
       0,
       8,
       8,
       {512, 512},
       {0, 1},
       {1024, 32},
       {16, 1, 2, 4, 8, 32, 64, 128, 256}},
      {32,
       0,
       8,
       8,
       {512, 64},
       {1, 0},
       {1024, 8},
       {16, 32, 64, 128, 1, 2, 4, 8, 256}},
      {16, 0, 16, 8, {16, 64}, {0, 1}, {1024, 16}, {1, 2, 4, 16, 8, 32}},
      {16,
       1,
       16,
       8,
       {256, 512},
       {0, 1},
       {1024, 32},
       {16, 32, 1, 2, 4, 8, 64, 128, 256}},
      {32, 0, 16, 8, {128, 32}, {0, 1}, {1024, 32}, {4, 8, 16, 1, 2}},
      {32,
       0,
       16,
       8,
       {512, 128},
       {1, 0},
       {1024, 16},
       {32, 16, 64, 1, 2, 4, 8, 128, 256}},
      {16,
       1,
       4,
       16,
       {512, 32},
       {1, 0},
       {512, 16},
       {16, 32, 64, 128, 1, 2, 4, 8, 256}},
      {16, 1, 4, 16, {256, 128}, {0, 1}, {512, 4}, {16, 1, 2, 4, 8, 32, 64}},
      {32, 1, 4, 16, {64, 32}, {1, 0}, {512, 32}, {1, 2, 4, 8, 16, 32}},
      {32, 0, 4, 16, {64, 256}, {1, 0}, {512, 4}, {16, 1, 2, 4, 8, 32}},
      {16, 0, 8, 16, {512, 32}, {0, 1}, {512, 16}, {1, 2, 8, 4, 16}},
      {16, 0, 8, 16, {32, 32}, {1, 0}, {512, 16}, {2, 4, 8, 16, 1}},
      {32,
       0,
       8,
       16,
       {128, 512},
       {0, 1},
       {512, 32},
       {16, 32, 1, 2, 4, 8, 64, 128, 256}},
      {32,
       0,
       8,
       16,
       {512, 512},
       {1, 0},
       {512, 8},
       {1, 2, 4, 8, 16, 32, 64, 128, 256}},
      {16,
       0,
       16,
       16,
       {32, 256},
       {0, 1},
       {512, 16},
       {16, 32, 64, 128, 1, 2, 4, 8}},
      {16, 1, 16, 16, {512, 64}, {0, 1}, {512, 4}, {1, 2, 4, 8, 16, 32}},
      {32, 1, 16, 16, {64, 64}, {1, 0}, {512, 32}, {2, 4, 8, 1, 16, 32}},
      {32, 0, 16, 16, {128, 32}, {1, 0}, {512, 4}, {8, 16, 32, 64, 1, 2, 4}},
  };
}

TEST(Construct, PaddedSharedForCdna4IsTritons) {
  for (const Cdna4Case &c : cdna4Cases()) {
    PaddedSharedEncoding e =
        get(paddedSharedForOperand(cdna4Operand(c.nonK, c.opIdx, c.kWidth),
                                   c.shape, c.order, {}, c.elementBits));
    SCOPED_TRACE(get(toText(e)));
    EXPECT_THAT(e.paddings, ElementsAre(c.padding));
    Bases offsets;
    for (unsigned step = 1; step < c.shape[c.order[0]]; step *= 2) {
      offsets.push_back({0, 0});
      offsets.back()[c.order[0]] = step;
    }
    for (unsigned step : c.rows) {
      offsets.push_back({0, 0});
      offsets.back()[c.order[1]] = step;
    }
    EXPECT_EQ(e.offsets, offsets);
    EXPECT_EQ(e.blocks, Bases());
    EXPECT_TRUE(toLinearLayout(e, c.shape));
  }
}

struct Cdna5Case {
  unsigned opIdx, kWidth, elementBits;
  Shape shape;
  UnsignedList order;
  Bases cga;
  /// nullptr: Triton takes swizzled_shared.
  const char *text;
};

// The ttgir of matrix products with target ("hip", "gfx1250", 32) and 1, 2 or 4
// blocks: what local_load of the operand reads. kWidth 4 and 16 were written
// into the text before the pass tritonamdgpu-pipeline.
std::vector<Cdna5Case> cdna5Cases() {
  return {
      {0,
       8,
       16,
       {128, 64},
       {1, 0},
       {},
       "#ttg.padded_shared<[128:+8] {order = [1, 0], shape = [128, 64]}>"},
      {0,
       8,
       16,
       {128, 128},
       {0, 1},
       {},
       "#ttg.padded_shared<[128:+16] {order = [0, 1], shape = [128, 128]}>"},
      {1,
       8,
       16,
       {64, 256},
       {1, 0},
       {},
       "#ttg.padded_shared<[256:+16] {order = [1, 0], shape = [64, 256]}>"},
      {1,
       8,
       16,
       {256, 64},
       {0, 1},
       {},
       "#ttg.padded_shared<[256:+8] {order = [0, 1], shape = [256, 64]}>"},
      {0,
       2,
       32,
       {128, 256},
       {1, 0},
       {},
       "#ttg.padded_shared<[256:+2] {order = [1, 0], shape = [128, 256]}>"},
      {0,
       4,
       32,
       {64, 32},
       {1, 0},
       {},
       "#ttg.padded_shared<[64:+4] {order = [1, 0], shape = [64, 32]}>"},
      {0,
       16,
       32,
       {64, 64},
       {1, 0},
       {},
       "#ttg.padded_shared<[64:+4] {order = [1, 0], shape = [64, 64]}>"},
      {0,
       2,
       32,
       {64, 256},
       {0, 1},
       {},
       "#ttg.padded_shared<[64:+4] {order = [0, 1], shape = [64, 256]}>"},
      {0,
       2,
       32,
       {64, 4},
       {1, 0},
       {},
       "#ttg.padded_shared<[64:+2] {order = [1, 0], shape = [64, 4]}>"},
      {0, 2, 32, {64, 2}, {1, 0}, {}, nullptr},
      {0,
       8,
       8,
       {64, 64},
       {1, 0},
       {},
       "#ttg.padded_shared<[256:+16] {order = [1, 0], shape = [64, 64]}>"},
      {1,
       8,
       8,
       {16, 64},
       {1, 0},
       {},
       "#ttg.padded_shared<[256:+16] {order = [1, 0], shape = [16, 64]}>"},
      {1, 8, 8, {16, 32}, {0, 1}, {}, nullptr},
      {1, 8, 16, {32, 16}, {1, 0}, {}, nullptr},
      // At most 256 words of 32 bits between gaps.
      {0,
       8,
       16,
       {32, 2048},
       {1, 0},
       {},
       "#ttg.padded_shared<[512:+8] {order = [1, 0], shape = [32, 2048]}>"},
      {0,
       2,
       32,
       {32, 1024},
       {1, 0},
       {},
       "#ttg.padded_shared<[256:+2] {order = [1, 0], shape = [32, 1024]}>"},
      {0,
       8,
       8,
       {32, 2048},
       {1, 0},
       {},
       "#ttg.padded_shared<[1024:+16] {order = [1, 0], shape = [32, 2048]}>"},
      {1,
       8,
       16,
       {64, 128},
       {1, 0},
       {{1, 0}},
       "#ttg.padded_shared<[128:+16] {offset = [[0, 1], [0, 2], [0, 4], [0, "
       "8], "
       "[0, 16], [0, 32], [0, 64], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], "
       "block = [[32, 0]]}>"},
      {1,
       8,
       16,
       {512, 64},
       {0, 1},
       {{1, 0}, {2, 0}},
       "#ttg.padded_shared<[128:+8] {offset = [[1, 0], [2, 0], [4, 0], [8, 0], "
       "[16, 0], [32, 0], [64, 0], [0, 1], [0, 2], [0, 4], [0, 8], [0, 16], "
       "[0, "
       "32]], block = [[128, 0], [256, 0]]}>"},
      {1, 8, 8, {32, 256}, {0, 1}, {{1, 0}}, nullptr},
  };
}

TEST(Construct, PaddedSharedForGfx1250IsTritons) {
  for (const Cdna5Case &c : cdna5Cases()) {
    auto e = paddedSharedForOperand(operandOf("gfx1250", c.opIdx, c.kWidth),
                                    c.shape, c.order, c.cga, c.elementBits);
    if (c.text)
      EXPECT_EQ(Encoding(get(e)), get(parseEncoding(c.text)));
    else
      EXPECT_TRUE(failsWith(e, "expects rows of more than"));
  }
}

// Triton gives None, except where noted.
TEST(Construct, PaddedSharedRefusesWhatTritonHasNot) {
  auto padded = [](const DotOperandEncoding &operand, const Shape &shape,
                   const UnsignedList &order, unsigned bits,
                   const Bases &cga = {}) {
    return paddedSharedForOperand(operand, shape, order, cga, bits);
  };
  auto mfma = [](unsigned nonK, unsigned kWidth) {
    return cdna4Operand(nonK, 0, kWidth);
  };
  Shape large = {256, 64};
  UnsignedList alongK = {1, 0}, acrossK = {0, 1};
  EXPECT_TRUE(failsWith(padded(mfma(16, 2), large, alongK, 16),
                        "expects a kWidth of 4, 8 or 16 for a padded layout, "
                        "but got 2"));
  EXPECT_TRUE(failsWith(padded(mfma(64, 8), large, alongK, 16),
                        "expects [M, N, K] with (M, N) = (32, 32)"));
  EXPECT_TRUE(failsWith(padded(mfma(16, 8), large, alongK, 32),
                        "expects elements of 4, 8 or 16 bits"));
  EXPECT_TRUE(failsWith(padded(mfma(16, 8), {256, 8}, alongK, 16),
                        "expects rows of 32 bytes or more for a padded layout, "
                        "but got 16"));
  EXPECT_TRUE(failsWith(
      padded(mfma(32, 8), {32, 32}, alongK, 16),
      "expects 64 or more rows of 64 bytes for a padded layout, but got 32"));
  // Triton aborts: 16 rows of K would alternate, 8 are there.
  EXPECT_TRUE(failsWith(padded(mfma(16, 16), {1024, 8}, acrossK, 8),
                        "expects rows that fill what lies between the gaps"));
  // Triton aborts: its rows lie beyond the tile.
  EXPECT_TRUE(failsWith(padded(mfma(16, 4), {1024, 4}, alongK, 16),
                        "expects rows that fill what lies between the gaps"));
  EXPECT_TRUE(padded(mfma(16, 4), {512, 4}, alongK, 16));
  EXPECT_TRUE(padded(mfma(16, 4), {2048, 4}, alongK, 16));
  // Triton aborts.
  EXPECT_TRUE(failsWith(padded(mfma(16, 8), large, alongK, 16, {{1, 0}}),
                        "expects blocks that all hold the same"));
  EXPECT_EQ(get(padded(mfma(16, 8), large, alongK, 16, {{0, 0}})).blocks,
            (Bases{{0, 0}}));
  EXPECT_TRUE(failsWith(padded(operandOf("gfx942", 0, 8), large, alongK, 16),
                        "expects amd_mfma of version 4 for a padded layout, "
                        "but got version 3"));
  EXPECT_TRUE(failsWith(padded(operandOf("gfx1200", 0, 8), large, alongK, 16),
                        "expects amd_wmma of version 3"));
  EXPECT_TRUE(failsWith(padded(operandOf("gfx1250", 0, 8), large, alongK, 64),
                        "expects elements of 8, 16 or 32 bits"));
  EXPECT_TRUE(failsWith(padded(operandOf("mma2", 0, 2), large, alongK, 16),
                        "expects an operand of amd_mfma or amd_wmma"));
  EXPECT_TRUE(failsWith(
      padded(operandOf("gfx942Batch", 0, 8, 3), {2, 64, 64}, {2, 1, 0}, 16),
      "expects a matrix for a padded layout"));
  EXPECT_TRUE(failsWith(
      padded(operandOf("gfx1250", 0, 8), large, alongK, 16, {{1, 0}, {1, 0}}),
      "'CGALayout'"));
  EXPECT_TRUE(failsWith(padded(mfma(16, 8), large, alongK, 3),
                        "a power of two for a padded layout, but got 3"));
}

} // namespace
