//===- EngineRingsTest.cpp - Rings that the copy engine fills -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that loads blocks and adds them up, and the same loop with copies by
// the engine and mbarriers, written by hand so that each number in it can be
// wrong.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "llvm/Support/FormatVariadic.h"

using namespace heddle::equivalence;

namespace {

const std::string Prefix = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %rows = arith.constant 4 : i32
  %one = arith.constant 1 : i64
  %true = arith.constant true
  %source = tt.splat %p : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>, #a>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32, #a>
  %desc = tt.make_tensor_descriptor %p, [%j, %k], [%w, %one] : <f32>, <4x8xf32, !LAYOUT>
)";

const std::string Loop = Prefix + R"(
  %sum = scf.for %n = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<4x8xf32, #a>) : i32 {
    %row = arith.muli %n, %rows : i32
    %tile = tt.descriptor_load %desc[%row, %c0] : !tt.tensordesc<4x8xf32, !LAYOUT> -> tensor<4x8xf32, #a>
    %more = arith.addf %acc, %tile : tensor<4x8xf32, #a>
    scf.yield %more : tensor<4x8xf32, #a>
  }
  tt.store %qs, %sum : tensor<4x8x!tt.ptr<f32>, #a>
)";

/// The numbers of a loop whose copies run ahead.
struct Engine {
  int slots = 3, barriers = 3, ahead = 2;
  /// What a phase waits for, and arrivals that mbarriers count.
  int bytes = 128, arrivals = 1;
  /// The tile that is the first to be waited for, and read, but one; and the
  /// parity of the first wait.
  int reads = -1, parity = 0;
  /// When the parity changes.
  std::string wraps = "arith.cmpi slt, %r1, %barriers : i32";
  /// The mbarrier of copies in the loop, and when there is one.
  std::string counts = "%full", copies = "%exists", expects = "%exists";
  /// What the mask of the copies is ahead by.
  std::optional<int> masked = {};
  std::string wait = "    ttng.wait_barrier %mine, %phase : !BAR\n";
  /// Copies come before the wait, or the wait comes behind the read.
  bool fillsFirst = false, waitsLast = false;
  /// In front of the loop, and behind the copies in it.
  std::string before = {}, behind = {};
};

