//===- MemoryTest.cpp - Stores, loops and shared memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

std::string store(const char *pointer, const char *value) {
  return std::string("tt.store ") + pointer + ", " + value +
         " : !tt.ptr<f32>\n";
}

TEST(Stores, KeepTheirOrder) {
  expectEqual({store("%p", "%x"), store("%p", "%x")});
  EXPECT_EQ(prove({store("%p", "%x"), store("%p", "%x")}).effects, 1U);
  expectNoProof({store("%p", "%x"), store("%p", "%y")});
  expectNoProof({store("%p", "%x"), store("%q", "%x")});
  expectNoProof({store("%p", "%x"), ""});
  expectNoProof({store("%p", "%x") + store("%p", "%y"),
                 store("%p", "%y") + store("%p", "%x")});
  // Arguments point to different memory.
  expectEqual({store("%p", "%x") + store("%q", "%y"),
               store("%q", "%y") + store("%p", "%x")});
  // A number may point anywhere.
  std::string anywhere = "%a = tt.int_to_ptr %w : i64 -> !tt.ptr<f32>\n";
  expectNoProof({anywhere + store("%p", "%x") + store("%a", "%y"),
                 anywhere + store("%a", "%y") + store("%p", "%x")});
  // So may a sum of two pointers.
  std::string sum = "%n = tt.ptr_to_int %q : !tt.ptr<f32> -> i64\n"
                    "%a = tt.addptr %p, %n : !tt.ptr<f32>, i64\n";
  expectNoProof({sum + store("%q", "%x") + store("%a", "%y"),
                 sum + store("%a", "%y") + store("%q", "%x")});
}

TEST(Stores, Masks) {
  auto masked = [](const std::string &mask) {
    return mask + "tt.store %p, %x, %e : !tt.ptr<f32>\n";
  };
  expectEqual({masked("%e = arith.constant true\n"), store("%p", "%x")});
  expectEqual({masked("%e = arith.constant false\n"), ""});
  expectNoProof({masked("%e = arith.andi %c, %d : i1\n"), store("%p", "%x")});
  expectNoProof({masked("%e = arith.andi %c, %d : i1\n"),
                 masked("%e = arith.ori %c, %d : i1\n")});
}

TEST(Loads, SeeStoresBeforeThem) {
  std::string load = "%r = tt.load %p : !tt.ptr<f32>\n";
  expectEqual({load + store("%q", "%x"), store("%q", "%x") + load, "f32"});
  expectNoProof({load + store("%p", "%x"), store("%p", "%x") + load, "f32"});
  auto masked = [](const char *rest) {
    return std::string("%r = tt.load %p, ") + rest + " : !tt.ptr<f32>";
  };
  expectNoProof({masked("%c"), load, "f32"});
  expectNoProof({masked("%c, %x"), masked("%c, %y"), "f32"});
  expectNoProof({masked("%c, %x"), masked("%d, %x"), "f32"});
  expectNoProof(
      {"%r = tt.load %p {isVolatile = true} : !tt.ptr<f32>", load, "f32"});
}

/// Offsets of buffer accesses are unsigned, those of pointers are not.
TEST(Loads, FromBuffers) {
  std::string splat = "%s0 = tt.splat %p : !tt.ptr<f32> -> "
                      "tensor<4x8x!tt.ptr<f32>, #a>\n";
  std::string numbers = "%n = arith.fptosi %l : tensor<4x8xf32, #a> to "
                        "tensor<4x8xi32, #a>\n",
              small = "%b8 = arith.fptosi %l : tensor<4x8xf32, #a> to "
                      "tensor<4x8xi8, #a>\n%n = arith.extui %b8 : "
                      "tensor<4x8xi8, #a> to tensor<4x8xi32, #a>\n",
              first = "%l = tt.load %qs : tensor<4x8x!tt.ptr<f32>, #a>\n";
  std::string buffer = "%r = amdg.buffer_load %p[%n] : !tt.ptr<f32> -> "
                       "tensor<4x8xf32, #a>\n",
              plain = splat +
                      "%e = tt.addptr %s0, %n : tensor<4x8x!tt.ptr<f32>, #a>, "
                      "tensor<4x8xi32, #a>\n"
                      "%r = tt.load %e : tensor<4x8x!tt.ptr<f32>, #a>\n";
  const char *type = "tensor<4x8xf32, #a>";
  expectEqual({first + small + buffer, first + small + plain, type});
  expectNoProof({first + numbers + buffer, first + numbers + plain, type});
}

