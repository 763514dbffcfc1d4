//===- PartitionsTest.cpp - A warp that loads, and those that read --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two loops around each other that load blocks and add them up, and the same
// with a partition that copies, written by hand so that each number in it can
// be wrong.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

const std::string Prefix = R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %rows = arith.constant 4 : i32
  %one = arith.constant 1 : i64
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : tensor<4x8xf32, #a>
  %desc = tt.make_tensor_descriptor %p, [%j, %k], [%w, %one] : <f32>, <4x8xf32, !LAYOUT>
)";

/// Of one block in an iteration, or of two.
std::string loopsOf(bool hasSecond) {
  std::string text = Prefix + R"(
  scf.for %t_ = %c0 to %k step %c1 : i32 {
    %at = arith.muli %t_, %rows : i32
    %sum = scf.for %n = %c0 to %i step %c1 iter_args(%acc = %zero) -> (tensor<4x8xf32, #a>) : i32 {
      %row = arith.muli %n, %rows : i32
      %tile = tt.descriptor_load %desc[%row, %at] : !tt.tensordesc<4x8xf32, !LAYOUT> -> tensor<4x8xf32, #a>
      SECOND
      %more = arith.addf %acc, %both : tensor<4x8xf32, #a>
      scf.yield %more : tensor<4x8xf32, #a>
    }
    tt.store %qs, %sum : tensor<4x8x!tt.ptr<f32>, #a>
  }
)";
  replaceAll(text, "SECOND",
             "%tile2 = tt.descriptor_load %desc[%at, %row] : "
             "!tt.tensordesc<4x8xf32, !LAYOUT> -> tensor<4x8xf32, #a>\n"
             "%both = arith.subf %tile, %tile2 : tensor<4x8xf32, #a>");
  if (!hasSecond) {
    text.erase(text.find("%tile2"), text.find("%more") - text.find("%tile2"));
    replaceAll(text, "%both", "%tile");
  }
  return text;
}

const std::string Loops = loopsOf(false);

/// The numbers of both programs.
struct Warps {
  int slots = 3;
  /// What mbarriers of free slots count, what arrives, what is copied.
  int counts = 4, arrives = 4, bytes = 128;
  /// Where the counters begin, and the parities of the first waits.
  int loads = 0, reads = 0, loadParity = 0, readParity = 0;
  /// The parity of the partition's wait beside the phase in which the slot is.
  std::string freePhase = "%other";
  /// The slot that is read, and given back.
  std::string read = "%s", back = "%s";
  /// Of the arrival.
  std::string condition = "%true", copies = "%true";
  /// The partition's bounds.
  std::string upper = "%hi";
  /// What the inner loop leaves for the next one.
  std::string next = "%in#1", nextPhase = "%in#2", nextLoad = "%ld#0";
  bool waits = true, waitsForFree = true, givesBackFirst = false;
  /// In the loop that reads, and behind it.
  std::string besides = {}, behind = {};
  /// A second ring with mbarriers of its own; whose mbarriers it waits for,
  /// expects bytes at and gives back, and whether that is done.
  bool hasSecond = false;
  std::string waitsAt = "%filled2", expectsAt = "%fi2", freeAt = "%fr2",
              givesBackAt = "%free2";
  bool waitsForSecond = true, givesSecondBack = true;
  /// The one slot of a ring is given back in front of the next wait.
  bool givesBackLate = false;
};

std::string counterText(const std::string &prefix, const std::string &slot,
                        const std::string &phase) {
  std::string text = "      !1 = arith.addi SLOT, %d1 : i32\n"
                     "      !2 = arith.cmpi eq, !1, %d3 : i32\n"
                     "      !3 = arith.select !2, %d0, !1 : i32\n"
                     "      !5 = arith.select !2, !4, PHASE : i32\n";
  replaceAll(text, "!", "%" + prefix);
  replaceAll(text, "SLOT", slot);
  replaceAll(text, "PHASE", phase);
  return text;
}