std::string textOf(const Engine &e) {
  std::string text = Prefix;
  auto put = [&](const std::string &line) { text += "  " + line + "\n"; };
  auto number = [&](const std::string &name, int value) {
    put("%" + name + " = arith.constant " + std::to_string(value) + " : i32");
  };
  number("slots", e.slots);
  number("barriers", e.barriers);
  number("ahead", e.ahead);
  number("masked", e.masked.value_or(e.ahead));
  number("reads", e.reads);
  number("fills", e.ahead - 1);
  number("parity", e.parity);
  put("%ring = ttg.local_alloc : () -> !RING");
  put("%bars = ttg.local_alloc : () -> !BARS");
  for (int each = 0; each < e.barriers; ++each) {
    std::string at = std::to_string(each);
    number("b" + at, each);
    put("%bar" + at + " = ttg.memdesc_index %bars[%b" + at +
        "] : !BARS -> !BAR");
    put("ttng.init_barrier %bar" + at + ", " + std::to_string(e.arrivals) +
        " : !BAR");
  }
  for (int tile = 0; tile < e.ahead; ++tile) {
    std::string t = std::to_string(tile),
                bar = "%bar" + std::to_string(tile % e.barriers);
    number("t" + t, tile);
    number("row" + t, 4 * tile);
    number("s" + t, tile % e.slots);
    put("%is" + t + " = arith.cmpi slt, %t" + t + ", %i : i32");
    put("ttng.barrier_expect " + bar + ", BYTES, %is" + t + " : !BAR");
    put("%slot" + t + " = ttg.memdesc_index %ring[%s" + t +
        "] : !RING -> !TILE");
    put("ttng.async_tma_copy_global_to_local %desc[%row" + t + ", %c0] %slot" +
        t + ", " + bar + ", %is" + t + " : !COPY");
  }
  text += e.before;
  std::string read =
      "    %from = ttg.memdesc_index %ring[%slot] : !RING -> !TILE\n"
      "    %tile = ttg.local_load %from : !TILE -> tensor<4x8xf32, #a>\n";
  std::string fill = R"(
    %left = arith.subi %i, %masked : i32
    %exists = arith.cmpi slt, %n, %left : i32
    %into = ttg.memdesc_index %ring[%fill] : !RING -> !TILE
    %full = ttg.memdesc_index %bars[%fillBar] : !BARS -> !BAR
    ttng.barrier_expect %full, BYTES, EXPECTS : !BAR
    %later = arith.addi %n, %ahead : i32
    %row = arith.muli %later, %rows : i32
    ttng.async_tma_copy_global_to_local %desc[%row, %c0] %into, COUNTS, COPIES : !COPY
)";
  auto counter = [](const std::string &name, const std::string &from,
                    const std::string &size) {
    return "    %next_" + name + " = arith.addi %" + from +
           ", %c1 : i32\n    %in_" + name + " = arith.cmpi slt, %next_" + name +
           ", %" + size + " : i32\n    %" + name + " = arith.select %in_" +
           name + ", %next_" + name + ", %c0 : i32\n";
  };
  std::string waitAndRead = e.waitsLast ? read + e.wait : e.wait + read;
  text += "  %sum:6 = scf.for %n = %c0 to %i step %c1 iter_args(%acc = %zero, "
          "%f = %fills, %fb = %fills, %g = %reads, %r = %reads, %ph = %parity) "
          "-> (tensor<4x8xf32, #a>, i32, i32, i32, i32, i32) : i32 {\n" +
          counter("fill", "f", "slots") + counter("fillBar", "fb", "barriers") +
          counter("slot", "g", "slots") + counter("r_", "r", "barriers") +
          "    %r1 = arith.addi %r, %c1 : i32\n    %wraps = " + e.wraps +
          "\n    %other = arith.xori %ph, %c1 : i32\n"
          "    %phase = arith.select %wraps, %ph, %other : i32\n"
          "    %mine = ttg.memdesc_index %bars[%r_] : !BARS -> !BAR\n" +
          (e.fillsFirst ? fill + waitAndRead : waitAndRead + fill) + e.behind +
          "    %more = arith.addf %acc, %tile : tensor<4x8xf32, #a>\n"
          "    scf.yield %more, %fill, %fillBar, %slot, %r_, %phase : "
          "tensor<4x8xf32, #a>, i32, i32, i32, i32, i32\n  }\n";
  for (int each = 0; each < e.barriers; ++each)
    put("ttng.inval_barrier %bar" + std::to_string(each) + " : !BAR");
  put("ttg.local_dealloc %bars : !BARS");
  put("ttg.local_dealloc %ring : !RING");
  put("tt.store %qs, %sum#0 : tensor<4x8x!tt.ptr<f32>, #a>");
  replaceAll(text, "COUNTS,", e.counts + ",");
  replaceAll(text, "COPIES :", e.copies + " :");
  replaceAll(text, "EXPECTS :", e.expects + " :");
  replaceAll(text, "BYTES", std::to_string(e.bytes));
  replaceAll(text, "!COPY", "!tt.tensordesc<4x8xf32, !LAYOUT>, !BAR -> !TILE");
  replaceAll(text, "!RING",
             "!ttg.memdesc<" + std::to_string(e.slots) +
                 "x4x8xf32, !LAYOUT, #smem, mutable>");
  replaceAll(text, "!TILE", "!ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>");
  replaceAll(text, "!BARS",
             "!ttg.memdesc<" + std::to_string(e.barriers) +
                 "x1xi64, !COUNTS, #smem, mutable>");
  replaceAll(text, "!BAR", "!ttg.memdesc<1xi64, !COUNTS, #smem, mutable>");
  return withTypes(text);
}

void expectRing(const Engine &engine) {
  expectEqual({withTypes(Loop), textOf(engine)});
}
void expectNoRing(const Engine &engine) {
  expectNoProof({withTypes(Loop), textOf(engine)});
}

TEST(EngineRings, AreTheirLoops) {
  expectRing({});
  expectEqual({textOf({}), withTypes(Loop)});
  expectEqual({textOf({}), textOf({.slots = 4, .barriers = 4, .ahead = 3})});
  // It is told by sums whether iterations exist.
  ProofOptions exact;
  exact.allowIndexAssumption = false;
  expectNoProof({withTypes(Loop), textOf({})}, exact);
}

TEST(EngineRings, OfOtherSizes) {
  expectRing({.ahead = 1});
  expectRing({.ahead = 0, .fillsFirst = true});
  expectNoRing({.ahead = 0});
  expectRing({.slots = 4, .barriers = 4});
  expectRing({.slots = 2, .barriers = 2, .ahead = 1});
  // As many mbarriers as tiles are under way, or other ones than buffers.
  expectRing({.slots = 3, .barriers = 2});
  expectRing({.slots = 3, .barriers = 5});
  expectRing({.fillsFirst = true});
  expectRing({.slots = 1, .barriers = 1, .ahead = 0, .fillsFirst = true});
}

