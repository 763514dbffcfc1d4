//===- AccessesTest.cpp - Instructions of accesses ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCode.h"

#include <gmock/gmock.h>

using namespace heddle;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string ptxOf(llvm::StringRef body, std::string_view target = "sm_90") {
  return KernelCode(body).ptxFor(targetNamed(target));
}

struct Form {
  const char *type;
  unsigned width;
  const char *load, *store;
};

// PTX ISA, ld and st: vectors of words, of 64 bits where elements have as many,
// and single elements that are smaller than a word.
constexpr Form Forms[] = {
    {"i8", 1, ".b8 ", ".b8 "},          {"i8", 2, ".b16 ", ".b16 "},
    {"i8", 4, ".b32 ", ".b32 "},        {"i8", 16, ".v4.b32 ", ".v4.b32 "},
    {"i1", 4, ".b32 ", ".b32 "},        {"f8E4M3FN", 8, ".v2.b32 ", ".v2.b32 "},
    {"f16", 1, ".b16 ", ".b16 "},       {"bf16", 2, ".b32 ", ".b32 "},
    {"f16", 8, ".v4.b32 ", ".v4.b32 "}, {"f32", 1, ".b32 ", ".b32 "},
    {"i32", 4, ".v4.b32 ", ".v4.b32 "}, {"f64", 1, ".b64 ", ".b64 "},
    {"i64", 2, ".v2.b64 ", ".v2.b64 "}};

TEST(Accesses, MoveTheirBytesInAsFewRegistersAsTheyFit) {
  for (const Form &form : Forms) {
    SCOPED_TRACE(form.type + std::string(" x ") + std::to_string(form.width));
    EXPECT_THAT(ptxOf(movesOf(form.type, form.width, "global", "%g")),
                AllOf(HasSubstr(std::string("ld.global") + form.load),
                      HasSubstr("+16];"),
                      HasSubstr(std::string("st.global") + form.store),
                      HasSubstr("+32], ")));
    EXPECT_THAT(ptxOf(movesOf(form.type, form.width, "shared", "%s")),
                AllOf(HasSubstr(std::string("ld.shared") + form.load),
                      HasSubstr(std::string("st.shared") + form.store)));
  }
}

TEST(Accesses, Move32BytesWhereTheChipDoes) {
  std::string body = movesOf("f32", 8, "global", "%g");
  EXPECT_THAT(ptxOf(body, "sm_100"), AllOf(HasSubstr("ld.global.v8.b32 {"),
                                           HasSubstr("st.global.v8.b32 [")));
}

TEST(Accesses, HaveOneHint) {
  auto load = [](const std::string &hints) {
    return ptxOf("%v = simt.load global %g [0] + [0] width 1 " + hints +
                 " : (vector<1xi64>) -> vector<1xf32>\n"
                 "simt.store global %g [0] + [0], %v width 1 : "
                 "vector<1xi64>, vector<1xf32>");
  };
  EXPECT_THAT(load("cache cg"), HasSubstr("ld.global.cg.b32 "));
  EXPECT_THAT(load("policy evict_first"),
              HasSubstr("ld.global.L1::evict_first.b32 "));
  EXPECT_THAT(load("policy evict_last"),
              HasSubstr("ld.global.L1::evict_last.b32 "));
  EXPECT_THAT(load("cache ca policy evict_last"),
              HasSubstr("ld.global.ca.b32 "));
  EXPECT_THAT(load("cache ca volatile"), HasSubstr("ld.volatile.global.b32 "));
}