std::string textOf(const Warps &w) {
  std::string text = Prefix;
  text += "  %ring = ttg.local_alloc : () -> !RING\n"
          "  %filled = ttg.local_alloc : () -> !BARS\n"
          "  %free = ttg.local_alloc : () -> !BARS\n";
  if (w.hasSecond)
    text += "  %ring2 = ttg.local_alloc : () -> !RING\n"
            "  %filled2 = ttg.local_alloc : () -> !BARS\n"
            "  %free2 = ttg.local_alloc : () -> !BARS\n";
  std::string ends;
  for (int each = 0; each < w.slots; ++each)
    for (const char *array : {"filled", "free", "filled2", "free2"}) {
      if (!w.hasSecond && std::string(array).ends_with("2"))
        continue;
      std::string at = std::to_string(each), name = "%" + (array + ("_" + at));
      text += "  " + name + "_n = arith.constant " + at + " : i32\n  " + name +
              " = ttg.memdesc_index %" + array + "[" + name +
              "_n] : !BARS -> !BAR\n  ttng.init_barrier " + name + ", " +
              (name.starts_with("%free") ? std::to_string(w.counts) : "1") +
              " : !BAR\n";
      ends += "  ttng.inval_barrier " + name + " : !BAR\n";
    }
  auto numbers = [&](int start, int phase) {
    return "    %d0 = arith.constant 0 : i32\n"
           "    %d1 = arith.constant 1 : i32\n"
           "    %d3 = arith.constant SLOTS : i32\n"
           "    %first = arith.constant " +
           std::to_string(start) + " : i32\n    %phase0 = arith.constant " +
           std::to_string(phase) + " : i32\n";
  };
  std::string read =
      w.waits ? "      ttng.wait_barrier %full, %ph : !BAR\n" : "";
  std::string load =
      "      %slot = ttg.memdesc_index %ring[" + w.read +
      "] : !RING -> !TILE\n"
      "      %tile = ttg.local_load %slot : !TILE -> tensor<4x8xf32, #a>\n";
  std::string give = "      %mine = ttg.memdesc_index %free[" + w.back +
                     "] : !BARS -> !BAR\n      ttng.arrive_barrier %mine, " +
                     std::to_string(w.arrives) + ", " + w.condition +
                     " : !BAR\n";
  std::string second, third, more;
  if (w.hasSecond) {
    second = "      %full2 = ttg.memdesc_index " + w.waitsAt +
             "[%s] : !BARS -> !BAR\n";
    if (w.waitsForSecond)
      second += "      ttng.wait_barrier %full2, %ph : !BAR\n";
    second += "      %slot2 = ttg.memdesc_index %ring2[%s] : !RING -> !TILE\n"
              "      %tile2 = ttg.local_load %slot2 : !TILE -> tensor<4x8xf32, "
              "#a>\n";
    if (w.givesSecondBack)
      second += "      %mine2 = ttg.memdesc_index " + w.givesBackAt +
                "[%s] : !BARS -> !BAR\n      ttng.arrive_barrier %mine2, " +
                std::to_string(w.arrives) + " : !BAR\n";
    second += "      %both = arith.subf %tile, %tile2 : tensor<4x8xf32, #a>\n";
    third = "      %mine2 = ttg.memdesc_index " + w.freeAt +
            "[%s] : !BARS -> !BAR\n      %full2 = ttg.memdesc_index " +
            w.expectsAt +
            "[%s] : !BARS -> !BAR\n"
            "      ttng.wait_barrier %mine2, %other : !BAR\n"
            "      ttng.barrier_expect %full2, 128, %yes : !BAR\n"
            "      %slot2 = ttg.memdesc_index %ri2[%s] : !RING -> !TILE\n"
            "      ttng.async_tma_copy_global_to_local %de[%column, %row] "
            "%slot2, %full2, %yes : !tt.tensordesc<4x8xf32, !LAYOUT>, !BAR -> "
            "!TILE\n";
    more = ", %ring2, %filled2, %free2";
  }
  std::string behind = w.behind;
  if (w.givesBackLate) {
    give = "";
    read = "      %isLater = arith.cmpi ne, %n, %c0 : i32\n"
           "      %mine = ttg.memdesc_index %free[%d0] : !BARS -> !BAR\n"
           "      ttng.arrive_barrier %mine, 4, %isLater : !BAR\n" +
           read;
    behind = "      %isSome = arith.cmpi slt, %c0, %i : i32\n"
             "      %last = ttg.memdesc_index %free[%d0] : !BARS -> !BAR\n"
             "      ttng.arrive_barrier %last, 4, %isSome : !BAR\n";
  }
  text +=
      "  ttg.warp_specialize(%desc, %c0, %k, %i, %rows, %ring, %filled, "
      "%free" +
      more + ")\n  default {\n" + numbers(w.reads, w.readParity) +
      "    %out:2 = scf.for %t_ = %c0 to %k step %c1 iter_args(%s0 = "
      "%first, %ph0 = %phase0) -> (i32, i32) : i32 {\n"
      "      %in:3 = scf.for %n = %c0 to %i step %c1 iter_args(%acc = "
      "%zero, %s = %s0, %ph = %ph0) -> (tensor<4x8xf32, #a>, i32, i32) : "
      "i32 {\n"
      "      %full = ttg.memdesc_index %filled[%s] : !BARS -> !BAR\n" +
      read + (w.givesBackFirst ? give + load : load + give) + second +
      w.besides + "      %r4 = arith.xori %ph, %d1 : i32\n" +
      counterText("r", "%s", "%ph") + "      %more = arith.addf %acc, " +
      (w.hasSecond ? "%both" : "%tile") +
      " : tensor<4x8xf32, #a>\n"
      "      scf.yield %more, %r3, %r5 : tensor<4x8xf32, #a>, i32, i32\n"
      "      }\n      tt.store %qs, %in#0 : tensor<4x8x!tt.ptr<f32>, #a>\n" +
      behind + "      scf.yield " + w.next + ", " + w.nextPhase +
      " : i32, i32\n    }\n    ttg.warp_yield\n  }\n"
      "  partition0(%de: !tt.tensordesc<4x8xf32, !LAYOUT>, %lo: i32, %out_: "
      "i32, %hi: i32, %size: i32, %ri: !RING, %fi: !BARS, %fr: !BARS" +
      (w.hasSecond ? ", %ri2: !RING, %fi2: !BARS, %fr2: !BARS" : "") +
      ") num_warps(1) {\n" + numbers(w.loads, w.loadParity) +
      "    %yes = arith.constant true\n"
      "    %ou:2 = scf.for %u_ = %lo to %out_ step %d1 iter_args(%s0 = "
      "%first, %ph0 = %phase0) -> (i32, i32) : i32 {\n"
      "      %column = arith.muli %u_, %size : i32\n"
      "      %ld:2 = scf.for %n = %lo to " +
      w.upper +
      " step %d1 iter_args(%s = %s0, %ph = %ph0) -> (i32, i32) : i32 {\n"
      "      %mine = ttg.memdesc_index %fr[%s] : !BARS -> !BAR\n"
      "      %full = ttg.memdesc_index %fi[%s] : !BARS -> !BAR\n"
      "      %other = arith.xori %ph, %d1 : i32\n" +
      (w.waitsForFree
           ? "      ttng.wait_barrier %mine, " + w.freePhase + " : !BAR\n"
           : "") +
      "      ttng.barrier_expect %full, " + std::to_string(w.bytes) +
      ", %yes : !BAR\n"
      "      %slot = ttg.memdesc_index %ri[%s] : !RING -> !TILE\n"
      "      %row = arith.muli %n, %size : i32\n"
      "      ttng.async_tma_copy_global_to_local %de[%row, %column] %slot, "
      "%full, %yes : !tt.tensordesc<4x8xf32, !LAYOUT>, !BAR -> !TILE\n" +
      third + "      %l4 = arith.xori %ph, %d1 : i32\n" +
      counterText("l", "%s", "%ph") +
      "      scf.yield %l3, %l5 : i32, i32\n      }\n"
      "      scf.yield " +
      w.nextLoad +
      ", %ld#1 : i32, i32\n    }\n    ttg.warp_return\n"
      "  } : (!tt.tensordesc<4x8xf32, !LAYOUT>, i32, i32, i32, i32, !RING, "
      "!BARS, !BARS" +
      (w.hasSecond ? ", !RING, !BARS, !BARS" : "") + ") -> ()\n" + ends +
      "  ttg.local_dealloc %filled : !BARS\n"
      "  ttg.local_dealloc %free : !BARS\n"
      "  ttg.local_dealloc %ring : !RING\n";
  std::string slots = std::to_string(w.slots);
  replaceAll(text, "SLOTS", slots);
  replaceAll(text, "!RING",
             "!ttg.memdesc<" + slots + "x4x8xf32, !LAYOUT, #smem, mutable>");
  replaceAll(text, "!TILE", "!ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>");
  replaceAll(text, "!BARS",
             "!ttg.memdesc<" + slots + "x1xi64, !COUNTS, #smem, mutable>");
  replaceAll(text, "!BAR", "!ttg.memdesc<1xi64, !COUNTS, #smem, mutable>");
  return text;
}

