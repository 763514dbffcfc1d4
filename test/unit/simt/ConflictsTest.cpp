//===- ConflictsTest.cpp - Bank conflicts of a program --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/SharedConflicts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"

#include <gmock/gmock.h>

namespace heddle {

namespace {

/// Of an op of two warps whose threads' addresses `%to` are so far apart.
std::vector<SharedConflicts> conflictsOf(unsigned stride,
                                         const std::string &op) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<simt::SimtDialect, mlir::arith::ArithDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "simt.kernel @k(%p: vector<1xi64>, %v: vector<4xi32>) warps(2) lanes(32) "
      "shared(16384) {\n%t = simt.thread\n"
      "%stride = arith.constant " +
          std::to_string(stride) +
          " : i32\n%s = simt.shared 16384 align 16 at 0\n"
          "%o = arith.muli %t, %stride : i32\n"
          "%a = arith.addi %s, %o : i32\n"
          "%to = simt.splat %a : i32 -> vector<1xi32>\n" +
          op + "\nsimt.return\n}\n",
      &context);
  if (!module)
    return {};
  std::vector<SharedConflicts> all = countConflicts(
      *module->getOps<simt::KernelOp>().begin(), **findTarget("sm_90"));
  // The op ends with its module.
  for (SharedConflicts &each : all)
    each.op = nullptr;
  return all;
}

} // namespace

// Of 16 bytes a lane, a warp has four phases.
TEST(SharedConflicts, copiesAreStores) {
  for (unsigned stride : {16U, 32U, 128U, 144U}) {
    auto copies = conflictsOf(
        stride, "simt.async_copy %p [0] + [0] to %to [0] + [0] bytes 16 : "
                "vector<1xi64>, vector<1xi32>");
    auto stores = conflictsOf(stride, "simt.store shared %to [0] + [0], %v "
                                      "width 4 : vector<1xi32>, vector<4xi32>");
    ASSERT_EQ(copies.size(), 1U);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(copies.front().instructions, 2U);
    EXPECT_EQ(copies.front().wavefronts, stores.front().wavefronts);
    EXPECT_EQ(copies.front().ideal, 8U);
    EXPECT_EQ(copies.front().ideal, stores.front().ideal);
    bool hasConflicts = stride == 32 || stride == 128;
    EXPECT_EQ(copies.front().wavefronts > 8, hasConflicts) << stride;
  }
}

// A wait may end any copy, but accesses nothing itself.
TEST(SharedConflicts, waitsHaveNone) {
  EXPECT_TRUE(conflictsOf(16, "simt.async_commit\nsimt.async_wait 0").empty());
}

} // namespace heddle
