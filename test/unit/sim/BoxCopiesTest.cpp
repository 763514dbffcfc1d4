//===- BoxCopiesTest.cpp - Boxes of tensors -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Boxes of 8 x 16 halves of a tensor in `a` against loops over its elements,
/// also where they stick out of it and with swizzles, and what fences, waits
/// and expected bytes are for.
///
//===----------------------------------------------------------------------===//

#include "FloatFormats.h"
#include "SimtProgram.h"
#include "heddle/target/TensorMap.h"

#include <gmock/gmock.h>
#include <random>

namespace heddle {

namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr unsigned Rows = 12, Columns = 24, BoxRows = 8, BoxColumns = 16;
constexpr unsigned Warps = 2;
constexpr unsigned Shared = 2048;
using Halves = std::vector<std::uint16_t>;

Halves randomHalves(unsigned count = Rows * Columns) {
  std::mt19937 random(241);
  Halves halves(count);
  for (std::uint16_t &half : halves)
    half = static_cast<std::uint16_t>(random() % 0x7BFF + 1);
  return halves;
}

TensorMap mapOf(unsigned swizzle = 0,
                TensorMap::Element element = TensorMap::Element::F16) {
  unsigned size = bytesOf(element);
  return {.element = element,
          .address = 0,
          .axes = {{.size = Columns * 2 / size,
                    .stride = size,
                    .box = BoxColumns * 2 / size},
                   {.size = Rows, .stride = Columns * 2, .box = BoxRows}},
          .swizzle = swizzle};
}

/// The map is in `b`, the tensor in `a`; thread t has word t of the box.
const std::string Names =
    "%full = arith.constant 1024 : i32\n%box = arith.constant 0 : i32\n"
    "%first = arith.cmpi eq, %thread, %i0 : i32\n"
    "%only = simt.splat %first : i1 -> vector<1xi1>\n"
    "%minus = arith.constant -8 : i32\n%nine = arith.constant 9 : i32\n"
    "%c16 = arith.constant 16 : i32\n%c32 = arith.constant 32 : i32\n"
    "%is0 = arith.cmpi ult, %thread, %c32 : i32\n";
const std::string Init = "simt.mbarrier_init %full count 1 if %first\n",
                  Barrier = "simt.barrier block\n",
                  Expect = "simt.mbarrier_expect %full bytes 256 if %first\n",
                  Wait = "simt.mbarrier_wait %full parity %i0\n",
                  Fence = "simt.proxy_fence\n";
const std::string Read = "%y = simt.load shared %s4 [0] + [0] width 1 : "
                         "(vector<1xi32>) -> vector<1xi32>\n",
                  Keep = "simt.store global %r4 [0] + [0], %y width 1 : "
                         "vector<1xi64>, vector<1xi32>\n";
const std::string
    Given = "%x = simt.load global %c4 [0] + [0] width 1 : (vector<1xi64>) -> "
            "vector<1xi32>\n",
    Fill = "simt.store shared %s4 [0] + [0], %x width 1 : "
           "vector<1xi32>, vector<1xi32>\n";
const std::string Commit = "simt.box_commit\n", BoxWait = "simt.box_wait 0\n";

std::string load(const std::string &column = "%i0",
                 const std::string &row = "%i0",
                 const std::string &steps = "0, 0") {
  return "simt.box_load %b[" + column + ", " + row + "] to %box + [0] steps [" +
         steps +
         "] bytes 256 signals %full if %only : i64, i32, i32, i32, i32, "
         "vector<1xi1>\n";
}
std::string store(const std::string &column = "%i0",
                  const std::string &row = "%i0",
                  const std::string &reduction = "") {
  return "simt.box_store %b[" + column + ", " + row + "] " + reduction +
         " from %box + [0] steps [0, 0] bytes 256 if %only : i64, i32, i32, "
         "i32, vector<1xi1>\n";
}
const std::string Loaded =
    Init + Barrier + Expect + load() + Wait + Read + Keep;
const std::string Stored =
    Given + Fill + Fence + Barrier + store() + Commit + BoxWait;

struct Ended {
  std::string fault;
  Halves a, result;
};
Ended run(const std::string &body, TensorMap map = mapOf(),
          std::uint64_t seed = 1, bool isDefined = true, unsigned blocks = 1) {
  SimtProgram program(Names + body, Warps, Shared, blocks);
  program.with("a", randomHalves(), isDefined)
      .with("b", std::vector<std::uint8_t>(TensorMap::Bytes))
      .with("c", randomHalves(BoxRows * BoxColumns))
      .with("r", Halves(BoxRows * BoxColumns, 1));
  map.address = program.buffer("a").address;
  auto bytes = encode(map);
  std::ranges::copy(bytes, program.buffer("b").bytes.begin());
  program.launch.seed = seed;
  std::string fault = program.fault();
  return {fault, program.get<std::uint16_t>("a"),
          program.get<std::uint16_t>("r")};
}
std::string faultOf(const std::string &body, std::uint64_t seed = 1) {
  return run(body, mapOf(), seed).fault;
}
std::string without(std::string body, const std::string &op) {
  std::size_t at = body.find(op);
  EXPECT_NE(at, std::string::npos) << op;
  return body.erase(at, op.size());
}

/// Element (row, column) of the box at an offset, in halves, in shared memory.
unsigned placeOf(unsigned swizzle, unsigned row, unsigned column) {
  return swizzledAddress(swizzle, (row * BoxColumns + column) * 2) / 2;
}

Halves expectedBox(int firstRow, int firstColumn, unsigned swizzle,
                   std::uint16_t outside) {
  Halves tensor = randomHalves(), box(BoxRows * BoxColumns);
  for (unsigned row = 0; row < BoxRows; ++row)
    for (unsigned column = 0; column < BoxColumns; ++column) {
      int r = firstRow + int(row), c = firstColumn + int(column);
      bool isInside = r >= 0 && r < int(Rows) && c >= 0 && c < int(Columns);
      box[placeOf(swizzle, row, column)] =
          isInside ? tensor[unsigned(r) * Columns + unsigned(c)] : outside;
    }
  return box;
}

} // namespace

