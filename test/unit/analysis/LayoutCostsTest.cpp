//===- LayoutCostsTest.cpp - What layouts cost ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutCosts.h"
#include "heddle/ir/Dialects.h"
#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "Check.h"

using namespace heddle;

namespace {

/// Of the module's one sum.
double costOfSum(TritonVersion release) {
  constexpr const char *Text = R"(
    #rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8],
                          warpsPerCTA = [4, 1], order = [1, 0]}>
    module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32,
                       ttg.target = "cuda:90",
                       "ttg.threads-per-warp" = 32 : i32} {
      tt.func @f(%a: tensor<64x1xi32, #rows>) -> tensor<64x1xi32, #rows> {
        %b = arith.addi %a, %a : tensor<64x1xi32, #rows>
        tt.return %b : tensor<64x1xi32, #rows>
      }
    })";
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  ir::setRelease(registry, release);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(Text, &context);
  AxisFacts facts(*module);
  LayoutCosts costs(*get(findTarget("sm_90")), facts);
  double cycles = 0;
  module->walk([&](mlir::arith::AddIOp sum) {
    auto type = mlir::cast<mlir::RankedTensorType>(sum.getType());
    cycles = costs.work(sum, type, type.getEncoding());
  });
  return cycles;
}

} // namespace

// Until 3.8 a thread has eight registers for the one element of a row; LLVM
// computes one of them.
TEST(LayoutCosts, CopiesInRegistersCostNothing) {
  EXPECT_GT(costOfSum(TritonVersion::V3_9), 0);
  EXPECT_EQ(costOfSum(TritonVersion::V3_6), costOfSum(TritonVersion::V3_9));
}
