//===- AddressGroupsTest.cpp - What addresses and masks need --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AddressGroups.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Layout.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "Check.h"

#include <map>

using namespace heddle;

namespace {

/// Of a function's ops with one tensor as result, elements of a register by the
/// ops' names without the dialect.
std::map<std::string, double> elementsOfRegisters(const std::string &body) {
  const std::string text = R"(
    #line = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32],
                          warpsPerCTA = [4], order = [0]}>
    #thin = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32],
                          warpsPerCTA = [4], order = [0]}>
    #tile = #ttg.blocked<{sizePerThread = [2, 8], threadsPerWarp = [8, 4],
                          warpsPerCTA = [4, 1], order = [1, 0]}>
    #row = #ttg.slice<{dim = 0, parent = #tile}>
    module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32,
                       ttg.target = "cuda:90",
                       "ttg.threads-per-warp" = 32 : i32} {
      tt.func @f(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32},
                 %n: i32 {tt.divisibility = 16 : i32}, %m: i32,
                 %y: tensor<1024xf16, #line>, %bits: !tt.ptr<i1>) {
)" + body + "tt.return }}";
  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  AxisFacts facts(*module);
  AddressGroups groups(facts);
  std::map<std::string, double> elements;
  module->walk([&](mlir::Operation *op) {
    if (op->getNumResults() != 1)
      return;
    if (auto type =
            mlir::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType()))
      elements[op->getName().stripDialect().str()] =
          groups.elementsOfRegister(op, get(ir::linearLayoutOf(type)));
  });
  return elements;
}

const std::string Line = R"(
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32}
      : tensor<1024xi32, #line>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #line>
  %p = tt.addptr %b, %r
      : tensor<1024x!tt.ptr<f16>, #line>, tensor<1024xi32, #line>
)";

} // namespace

TEST(AddressGroups, NeighboursShareAnAddress) {
  auto elements = elementsOfRegisters(
      Line + "%v = tt.load %p : tensor<1024x!tt.ptr<f16>, #line>");
  EXPECT_EQ(elements["make_range"], 8);
  EXPECT_EQ(elements["addptr"], 8);
  EXPECT_EQ(elements["load"], 1);
}

TEST(AddressGroups, MasksAreSharedWhereTheyAreKnownToBeEqual) {
  auto masked = [](const std::string &bound) {
    return elementsOfRegisters(Line + "%s = tt.splat " + bound +
                               R"( : i32 -> tensor<1024xi32, #line>
          %k = arith.cmpi slt, %r, %s : tensor<1024xi32, #line>
          tt.store %p, %y, %k : tensor<1024x!tt.ptr<f16>, #line>)");
  };
  auto even = masked("%n");
  EXPECT_EQ(even["cmpi"], 8);
  EXPECT_EQ(even["make_range"], 8);
  auto any = masked("%m");
  EXPECT_EQ(any["cmpi"], 1);
  EXPECT_EQ(any["make_range"], 1);
  EXPECT_EQ(any["addptr"], 8);
}

TEST(AddressGroups, NumbersThatAreStoredNeedAllRegisters) {
  auto elements = elementsOfRegisters(Line + R"(
    %f = arith.sitofp %r : tensor<1024xi32, #line> to tensor<1024xf16, #line>
    tt.store %p, %f : tensor<1024x!tt.ptr<f16>, #line>)");
  EXPECT_EQ(elements["make_range"], 1);
  EXPECT_EQ(elements["sitofp"], 1);
  EXPECT_EQ(elements["addptr"], 8);
}

TEST(AddressGroups, MasksThatAreStoredNeedAllRegisters) {
  auto elements = elementsOfRegisters(Line + R"(
    %s = tt.splat %n : i32 -> tensor<1024xi32, #line>
    %k = arith.cmpi slt, %r, %s : tensor<1024xi32, #line>
    %c = tt.splat %bits : !tt.ptr<i1> -> tensor<1024x!tt.ptr<i1>, #line>
    %q = tt.addptr %c, %r
        : tensor<1024x!tt.ptr<i1>, #line>, tensor<1024xi32, #line>
    tt.store %q, %k, %k : tensor<1024x!tt.ptr<i1>, #line>)");
  EXPECT_EQ(elements["cmpi"], 1);
  EXPECT_EQ(elements["addptr"], 8);
}

// Registers need not be neighbours, as long as their distance is known.
TEST(AddressGroups, RegistersAreAKnownDistanceApart) {
  auto elements = elementsOfRegisters(R"(
    %r = tt.make_range {end = 512 : i32, start = 0 : i32}
        : tensor<512xi32, #thin>
    %b = tt.splat %x : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #thin>
    %p = tt.addptr %b, %r
        : tensor<512x!tt.ptr<f16>, #thin>, tensor<512xi32, #thin>
    %v = tt.load %p : tensor<512x!tt.ptr<f16>, #thin>)");
  EXPECT_EQ(elements["addptr"], 4);
}

// Rows are an unknown distance apart, columns are neighbours.
TEST(AddressGroups, ViewsPassGroupsOn) {
  auto elements = elementsOfRegisters(R"(
    %c = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #row>
    %c1 = tt.expand_dims %c {axis = 0 : i32}
        : tensor<32xi32, #row> -> tensor<1x32xi32, #tile>
    %c2 = tt.broadcast %c1
        : tensor<1x32xi32, #tile> -> tensor<64x32xi32, #tile>
    %w = arith.constant dense<1> : tensor<64x1xi32, #tile>
    %s = tt.splat %m : i32 -> tensor<64x1xi32, #tile>
    %o = arith.muli %w, %s : tensor<64x1xi32, #tile>
    %o1 = tt.broadcast %o : tensor<64x1xi32, #tile> -> tensor<64x32xi32, #tile>
    %a = arith.addi %o1, %c2 : tensor<64x32xi32, #tile>
    %b = tt.splat %x : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>, #tile>
    %p = tt.addptr %b, %a
        : tensor<64x32x!tt.ptr<f16>, #tile>, tensor<64x32xi32, #tile>
    %v = tt.load %p : tensor<64x32x!tt.ptr<f16>, #tile>)");
  EXPECT_EQ(elements["make_range"], 8);
  EXPECT_EQ(elements["addi"], 16);
  EXPECT_EQ(elements["addptr"], 16);
}