TEST(SimBoxCopies, loadsAreThoseOfLoops) {
  for (unsigned swizzle : {0U, 32U, 64U, 128U})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      Ended ended = run(Loaded, mapOf(swizzle), seed);
      EXPECT_EQ(ended.fault, "");
      EXPECT_EQ(ended.result, expectedBox(0, 0, swizzle, 0)) << swizzle;
    }
}

TEST(SimBoxCopies, whatIsOutsideIsFilled) {
  std::string body =
      Init + Barrier + Expect + load("%minus", "%nine") + Wait + Read + Keep;
  for (unsigned swizzle : {0U, 128U})
    EXPECT_EQ(run(body, mapOf(swizzle)).result, expectedBox(9, -8, swizzle, 0));
  TensorMap map = mapOf();
  map.fillsNan = true;
  EXPECT_EQ(run(body, map).result, expectedBox(9, -8, 0, 0x7FFF));
  std::string stepped = Init + Barrier + Expect + load("%i0", "%i0", "-8, 9") +
                        Wait + Read + Keep;
  EXPECT_EQ(run(stepped).result, expectedBox(9, -8, 0, 0));
}

TEST(SimBoxCopies, boxesMayLeaveOutElements) {
  TensorMap map = mapOf();
  map.axes[1].box = 2 * BoxRows - 1;
  map.axes[1].step = 2;
  Ended ended = run(Loaded, map);
  EXPECT_EQ(ended.fault, "");
  Halves tensor = randomHalves();
  for (unsigned row = 0; row < BoxRows; ++row)
    for (unsigned column = 0; column < BoxColumns; ++column)
      EXPECT_EQ(ended.result[row * BoxColumns + column],
                2 * row < Rows ? tensor[2 * row * Columns + column] : 0);
}

