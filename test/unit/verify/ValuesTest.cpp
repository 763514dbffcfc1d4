//===- ValuesTest.cpp - Equal values, and values that are not -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

/// The values of one expression each.
Programs values(const std::string &type, const std::string &left,
                const std::string &right) {
  return {"%r = " + left + " : " + type, "%r = " + right + " : " + type, type};
}

TEST(Integers, SumsAreInAnyOrder) {
  expectEqual(values("i32", "arith.addi %i, %j", "arith.addi %j, %i"));
  expectNoProof(values("i32", "arith.subi %i, %j", "arith.subi %j, %i"));
  expectEqual({"%s = arith.addi %i, %j : i32\n%r = arith.subi %s, %j : i32",
               "%z0 = arith.constant 0 : i32\n%r = arith.addi %i, %z0 : i32",
               "i32"});
  expectEqual({"%s = arith.addi %i, %j : i32\n%r = arith.muli %s, %k : i32",
               "%a = arith.muli %k, %j : i32\n%b = arith.muli %i, %k : i32\n"
               "%r = arith.addi %a, %b : i32",
               "i32"});
  expectNoProof({"%s = arith.addi %i, %j : i32\n%r = arith.muli %s, %k : i32",
                 "%a = arith.muli %k, %j : i32\n%b = arith.muli %i, %k : i32\n"
                 "%r = arith.subi %a, %b : i32",
                 "i32"});
}

TEST(Integers, ShiftsAreProducts) {
  auto shifted = [](const char *by) {
    return std::string("%d0 = arith.constant ") + by +
           " : i32\n%r = arith.shli %i, %d0 : i32";
  };
  auto times = [](const char *factor) {
    return std::string("%f = arith.constant ") + factor +
           " : i32\n%r = arith.muli %i, %f : i32";
  };
  expectEqual({shifted("3"), times("8"), "i32"});
  expectNoProof({shifted("3"), times("4"), "i32"});
  expectNoProof({shifted("32"), times("1"), "i32"});
}

TEST(Integers, ConstantsCount) {
  auto plus = [](const char *one, const char *two) {
    return std::string("%a = arith.constant ") + one +
           " : i32\n%b = arith.constant " + two +
           " : i32\n%s = arith.addi %i, %a : i32\n"
           "%r = arith.addi %s, %b : i32";
  };
  expectEqual({plus("1", "4"), plus("2", "3"), "i32"});
  expectNoProof({plus("1", "4"), plus("2", "4"), "i32"});
  expectNoProof({plus("1", "-1"), plus("1", "1"), "i32"});
}

TEST(Integers, SignMatters) {
  for (const char *pair : {"div", "rem", "min", "max", "sh"}) {
    std::string op = std::string("arith.") + pair;
    bool isShift = std::string(pair) == "sh";
    std::string first = isShift ? op + "rsi" : op + "si",
                second = isShift ? op + "rui" : op + "ui";
    expectEqual(values("i32", first + " %i, %j", first + " %i, %j"));
    expectNoProof(values("i32", first + " %i, %j", second + " %i, %j"));
  }
  expectNoProof(values("i32", "arith.divsi %i, %j", "arith.divsi %j, %i"));
  expectEqual(values("i32", "arith.minsi %i, %j", "arith.minsi %j, %i"));
  expectNoProof(values("i32", "arith.minsi %i, %j", "arith.maxsi %i, %j"));
}

/// An op on a row's number times 16 and a column's below 16, and a divisor.
std::string ofColumns(const std::string &op, const char *row,
                      const char *column, const char *divisor) {
  auto all = [](const std::string &number) {
    return "arith.constant dense<" + number + "> : tensor<4x16xi32>\n";
  };
  std::string text = "%x0 = tt.get_program_id x : i32\n"
                     "%wide = arith.constant 16 : i32\n"
                     "%nothing = arith.constant 0 : i32\n"
                     "%row = arith.muli %x0, %wide : i32\n"
                     "%other = arith.muli %i, %wide : i32\n"
                     "%range = tt.make_range {end = 16 : i32, start = 0 : i32} "
                     ": tensor<16xi32>\n"
                     "%line = tt.expand_dims %range {axis = 0 : i32} : "
                     "tensor<16xi32> -> tensor<1x16xi32>\n"
                     "%columns = tt.broadcast %line : tensor<1x16xi32> -> "
                     "tensor<4x16xi32>\n";
  text += "%none = " + all("0") + "%d0 = " + all(divisor);
  return text + "%rows = tt.splat " + row +
         " : i32 -> tensor<4x16xi32>\n%sum = arith.addi %rows, " + column +
         " : tensor<4x16xi32>\n%r = " + op + " %sum, %d0 : tensor<4x16xi32>";
}

