//===- TensorMapTest.cpp - What maps may be, and their bytes -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Maps of random fields come back from their bytes, limits are where CUDA has
/// them, and a swizzle exchanges addresses within lines of 128 bytes.
///
//===----------------------------------------------------------------------===//

#include "heddle/target/TensorMap.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace heddle {

namespace {

using Element = TensorMap::Element;

TensorMap randomMap(std::mt19937_64 &random) {
  auto below = [&](std::uint64_t end) { return random() % end; };
  TensorMap map;
  map.element = static_cast<Element>(below(13));
  map.address = below(std::uint64_t(1) << 40) * 16;
  map.swizzle = std::array{0U, 32U, 64U, 128U}[below(4)];
  map.fillsNan = below(2) == 1;
  for (std::uint64_t rank = 1 + below(5); rank > 0; --rank)
    map.axes.push_back({.size = 1 + below(std::uint64_t(1) << 32),
                        .stride = below(std::uint64_t(1) << 36) * 16,
                        .box = 1 + static_cast<std::uint32_t>(below(256)),
                        .step = 1 + static_cast<std::uint32_t>(below(8))});
  return map;
}

/// 8 x 16 halves.
TensorMap plainMap() {
  return {.element = Element::F16,
          .address = 256,
          .axes = {{.size = 100, .stride = 2, .box = 16},
                   {.size = 50, .stride = 224, .box = 8}},
          .swizzle = 32};
}

std::string errorOf(const TensorMap &map) {
  Result<void> checked = check(map);
  return checked ? "" : checked.error().reason;
}

} // namespace

TEST(TensorMap, comesBackFromItsBytes) {
  std::mt19937_64 random(90);
  for (unsigned round = 0; round < 1000; ++round) {
    TensorMap map = randomMap(random);
    std::optional<TensorMap> found = decodeTensorMap(encode(map));
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, map);
  }
  std::array<std::uint8_t, TensorMap::Bytes> other = encode(plainMap());
  other[3] ^= 1;
  EXPECT_FALSE(decodeTensorMap(other));
}

TEST(TensorMap, hasLimits) {
  EXPECT_EQ(errorOf(plainMap()), "");
  auto with = [](auto change) {
    TensorMap map = plainMap();
    change(map);
    return errorOf(map);
  };
  EXPECT_EQ(with([](TensorMap &map) { map.axes.clear(); }),
            "expects a tensor map of 1 to 5 axes, but got 0");
  EXPECT_EQ(with([](TensorMap &map) { map.address = 264; }),
            "expects a tensor at a multiple of 16 bytes, but got 264");
  EXPECT_EQ(with([](TensorMap &map) { map.axes[1].stride = 216; }),
            "expects a stride of a multiple of 16 bytes below 2^40 along axis "
            "1 of a tensor map, but got 216");
  EXPECT_EQ(with([](TensorMap &map) { map.axes[1].box = 257; }),
            "expects a box of 1 to 256 elements along axis 1 of a tensor map, "
            "but got 257");
  EXPECT_EQ(with([](TensorMap &map) { map.axes[0].step = 9; }),
            "expects a step of 1 to 8 elements along axis 0 of a tensor map, "
            "but got 9");
  EXPECT_EQ(with([](TensorMap &map) { map.axes[0].size = 0; }),
            "expects 1 to 2^32 elements along axis 0 of a tensor map, but got "
            "0");
  EXPECT_EQ(with([](TensorMap &map) {
              map.element = Element::U16;
              map.fillsNan = true;
            }),
            "expects elements of floats (6 to 12) of a tensor map outside of "
            "which is NaN, but got 1");
  EXPECT_EQ(with([](TensorMap &map) { map.axes[0].box = 12; }),
            "expects rows of a box of a multiple of 16 bytes, but got 24");
  EXPECT_EQ(with([](TensorMap &map) { map.axes[0].box = 24; }),
            "expects rows of a box of at most 32 bytes, the swizzle, but got "
            "48");
}

TEST(TensorMap, boxesHaveSoManyBytes) {
  TensorMap map = plainMap();
  EXPECT_EQ(boxBytes(map), 256U);
  map.axes[1].step = 3;
  EXPECT_EQ(boxBytes(map), 96U);
}

TEST(TensorMap, swizzlesExchangePiecesOfALine) {
  for (unsigned swizzle : {0U, 32U, 64U, 128U}) {
    std::set<std::uint32_t> found;
    for (std::uint32_t at = 0; at < 4096; ++at) {
      std::uint32_t to = swizzledAddress(swizzle, at);
      EXPECT_EQ(to / 128, at / 128);
      EXPECT_EQ(to % 16, at % 16);
      EXPECT_EQ(swizzledAddress(swizzle, to), at);
      found.insert(to);
      // The pattern begins anew after so many lines.
      EXPECT_EQ(swizzledAddress(swizzle, at + swizzle * 8), to + swizzle * 8);
    }
    EXPECT_EQ(found.size(), 4096U);
  }
  EXPECT_EQ(swizzledAddress(128, 3 * 128 + 16), 3U * 128 + 32);
}

} // namespace heddle