TEST(SimBoxCopies, dataIsTakenWhenTheCopyBegins) {
  std::string later = Given + "simt.store global %a4 [0] + [0], %x width 1 : "
                              "vector<1xi64>, vector<1xi32>\n";
  Ended ended = run(Init + Barrier + Expect + load() + Barrier + later + Wait +
                    Read + Keep);
  EXPECT_EQ(ended.fault, "");
  EXPECT_EQ(ended.result, expectedBox(0, 0, 0, 0));
}

TEST(SimBoxCopies, eachOpOfALoadIsMissed) {
  EXPECT_THAT(faultOf(Init + Barrier + Expect + load() + Barrier + Read + Keep),
              HasSubstr("still writes, which nobody has waited for at the "
                        "mbarrier at byte 1024"));
  EXPECT_THAT(faultOf(without(Loaded, Expect)),
              MatchesRegex("expects a warp that can go on, .* lacks 1 arrival "
                           "and has 256 bytes too many.*"));
  EXPECT_THAT(faultOf(without(Loaded, load())),
              HasSubstr("which lacks 256 bytes"));
  EXPECT_THAT(faultOf(without(Loaded, Init)),
              HasSubstr("expects an mbarrier, but nobody has made one"));
  EXPECT_THAT(faultOf(Init + Barrier + Expect + load()),
              HasSubstr("expects a wait for this copy before the program ends: "
                        "nobody has waited at the mbarrier at byte 1024"));
}

// Warp 0 has waited; what it knows the other learns at a barrier.
TEST(SimBoxCopies, onlyWhoHasWaitedMayRead) {
  auto body = [](const std::string &between) {
    return Init + Barrier + Expect + load() + Barrier + "scf.if %is0 {\n" +
           Wait + "}\n" + between + Read + Keep;
  };
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    EXPECT_EQ(faultOf(body(Barrier), seed), "");
    EXPECT_THAT(faultOf(body(""), seed),
                testing::AnyOf(HasSubstr("which nobody has waited for"),
                               HasSubstr("which a copy wrote that this thread "
                                         "has not waited for")));
  }
}

// Two copies to two mbarriers: to have waited for one is not enough, though
// both may be done, and a barrier changes nothing.
TEST(SimBoxCopies, eachCopyHasItsOwnMbarrier) {
  std::string other = "%full2 = arith.constant 1032 : i32\n"
                      "%box2 = arith.constant 512 : i32\n",
              both = other + Init +
                     "simt.mbarrier_init %full2 count 1 if %first\n" + Barrier +
                     Expect +
                     "simt.mbarrier_expect %full2 bytes 256 if %first\n";
  std::string second = load();
  second.replace(second.find("%box "), 4, "%box2");
  second.replace(second.find("%full "), 5, "%full2");
  std::string waitOther = "simt.mbarrier_wait %full2 parity %i0\n";
  both += load() + second;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    EXPECT_EQ(faultOf(both + Wait + waitOther + Read + Keep, seed), "");
    EXPECT_THAT(faultOf(both + waitOther + Barrier + Read + Wait, seed),
                testing::AnyOf(HasSubstr("nobody has waited for"),
                               HasSubstr("has not waited for")));
  }
}

TEST(SimBoxCopies, bytesMayNotBeUsedWithoutAFence) {
  std::string filled = Given + Fill + Init;
  std::string rest = Barrier + Expect + load() + Wait + Read + Keep;
  EXPECT_EQ(faultOf(filled + Fence + rest), "");
  EXPECT_THAT(faultOf(filled + rest),
              HasSubstr("wrote without a proxy fence in between"));
  EXPECT_THAT(faultOf(filled + Fence + without(rest, Barrier)),
              HasSubstr("without a barrier in between"));
  std::string again =
      Barrier + Expect + load() + "simt.mbarrier_wait %full parity %i1\n";
  EXPECT_EQ(faultOf(Loaded + Fence + again), "");
  EXPECT_THAT(
      faultOf(Loaded + again),
      MatchesRegex("copies a box to byte [0-9]+ of shared memory, which "
                   "warp [01] read without a proxy fence in between"));
}

