//===- TensorsTest.cpp - Views, reductions and products -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

const std::string Trans = "{order = array<i32: 1, 0>} : tensor<4x8xf32> -> "
                          "tensor<8x4xf32>",
                  Back = "{order = array<i32: 1, 0>} : tensor<8x4xf32> -> "
                         "tensor<4x8xf32>",
                  Same = "%r = arith.negf %t : tensor<4x8xf32>";

TEST(Views, TransposesCompose) {
  expectEqual({"%a = tt.trans %t " + Trans + "\n%b = tt.trans %a " + Back +
                   "\n%r = arith.negf %b : tensor<4x8xf32>",
               Same, "tensor<4x8xf32>"});
  expectNoProof({"%r = tt.trans %t " + Trans,
                 "%r = tt.reshape %t : tensor<4x8xf32> -> tensor<8x4xf32>",
                 "tensor<8x4xf32>"});
  auto order = [](const char *axes) {
    return std::string(
               "%s = tt.reshape %t : tensor<4x8xf32> -> "
               "tensor<4x4x2xf32>\n%r = tt.trans %s {order = array<i32: ") +
           axes + ">} : tensor<4x4x2xf32> -> tensor<";
  };
  expectNoProof({order("1, 0, 2") + "4x4x2xf32>",
                 order("0, 1, 2") + "4x4x2xf32>", "tensor<4x4x2xf32>"});
  // As through the shape with both bits of an axis apart.
  expectEqual(
      {"%a = tt.trans %t " + Trans +
           "\n%r = tt.reshape %a : tensor<8x4xf32> -> tensor<2x4x4xf32>",
       "%s = tt.reshape %t : tensor<4x8xf32> -> tensor<4x2x4xf32>\n"
       "%r = tt.trans %s {order = array<i32: 1, 2, 0>} : tensor<4x2x4xf32> -> "
       "tensor<2x4x4xf32>",
       "tensor<2x4x4xf32>"});
}

TEST(Views, BroadcastsHaveAnAxis) {
  auto along = [](const char *axis, const char *shape) {
    return std::string("%h = tt.reshape %v : tensor<8xf32> -> tensor<8xf32>\n"
                       "%e = tt.expand_dims %h {axis = ") +
           axis + " : i32} : tensor<8xf32> -> tensor<" + shape +
           "xf32>\n%r = tt.broadcast %e : tensor<" + shape +
           "xf32> -> tensor<8x8xf32>";
  };
  expectEqual({along("0", "1x8"), along("0", "1x8"), "tensor<8x8xf32>"});
  expectNoProof({along("0", "1x8"), along("1", "8x1"), "tensor<8x8xf32>"});
  expectEqual({along("0", "1x8"),
               "%e = tt.expand_dims %v {axis = 1 : i32} : tensor<8xf32> -> "
               "tensor<8x1xf32>\n%s = tt.broadcast %e : tensor<8x1xf32> -> "
               "tensor<8x8xf32>\n%r = tt.trans %s {order = array<i32: 1, 0>} : "
               "tensor<8x8xf32> -> tensor<8x8xf32>",
               "tensor<8x8xf32>"});
}

TEST(Views, MoveThroughElementwiseOps) {
  expectEqual(
      {"%s = arith.addf %t, %u : tensor<4x8xf32>\n%r = tt.trans %s " + Trans,
       "%a = tt.trans %t " + Trans + "\n%b = tt.trans %u " + Trans +
           "\n%r = arith.addf %a, %b : tensor<8x4xf32>",
       "tensor<8x4xf32>"});
  expectNoProof(
      {"%s = arith.addf %t, %u : tensor<4x8xf32>\n%r = tt.trans %s " + Trans,
       "%a = tt.trans %t " + Trans +
           "\n%r = arith.addf %a, %m : tensor<8x4xf32>",
       "tensor<8x4xf32>"});
}

