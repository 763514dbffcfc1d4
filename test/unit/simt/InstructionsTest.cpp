//===- InstructionsTest.cpp - What ops execute and access -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Origin.h"
#include "heddle/simt/Simt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include <gmock/gmock.h>

using namespace heddle;
using namespace mlir;
using simt::InstructionClass;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Instructions : testing::Test {
  Instructions() {
    context.loadDialect<simt::SimtDialect, arith::ArithDialect,
                        cf::ControlFlowDialect, math::MathDialect,
                        scf::SCFDialect>();
    context.allowUnregisteredDialects();
  }

  /// The op of this name in a kernel that has this text; the first.
  Operation *find(llvm::StringRef name, llvm::StringRef body) {
    std::string text =
        ("simt.kernel @k(%g: i64, %i: i32, %f: f32, %h: f16, %p: i1) "
         "warps(4) lanes(32) {\n" +
         body + "\n simt.return\n}\n")
            .str();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return nullptr;
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (found == nullptr && op->getName().getStringRef() == name)
        found = op;
    });
    return found;
  }

  simt::InstructionCounts count(llvm::StringRef name, llvm::StringRef body) {
    Operation *op = find(name, body);
    EXPECT_NE(op, nullptr) << name.str();
    return op == nullptr ? simt::InstructionCounts() : simt::instructionsOf(op);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// All instructions, whatever their class.
unsigned sum(const simt::InstructionCounts &counts) {
  unsigned all = 0;
  for (const simt::InstructionCount &each : counts)
    all += each.count;
  return all;
}

constexpr const char *Bases = "%b = simt.splat %i : i32 -> vector<2xi32>\n"
                              "%v = simt.splat %f : f32 -> vector<4xf32>\n"
                              "%m = simt.splat %p : i1 -> vector<2xi1>\n";

TEST_F(Instructions, NamesOfRegistersAreNoInstructions) {
  EXPECT_THAT(count("simt.splat", "%v = simt.splat %f : f32 -> vector<4xf32>"),
              IsEmpty());
  EXPECT_THAT(count("arith.constant", "%c = arith.constant 1 : i32"),
              IsEmpty());
  EXPECT_THAT(count("arith.bitcast", "%c = arith.bitcast %f : f32 to i32"),
              IsEmpty());
}

TEST_F(Instructions, ArithmeticCountsRegistersByItsType) {
  using enum InstructionClass;
  auto of = [&](const char *name, const char *body) {
    return count(name, std::string(Bases) + body);
  };
  EXPECT_THAT(of("arith.addf", "%r = arith.addf %v, %v : vector<4xf32>"),
              ElementsAre(simt::InstructionCount{Float, 4}));
  EXPECT_THAT(of("arith.addf", "%r = arith.addf %h, %h : f16"),
              ElementsAre(simt::InstructionCount{Half, 1}));
  EXPECT_THAT(of("arith.muli", "%r = arith.muli %b, %b : vector<2xi32>"),
              ElementsAre(simt::InstructionCount{Integer, 2}));
  EXPECT_THAT(of("arith.mulsi_extended",
                 "%r, %s = arith.mulsi_extended %b, %b : vector<2xi32>"),
              ElementsAre(simt::InstructionCount{Integer, 4}));
  EXPECT_THAT(of("arith.extf", "%r = arith.extf %h : f16 to f32"),
              ElementsAre(simt::InstructionCount{Conversion, 1}));
  EXPECT_THAT(
      of("simt.approximate", "%r = simt.approximate exp2 %v : vector<4xf32>"),
      ElementsAre(simt::InstructionCount{Special, 4}));
}

TEST_F(Instructions, PackingCountsWhatDoesNotLieInWordsYet) {
  using enum InstructionClass;
  EXPECT_THAT(count("simt.to_words",
                    "%v = simt.splat %h : f16 -> vector<4xf16>\n"
                    "%w = simt.to_words %v : vector<4xf16> -> vector<2xi32>"),
              ElementsAre(simt::InstructionCount{Integer, 2}));
  EXPECT_EQ(
      sum(count("simt.to_words",
                "%v = simt.splat %f : f32 -> vector<4xf32>\n"
                "%w = simt.to_words %v : vector<4xf32> -> vector<4xi32>")),
      0U);
}

TEST_F(Instructions, AStoreSaysWhereEachInstructionGoes) {
  Operation *op = find("simt.store",
                       std::string(Bases) +
                           "simt.store shared %b [0, 1] + [0, 64], %v width 2 "
                           "if %m : vector<2xi32>, vector<4xf32>, "
                           "vector<2xi1>");
  ASSERT_NE(op, nullptr);
  EXPECT_THAT(simt::instructionsOf(op), ElementsAre(simt::InstructionCount{
                                            InstructionClass::SharedStore, 2}));
  std::optional<simt::MemoryAccess> access = simt::sharedAccessOf(op);
  ASSERT_TRUE(access);
  EXPECT_TRUE(access->writes);
  EXPECT_FALSE(access->reads);
  EXPECT_FALSE(access->isAtomic);
  EXPECT_EQ(access->completion, simt::Completion::AtOnce);
  EXPECT_EQ(access->form, simt::MemoryAccess::Form::Vector);
  EXPECT_EQ(access->bytes, 8U);
  EXPECT_EQ(access->addresses, op->getOperand(0));
  EXPECT_EQ(access->predicates, op->getOperand(2));
  ASSERT_EQ(access->instructions.size(), 2U);
  EXPECT_EQ(access->instructions[1].base, 1U);
  EXPECT_EQ(access->instructions[1].offset, 64);
}

TEST_F(Instructions, MatricesAreOneInstructionOfAllTheirWords) {
  Operation *op =
      find("simt.matrix_load",
           "%w = simt.matrix_load %i + 32 transposed : vector<4xi32>");
  ASSERT_NE(op, nullptr);
  EXPECT_THAT(simt::instructionsOf(op), ElementsAre(simt::InstructionCount{
                                            InstructionClass::MatrixLoad, 1}));
  std::optional<simt::MemoryAccess> access = simt::sharedAccessOf(op);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->form, simt::MemoryAccess::Form::MatrixTransposed);
  EXPECT_EQ(access->bytes, 16U);
  EXPECT_EQ(access->instructions.front().offset, 32);
}