/// A block is what pointers into it lead to, and padding where that is outside.
TEST(Loads, ThroughDescriptors) {
  auto block = [](const std::string &sizes, const std::string &strides,
                  const std::string &at, const std::string &padding = "") {
    return "%one = arith.constant 1 : i64\n%g = tt.make_tensor_descriptor "
           "%p, " +
           sizes + ", " + strides + padding +
           " : !tt.ptr<f32>, !tt.tensordesc<4x8xf32>\n"
           "%r = tt.descriptor_load %g" +
           at + " : !tt.tensordesc<4x8xf32> -> tensor<4x8xf32>\n";
  };
  std::string plain = block("[%i, %j]", "[%w, %one]", "[%k, %i]");
  const char *type = "tensor<4x8xf32>";
  expectEqual({plain, plain, type});
  expectNoProof({plain, block("[%j, %i]", "[%w, %one]", "[%k, %i]"), type});
  expectNoProof({plain, block("[%i, %j]", "[%one, %w]", "[%k, %i]"), type});
  expectNoProof({plain, block("[%i, %j]", "[%w, %one]", "[%i, %k]"), type});
  expectNoProof(
      {plain,
       block("[%i, %j]", "[%w, %one]", "[%k, %i]", " {padding = 2 : i32}"),
       type});
  std::string column =
      "%one = arith.constant 1 : i64\n%c0 = arith.constant 0 : i32\n"
      "%n = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>\n";
  auto line = [&](const char *how, const char *stride) {
    return column +
           "%l = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>\n"
           "%kk = tt.splat %k : i32 -> tensor<8xi32>\n"
           "%e = arith.addi %kk, %n : tensor<8xi32>\n"
           "%e1 = arith.extsi %n : tensor<8xi32> to tensor<8xi64>\n"
           "%w1 = arith.extsi %k : i32 to i64\n"
           "%w2 = tt.splat %w1 : i64 -> tensor<8xi64>\n"
           "%e2 = arith.addi %w2, %e1 : tensor<8xi64>\n"
           "%ww = tt.splat " +
           stride +
           " : i64 -> tensor<8xi64>\n%o = arith.muli %e2, %ww : tensor<8xi64>\n"
           "%a = tt.addptr %l, %o : tensor<8x!tt.ptr<f32>>, tensor<8xi64>\n"
           "%s0 = arith.maxsi %i, %c0 : i32\n"
           "%s1 = arith.extsi %i : i32 to i64\n%z64 = arith.constant 0 : i64\n"
           "%s2 = arith.maxsi %s1, %z64 : i64\n"
           "%h = arith.constant 2147483648 : i64\n"
           "%s3 = arith.minsi %s2, %h : i64\n"
           "%s4 = arith.trunci %s3 : i64 to i32\n"
           "%s5 = tt.splat %s4 : i32 -> tensor<8xi32>\n"
           "%in = arith.cmpi " +
           how +
           ", %e, %s5 : tensor<8xi32>\n"
           "%zero = arith.constant dense<0.0> : tensor<8xf32>\n"
           "%r = tt.load %a, %in, %zero : tensor<8x!tt.ptr<f32>>\n";
  };
  std::string described =
      "%g = tt.make_tensor_descriptor %p, [%i], [%w] : !tt.ptr<f32>, "
      "!tt.tensordesc<8xf32>\n"
      "%r = tt.descriptor_load %g[%k] : !tt.tensordesc<8xf32> -> "
      "tensor<8xf32>\n";
  expectEqual({described, line("ult", "%w"), "tensor<8xf32>"});
  expectNoProof({described, line("ule", "%w"), "tensor<8xf32>"});
  expectNoProof({described, line("slt", "%w"), "tensor<8xf32>"});
  expectNoProof({described, line("ult", "%one"), "tensor<8xf32>"});
}

TEST(Atomics, AreOrdered) {
  auto add = [](const char *order, const char *pointer, const char *name) {
    return std::string(name) + " = tt.atomic_rmw fadd, " + order + ", gpu, " +
           pointer + ", %x : (!tt.ptr<f32>, f32) -> f32\n";
  };
  expectEqual({add("relaxed", "%p", "%a") + add("relaxed", "%q", "%b"),
               add("relaxed", "%q", "%b") + add("relaxed", "%p", "%a")});
  expectNoProof({add("acq_rel", "%p", "%a") + add("acq_rel", "%q", "%b"),
                 add("acq_rel", "%q", "%b") + add("acq_rel", "%p", "%a")});
  expectNoProof({add("acq_rel", "%p", "%a") + store("%q", "%x"),
                 store("%q", "%x") + add("acq_rel", "%p", "%a")});
  expectNoProof({add("relaxed", "%p", "%a") + add("relaxed", "%p", "%b"),
                 add("relaxed", "%p", "%a")});
}

