//===- CasesTest.cpp - Two loops for one ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop against a choice of two that are the same in their cases: with the
/// maximum of products, and with the product of the maximum, which is the same
/// for a scale that is positive and finite.
///
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

struct Cases {
  /// When the maximum may come first.
  std::string least = "ogt", most = "olt", bound = "0x7F800000", both = "andi";
  std::string maximum = "arith.maxnumf";
  /// What a mask leaves out is.
  std::string other = "0xFF800000";
  /// What the maximum is scaled by.
  std::string scale = "%y";
  /// Which loop is in the branch where it may.
  bool isSwapped = false;
};

/// The largest of some elements, scaled before or after, over and over.
std::string loopOf(const Cases &cases, bool scalesFirst) {
  std::string reduce = " {\n^bb0(%f: f32, %g: f32):\n%h = " + cases.maximum +
                       " %f, %g : f32\ntt.reduce.return %h : f32\n}) : (";
  std::string text =
      "scf.for %n = %i to %j step %k iter_args(%old = %x) -> (f32) : i32 {\n"
      "%olds = tt.splat %old : f32 -> tensor<8xf32>\n"
      "%ns = tt.splat %n : i32 -> tensor<8xi32>\n"
      "%at = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>\n"
      "%mask = arith.cmpi slt, %at, %ns : tensor<8xi32>\n"
      "%others = arith.constant dense<" +
      cases.other +
      "> : tensor<8xf32>\n"
      "%sum = arith.addf %v, %olds : tensor<8xf32>\n"
      "%scales = tt.splat %y : f32 -> tensor<8xf32>\n";
  if (scalesFirst)
    text += "%each = arith.mulf %sum, %scales : tensor<8xf32>\n"
            "%some = arith.select %mask, %each, %others : tensor<8xi1>, "
            "tensor<8xf32>\n";
  else
    text += "%some = arith.select %mask, %sum, %others : tensor<8xi1>, "
            "tensor<8xf32>\n";
  text += "%max = \"tt.reduce\"(%some) <{axis = 0 : i32}> (" +
          reduce.substr(1) + "tensor<8xf32>) -> f32\n";
  if (!scalesFirst)
    text += "%scaled = arith.mulf %max, " + cases.scale + " : f32\n";
  text += std::string("scf.yield ") + (scalesFirst ? "%max" : "%scaled") +
          " : f32\n}\n";
  return text;
}

Programs programsOf(const Cases &cases) {
  std::string before = "%r = " + loopOf(cases, true);
  std::string first = "%one = " + loopOf(cases, cases.isSwapped) +
                      "scf.yield %one : f32\n",
              second = "%two = " + loopOf(cases, !cases.isSwapped) +
                       "scf.yield %two : f32\n";
  std::string after =
      "%zero = arith.constant 0.0 : f32\n%bound = arith.constant " +
      cases.bound + " : f32\n%isMore = arith.cmpf " + cases.least +
      ", %y, %zero : f32\n%isLess = arith.cmpf " + cases.most +
      ", %y, %bound : f32\n%may = arith." + cases.both +
      " %isMore, %isLess : i1\n%r = scf.if %may -> (f32) {\n" + first +
      "} else {\n" + second + "}";
  return {before, after, "f32"};
}

TEST(Cases, AMaximumBeforeAPositiveScale) {
  expectEqual(programsOf({}));
  expectEqual(programsOf({.maximum = "arith.maximumf"}));
  // A narrower condition, and what a mask leaves out at the other end.
  expectEqual(programsOf({.bound = "8.0"}));
  expectEqual(programsOf({.other = "0x7F800000"}));
  // In the other function.
  Programs programs = programsOf({});
  std::swap(programs.left, programs.right);
  expectEqual(programs);
}