// By the first level alone: PTX's hints by themselves are for the second level,
// too.
TEST(Accesses, LeaveTheFirstLevelAfterTheirLastUse) {
  std::string body =
      "%yes = arith.constant dense<true> : vector<1xi1>\n"
      "%v = simt.load global %g [0] + [0] width 2 last_use"
      " : (vector<1xi64>) -> vector<2xf32>\n"
      "%w = simt.load global %g [0] + [8] width 1 if %yes last_use"
      " : (vector<1xi64>, vector<1xi1>) -> vector<1xf32>\n"
      "simt.store global %g [0] + [0], %v width 2 last_use : "
      "vector<1xi64>, vector<2xf32>\n"
      "simt.store global %g [0] + [8], %w width 1 if %yes last_use : "
      "vector<1xi64>, vector<1xf32>, vector<1xi1>\n";
  std::string ptx = ptxOf(body);
  std::size_t policy = ptx.find("createpolicy.fractional.L2::evict_normal.b64");
  ASSERT_NE(policy, std::string::npos);
  EXPECT_EQ(ptx.find("createpolicy", policy + 1), std::string::npos);
  EXPECT_THAT(
      ptx,
      AllOf(ContainsRegex("ld.global.L1::evict_first.L2::cache_hint.v2.b32 "
                          "\\{%r[0-9]+, %r[0-9]+\\}, \\[%rd[0-9]+.0\\], "
                          "%rd[0-9]+;"),
            ContainsRegex("ld.global.L1::evict_first.L2::cache_hint.b32 "
                          "%r[0-9]+, \\[%rd[0-9]+.8\\], %rd[0-9]+;"),
            ContainsRegex("st.global.L1::no_allocate.L2::cache_hint.v2.b32 "
                          "\\[%rd[0-9]+.0\\], \\{%r[0-9]+, %r[0-9]+\\}, "
                          "%rd[0-9]+;"),
            ContainsRegex("st.global.L1::no_allocate.L2::cache_hint.b32 "
                          "\\[%rd[0-9]+.8\\], %r[0-9]+, %rd[0-9]+;")));
  // Policies are of sm_80.
  EXPECT_THAT(ptxOf(body, "sm_75"),
              AllOf(Not(HasSubstr("policy")), HasSubstr("ld.global.v2.b32 "),
                    HasSubstr("st.global.v2.b32 ")));
}

TEST(Accesses, TakePlaceWherePredicatesHold) {
  std::string ptx =
      ptxOf("%zero = arith.constant 0 : i32\n"
            "%c = arith.cmpi slt, %n, %zero : i32\n"
            "%if = simt.splat %c : i1 -> vector<1xi1>\n"
            "%else = simt.splat %x : f32 -> vector<2xf32>\n"
            "%v = simt.load global %g [0] + [0] width 2 if %if else %else : "
            "(vector<1xi64>, vector<1xi1>, vector<2xf32>) -> vector<2xf32>\n"
            "simt.store global %g [0] + [8], %v width 2 if %if : "
            "vector<1xi64>, vector<2xf32>, vector<1xi1>");
  EXPECT_THAT(ptx, testing::ContainsRegex("@%p[0-9]+ ld.global.v2.b32 "));
  EXPECT_THAT(ptx, testing::ContainsRegex("@%p[0-9]+ st.global.v2.b32 "));
}

TEST(Accesses, OfMatricesNameTheirCountAndForm) {
  std::string ptx = ptxOf(
      "%four = simt.matrix_load %shared + 64 : vector<4xi32>\n"
      "%one = simt.matrix_load %shared + 0 transposed : vector<1xi32>\n"
      "simt.matrix_store %shared + 128, %four transposed : vector<4xi32>\n"
      "simt.matrix_store %shared + 0, %one : vector<1xi32>");
  EXPECT_THAT(
      ptx, AllOf(HasSubstr("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {"),
                 HasSubstr("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {"),
                 HasSubstr("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 ["),
                 HasSubstr("stmatrix.sync.aligned.m8n8.x1.shared.b16 [")));
}

TEST(Accesses, ThatAreAtomicNameOrderScopeAndType) {
  auto atomic = [](const std::string &what, const std::string &type) {
    return ptxOf("%one = arith.constant dense<1> : vector<1xi32>\n"
                 "%f = simt.splat %x : f32 -> vector<1xf32>\n"
                 "%v = simt.atomic " +
                 what + " : (vector<1xi64>, " + type + ") -> vector<1x" +
                 type.substr(9) + "\nsimt.barrier block");
  };
  EXPECT_THAT(atomic("add relaxed gpu global %g, %one", "vector<1xi32>"),
              HasSubstr("atom.relaxed.gpu.global.add.u32 "));
  EXPECT_THAT(atomic("fadd acq_rel system global %g, %f", "vector<1xf32>"),
              HasSubstr("atom.acq_rel.sys.global.add.f32 "));
  EXPECT_THAT(atomic("umax release block global %g, %one", "vector<1xi32>"),
              HasSubstr("atom.release.cta.global.max.u32 "));
  EXPECT_THAT(atomic("inc relaxed gpu global %g, %one", "vector<1xi32>"),
              HasSubstr("atom.relaxed.gpu.global.inc.u32 "));
}

