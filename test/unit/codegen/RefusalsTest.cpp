//===- RefusalsTest.cpp - What targets lack -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCode.h"

#include <gmock/gmock.h>

#include <functional>

using namespace heddle;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

/// An op, and how a copy of a target's row loses what the op needs.
struct Need {
  const char *op;
  std::function<void(Target &)> lose;
};

void loseMoves(Target &target) { target.laneMoves = {}; }

const Need Needs[] = {
    {"%r = simt.lane_reduce addi %n",
     [](Target &target) { target.laneReduce = false; }},
    {"%r = simt.shuffle_xor %n, 16", loseMoves},
    {"%r = simt.shuffle_index %n, %n", loseMoves},
    {"%r = simt.byte_permute %n, %n, %n",
     [](Target &target) { target.bytePermute = {}; }},
    {"%r = simt.matrix_load %shared + 0 : vector<4xi32>",
     [](Target &target) { target.loadMatrix.exists = false; }},
    {"%r = simt.matrix_load %shared + 0 transposed : vector<4xi32>",
     [](Target &target) { target.loadMatrix.transposes16 = false; }},
    {"simt.matrix_store %shared + 0, %v : vector<1xi32>",
     [](Target &target) { target.storeMatrix.exists = false; }},
    {"%r = simt.convert_float nearest_even %x : f32 -> f8E5M2",
     [](Target &target) { target.float8Casts = false; }},
    {"%r = simt.convert_float nearest_even %h : f8E4M3FN -> f16",
     [](Target &target) { target.float8Casts = false; }},
    {"%r = simt.load global %g [0] + [0] width 4 : (vector<1xi64>) -> "
     "vector<4xf32>",
     [](Target &target) { target.globalAccessBytes = 8; }},
    {"simt.store global %g [0] + [0], %w width 4 : vector<1xi64>, "
     "vector<4xi32>",
     [](Target &target) { target.globalAccessBytes = 8; }},
    {"simt.mbarrier_init %n count 1",
     [](Target &target) { target.hasBoxCopies = false; }}};

KernelCode kernelOf(const std::string &op) {
  return KernelCode("%v = simt.splat %n : i32 -> vector<1xi32>\n"
                    "%w = simt.splat %n : i32 -> vector<4xi32>\n"
                    "%b = arith.trunci %n : i32 to i8\n"
                    "%h = arith.bitcast %b : i8 to f8E4M3FN\n" +
                    op);
}

/// The name as errors have it: 'simt.load'.
std::string nameOf(llvm::StringRef op) {
  llvm::StringRef text = op.starts_with("%") ? op.split(" = ").second : op;
  return "'" + text.split(' ').first.str() + "' op ";
}

TEST(Refusals, AreAskedOfTheTarget) {
  for (const Need &need : Needs) {
    SCOPED_TRACE(need.op);
    KernelCode kernel = kernelOf(need.op);
    Target target = targetNamed("sm_90");
    EXPECT_THAT(kernel.llvmFor(target), Not(IsEmpty()));
    EXPECT_THAT(kernel.refusals, IsEmpty());
    need.lose(target);
    EXPECT_THAT(kernel.llvmFor(target), IsEmpty());
    EXPECT_THAT(kernel.refusals,
                ElementsAre(Refusal{need.op, nameOf(need.op) +
                                                 "has no code for sm_90 yet"}));
  }
}

TEST(Refusals, StandAtEachOp) {
  KernelCode kernel("%a = simt.lane_reduce addi %n\n"
                    "%zero = arith.constant 0 : i32\n"
                    "%c = arith.cmpi slt, %n, %zero : i32\n"
                    "scf.if %c {\n"
                    "%b = math.sin %x : f32\n"
                    "}");
  EXPECT_THAT(kernel.ptxFor(targetNamed("sm_75")), IsEmpty());
  EXPECT_THAT(
      kernel.refusals,
      ElementsAre(Refusal{"%a = simt.lane_reduce addi %n",
                          "'simt.lane_reduce' op has no code for sm_75 yet"},
                  Refusal{"%b = math.sin %x : f32",
                          "'math.sin' op has no code for sm_75 yet"}));
}