TEST_F(Instructions, AtomicsWhoseResultIsUnusedAreReductions) {
  constexpr const char *Add =
      "%a = simt.splat %g : i64 -> vector<1xi64>\n"
      "%o = simt.splat %i : i32 -> vector<1xi32>\n"
      "%r = simt.atomic add relaxed gpu global %a, %o : "
      "(vector<1xi64>, vector<1xi32>) -> vector<1xi32>\n";
  EXPECT_THAT(count("simt.atomic", Add),
              ElementsAre(simt::InstructionCount{
                  InstructionClass::GlobalReduction, 1}));
  EXPECT_THAT(
      count("simt.atomic",
            std::string(Add) + "%u = arith.addi %r, %r : vector<1xi32>"),
      ElementsAre(simt::InstructionCount{InstructionClass::GlobalAtomic, 1}));
  EXPECT_TRUE(simt::accessesOf(find("simt.atomic", Add)).front().isAtomic);
}

TEST_F(Instructions, BarriersSayWhomTheySynchronise) {
  EXPECT_EQ(simt::synchronizedBy(find("simt.barrier", "simt.barrier warp")),
            simt::Scope::Warp);
  EXPECT_EQ(simt::synchronizedBy(find("simt.barrier", "simt.barrier block")),
            simt::Scope::Block);
  EXPECT_EQ(simt::synchronizedBy(find("simt.thread", "%t = simt.thread")),
            std::nullopt);
}

TEST_F(Instructions, OpsThatNobodyKnowsAccessEverything) {
  simt::MemoryAccesses accesses =
      simt::accessesOf(find("new.op", "\"new.op\"() : () -> ()"));
  ASSERT_EQ(accesses.size(), 2U);
  for (const simt::MemoryAccess &access : accesses) {
    EXPECT_TRUE(access.reads && access.writes && !access.isAtomic);
    EXPECT_FALSE(access.addresses);
  }
  // What is in a loop is asked of that.
  EXPECT_THAT(simt::accessesOf(find("scf.if", "scf.if %p {\n}")), IsEmpty());
}

TEST_F(Instructions, OriginsTravelInLocations) {
  Operation *op = find("simt.thread", "%t = simt.thread");
  EXPECT_FALSE(simt::originOf(op));
  Location line = FileLineColLoc::get(&context, "k.py", 12, 8);
  op->setLoc(simt::locationWith({"tt.load", 7, line}));
  std::optional<simt::Origin> origin = simt::originOf(op);
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->op, "tt.load");
  EXPECT_EQ(origin->number, 7U);
  EXPECT_EQ(origin->location, line);
  EXPECT_EQ(simt::withoutOrigin(op->getLoc()), line);
  EXPECT_EQ(simt::withoutOrigin(line), line);
}

} // namespace