TEST(Accesses, ThatAreAtomicWaitTogether) {
  auto atomics = [](const std::string &order, const std::string &behind) {
    return ptxOf(
        "%one = arith.constant dense<1> : vector<2xi32>\n"
        "%two = simt.permute %g [0, 0] : vector<1xi64> -> vector<2xi64>"
        "\n%v = simt.atomic add " +
        order +
        " gpu global %two, %one : (vector<2xi64>, vector<2xi32>) -> "
        "vector<2xi32>\n" +
        behind);
  };
  const std::string fence = "fence.acq_rel.gpu;", relaxed = "atom.relaxed.gpu";
  auto fences = [&](const std::string &ptx) {
    std::pair<int, int> count = {0, 0};
    std::size_t first = ptx.find(relaxed), last = ptx.rfind(relaxed);
    for (std::size_t at = ptx.find(fence); at != std::string::npos;
         at = ptx.find(fence, at + 1)) {
      EXPECT_TRUE(at < first || at > last);
      ++(at < first ? count.first : count.second);
    }
    return count;
  };
  const std::string more = "simt.barrier block";
  EXPECT_EQ(fences(atomics("acq_rel", more)), std::pair(1, 1));
  EXPECT_EQ(fences(atomics("acquire", more)), std::pair(0, 1));
  EXPECT_EQ(fences(atomics("release", more)), std::pair(1, 0));
  EXPECT_EQ(fences(atomics("relaxed", more)), std::pair(0, 0));
  // Nothing comes behind what is acquired.
  EXPECT_EQ(fences(atomics("acq_rel", "")), std::pair(1, 0));
}

TEST(Accesses, ThatAddToNeighboursAreVectors) {
  auto sums = [](const std::string &what, const std::string &type) {
    return ptxOf("%one = arith.constant dense<1.0> : vector<8x" + type +
                 ">\nsimt.reduction fadd " + what + " : vector<1xi64>, " +
                 "vector<8x" + type + ">");
  };
  EXPECT_THAT(
      sums("relaxed gpu global %g [0, 0] + [16, 0], %one width 4", "f32"),
      AllOf(testing::ContainsRegex(
                "red.relaxed.gpu.global.add.v4.f32 \\[%rd[0-9]+\\+16"
                "\\], \\{%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+\\};"),
            HasSubstr("+0], {")));
  EXPECT_THAT(sums("release system global %g [0] + [0], %one width 8", "f16"),
              HasSubstr("red.release.sys.global.add.noftz.v8.f16 ["));
  EXPECT_THAT(sums("relaxed block global %g [0, 0, 0, 0] + [0, 4, 8, 12], %one "
                   "width 2",
                   "bf16"),
              HasSubstr("red.relaxed.cta.global.add.noftz.v2.bf16 ["));
}

TEST(Accesses, ThatAreExtremaOfFloatsSwapUntilNobodyCameBetween) {
  std::string ptx = ptxOf("%f = simt.splat %x : f32 -> vector<1xf32>\n"
                          "%v = simt.atomic fmin acquire gpu global %g, %f : "
                          "(vector<1xi64>, vector<1xf32>) -> vector<1xf32>\n"
                          "simt.barrier block");
  EXPECT_THAT(ptx, AllOf(HasSubstr("Again:"), HasSubstr("setp.lt.f32"),
                         HasSubstr("atom.acquire.gpu.global.cas.b32"),
                         HasSubstr("@again bra Again;"),
                         testing::Not(HasSubstr("};"))));
}

} // namespace