TEST(SimBoxCopies, mapsAreChecked) {
  TensorMap map = mapOf();
  map.axes[1].stride = 8;
  EXPECT_THAT(run(Loaded, map).fault,
              HasSubstr("expects a stride of a multiple of 16 bytes"));
  map = mapOf();
  map.axes[1].box = 4;
  EXPECT_THAT(run(Loaded, map).fault,
              HasSubstr("expects a tensor map of 2 axes with boxes of 256 "
                        "bytes, but got 2 and 128: the tensor map at byte 0 of "
                        "b"));
  map = mapOf();
  map.axes[1].size = Rows + 1;
  EXPECT_THAT(run(Init + Barrier + Expect + load("%i0", "%nine"), map).fault,
              HasSubstr("out-of-bounds copy of a box"));
  std::string other = load();
  other.replace(other.find("%b["), 2, "%c");
  EXPECT_THAT(faultOf(Init + Barrier + Expect + other),
              HasSubstr("expects a tensor map, but got other bytes"));
  std::string crooked = load();
  crooked.replace(crooked.find("+ [0]"), 5, "+ [64]");
  EXPECT_THAT(faultOf(Init + Barrier + Expect + crooked),
              HasSubstr("expects a multiple of 128 as the address of a box in "
                        "shared memory, but got 64"));
  EXPECT_THAT(run(Loaded, mapOf(), 1, /*isDefined=*/false).fault,
              HasSubstr("expects defined values to store"));
}

// Of rows that end within 16 bytes these bytes are stored as a whole.
TEST(SimBoxCopies, storesAreThoseOfLoops) {
  Halves box = randomHalves(BoxRows * BoxColumns);
  constexpr unsigned FirstRow = 9, FirstColumn = 16;
  for (unsigned columns : {Columns, Columns - 3})
    for (unsigned swizzle : {0U, 32U, 64U, 128U}) {
      TensorMap map = mapOf(swizzle);
      map.axes[0].size = columns;
      Ended ended = run(Given + Fill + Fence + Barrier +
                            store("%c16", "%nine") + Commit + BoxWait,
                        map);
      EXPECT_EQ(ended.fault, "");
      Halves expected = randomHalves();
      for (unsigned row = 0; row < Rows - FirstRow; ++row)
        for (unsigned column = 0; column < Columns - FirstColumn; ++column)
          expected[(row + FirstRow) * Columns + column + FirstColumn] =
              box[placeOf(swizzle, row, column)];
      EXPECT_EQ(ended.a, expected) << swizzle;
    }
}

TEST(SimBoxCopies, placesThatTheEngineRefuses) {
  EXPECT_THAT(faultOf(Init + Barrier + Expect + load("%nine", "%i0")),
              HasSubstr("expects a box that begins at a multiple of 16 bytes "
                        "of a row, but got 18"));
  auto stored = [](const char *column, const char *row) {
    return faultOf(Given + Fill + Fence + Barrier + store(column, row));
  };
  EXPECT_THAT(stored("%nine", "%i0"), HasSubstr("of a row, but got 18"));
  EXPECT_THAT(stored("%i0", "%minus"),
              HasSubstr("expects a store of a box that does not begin before "
                        "the tensor, but got -8"));
  EXPECT_THAT(stored("%minus", "%i0"), HasSubstr("tensor, but got -8"));
}

