//===- DimensionsTest.cpp - Tests of dimensions that belong together ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dimensions.h"
#include "ModuleFile.h"

#include <gtest/gtest.h>

namespace heddle::reduction {

namespace {

constexpr const char *Product = R"(
tt.func @f(%a: tensor<32x16xf16>, %b: tensor<16x32xf16>, %r: tensor<32xf32>) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %sum = tt.dot %a, %b, %zero : tensor<32x16xf16> * tensor<16x32xf16> -> tensor<32x32xf32>
  %column = tt.expand_dims %r {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %all = tt.broadcast %column : tensor<32x1xf32> -> tensor<32x32xf32>
  %0 = arith.addf %sum, %all : tensor<32x32xf32>
  tt.return
}
)";

TEST(Dimensions, TellsRowsFromColumns) {
  auto context = makeContext(std::nullopt);
  auto module = parseText(Product, *context);
  ASSERT_TRUE(module);
  std::vector<DimensionClass> classes = dimensionClasses(*module);
  // Rows, depth, columns.
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_EQ(classes[0].size, 32);
  EXPECT_EQ(classes[1].size, 16);
  EXPECT_EQ(classes[2].size, 32);
  // Of %a, %r, and the five values behind them.
  EXPECT_EQ(classes[0].members.size(), 7U);
  EXPECT_EQ(classes[1].members.size(), 2U);
}

TEST(Dimensions, KeepsAModuleValidWhenRowsShrink) {
  auto context = makeContext(std::nullopt);
  auto module = parseText(Product, *context);
  ASSERT_TRUE(module);
  resize(dimensionClasses(*module)[0], 8);
  auto candidate = print(*module, Locations::Hidden);
  ASSERT_TRUE(candidate);
  EXPECT_NE(candidate->text.printed.find("tensor<8x16xf16> * tensor<16x32xf16>"
                                         " -> tensor<8x32xf32>"),
            std::string::npos);
}

} // namespace

} // namespace heddle::reduction