TEST(Integers, QuotientsForgetWhatIsBelowTheirDivisor) {
  auto pair = [](const std::string &op, const char *row, const char *divisor) {
    return Programs{ofColumns(op, row, "%columns", divisor),
                    ofColumns(op, row, "%none", divisor), "tensor<4x16xi32>"};
  };
  for (const char *op : {"arith.divsi", "arith.divui"}) {
    expectEqual(pair(op, "%row", "16"));
    expectEqual(pair(op, "%row", "48"));
    expectNoProof(pair(op, "%row", "8"));
    expectNoProof(pair(op, "%row", "24"));
  }
  // -1 / 16 is 0 with a sign.
  expectEqual(pair("arith.divui", "%other", "16"));
  expectNoProof(pair("arith.divsi", "%other", "16"));
  // The remainder is what is below.
  expectNoProof(pair("arith.remsi", "%row", "16"));
  expectEqual({ofColumns("arith.remsi", "%row", "%columns", "16"),
               ofColumns("arith.addi", "%nothing", "%columns", "0"),
               "tensor<4x16xi32>"});
}

TEST(Integers, ComparisonsForgetWhatIsBelowBoth) {
  auto below = [](const char *column, const char *bound) {
    return ofColumns("arith.addi", "%row", column, "0") +
           "\n%bound = tt.splat " + bound +
           " : i32 -> tensor<4x16xi32>\n"
           "%less = arith.cmpi slt, %r, %bound : tensor<4x16xi32>";
  };
  auto pair = [&](const char *bound) {
    Programs programs{below("%columns", bound), below("%none", bound),
                      "tensor<4x16xi1>"};
    for (std::string *each : {&programs.left, &programs.right})
      *each += "\ntt.return %less : tensor<4x16xi1>";
    return programs;
  };
  expectEqual(pair("%other"));
  expectNoProof(pair("%i"));
}

TEST(Integers, WideningAndNarrowing) {
  auto cast = [](const char *op, const char *from, const char *to) {
    return std::string("%r = arith.") + op + " " + from + " to " + to;
  };
  expectNoProof({cast("extsi", "%i : i32", "i64"),
                 cast("extui", "%i : i32", "i64"), "i64"});
  expectNoProof({cast("extsi", "%c : i1", "i32"),
                 cast("extui", "%c : i1", "i32"), "i32"});
  expectEqual({"%e = arith.extsi %i : i32 to i64\n"
               "%r = arith.trunci %e : i64 to i32",
               "%z0 = arith.constant 0 : i32\n%r = arith.addi %i, %z0 : i32",
               "i32"});
  expectEqual({"%e = arith.trunci %w : i64 to i32\n"
               "%r = arith.addi %e, %i : i32",
               "%e = arith.extui %i : i32 to i64\n%s = arith.addi %w, %e : i64"
               "\n%r = arith.trunci %s : i64 to i32",
               "i32"});
  expectNoProof({"%e = arith.trunci %w : i64 to i32\n"
                 "%r = arith.extsi %e : i32 to i64",
                 "%z0 = arith.constant 0 : i64\n%r = arith.addi %w, %z0 : i64",
                 "i64"});
}