TEST(Messages, KeepTheirOrder) {
  std::string one = "tt.print \"one\" {hex = false, isSigned = array<i32: 1>} "
                    ": %i : i32\n",
              two = "tt.print \"two\" {hex = false, isSigned = array<i32: 1>} "
                    ": %i : i32\n";
  expectEqual({one + two, one + two});
  expectNoProof({one + two, two + one});
  expectNoProof({"tt.assert %c, \"no\" : i1", ""});
  expectEqual({"%e = arith.constant true\ntt.assert %e, \"no\" : i1", ""});
}

const std::string Bounds = "%c0 = arith.constant 0 : i32\n%c1 = arith.constant "
                           "1 : i32\n%c2 = arith.constant 2 : i32\n";

std::string sumLoop(const std::string &bounds, const std::string &body,
                    const std::string &yielded = "%h, %g") {
  return Bounds + "%r, %s = scf.for %n = " + bounds +
         " step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) : i32 {\n" +
         body + "scf.yield " + yielded + " : f32, f32\n}\n";
}
const std::string Body = "%g = arith.mulf %a, %b : f32\n"
                         "%h = arith.addf %a, %z : f32\n";

TEST(Loops, BoundsAndYields) {
  std::string loop = sumLoop("%c0 to %k", Body);
  expectEqual({loop, loop, "f32"});
  // What is carried for a result that is not used may differ.
  expectEqual({loop, sumLoop("%c0 to %k", Body, "%h, %a"), "f32"});
  expectNoProof({loop, sumLoop("%c1 to %k", Body), "f32"});
  expectNoProof({loop, sumLoop("%c0 to %j", Body), "f32"});
  expectNoProof({loop, sumLoop("%c0 to %k", Body, "%g, %h"), "f32"});
  expectNoProof({loop, sumLoop("%c0 to %k", Body, "%g, %g"), "f32"});
}

TEST(Loops, OrderOfWhatIsCarried) {
  std::string turned =
      Bounds +
      "%s, %r = scf.for %n = %c0 to %k step %c1 iter_args(%b = %y, %a "
      "= %x) -> (f32, f32) : i32 {\n" +
      "%g = arith.mulf %a, %b : f32\n%h = arith.addf %g, %a : f32\n"
      "scf.yield %g, %h : f32, f32\n}\n";
  std::string loop = sumLoop("%c0 to %k", "%g = arith.mulf %a, %b : f32\n"
                                          "%h = arith.addf %g, %a : f32\n");
  expectEqual({loop, turned, "f32"});
  // A copy of what is carried, and one that does not change.
  std::string copied =
      Bounds + "%r, %s, %s1, %l = scf.for %n = %c0 to %k step %c1 iter_args(%a "
               "= %x, %b = %y, %b1 = %y, %z1 = %z) -> (f32, f32, f32, f32) : "
               "i32 {\n%g = arith.mulf %a, %b : f32\n"
               "%h = arith.addf %a, %z1 : f32\n"
               "scf.yield %h, %g, %g, %z1 : f32, f32, f32, f32\n}\n";
  expectEqual({sumLoop("%c0 to %k", Body), copied, "f32"});
}

/// a and b begin alike, but take turns with c.
TEST(Loops, WhatBeginsAlikeNeedNotGoOnAlike) {
  auto loop = [](const char *yielded, const char *result) {
    return Bounds +
           "%l:3 = scf.for %n = %c0 to %k step %c1 iter_args(%a = %x, "
           "%b = %x, %e = %y) -> (f32, f32, f32) : i32 {\n"
           "scf.yield " +
           yielded + " : f32, f32, f32\n}\n%r = arith.negf %l#" + result +
           " : f32\n";
  };
  expectEqual({loop("%b, %a, %e", "0"), loop("%a, %b, %e", "1"), "f32"});
  expectNoProof({loop("%b, %e, %a", "0"), loop("%b, %e, %a", "1"), "f32"});
  expectNoProof({loop("%b, %e, %a", "0"), loop("%a, %b, %e", "0"), "f32"});
}