TEST(SimBoxCopies, storesReduceElements) {
  Halves box = randomHalves(BoxRows * BoxColumns), old = randomHalves();
  auto reduce = [&](const std::string &reduction, auto combine,
                    TensorMap::Element element) {
    Ended ended = run(Given + Fill + Fence + Barrier +
                          store("%i0", "%i0", reduction) + Commit + BoxWait,
                      mapOf(0, element));
    EXPECT_EQ(ended.fault, "");
    for (unsigned row = 0; row < BoxRows; ++row)
      for (unsigned column = 0; column < BoxColumns; ++column)
        ASSERT_EQ(ended.a[row * Columns + column],
                  combine(old[row * Columns + column],
                          box[row * BoxColumns + column]))
            << reduction;
  };
  using sim::Half;
  reduce(
      "add",
      [](std::uint16_t a, std::uint16_t b) {
        return Half::store(Half::load(a) + Half::load(b));
      },
      TensorMap::Element::F16);
  reduce(
      "max", [](std::uint16_t a, std::uint16_t b) { return std::max(a, b); },
      TensorMap::Element::F16);
  reduce(
      "xor", [](std::uint16_t a, std::uint16_t b) { return a ^ b; },
      TensorMap::Element::U32);
  EXPECT_THAT(run(Given + Fill + Fence + Barrier + store("%i0", "%i0", "inc") +
                  Commit + BoxWait)
                  .fault,
              HasSubstr("expects elements that can be reduced by 'inc'"));
}

TEST(SimBoxCopies, eachOpOfAStoreIsMissed) {
  EXPECT_EQ(faultOf(Stored), "");
  EXPECT_THAT(faultOf(without(Stored, Fence)),
              HasSubstr("wrote without a proxy fence in between"));
  EXPECT_THAT(faultOf(without(Stored, Barrier)),
              testing::AnyOf(HasSubstr("without a barrier in between"),
                             HasSubstr("expects defined values")));
  for (const std::string &op : {Commit, BoxWait})
    EXPECT_THAT(faultOf(without(Stored, op)),
                HasSubstr("expects a wait for this copy before the program "
                          "ends"));
}

// What a store still reads nobody may write, and what it writes is not there.
TEST(SimBoxCopies, storesAreUnderWayUntilTheWait) {
  std::string begun = Given + Fill + Fence + Barrier + store() + Commit,
              other = "%z = arith.addi %x, %x : vector<1xi32>\n"
                      "simt.store shared %s4 [0] + [0], %z width 1 : "
                      "vector<1xi32>, vector<1xi32>\n",
              readWait = "simt.box_wait 0 read\n";
  EXPECT_THAT(
      faultOf(begun + Barrier + other + BoxWait),
      HasSubstr("which stores of boxes of warp 0 that nobody has waited "
                "for still read"));
  EXPECT_THAT(faultOf(begun + readWait + other),
              testing::AnyOf(HasSubstr("still read"),
                             HasSubstr("without a barrier in between")));
  EXPECT_EQ(faultOf(begun + readWait + Barrier + other), "");
  std::string look = "%y = simt.load global %a4 [0] + [0] width 1 : "
                     "(vector<1xi64>) -> vector<1xi32>\n" +
                     Keep;
  Halves box = randomHalves(BoxRows * BoxColumns), old = randomHalves();
  EXPECT_EQ(run(begun + readWait + Barrier + look).result[0], old[0]);
  EXPECT_EQ(run(begun + readWait + Barrier + look).a[0], box[0]);
  EXPECT_EQ(run(begun + BoxWait + Barrier + look).result[0], box[0]);
}

//===----------------------------------------------------------------------===//
// Maps that the program writes
//===----------------------------------------------------------------------===//

namespace {

const std::string
    Make =
        "%scratch = arith.constant 1152 : i32\n%w = arith.constant 16 : i32\n"
        "%h = arith.constant 8 : i32\n%sw = arith.constant 24 : i32\n"
        "%sh = arith.constant 12 : i32\n%stride = arith.constant 48 : i64\n"
        "simt.tensor_map %b by %scratch of %a boxes(%w, %h) sizes(%sw, %sh) "
        "strides(%stride) steps(%i1, %i1) {element = 6 : i32, swizzle = 3 : "
        "i32, "
        "fill = 0 : i32}\n",
    Acquire = "simt.tensor_map_acquire %b\n";

} // namespace