/// Partitions stand behind a group of four warps.
Programs pair(std::string left, std::string right) {
  return {.left = std::move(left), .right = std::move(right), .warps = 4};
}

void expectSame(const Warps &warps) {
  expectEqual(pair(withTypes(Loops), withTypes(textOf(warps))));
}
void expectOther(const Warps &warps) {
  expectNoProof(pair(withTypes(Loops), withTypes(textOf(warps))));
}

TEST(Partitions, AreTheirLoops) {
  expectSame({});
  expectSame({.slots = 1});
  expectSame({.slots = 2});
  expectSame({.slots = 4, .counts = 1, .arrives = 1});
  expectEqual(pair(withTypes(textOf({})), withTypes(textOf({.slots = 5}))));
}

TEST(Partitions, CountFromWhereTheyAre) {
  expectOther({.loads = 1});
  expectOther({.reads = 1});
  expectOther({.loadParity = 1});
  expectOther({.readParity = 1});
  expectOther({.freePhase = "%ph"});
  // Each execution of the inner loop goes on where the last one ended.
  expectOther({.next = "%s0"});
  expectOther({.nextPhase = "%ph0"});
  expectOther({.nextLoad = "%s0"});
}

TEST(Partitions, WaitForEachOther) {
  expectOther({.waits = false});
  expectOther({.waitsForFree = false});
  expectOther({.counts = 4, .arrives = 3});
  expectOther({.counts = 3, .arrives = 4});
  expectOther({.bytes = 64});
  expectOther({.givesBackFirst = true});
  expectOther({.condition = "%c"});
  expectOther({.read = "%d0"});
  expectOther({.back = "%d0"});
}