TEST(Loops, PointersThatAdvance) {
  std::string type = " : !tt.ptr<f32>, i32\n";
  auto carried = [&](const char *step) {
    return Bounds +
           "%r, %l = scf.for %n = %c0 to %k step %c1 iter_args(%a = "
           "%x, %e = %p) -> (f32, !tt.ptr<f32>) : i32 {\n"
           "%f = tt.load %e : !tt.ptr<f32>\n"
           "%g = arith.addf %a, %f : f32\n%h = tt.addptr %e, " +
           step + type + "scf.yield %g, %h : f32, !tt.ptr<f32>\n}\n";
  };
  auto computed = [&](const char *factor) {
    return Bounds +
           "%r = scf.for %n = %c0 to %k step %c1 iter_args(%a = %x) "
           "-> (f32) : i32 {\n%m0 = arith.extsi %n : i32 to i64\n"
           "%m1 = arith.constant " +
           factor +
           " : i64\n%o = arith.muli %m0, %m1 : i64\n"
           "%e = tt.addptr %p, %o : !tt.ptr<f32>, i64\n"
           "%f = tt.load %e : !tt.ptr<f32>\n%g = arith.addf %a, %f : f32\n"
           "scf.yield %g : f32\n}\n";
  };
  expectEqual({carried("%c2"), computed("2"), "f32"});
  expectNoProof({carried("%c2"), computed("1"), "f32"});
  expectNoProof({carried("%c1"), carried("%c2"), "f32"});
}

TEST(Loops, MemoryIsCarried) {
  auto loop = [](const std::string &body) {
    return Bounds + "scf.for %n = %c0 to %k step %c1 : i32 {\n" + body + "}\n";
  };
  std::string load = "%f = tt.load %p : !tt.ptr<f32>\n",
              sum = "%g = arith.addf %f, %x : f32\n", write = store("%p", "%g"),
              other = store("%q", "%g");
  expectEqual({loop(load + sum + other), load + loop(sum + other)});
  expectNoProof({loop(load + sum + write), load + loop(sum + write)});
  expectNoProof({loop(load + sum + write), load + sum + write});
  expectEqual({loop(load + sum + write), loop(load + sum + write)});
}

TEST(Loops, Nested) {
  auto nest = [](const char *inner, const char *outer) {
    return Bounds +
           "%r = scf.for %n = %c0 to %k step %c1 iter_args(%a = %x) "
           "-> (f32) : i32 {\n%l = scf.for %m0 = %c0 to %n step %c1 "
           "iter_args(%b = " +
           inner +
           ") -> (f32) : i32 {\n%g = arith.addf %b, %a : f32\n"
           "scf.yield %g : f32\n}\n%h = arith.mulf %l, " +
           outer + " : f32\nscf.yield %h : f32\n}\n";
  };
  expectEqual({nest("%a", "%y"), nest("%a", "%y"), "f32"});
  expectNoProof({nest("%a", "%y"), nest("%x", "%y"), "f32"});
  expectNoProof({nest("%a", "%y"), nest("%a", "%a"), "f32"});
}

TEST(Loops, While) {
  auto loop = [](const char *how, const char *passed) {
    return Bounds +
           "%r, %l = scf.while (%a = %x, %n = %i) : (f32, i32) -> "
           "(f32, i32) {\n%e = arith.cmpi " +
           how + ", %n, %k : i32\nscf.condition(%e) " + passed +
           ", %n : f32, i32\n} do {\n^bb0(%b: f32, %m0: i32):\n"
           "%g = arith.mulf %b, %y : f32\n%h = arith.addi %m0, %c1 : i32\n"
           "scf.yield %g, %h : f32, i32\n}\n";
  };
  expectEqual({loop("slt", "%a"), loop("slt", "%a"), "f32"});
  expectNoProof({loop("slt", "%a"), loop("sle", "%a"), "f32"});
  expectNoProof({loop("slt", "%a"), loop("slt", "%x"), "f32"});
}

TEST(Branches, AreChoices) {
  auto branch = [](const char *yes, const char *no) {
    return std::string("%r = scf.if %c -> (f32) {\n%a = arith.addf %x, %y : "
                       "f32\nscf.yield ") +
           yes + " : f32\n} else {\nscf.yield " + no + " : f32\n}\n";
  };
  expectEqual({branch("%a", "%z"),
               "%a = arith.addf %x, %y : f32\n%r = arith.select %c, %a, %z : "
               "f32",
               "f32"});
  expectNoProof({branch("%a", "%z"), branch("%a", "%y"), "f32"});
  auto stores = [](const char *yes, const char *no) {
    return std::string("scf.if %c {\n") + store("%p", yes) + "} else {\n" +
           store("%p", no) + "}\n";
  };
  expectEqual({stores("%x", "%y"), stores("%x", "%y")});
  expectNoProof({stores("%x", "%y"), stores("%y", "%x")});
  expectNoProof(
      {stores("%x", "%x"), "scf.if %c {\n" + store("%p", "%x") + "}\n"});
  expectEqual({stores("%x", "%x"), store("%p", "%x")});
}