std::vector<std::string> messagesOf(const std::string &op,
                                    std::string_view target = "sm_90") {
  KernelCode kernel = kernelOf(op);
  kernel.ptxFor(targetNamed(target));
  std::vector<std::string> messages;
  for (const Refusal &refusal : kernel.refusals)
    messages.push_back(refusal.message);
  return messages;
}

TEST(Refusals, AreOfElementTypes) {
  EXPECT_THAT(messagesOf("%r = arith.addf %h, %h : f8E4M3FN"),
              ElementsAre("'arith.addf' op has no code for sm_90 yet"));
  EXPECT_THAT(messagesOf("%r = arith.extf %h : f8E4M3FN to f32"),
              ElementsAre("'arith.extf' op has no code for sm_90 yet"));
  EXPECT_THAT(messagesOf("%r = arith.sitofp %n : i32 to f8E5M2"),
              ElementsAre("'arith.sitofp' op has no code for sm_90 yet"));
  EXPECT_THAT(messagesOf("%r = arith.extsi %n : i32 to i128"),
              ElementsAre("'arith.extsi' op has no code for sm_90 yet: it has "
                          "'i128'"));
  EXPECT_THAT(messagesOf("%r = arith.constant 1.0 : f80"),
              ElementsAre("'arith.constant' op has no code for sm_90 yet: it "
                          "has 'f80'"));
}

TEST(Refusals, AreOfArguments) {
  KernelCode kernel("", ", %wide: i128");
  EXPECT_THAT(kernel.ptxFor(targetNamed("sm_90")), IsEmpty());
  ASSERT_EQ(kernel.refusals.size(), 1U);
  EXPECT_EQ(kernel.refusals[0].message,
            "'simt.kernel' op has no code for sm_90 yet: it has 'i128'");
}

TEST(Refusals, AreOfArgumentsOfSeveralRegisters) {
  KernelCode kernel("", ", %m: vector<2xi1>");
  EXPECT_THAT(kernel.ptxFor(targetNamed("sm_90")), IsEmpty());
  ASSERT_THAT(kernel.refusals, SizeIs(1));
  EXPECT_THAT(kernel.refusals.front().message,
              HasSubstr("it has arguments of several registers"));
}

TEST(Refusals, AreOfWhatAtomicsLack) {
  auto atomic = [](const std::string &kind, const std::string &type) {
    return "%one = arith.constant dense<1> : vector<1x" + type +
           ">\n%r = simt.atomic " + kind +
           " relaxed gpu global %g, %one : "
           "(vector<1xi64>, vector<1x" +
           type + ">) -> vector<1x" + type + ">";
  };
  EXPECT_THAT(messagesOf(atomic("add", "i32")), IsEmpty());
  EXPECT_THAT(messagesOf(atomic("add", "i16")),
              ElementsAre("'simt.atomic' op has no code for sm_90 yet"));
}

TEST(Refusals, AreOfVectorsThatAreNotAddedAtOnce) {
  std::string sums = "%one = arith.constant dense<1.0> : vector<4xf32>\n"
                     "simt.reduction fadd relaxed gpu global %g [0] + [0], "
                     "%one width 4 : vector<1xi64>, vector<4xf32>";
  EXPECT_THAT(messagesOf(sums), IsEmpty());
  EXPECT_THAT(messagesOf(sums, "sm_89"),
              ElementsAre("'simt.reduction' op has no code for sm_89 yet"));
}

TEST(Refusals, AreOfSharedMemoryThatWasNotAllocated) {
  EXPECT_THAT(messagesOf("%other = simt.shared 16 align 16"),
              ElementsAre("'simt.shared' op expects an offset in shared "
                          "memory, but got none"));
}

} // namespace