TEST(EngineRings, ArrivalsInAPhaseThatHasNotEnded) {
  expectRing({.slots = 2, .barriers = 2});
  expectNoRing({.slots = 3, .barriers = 2, .fillsFirst = true});
  expectNoRing({.slots = 3, .barriers = 1});
}

TEST(EngineRings, WrongWaits) {
  expectNoRing({.wait = ""});
  expectNoRing({.waitsLast = true});
  expectNoRing({.parity = 1});
  expectNoRing({.wraps = "arith.cmpi sle, %r1, %barriers : i32"});
  expectNoRing({.wraps = "arith.cmpi eq, %r1, %r1 : i32"});
  expectNoRing({.wraps = "arith.cmpi ne, %r1, %r1 : i32"});
  expectNoRing({.reads = 0});
  expectNoRing({.reads = 1});
  expectNoRing({.wait = "    ttng.wait_barrier %mine, %phase, %c : !BAR\n"});
  expectNoRing({.wait = "    ttng.wait_barrier %mine, %ph : !BAR\n"});
  expectNoRing({.wait = "    ttng.wait_barrier %bar0, %phase : !BAR\n"});
  expectNoRing({.wait = "    scf.if %c {\n"
                        "      ttng.wait_barrier %mine, %phase : !BAR\n"
                        "    }\n"});
}

TEST(EngineRings, WrongArrivals) {
  expectNoRing({.bytes = 64});
  expectNoRing({.bytes = 256});
  expectNoRing({.arrivals = 2});
  expectNoRing({.counts = "%mine"});
  expectNoRing({.counts = "%bar0"});
  expectNoRing({.expects = "%true"});
  expectNoRing({.copies = "%true"});
  expectNoRing({.copies = "%c", .expects = "%c"});
  expectNoRing({.behind = "    ttng.barrier_expect %full, 128, %exists : "
                          "!BAR\n"});
  expectNoRing({.behind = "    ttng.arrive_barrier %full, 1 : !BAR\n"});
  expectNoRing({.before = "  ttng.inval_barrier %bar0 : !BAR\n"});
  expectNoRing({.before = "  ttng.init_barrier %bar0, 1 : !BAR\n"});
}

TEST(EngineRings, MbarriersThatAreNotThere) {
  for (const char *number : {"3", "-1"}) {
    std::string other = textOf({});
    replaceAll(other, "%b2 = arith.constant 2",
               std::string("%b2 = arith.constant ") + number);
    expectNoProof({withTypes(Loop), other});
    other = textOf({});
    std::string end = "ttng.inval_barrier %bar2";
    other.replace(other.find(end), end.size(),
                  std::string("%no = arith.constant ") + number +
                      " : i32\n  %none = ttg.memdesc_index %bars[%no] : "
                      "!ttg.memdesc<3x1xi64, !COUNTS, #smem, mutable> -> "
                      "!ttg.memdesc<1xi64, !COUNTS, #smem, mutable>\n"
                      "  ttng.inval_barrier %none");
    expectNoProof({withTypes(Loop), withTypes(other)});
  }
}

TEST(EngineRings, WrongStages) {
  // A copy that is left out one iteration too early.
  expectNoRing({.masked = 3});
  // One more than are read, to which nobody listens.
  expectNoRing({.masked = 1});
}

TEST(EngineRings, WhatIsCopiedIsWhatIsLoaded) {
  std::string other = textOf({});
  replaceAll(other, "%row1 = arith.constant 4", "%row1 = arith.constant 8");
  expectNoProof({withTypes(Loop), other});
  other = textOf({});
  replaceAll(other, "%later = arith.addi %n, %ahead",
             "%later = arith.addi %n, %c1");
  expectNoProof({withTypes(Loop), other});
  // The loop stores to what it loads.
  auto storing = [](std::string text, const std::string &where) {
    replaceAll(text, "    %more = arith.addf",
               "    tt.store " + where +
                   ", %tile : tensor<4x8x!tt.ptr<f32>, #a>\n"
                   "    %more = arith.addf");
    return text;
  };
  expectEqual({storing(withTypes(Loop), "%qs"), storing(textOf({}), "%qs")});
  expectNoProof(
      {storing(withTypes(Loop), "%source"), storing(textOf({}), "%source")});
}

} // namespace