/// A sum may wrap around before it is widened.
TEST(Integers, WideSumsNeedAnAssumption) {
  Programs programs = {"%s = arith.addi %i, %j : i32\n"
                       "%r = arith.extsi %s : i32 to i64",
                       "%a = arith.extsi %i : i32 to i64\n"
                       "%b = arith.extsi %j : i32 to i64\n"
                       "%r = arith.addi %a, %b : i64",
                       "i64"};
  ProofResult result = prove(programs);
  EXPECT_TRUE(result.isProved);
  EXPECT_TRUE(result.assumesIndices);
  expectNoProof(programs, {.allowIndexAssumption = false});
  // No assumption is needed of what is small for certain.
  std::string range = "%n = tt.make_range {end = 8 : i32, start = 0 : i32} : "
                      "tensor<8xi32>\n";
  Programs small = {range + "%s = arith.addi %n, %n : tensor<8xi32>\n%r = "
                            "arith.extsi %s : tensor<8xi32> to tensor<8xi64>",
                    range + "%e = arith.extui %n : tensor<8xi32> to "
                            "tensor<8xi64>\n%r = arith.addi %e, %e : "
                            "tensor<8xi64>",
                    "tensor<8xi64>"};
  result = prove(small);
  EXPECT_TRUE(result.isProved);
  EXPECT_FALSE(result.assumesIndices);
}

TEST(Booleans, AreAlgebra) {
  expectEqual({"%a = arith.andi %c, %d : i1\n%o = arith.ori %c, %d : i1\n"
               "%r = arith.xori %a, %o : i1",
               "%r = arith.xori %c, %d : i1", "i1"});
  expectNoProof(values("i1", "arith.andi %c, %d", "arith.ori %c, %d"));
  expectEqual({"%one = arith.constant true\n%n = arith.xori %c, %one : i1\n"
               "%r = arith.select %n, %i, %j : i32",
               "%r = arith.select %c, %j, %i : i32", "i32"});
  expectNoProof({"%r = arith.select %c, %i, %j : i32",
                 "%r = arith.select %c, %j, %i : i32", "i32"});
  expectNoProof({"%r = arith.select %c, %i, %j : i32",
                 "%r = arith.select %d, %i, %j : i32", "i32"});
}

TEST(Booleans, Comparisons) {
  auto compare = [](const char *how, const char *of) {
    return std::string("%r = arith.cmpi ") + how + ", " + of + " : i32";
  };
  auto negated = [&](const char *how, const char *of) {
    return std::string("%t0 = arith.constant true\n%n = arith.cmpi ") + how +
           ", " + of + " : i32\n%r = arith.xori %n, %t0 : i1";
  };
  for (const char *sign : {"s", "u"}) {
    std::string lt = std::string(sign) + "lt", le = std::string(sign) + "le",
                gt = std::string(sign) + "gt", ge = std::string(sign) + "ge";
    expectEqual(
        {compare(lt.c_str(), "%i, %j"), compare(gt.c_str(), "%j, %i"), "i1"});
    expectEqual(
        {compare(lt.c_str(), "%i, %j"), negated(ge.c_str(), "%i, %j"), "i1"});
    expectEqual(
        {compare(le.c_str(), "%i, %j"), compare(ge.c_str(), "%j, %i"), "i1"});
    expectNoProof(
        {compare(lt.c_str(), "%i, %j"), compare(lt.c_str(), "%j, %i"), "i1"});
    expectNoProof(
        {compare(lt.c_str(), "%i, %j"), compare(le.c_str(), "%i, %j"), "i1"});
  }
  expectNoProof({compare("slt", "%i, %j"), compare("ult", "%i, %j"), "i1"});
  expectEqual({compare("eq", "%i, %j"), compare("eq", "%j, %i"), "i1"});
  expectEqual({compare("eq", "%i, %j"), negated("ne", "%j, %i"), "i1"});
  expectNoProof({compare("eq", "%i, %j"), compare("ne", "%i, %j"), "i1"});
  // i < j and i + 1 < j + 1 differ where one sum wraps around.
  expectNoProof({compare("slt", "%i, %j"),
                 "%o = arith.constant 1 : i32\n%a = arith.addi %i, %o : i32\n"
                 "%b = arith.addi %j, %o : i32\n" +
                     compare("slt", "%a, %b"),
                 "i1"});
}