TEST(Partitions, HaveTheSameLoops) {
  expectOther({.upper = "%out_"});
  // An iteration that does not wait for its tile.
  expectOther({.besides = "      ttng.wait_barrier %full, %ph, %c : !BAR\n"});
  expectOther({.besides = "      ttng.wait_barrier %full, %ph : !BAR\n"});
  expectOther({.behind =
                   "      %again = ttg.memdesc_index %free[%in#1] : !BARS "
                   "-> !BAR\n      ttng.arrive_barrier %again, 4 : "
                   "!BAR\n"});
}

TEST(Partitions, OfTwoRings) {
  auto programs = [](Warps warps) {
    warps.hasSecond = true;
    return pair(withTypes(loopsOf(true)), withTypes(textOf(warps)));
  };
  expectEqual(programs({}));
  expectEqual(programs({.slots = 1}));
  expectEqual(programs({.slots = 2, .counts = 1, .arrives = 1}));
  // Here one is given back in iterations that the partition may not fill the
  // other one for before.
  expectSame({.slots = 1, .givesBackLate = true});
  expectNoProof(programs({.slots = 1, .givesBackLate = true}));
  // With one ring, or with another one's mbarriers.
  expectNoProof(pair(withTypes(Loops), withTypes(textOf({.hasSecond = true}))));
  expectNoProof(programs({.waitsAt = "%filled"}));
  expectNoProof(programs({.expectsAt = "%fi"}));
  expectNoProof(programs({.freeAt = "%fr"}));
  expectNoProof(programs({.givesBackAt = "%free"}));
  expectNoProof(programs({.waitsForSecond = false}));
  expectNoProof(programs({.givesSecondBack = false}));
  expectNoProof(programs({.bytes = 256}));
  expectNoProof(programs({.arrives = 3}));
  expectNoProof(programs({.loads = 1}));
  expectNoProof(programs({.readParity = 1}));
}

TEST(Partitions, LeaveAloneWhatIsCopied) {
  auto withSource = [](std::string text) {
    text.insert(text.find("%c0 ="), "%source = tt.splat %p : !tt.ptr<f32> -> "
                                    "tensor<4x8x!tt.ptr<f32>, #a>\n  ");
    replaceAll(text, "tt.store %qs", "tt.store %source");
    return withTypes(text);
  };
  // Without partitions each tile is loaded when the last sum is there.
  expectEqual(pair(withSource(Loops), withSource(Loops)));
  expectNoProof(pair(withSource(Loops), withSource(textOf({}))));
}

} // namespace
