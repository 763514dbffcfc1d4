//===- RingsTest.cpp - Pipelined loops and their sources ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that loads a tile and adds it up, and the same loop with copies that
// run ahead, written by hand so that each number in it can be wrong.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "llvm/Support/FormatVariadic.h"

using namespace heddle::equivalence;

namespace {

const std::string Prefix = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<64> : tensor<4x8xi32, #a>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32, #a>
)";

const std::string Loop = Prefix + R"(
  %sum:2 = scf.for %n = %c0 to %i step %c1 iter_args(%at = %ps, %acc = %zero) -> (tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xf32, #a>) : i32 {
    %tile = tt.load %at : tensor<4x8x!tt.ptr<f32>, #a>
    %more = arith.addf %acc, %tile : tensor<4x8xf32, #a>
    %next = tt.addptr %at, %step : tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xi32, #a>
    scf.yield %next, %more : tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xf32, #a>
  }
  tt.store %qs, %sum#1 : tensor<4x8x!tt.ptr<f32>, #a>
)";

/// The numbers of a loop that is pipelined two iterations deep.
struct Pipeline {
  int buffers = 3;
  /// Slots that are filled in front of the loop.
  int first = 0, second = 1;
  /// What the counters of the slots that are filled and read begin with.
  int fills = 1, reads = -1;
  /// Groups of copies that may be under way at the read.
  int pending = 1;
  /// Iterations that the copies of the loop are ahead of what they are masked
  /// by.
  int ahead = 2;
  /// What stands in front of the wait.
  std::string beforeWait = {};
  /// Whether the copy comes before the read.
  bool copiesFirst = false;
  /// Whether the loop commits its copies.
  bool commits = true;
};

std::string textOf(const Pipeline &p) {
  const char *copy = R"(
    %left = arith.subi %i, %ahead : i32
    %isThere = arith.cmpi slt, %n, %left : i32
    %mask = tt.splat %isThere : i1 -> tensor<4x8xi1, #a>
    %into = ttg.memdesc_index %ring[%fill] : !RING -> !TILE
    %copy = ttg.async_copy_global_to_local %at, %into mask %mask : tensor<4x8x!tt.ptr<f32>, #a> -> <4x8xf32, #s, #smem, mutable>
)";
  const char *read = R"(
    %from = ttg.memdesc_index %ring[%read] : !RING -> !TILE
    %tile = ttg.local_load %from : !TILE -> tensor<4x8xf32, #a>
)";
  std::string commit = p.commits ? "    %group = ttg.async_commit_group\n" : "";
  std::string text = Prefix + R"(
  %begin = arith.constant dense<128> : tensor<4x8xi32, #a>
  %buffers = arith.constant BUFFERS : i32
  %ahead = arith.constant AHEAD : i32
  %first = arith.constant FIRST : i32
  %second = arith.constant SECOND : i32
  %fills = arith.constant FILLS : i32
  %reads = arith.constant READS : i32
  %ring = ttg.local_alloc : () -> !RING
  %is0 = arith.cmpi slt, %c0, %i : i32
  %mask0 = tt.splat %is0 : i1 -> tensor<4x8xi1, #a>
  %slot0 = ttg.memdesc_index %ring[%first] : !RING -> !TILE
  %copy0 = ttg.async_copy_global_to_local %ps, %slot0 mask %mask0 : tensor<4x8x!tt.ptr<f32>, #a> -> <4x8xf32, #s, #smem, mutable>
  %group0 = ttg.async_commit_group
  %is1 = arith.cmpi slt, %c1, %i : i32
  %mask1 = tt.splat %is1 : i1 -> tensor<4x8xi1, #a>
  %ps1 = tt.addptr %ps, %step : tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xi32, #a>
  %slot1 = ttg.memdesc_index %ring[%second] : !RING -> !TILE
  %copy1 = ttg.async_copy_global_to_local %ps1, %slot1 mask %mask1 : tensor<4x8x!tt.ptr<f32>, #a> -> <4x8xf32, #s, #smem, mutable>
  %group1 = ttg.async_commit_group
  %ps2 = tt.addptr %ps, %begin : tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xi32, #a>
  %sum:4 = scf.for %n = %c0 to %i step %c1 iter_args(%at = %ps2, %acc = %zero, %f = %fills, %g = %reads) -> (tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xf32, #a>, i32, i32) : i32 {
    %f1 = arith.addi %f, %c1 : i32
    %fin = arith.cmpi slt, %f1, %buffers : i32
    %fill = arith.select %fin, %f1, %c0 : i32
    %g1 = arith.addi %g, %c1 : i32
    %gin = arith.cmpi slt, %g1, %buffers : i32
    %read = arith.select %gin, %g1, %c0 : i32
BEFORE
    %ready = ttg.async_wait {num = PENDING : i32}
BODY
    %more = arith.addf %acc, %tile : tensor<4x8xf32, #a>
    %next = tt.addptr %at, %step : tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xi32, #a>
    scf.yield %next, %more, %fill, %read : tensor<4x8x!tt.ptr<f32>, #a>, tensor<4x8xf32, #a>, i32, i32
  }
  ttg.local_dealloc %ring : !RING
  tt.store %qs, %sum#1 : tensor<4x8x!tt.ptr<f32>, #a>
)";
  auto put = [&](const std::string &what, const std::string &with) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + with.size()))
      text.replace(at, what.size(), with);
  };
  put("BODY", p.copiesFirst ? copy + commit + read : read + (copy + commit));
  put("BEFORE", p.beforeWait);
  put("BUFFERS", std::to_string(p.buffers));
  put("AHEAD", std::to_string(p.ahead));
  put("FIRST", std::to_string(p.first));
  put("SECOND", std::to_string(p.second));
  put("FILLS", std::to_string(p.fills));
  put("READS", std::to_string(p.reads));
  put("PENDING", std::to_string(p.pending));
  put("!RING", "!ttg.memdesc<" + std::to_string(p.buffers) +
                   "x4x8xf32, #s, #smem, mutable>");
  put("!TILE", "!ttg.memdesc<4x8xf32, #s, #smem, mutable>");
  return text;
}