TEST(Views, RangesAreLinear) {
  std::string range32 = "%n = tt.make_range {end = 32 : i32, start = 0 : i32} "
                        ": tensor<32xi32>\n";
  auto byParts = [](const char *factor) {
    return std::string(
               "%a = tt.make_range {end = 4 : i32, start = 0 : i32} : "
               "tensor<4xi32>\n%b = tt.make_range {end = 8 : i32, start = 0 : "
               "i32} : tensor<8xi32>\n%f = arith.constant dense<") +
           factor +
           "> : tensor<4xi32>\n%g = arith.muli %a, %f : tensor<4xi32>\n"
           "%h = tt.expand_dims %g {axis = 1 : i32} : tensor<4xi32> -> "
           "tensor<4x1xi32>\n%l = tt.expand_dims %b {axis = 0 : i32} : "
           "tensor<8xi32> -> tensor<1x8xi32>\n%hh = tt.broadcast %h : "
           "tensor<4x1xi32> -> tensor<4x8xi32>\n%ll = tt.broadcast %l : "
           "tensor<1x8xi32> -> tensor<4x8xi32>\n"
           "%r = arith.addi %hh, %ll : tensor<4x8xi32>";
  };
  std::string reshaped =
      range32 + "%r = tt.reshape %n : tensor<32xi32> -> tensor<4x8xi32>";
  expectEqual({reshaped, byParts("8"), "tensor<4x8xi32>"});
  expectNoProof({reshaped, byParts("4"), "tensor<4x8xi32>"});
  auto range = [](const char *end, const char *start) {
    return std::string("%r = tt.make_range {end = ") + end +
           " : i32, start = " + start + " : i32} : tensor<8xi32>";
  };
  expectNoProof({range("8", "0"), range("9", "1"), "tensor<8xi32>"});
}

TEST(Views, JoinsAndSplits) {
  std::string pairs = "%s = tt.reshape %t : tensor<4x8xf32> -> "
                      "tensor<4x4x2xf32>\n%a, %b = tt.split %s : "
                      "tensor<4x4x2xf32> -> tensor<4x4xf32>\n";
  auto joined = [&](const char *of) {
    return pairs + "%j0 = tt.join " + of +
           " : tensor<4x4xf32> -> tensor<4x4x2xf32>\n%k0 = tt.reshape %j0 : "
           "tensor<4x4x2xf32> -> tensor<4x8xf32>\n"
           "%r = arith.negf %k0 : tensor<4x8xf32>";
  };
  expectEqual({joined("%a, %b"), Same, "tensor<4x8xf32>"});
  expectNoProof({joined("%b, %a"), Same, "tensor<4x8xf32>"});
  expectNoProof({joined("%a, %a"), Same, "tensor<4x8xf32>"});
  // Halves with another function each stay what they are.
  std::string both = pairs + "%e = math.exp %a : tensor<4x4xf32>\n"
                             "%l = math.log %b : tensor<4x4xf32>\n";
  std::string join = " : tensor<4x4xf32> -> tensor<4x4x2xf32>";
  expectNoProof({both + "%r = tt.join %e, %l" + join,
                 both + "%r = tt.join %l, %e" + join, "tensor<4x4x2xf32>"});
  expectEqual({both + "%r = tt.join %e, %l" + join,
               both + "%r = tt.join %e, %l" + join, "tensor<4x4x2xf32>"});
}

/// The order of elements of `cat` is not said: two need not be the same.
TEST(Views, OrderThatIsNotSaid) {
  std::string cat = " = tt.cat %v, %v : tensor<8xf32> -> tensor<16xf32>\n";
  std::string minus = "%r = arith.subf %a, %b : tensor<16xf32>";
  expectEqual({"%a" + cat + "%b" + cat + minus, "%a" + cat + "%b" + cat + minus,
               "tensor<16xf32>"});
  expectNoProof({"%a" + cat + "%b" + cat + minus,
                 "%a" + cat + "%r = arith.subf %a, %a : tensor<16xf32>",
                 "tensor<16xf32>"});
}