TEST(Branches, BetweenBlocks) {
  auto early = [](const char *condition, const char *value) {
    return std::string("cf.cond_br ") + condition +
           ", ^bb1, ^bb2\n^bb1:\ntt.return\n^bb2:\n" + store("%p", value) +
           "tt.return\n";
  };
  expectEqual({early("%c", "%x"), "%o = arith.constant true\n"
                                  "%e = arith.xori %c, %o : i1\nscf.if %e {\n" +
                                      store("%p", "%x") + "}\n"});
  expectNoProof({early("%c", "%x"), early("%d", "%x")});
  expectNoProof({early("%c", "%x"), early("%c", "%y")});
  expectNoProof(
      {early("%c", "%x"), "scf.if %c {\n" + store("%p", "%x") + "}\n"});
}

TEST(Calls, AreTheirBodies) {
  std::string callee = "tt.func private @f(%a: f32, %b: f32) -> f32 {\n"
                       "%s = arith.subf %a, %b : f32\ntt.return %s : f32\n}\n";
  expectEqual({"%r = tt.call @f(%x, %y) : (f32, f32) -> f32",
               "%r = arith.subf %x, %y : f32", "f32", callee});
  expectNoProof({"%r = tt.call @f(%y, %x) : (f32, f32) -> f32",
                 "%r = arith.subf %x, %y : f32", "f32", callee});
}

TEST(Calls, ThatDoNotEnd) {
  std::string callee = "tt.func private @f(%a: f32) -> f32 {\n"
                       "%s = tt.call @f(%a) : (f32) -> f32\n"
                       "%u0 = tt.call @f(%s) : (f32) -> f32\n"
                       "tt.return %u0 : f32\n}\n";
  std::string call = "%r = tt.call @f(%x) : (f32) -> f32";
  expectNoProof({call, call, "f32", callee});
}

const std::string BufferType = "!ttg.memdesc<4x8xf32, #s, #smem, mutable>",
                  Loaded = "%r = ttg.local_load %l : " + BufferType +
                           " -> tensor<4x8xf32, #a>\n";

std::string layouted(const char *name, const char *pointers) {
  return std::string("%") + name + " = tt.load " + pointers +
         " : tensor<4x8x!tt.ptr<f32>, #a>\n";
}
std::string fill(const char *value) {
  return std::string("ttg.local_store ") + value +
         ", %l : tensor<4x8xf32, #a> -> " + BufferType + "\n";
}

TEST(Buffers, HoldWhatWasStored) {
  std::string both = layouted("e", "%ps") + layouted("f", "%qs"),
              alloc =
                  both + "%l = ttg.local_alloc : () -> " + BufferType + "\n",
              type = "tensor<4x8xf32, #a>";
  std::string plain = layouted("r", "%ps");
  expectEqual({alloc + fill("%e") + Loaded, plain, type});
  expectNoProof({alloc + fill("%f") + Loaded, plain, type});
  expectEqual({alloc + fill("%f") + fill("%e") + Loaded, plain, type});
  expectNoProof({alloc + fill("%e") + fill("%f") + Loaded, plain, type});
  expectNoProof({alloc + Loaded + fill("%e"), plain, type});
  expectEqual({both + "%l = ttg.local_alloc %e : (tensor<4x8xf32, #a>) -> " +
                   BufferType + "\n" + Loaded,
               plain, type});
}