ProofResult proveLoop(const Pipeline &pipeline) {
  return prove({Loop, textOf(pipeline)});
}

void expectRing(const Pipeline &pipeline) {
  ProofResult result = proveLoop(pipeline);
  EXPECT_TRUE(result.isProved) << result.reason << "\n" << textOf(pipeline);
}

void expectNoRing(const Pipeline &pipeline, const char *reason) {
  ProofResult result = proveLoop(pipeline);
  EXPECT_FALSE(result.isProved) << textOf(pipeline);
  EXPECT_EQ(result.reason, reason);
}

TEST(Rings, AreTheirLoops) {
  expectRing({});
  // Whether iterations exist is told by sums of counters and sizes.
  EXPECT_TRUE(proveLoop({}).assumesIndices);
  ProofOptions exact;
  exact.allowIndexAssumption = false;
  expectNoProof({Loop, textOf({})}, exact);
  expectEqual({textOf({}), Loop});
  expectEqual({textOf({}), textOf({.buffers = 4, .pending = 0})});
}

TEST(Rings, OfOtherSizes) {
  expectRing({.buffers = 4});
  // Two are enough if a tile is read before its buffer is filled again.
  expectRing({.buffers = 2});
  expectNoRing({.buffers = 2, .copiesFirst = true},
               "reads a buffer whose copy nobody has waited for");
  expectRing({.copiesFirst = true});
}

TEST(Rings, BeginAnywhere) {
  expectRing({.first = 1, .second = 2, .fills = 2, .reads = 0});
  expectRing({.first = 2, .second = 0, .fills = 0, .reads = 1});
}

TEST(Rings, WrongSlots) {
  expectNoRing({.first = 1, .second = 0}, "expects tile 0 in buffer 0");
  expectNoRing({.second = 2}, "expects tile 1 in buffer 1");
  // All but one of the copies are read in the wrong iteration.
  for (int fills : {0, 2})
    EXPECT_FALSE(proveLoop({.fills = fills}).isProved);
  for (int reads : {0, 1})
    EXPECT_FALSE(proveLoop({.reads = reads}).isProved);
  // Buffer 0 follows 2 as it follows -1.
  expectRing({.reads = 2});
}

TEST(Rings, WrongWaits) {
  expectRing({.pending = 0});
  expectNoRing({.pending = 2},
               "reads a buffer whose copy nobody has waited for");
  // A group of nothing in front of the wait is one more that may be left.
  std::string empty = "    %none = ttg.async_commit_group\n";
  EXPECT_FALSE(proveLoop({.beforeWait = empty}).isProved);
  EXPECT_FALSE(proveLoop({.commits = false}).isProved);
}

TEST(Rings, WrongStages) {
  // A copy that is left out one iteration too early.
  EXPECT_FALSE(proveLoop({.ahead = 3}).isProved);
  EXPECT_FALSE(proveLoop({.ahead = 1}).isProved);
}

/// A copy into a buffer of no ring is compared with its waits.
TEST(Rings, OtherBuffers) {
  auto once = [](const std::string &wait) {
    return R"(
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<4x8xf32, #s, #smem, mutable>
  %lone = ttg.async_copy_global_to_local %ps, %buffer : tensor<4x8x!tt.ptr<f32>, #a> -> <4x8xf32, #s, #smem, mutable>
  %alone = ttg.async_commit_group
)" + wait + R"(
  %own = ttg.local_load %buffer : !ttg.memdesc<4x8xf32, #s, #smem, mutable> -> tensor<4x8xf32, #a>
  tt.store %qs, %own : tensor<4x8x!tt.ptr<f32>, #a>
)";
  };
  const std::string wait = "  %there = ttg.async_wait {num = 0 : i32}\n";
  expectEqual({once(wait), once(wait)});
  expectNoProof({once(wait), once("")});
  // Beside a ring, too.
  expectNoProof({textOf({}) + once(wait), textOf({}) + once("")});
  expectEqual({textOf({}) + once(wait), textOf({}) + once(wait)});
}

TEST(Rings, WhatIsCopiedIsWhatIsLoaded) {
  std::string other = textOf({});
  // Another distance of the tiles in front of the loop.
  std::string begin = "dense<128>";
  other.replace(other.find(begin), begin.size(), "dense<64>");
  expectNoProof({Loop, other});
  // The loop stores to what it loads.
  std::string stores = "    %more = arith.addf";
  auto storing = [&](std::string text, const char *where) {
    text.insert(text.find(stores), std::string("    tt.store ") + where +
                                       ", %tile : tensor<4x8x!tt.ptr<f32>, "
                                       "#a>\n");
    return text;
  };
  expectEqual({storing(Loop, "%qs"), storing(textOf({}), "%qs")});
  expectNoProof({storing(Loop, "%ps"), storing(textOf({}), "%ps")});
}

} // namespace