TEST(Views, LayoutsDoNotOccur) {
  std::string load =
      "%pa = tt.splat %p : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>, #a>\n"
      "%l = tt.load %pa : tensor<4x8x!tt.ptr<f32>, #a>\n";
  expectEqual({load + "%m0 = ttg.convert_layout %l : tensor<4x8xf32, #a> -> "
                      "tensor<4x8xf32, #b>\n%r = arith.negf %m0 : "
                      "tensor<4x8xf32, #b>",
               load + "%n = arith.negf %l : tensor<4x8xf32, #a>\n"
                      "%r = ttg.convert_layout %n : tensor<4x8xf32, #a> -> "
                      "tensor<4x8xf32, #b>",
               "tensor<4x8xf32, #b>"});
}

std::string reduced(const std::string &source, const char *axis, const char *op,
                    const char *operands = "%e, %f") {
  return "%r = \"tt.reduce\"(" + source + ") <{axis = " + axis +
         " : i32}> ({\n^bb0(%e: f32, %f: f32):\n%g = arith." + op + " " +
         operands + " : f32\ntt.reduce.return %g : f32\n}) : ";
}

TEST(Reductions, HaveAnAxisAndAnOp) {
  std::string of8 = "(tensor<4x8xf32>) -> tensor<4xf32>",
              turned = "(tensor<8x4xf32>) -> tensor<4xf32>";
  expectEqual({reduced("%t", "1", "addf") + of8,
               "%a = tt.trans %t " + Trans + "\n" +
                   reduced("%a", "0", "addf", "%f, %e") + turned,
               "tensor<4xf32>"});
  expectNoProof({reduced("%t", "1", "addf") + of8,
                 reduced("%t", "1", "mulf") + of8, "tensor<4xf32>"});
  expectNoProof({reduced("%t", "1", "addf") + of8,
                 reduced("%u", "1", "addf") + of8, "tensor<4xf32>"});
  expectNoProof({reduced("%t", "1", "addf") + of8,
                 "%a = tt.reshape %t : tensor<4x8xf32> -> tensor<8x4xf32>\n" +
                     reduced("%a", "0", "addf") + turned,
                 "tensor<4xf32>"});
}

TEST(Reductions, InSteps) {
  std::string twice =
      "%a = tt.reshape %t : tensor<4x8xf32> -> tensor<4x2x4xf32>\n"
      "%h = \"tt.reduce\"(%a) <{axis = 2 : i32}> ({\n^bb0(%e: f32, %f: f32):\n"
      "%g = arith.addf %e, %f : f32\ntt.reduce.return %g : f32\n}) : "
      "(tensor<4x2x4xf32>) -> tensor<4x2xf32>\n";
  std::string once =
      reduced("%t", "1", "addf") + "(tensor<4x8xf32>) -> tensor<4xf32>";
  std::string rest = "(tensor<4x2xf32>) -> tensor<4xf32>";
  Programs programs = {once, twice + reduced("%h", "1", "addf") + rest,
                       "tensor<4xf32>"};
  expectEqual(programs);
  expectNoProof(programs, {.allowReassociation = false});
  expectNoProof(
      {once, twice + reduced("%h", "1", "mulf") + rest, "tensor<4xf32>"});
}

TEST(Reductions, Scans) {
  auto scan = [](const std::string &source, const char *axis,
                 const char *reverse, const char *type) {
    return "%r = \"tt.scan\"(" + source + ") <{axis = " + axis +
           " : i32, reverse = " + reverse +
           "}> ({\n^bb0(%e: f32, %f: f32):\n%g = arith.addf %e, %f : f32\n"
           "tt.scan.return %g : f32\n}) : (" +
           type + ") -> " + type;
  };
  const char *type = "tensor<4x8xf32>";
  expectEqual(
      {scan("%t", "1", "false", type), scan("%t", "1", "false", type), type});
  expectNoProof(
      {scan("%t", "1", "false", type), scan("%t", "1", "true", type), type});
  expectNoProof(
      {scan("%t", "1", "false", type), scan("%t", "0", "false", type), type});
  std::string turned = "%a = tt.trans %t " + Trans + "\n" +
                       scan("%a", "0", "false", "tensor<8x4xf32>");
  turned.replace(turned.find("%r ="), 4, "%b =");
  expectEqual({scan("%t", "1", "false", type),
               turned + "\n%r = tt.trans %b " + Back, type});
}

