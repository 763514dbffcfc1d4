//===- TranslatorTest.cpp - Ops as instructions ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"
#include "heddle/codegen/nvptx/Ptx.h"
#include "heddle/simt/Instructions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <gmock/gmock.h>

#include <map>

namespace heddle::sim {

using testing::ElementsAre;

namespace {

struct Translation {
  mlir::MLIRContext context =
      mlir::MLIRContext(mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::string> errors;
  mlir::FailureOr<Code> code = mlir::failure();

  explicit Translation(const std::string &body) {
    context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                        mlir::math::MathDialect, mlir::scf::SCFDialect,
                        simt::SimtDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(
        "simt.kernel @k(%p: i64, %n: i32, %x: f32) warps(1) lanes(32) "
        "shared(1024) {\n" +
            body + "\nsimt.return\n}\n",
        &context);
    if (!module)
      return;
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &each) {
                                            errors.push_back(each.str());
                                            return mlir::success();
                                          });
    code = translate(
        *module->getOps<simt::KernelOp>().begin(),
        executorsOf(HostInstructions::Baseline, Watching::Everything));
  }
};

TEST(SimTranslator, RefusesOpsWithoutFunctions) {
  EXPECT_THAT(Translation("%r = math.sin %x : f32").errors,
              ElementsAre("'math.sin' op cannot be simulated yet"));
  EXPECT_THAT(Translation("simt.assembly \"\", \"\" () : () -> ()").errors,
              ElementsAre("'simt.assembly' op cannot be simulated yet"));
}

TEST(SimTranslator, RefusesElementsWithoutFunctions) {
  EXPECT_THAT(Translation("%b = arith.trunci %n : i32 to i8\n"
                          "%h = arith.bitcast %b : i8 to f8E4M3FN\n"
                          "%r = arith.extf %h : f8E4M3FN to f32")
                  .errors,
              ElementsAre("'arith.extf' op cannot be simulated yet"));
  EXPECT_THAT(Translation("%r = arith.extsi %n : i32 to i128").errors,
              ElementsAre("'arith.extsi' op cannot be simulated yet: it has "
                          "'i128'"));
}

// Only the assembler knows what users' assembly does.
TEST(SimTranslator, HasAllThatPtxHas) {
  Translation any("");
  const ElementwiseTable &elementwise =
      executorsOf(HostInstructions::Baseline, Watching::Everything)
          .elementwise();
  std::vector<std::string> missing;
  for (mlir::RegisteredOperationName name :
       any.context.getRegisteredOperations())
    if (codegen::ptxBackend().emitters.find(name) != nullptr &&
        !translators().has(name) && !elementwise.has(name))
      missing.push_back(name.getStringRef().str());
  EXPECT_THAT(missing, ElementsAre("simt.assembly"));
}

/// Classes of instructions, without those that execute nothing.
using Counts = std::map<simt::InstructionClass, unsigned>;

Counts countsOf(const Code &code) {
  Counts counts;
  for (const Instruction &each : code.instructions)
    if (isAccess(each.kind))
      counts[each.kind] +=
          static_cast<unsigned>(code.accesses[each.immediate].at.size());
    else if (each.cost > 0)
      counts[each.kind] += each.cost;
  return counts;
}

Counts countsOf(mlir::ModuleOp module) {
  Counts counts;
  module.walk([&](mlir::Operation *op) {
    for (const simt::InstructionCount &each : simt::instructionsOf(op))
      if (each.count > 0)
        counts[each.kind] += each.count;
  });
  return counts;
}

TEST(SimTranslator, ExecutesWhatOpsSay) {
  Translation translation(
      "%thread = simt.thread\n"
      "%program = simt.program x\n"
      "%programs = simt.programs y\n"
      "%time = simt.clock\n"
      "simt.grid_dependency wait\n"
      "%shared = simt.shared 1024 align 16 at 0\n"
      "%s = simt.splat %shared : i32 -> vector<1xi32>\n"
      "%g = simt.splat %p : i64 -> vector<1xi64>\n"
      "%v = simt.load global %g [0, 0] + [0, 16] width 4 : (vector<1xi64>) -> "
      "vector<8xf32>\n"
      "simt.store shared %s [0, 0] + [0, 16], %v width 4 : vector<1xi32>, "
      "vector<8xf32>\n"
      "simt.async_copy %g [0, 0] + [0, 16] to %s [0, 0] + [0, 16] bytes 16 : "
      "vector<1xi64>, vector<1xi32>\n"
      "simt.async_commit\n"
      "simt.async_wait 0\n"
      "simt.barrier warp\n"
      "simt.barrier block\n"
      "%m = simt.matrix_load %shared + 0 : vector<4xi32>\n"
      "simt.matrix_store %shared + 0, %m : vector<4xi32>\n"
      "%halves = simt.from_words %m : vector<4xi32> -> vector<8xf16>\n"
      "%sum = arith.addf %halves, %halves : vector<8xf16>\n"
      "%words = simt.to_words %sum : vector<8xf16> -> vector<4xi32>\n"
      "%w = simt.extract %words[1] : vector<4xi32> -> i32\n"
      "%moved = simt.shuffle_xor %w, 1\n"
      "%other = simt.shuffle_index %w, %thread\n"
      "%all = simt.lane_reduce addi %w\n"
      "%bytes = simt.byte_permute %w, %moved, %n\n"
      "%one = simt.approximate exp2 %v : vector<8xf32>\n"
      "%wide = arith.extf %one : vector<8xf32> to vector<8xf64>\n"
      "%twice = arith.addf %wide, %wide : vector<8xf64>\n"
      "%low, %high = arith.mului_extended %n, %n : i32\n"
      "%add = arith.constant dense<1> : vector<1xi32>\n"
      "%old = simt.atomic add relaxed gpu global %g, %add : (vector<1xi64>, "
      "vector<1xi32>) -> vector<1xi32>\n"
      "%less = arith.cmpi slt, %n, %w : i32\n"
      "simt.assert %less, \"no\" : i1\n"
      "%chosen = scf.if %less -> (i32) {\n"
      "%b0 = arith.addi %n, %n : i32\n"
      "scf.yield %b0 : i32\n"
      "} else {\n"
      "scf.yield %n : i32\n"
      "}");
  ASSERT_THAT(translation.errors, testing::IsEmpty());
  ASSERT_TRUE(mlir::succeeded(translation.code));
  Counts counts = countsOf(*translation.code);
  EXPECT_EQ(counts, countsOf(*translation.module));
  EXPECT_EQ(counts.size(), 16U);
}

/// Values of four registers of i32, to begin with.
struct Values {
  Translation program = Translation(
      "%a = simt.splat %n : i32 -> vector<4xi32>\n"
      "%b = simt.splat %n : i32 -> vector<4xi32>\n"
      "%c = simt.permute %a [2, 3] : vector<4xi32> -> vector<2xi32>");
  RegisterFile registers;
  mlir::Value a, b, c;
  Values() {
    auto kernel = *program.module->getOps<simt::KernelOp>().begin();
    auto op = kernel.getBody().front().begin();
    a = (op++)->getResult(0);
    b = (op++)->getResult(0);
    c = op->getResult(0);
  }
};

TEST(SimRegisterFile, GivesRegistersToOthersAfterTheLastUse) {
  Values values;
  Operand first = values.registers.define(values.a);
  values.registers.release(values.a);
  EXPECT_EQ(values.registers.define(values.b).data, first.data);
  EXPECT_EQ(values.registers.dataBytes(), 4U * 4 * 32);
}

TEST(SimRegisterFile, KeepsRegistersThatHaveAnotherName) {
  Values values;
  Operand first = values.registers.define(values.a);
  values.registers.rename(values.c, values.a, 2);
  EXPECT_EQ(values.registers.at(values.c).where.data, first.data + 2 * 4 * 32);
  values.registers.release(values.a);
  EXPECT_NE(values.registers.define(values.b).data, first.data);
  values.registers.release(values.b);
  values.registers.release(values.c);
  EXPECT_EQ(values.registers.define(values.a).data, first.data);
}

TEST(SimRegisterFile, CountsWordsThatAreLive) {
  Values values;
  values.registers.define(values.a);
  values.registers.define(values.b);
  EXPECT_EQ(values.registers.takeLiveWords(), 8U);
  values.registers.rename(values.c, values.a, 2);
  EXPECT_TRUE(values.registers.hasUncountedWords());
  values.registers.release(values.c);
  EXPECT_EQ(values.registers.takeLiveWords(), 10U);
  EXPECT_EQ(values.registers.takeLiveWords(), 8U);
}

} // namespace

} // namespace heddle::sim
