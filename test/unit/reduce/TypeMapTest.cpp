//===- TypeMapTest.cpp - Tests of changing types --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeMap.h"
#include "ModuleFile.h"

#include <gtest/gtest.h>

namespace heddle::reduction {

namespace {

using namespace mlir;

/// The printed module; empty if it is not valid.
std::string textOf(ModuleOp module) {
  std::optional<Candidate> candidate = print(module, Locations::Hidden);
  return candidate ? candidate->text.printed : std::string();
}

TEST(TypeMap, KeepsNumbersWhereElementsChange) {
  auto context = makeContext(std::nullopt);
  auto module = parseText(R"(
tt.func @f(%a: i32, %p: !tt.ptr<i64>) {
  %c = arith.constant 64 : i64
  %d = arith.constant dense<-3> : tensor<4xi64>
  %0 = arith.extsi %a : i32 to i64
  %1 = arith.muli %0, %c : i64
  tt.store %p, %1 : !tt.ptr<i64>
  tt.return
})",
                          *context);
  ASSERT_TRUE(module);
  mapTypes(*module, {.element = [](Type element) -> Type {
    return element.isInteger(64) ? IntegerType::get(element.getContext(), 32)
                                 : element;
  }});
  eraseIdentities(*module);
  std::string text = textOf(*module);
  EXPECT_NE(text.find("arith.constant 64 : i32"), std::string::npos) << text;
  EXPECT_NE(text.find("dense<-3> : tensor<4xi32>"), std::string::npos);
  EXPECT_NE(text.find("!tt.ptr<i32>"), std::string::npos);
  EXPECT_EQ(text.find("extsi"), std::string::npos);
}

TEST(TypeMap, ChangesRangesWithTheirSizes) {
  auto context = makeContext(std::nullopt);
  auto module = parseText(R"(
tt.func @f() {
  %0 = tt.make_range {end = 72 : i32, start = 8 : i32} : tensor<64xi32>
  tt.return
})",
                          *context);
  ASSERT_TRUE(module);
  EXPECT_EQ(sizesOf(*module), std::vector<std::int64_t>{64});
  mapTypes(*module, {.size = [](std::int64_t size) { return size / 2; }});
  EXPECT_NE(textOf(*module).find("{end = 40 : i32, start = 8 : i32}"),
            std::string::npos);
}

TEST(TypeMap, TakesSlicesWhereADimensionGoes) {
  auto context = makeContext(std::nullopt);
  auto module = parseText(R"(
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: tensor<1x64xf32, #b>) { tt.return }
})",
                          *context);
  ASSERT_TRUE(module);
  mapTypes(*module, {.shaped = [](ShapedType shaped) -> Type {
    return withoutDimension(shaped, Side::First);
  }});
  EXPECT_NE(textOf(*module).find(
                "tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked}>>"),
            std::string::npos);
  EXPECT_FALSE(withoutDimension(
      RankedTensorType::get({2, 4}, Float32Type::get(context.get())),
      Side::First));
}

} // namespace

} // namespace heddle::reduction