TEST(SimBoxCopies, programsMakeMaps) {
  std::string made = Make + Barrier + Acquire + Loaded;
  Ended ended = run(made);
  EXPECT_EQ(ended.fault, "");
  EXPECT_EQ(ended.result, expectedBox(0, 0, 128, 0));
  EXPECT_THAT(
      faultOf(without(made, Acquire)),
      HasSubstr("wrote without a tensor_map_acquire of this warp behind "
                "it"));
  EXPECT_THAT(faultOf(Make + Acquire + Barrier + Loaded, 3),
              testing::AnyOf("", HasSubstr("acquires the tensor map at byte 0 "
                                           "of b")));
  bool isMissed = false;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    isMissed |= !faultOf(Make + Acquire + Barrier + Loaded, seed).empty();
  EXPECT_TRUE(isMissed);
  std::string wrong = made;
  wrong.replace(wrong.find("48 : i64"), 2, "40");
  EXPECT_THAT(faultOf(wrong),
              HasSubstr("expects a stride of a multiple of 16"));
}

//===----------------------------------------------------------------------===//
// For several blocks of a cluster
//===----------------------------------------------------------------------===//

namespace {

const std::string Cluster = "simt.barrier cluster\n";
/// Block 0 loads the box for both.
const std::string Both =
    "%both = arith.constant 3 : i32\n%rank = simt.block_rank\n"
    "%isSender = arith.cmpi eq, %rank, %i0 : i32\n"
    "%sends = arith.andi %first, %isSender : i1\n"
    "%sender = simt.splat %sends : i1 -> vector<1xi1>\n";
const std::string Send =
    "simt.box_load %b[%i0, %i0] to %box + [0] steps [0, 0] bytes 256 signals "
    "%full in blocks %both if %sender : i64, i32, i32, i32, i32, i32, "
    "vector<1xi1>\n";

std::string faultOfBoth(const std::string &body, std::uint64_t seed) {
  return run(Both + body, mapOf(), seed, /*isDefined=*/true, /*blocks=*/2)
      .fault;
}

} // namespace

TEST(SimBoxCopies, oneBlockLoadsForBoth) {
  Halves alone = run(Loaded).result;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    Ended ended = run(Both + Init + Cluster + Expect + Send + Wait + Read +
                          Keep + Cluster,
                      mapOf(), seed, /*isDefined=*/true, /*blocks=*/2);
    EXPECT_EQ(ended.fault, "");
    EXPECT_EQ(ended.result, alone);
  }
}

TEST(SimBoxCopies, blocksWaitForEachOtherAroundMulticasts) {
  const std::string again = "simt.mbarrier_wait %full parity %i1\n";
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    EXPECT_THAT(faultOfBoth(Init + Barrier + Expect + Send + Wait + Read +
                                Keep + Cluster,
                            seed),
                HasSubstr("which may not have started"));
    EXPECT_THAT(faultOfBoth(Cluster + Init + Barrier + Expect + Send + Wait +
                                Read + Keep + Cluster,
                            seed),
                testing::ContainsRegex("nobody has made one|made without a "
                                       "barrier of the cluster"));
    // Block 1 may still read what block 0 sends again.
    EXPECT_THAT(faultOfBoth(Init + Cluster + Expect + Send + Wait + Read +
                                Keep + Barrier + Expect + Send + again +
                                Cluster,
                            seed),
                testing::ContainsRegex("without a barrier of the cluster|still "
                                       "writes"));
    EXPECT_EQ(faultOfBoth(Init + Cluster + Expect + Send + Wait + Read + Keep +
                              Fence + Cluster + Expect + Send + again + Cluster,
                          seed),
              "");
    EXPECT_THAT(
        faultOfBoth(Init + Cluster + Expect + Send + Wait + Read + Keep, seed),
        testing::ContainsRegex(
            "ends with shared memory of block 1|which has ended"));
  }
}

TEST(SimBoxCopies, nobodySends) {
  EXPECT_THAT(
      faultOfBoth(Init + Cluster + Expect + Wait + Cluster, 1),
      testing::AllOf(HasSubstr("all wait"), HasSubstr("lacks 256 bytes")));
}

} // namespace heddle