// 0 * infinity, and 0 * -1 of what is left out, are no numbers in order.
TEST(Cases, AScaleThatMayBeWrong) {
  expectNoProof(programsOf({.least = "oge"}));
  expectNoProof(programsOf({.most = "ole"}));
  expectNoProof(programsOf({.bound = "0xFF800000", .both = "ori"}));
  expectNoProof(programsOf({.least = "ult"}));
  expectNoProof(programsOf({.least = "ugt", .most = "ult"}));
  expectNoProof(programsOf({.both = "ori"}));
  expectNoProof(programsOf({.both = "xori"}));
  expectNoProof(programsOf({.isSwapped = true}));
}

TEST(Cases, AnotherFunctionOrScale) {
  expectNoProof(programsOf({.maximum = "arith.addf"}));
  expectNoProof(programsOf({.maximum = "arith.mulf"}));
  expectNoProof(programsOf({.scale = "%z"}));
  expectNoProof(programsOf({.other = "-1.0"}));
}

// A least one is none of products with a negative number, but of others.
TEST(Cases, OfConstants) {
  auto program = [](const std::string &scale, bool scalesFirst,
                    const std::string &function) {
    std::string reduce = "\"tt.reduce\"(%e) <{axis = 0 : i32}> ({\n^bb0(%f: "
                         "f32, %g: f32):\n%h = " +
                         function +
                         " %f, %g : f32\ntt.reduce.return %h : f32\n}) : "
                         "(tensor<8xf32>) -> f32\n";
    return scalesFirst
               ? "%s = arith.constant dense<" + scale +
                     "> : tensor<8xf32>\n%e = arith.mulf %v, %s : "
                     "tensor<8xf32>\n%r = " +
                     reduce
               : "%e = arith.negf %v : tensor<8xf32>\n%e2 = arith.negf "
                 "%e : tensor<8xf32>\n%max = " +
                     std::string(reduce).replace(reduce.find("%e"), 2, "%e2") +
                     "%s = arith.constant " + scale +
                     " : f32\n%r = arith.mulf %max, %s : f32";
  };
  auto compare = [&](const std::string &scale, const std::string &function) {
    return Programs{program(scale, true, function),
                    program(scale, false, function), "f32"};
  };
  expectEqual(compare("0.125", "arith.maxnumf"));
  expectEqual(compare("3.0", "arith.maximumf"));
  expectNoProof(compare("-0.125", "arith.maxnumf"));
  expectNoProof(compare("0.0", "arith.maxnumf"));
  expectNoProof(compare("0x7F800000", "arith.maxnumf"));
  expectNoProof(compare("0x7FC00000", "arith.maxnumf"));
  expectNoProof(compare("0.125", "arith.addf"));
}

// What is only known of one branch is not known in front of it.
TEST(Cases, OnlyInTheBranch) {
  Programs programs = programsOf({});
  std::string more = "\n%front = \"tt.reduce\"(%v) <{axis = 0 : i32}> ({\n"
                     "^bb0(%f: f32, %g: f32):\n%h = arith.maxnumf %f, %g : "
                     "f32\ntt.reduce.return %h : f32\n}) : (tensor<8xf32>) -> "
                     "f32\n%product = arith.mulf %front, %y : f32\n"
                     "tt.store %p, %product : !tt.ptr<f32>\n";
  std::string others = "\n%ys = tt.splat %y : f32 -> tensor<8xf32>\n"
                       "%vs = arith.mulf %v, %ys : tensor<8xf32>\n"
                       "%front = \"tt.reduce\"(%vs) <{axis = 0 : i32}> ({\n"
                       "^bb0(%f: f32, %g: f32):\n%h = arith.maxnumf %f, %g : "
                       "f32\ntt.reduce.return %h : f32\n}) : (tensor<8xf32>) "
                       "-> f32\ntt.store %p, %front : !tt.ptr<f32>\n";
  expectEqual({more + programs.left, more + programs.right, "f32"});
  expectNoProof({others + programs.left, more + programs.right, "f32"});
}

} // namespace