TEST(Buffers, PartsOfThem) {
  std::string half = "!ttg.memdesc<4x4xf32, #s, #smem, mutable, 4x8>";
  auto halves = [&](const char *first, const char *second) {
    return layouted("e", "%ps") + "%l = ttg.local_alloc : () -> " + BufferType +
           "\n" + fill("%e") + "%a0 = ttg.memdesc_subslice %l[0, " + first +
           "] : " + BufferType + " -> " + half +
           "\n%a1 = ttg.memdesc_subslice %l[0, " + second +
           "] : " + BufferType + " -> " + half +
           "\n%h0 = ttg.local_load %a0 : " + half +
           " -> tensor<4x4xf32, #a>\n%h1 = ttg.local_load %a1 : " + half +
           " -> tensor<4x4xf32, #a>\n"
           "%r = arith.subf %h0, %h1 : tensor<4x4xf32, #a>\n";
  };
  expectEqual({halves("0", "4"), halves("0", "4"), "tensor<4x4xf32, #a>"});
  expectNoProof({halves("0", "4"), halves("4", "0"), "tensor<4x4xf32, #a>"});
  // A store of one half leaves the other one.
  std::string both =
      layouted("e", "%ps") + layouted("f", "%qs") +
      "%l = ttg.local_alloc : () -> " + BufferType + "\n" + fill("%e") +
      "%a0 = ttg.memdesc_subslice %l[0, 4] : " + BufferType + " -> " + half +
      "\n%g = ttg.memdesc_subslice %l[0, 0] : " + BufferType + " -> " + half +
      "\n%h0 = ttg.local_load %g : " + half +
      " -> tensor<4x4xf32, #a>\nttg.local_store %h0, %a0 : "
      "tensor<4x4xf32, #a> -> " +
      half + "\n";
  std::string first = "%r = ttg.local_load %g : " + half +
                      " -> tensor<4x4xf32, #a>\n",
              second = "%r = ttg.local_load %a0 : " + half +
                       " -> tensor<4x4xf32, #a>\n";
  expectEqual({both + first, both + second, "tensor<4x4xf32, #a>"});
  expectNoProof({both + Loaded, layouted("r", "%ps"), "tensor<4x8xf32, #a>"});
}

/// Long programs do not run out of stack, and take time in proportion.
TEST(Chains, AreFollowedWithoutRecursion) {
  auto chain = [](unsigned length, const char *last) {
    std::string text = "%v0 = arith.negf %t : tensor<4x8xf32>\n";
    for (unsigned each = 1; each < length; ++each)
      text += "%v" + std::to_string(each) + " = math.exp %v" +
              std::to_string(each - 1) + " : tensor<4x8xf32>\n";
    return text + "%e = arith." + last + " %v" + std::to_string(length - 1) +
           ", %u : tensor<4x8xf32>\n%r = tt.trans %e {order = array<i32: 1, 0>}"
           " : tensor<4x8xf32> -> tensor<8x4xf32>\n";
  };
  expectEqual({chain(20000, "addf"), chain(20000, "addf"), "tensor<8x4xf32>"});
  expectNoProof(
      {chain(20000, "addf"), chain(20000, "subf"), "tensor<8x4xf32>"});
}

/// Carried out where a condition is true; what comes out of it otherwise is
/// used by nobody.
TEST(Masks, AreBranches) {
  auto masked = [](const char *of, const char *value) {
    return std::string("\"ttg.mask\"(") + of + ") ({\n" + store("%p", value) +
           "\"ttg.mask.return\"() : () -> ()\n}) : (i1) -> ()\n";
  };
  std::string branch = "scf.if %c {\n" + store("%p", "%x") + "}\n";
  expectEqual({masked("%c", "%x"), branch});
  expectNoProof({masked("%d", "%x"), branch});
  expectNoProof({masked("%c", "%y"), branch});
  expectNoProof({masked("%c", "%x"), store("%p", "%x")});
  auto sum = [](const std::string &of, const std::string &used) {
    return "%s = \"ttg.mask\"(" + of +
           ") ({\n%a = arith.addf %x, %y : f32\n"
           "\"ttg.mask.return\"(%a) : (f32) -> ()\n}) : (i1) -> f32\n" +
           used;
  };
  std::string chosen = "%r = arith.select %c, %s, %x : f32\n";
  expectEqual(
      {sum("%c", chosen), "%s = arith.addf %x, %y : f32\n" + chosen, "f32"});
  expectNoProof(
      {sum("%d", chosen), "%s = arith.addf %x, %y : f32\n" + chosen, "f32"});
  // Without that nobody knows what it is.
  std::string shown = "%zero = arith.constant -0.0 : f32\n"
                      "%r = arith.addf %s, %zero : f32\n";
  expectNoProof(
      {sum("%c", shown), "%s = arith.addf %x, %y : f32\n" + shown, "f32"});
  expectNoProof({sum("%c", shown), sum("%d", shown), "f32"});
  expectEqual({sum("%c", shown), sum("%c", shown), "f32"});
}

} // namespace