const std::string DotType =
    " : tensor<4x8xf32> * tensor<8x4xf32> -> tensor<4x4xf32>\n";
const std::string Zeros = "%o = arith.constant dense<0.0> : tensor<4x4xf32>\n";

TEST(Products, AccumulateInAnyOrder) {
  Programs programs = {Zeros + "%e = tt.dot %t, %m, %o" + DotType +
                           "%r = tt.dot %u, %m, %e" + DotType,
                       Zeros + "%e = tt.dot %t, %m, %o" + DotType +
                           "%f = tt.dot %u, %m, %o" + DotType +
                           "%r = arith.addf %f, %e : tensor<4x4xf32>",
                       "tensor<4x4xf32>"};
  expectEqual(programs);
  expectNoProof(programs, {.allowReassociation = false});
  expectNoProof({Zeros + "%r = tt.dot %t, %m, %o" + DotType,
                 Zeros + "%r = tt.dot %u, %m, %o" + DotType,
                 "tensor<4x4xf32>"});
}

TEST(Products, PrecisionMatters) {
  auto dot = [](const char *precision) {
    return Zeros + "%r = tt.dot %t, %m, %o, inputPrecision = " + precision +
           DotType;
  };
  expectEqual({dot("tf32"), dot("tf32"), "tensor<4x4xf32>"});
  expectNoProof({dot("tf32"), dot("ieee"), "tensor<4x4xf32>"});
}

/// Widening is exact; rounding is not.
TEST(Products, OfWidenedFactors) {
  std::string narrow = Zeros + "%a = arith.truncf %t : tensor<4x8xf32> to "
                               "tensor<4x8xf16>\n%b = arith.truncf %m : "
                               "tensor<8x4xf32> to tensor<8x4xf16>\n";
  std::string dot = narrow + "%r = tt.dot %a, %b, %o : tensor<4x8xf16> * "
                             "tensor<8x4xf16> -> tensor<4x4xf32>";
  Programs programs = {dot,
                       narrow +
                           "%e = arith.extf %a : tensor<4x8xf16> to "
                           "tensor<4x8xf32>\n%f = arith.extf %b : "
                           "tensor<8x4xf16> to tensor<8x4xf32>\n"
                           "%r = tt.dot %e, %f, %o" +
                           DotType,
                       "tensor<4x4xf32>"};
  expectEqual(programs);
  expectNoProof(programs, {.allowReassociation = false});
  expectNoProof(
      {dot, Zeros + "%r = tt.dot %t, %m, %o" + DotType, "tensor<4x4xf32>"});
}

TEST(Products, Transposed) {
  std::string turned =
      Zeros + "%a = tt.trans %t " + Trans + "\n%b = tt.trans %m " + Back +
      "\n%e = tt.dot %b, %a, %o" + DotType +
      "%r = tt.trans %e {order = array<i32: 1, 0>} : tensor<4x4xf32> -> "
      "tensor<4x4xf32>";
  expectEqual(
      {Zeros + "%r = tt.dot %t, %m, %o" + DotType, turned, "tensor<4x4xf32>"});
  std::string notTurned = Zeros + "%a = tt.trans %t " + Trans +
                          "\n%b = tt.trans %m " + Back +
                          "\n%r = tt.dot %b, %a, %o" + DotType;
  expectNoProof({Zeros + "%r = tt.dot %t, %m, %o" + DotType, notTurned,
                 "tensor<4x4xf32>"});
}

TEST(Products, OtherOpsAreFunctionsOfTheirOperands) {
  auto gather = [](const char *axis) {
    return std::string("%n = arith.fptosi %t : tensor<4x8xf32> to "
                       "tensor<4x8xi32>\n%r = tt.gather %u[%n] {axis = ") +
           axis +
           " : i32} : (tensor<4x8xf32>, tensor<4x8xi32>) -> "
           "tensor<4x8xf32>";
  };
  expectEqual({gather("0"), gather("0"), "tensor<4x8xf32>"});
  expectNoProof({gather("0"), gather("1"), "tensor<4x8xf32>"});
}

} // namespace