TEST(Floats, OnlyWhatGivesTheSameBits) {
  expectEqual(values("f32", "arith.addf %x, %y", "arith.addf %y, %x"));
  expectNoProof(values("f32", "arith.subf %x, %y", "arith.subf %y, %x"));
  expectNoProof(values("f32", "arith.divf %x, %y", "arith.divf %y, %x"));
  expectNoProof(values("f32", "arith.addf %x, %y", "arith.mulf %x, %y"));
  expectEqual({"%r = arith.subf %x, %y : f32",
               "%n = arith.negf %y : f32\n%r = arith.addf %x, %n : f32",
               "f32"});
  expectNoProof({"%s = arith.addf %x, %y : f32\n%r = arith.addf %s, %z : f32",
                 "%s = arith.addf %y, %z : f32\n%r = arith.addf %x, %s : f32",
                 "f32"});
  // x + 0 is not x where x is -0.
  expectNoProof({"%o = arith.constant 0.0 : f32\n%r = arith.addf %x, %o : f32",
                 "%o = arith.constant -0.0 : f32\n%r = arith.addf %x, %o : f32",
                 "f32"});
  expectNoProof(values("f32", "arith.maxnumf %x, %y", "arith.maximumf %x, %y"));
  expectNoProof(values("f32", "math.exp %x", "math.exp2 %x"));
  expectNoProof(
      values("f32", "arith.addf %x, %y fastmath<fast>", "arith.addf %x, %y"));
}

TEST(Floats, ComparisonsOfNans) {
  auto compare = [](const char *how, const char *of) {
    return std::string("%r = arith.cmpf ") + how + ", " + of + " : f32";
  };
  expectEqual({compare("olt", "%x, %y"), compare("ogt", "%y, %x"), "i1"});
  expectEqual({compare("oeq", "%x, %y"), compare("oeq", "%y, %x"), "i1"});
  expectNoProof({compare("olt", "%x, %y"), compare("ult", "%x, %y"), "i1"});
  expectNoProof({compare("olt", "%x, %y"), compare("ogt", "%x, %y"), "i1"});
  expectNoProof({compare("olt", "%x, %y"),
                 "%t0 = arith.constant true\n%n = arith.cmpf oge, %x, %y : "
                 "f32\n%r = arith.xori %n, %t0 : i1",
                 "i1"});
}

TEST(Floats, FusionIsAnOption) {
  Programs programs = {"%r = math.fma %x, %y, %z : f32",
                       "%s = arith.mulf %y, %x : f32\n"
                       "%r = arith.addf %z, %s : f32",
                       "f32"};
  expectEqual(programs);
  expectNoProof(programs, {.allowFusion = false});
  expectNoProof({"%r = math.fma %x, %y, %z : f32",
                 "%r = math.fma %x, %z, %y : f32", "f32"});
}

TEST(Pointers, SumsOfOffsets) {
  std::string two = "%o = arith.addi %w, %w : i64\n%r = tt.addptr %p, %o : "
                    "!tt.ptr<f32>, i64";
  expectEqual({"%s = tt.addptr %p, %w : !tt.ptr<f32>, i64\n"
               "%r = tt.addptr %s, %w : !tt.ptr<f32>, i64",
               two, "!tt.ptr<f32>"});
  expectNoProof(
      {"%r = tt.addptr %p, %w : !tt.ptr<f32>, i64", two, "!tt.ptr<f32>"});
  expectNoProof({"%r = tt.addptr %q, %w : !tt.ptr<f32>, i64",
                 "%r = tt.addptr %p, %w : !tt.ptr<f32>, i64", "!tt.ptr<f32>"});
  // An element of f32 has four bytes.
  auto bytes = [](const char *size) {
    return std::string("%n = tt.ptr_to_int %p : !tt.ptr<f32> -> i64\n"
                       "%e = arith.constant ") +
           size +
           " : i64\n%b = arith.muli %w, %e : i64\n"
           "%s = arith.addi %n, %b : i64\n"
           "%r = tt.int_to_ptr %s : i64 -> !tt.ptr<f32>";
  };
  expectEqual({"%r = tt.addptr %p, %w : !tt.ptr<f32>, i64", bytes("4"),
               "!tt.ptr<f32>"});
  expectNoProof({"%r = tt.addptr %p, %w : !tt.ptr<f32>, i64", bytes("8"),
                 "!tt.ptr<f32>"});
}

} // namespace
