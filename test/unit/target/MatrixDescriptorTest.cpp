//===- MatrixDescriptorTest.cpp - Tiles that wgmma reads ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Descriptors are those that CUTLASS and Triton make; addresses are CuTe's
/// canonical layouts, worked out by hand.
///
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixDescriptor.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace heddle {

TEST(MatrixDescriptor, HasTheBitsOfThePtxIsa) {
  EXPECT_EQ(encode({0, 0, 0}), 0U);
  EXPECT_EQ(encode({128, 0, 1024}), 0x4000004000000000U);
  EXPECT_EQ(encode({64, 0, 512}), 0x8000002000000000U);
  EXPECT_EQ(encode({32, 0, 256}), 0xC000001000000000U);
  EXPECT_EQ(encode({128, 8192, 1024}), 0x4000004002000000U);
  EXPECT_EQ(encode({128, 2048, 1024}), 0x4000004000800000U);
  EXPECT_EQ(encode({0, 1024, 128}), 0x0000000800400000U);
}

TEST(MatrixDescriptor, IsReadAsItWasWritten) {
  std::mt19937_64 random(20261);
  std::set<std::uint64_t> seen;
  for (unsigned round = 0; round < 1000; ++round)
    for (unsigned swizzle : {0U, 32U, 64U, 128U}) {
      MatrixDescriptor descriptor = {
          swizzle, static_cast<std::uint32_t>(random() % (1U << 14) * 16),
          static_cast<std::uint32_t>(random() % (1U << 14) * 16)};
      std::uint64_t bits = encode(descriptor);
      // Of the start address, the base offset, and what must be zero.
      EXPECT_EQ(bits & 0x3FFFC000C000FFFFU, 0U);
      EXPECT_EQ(decodeDescriptor(bits), descriptor);
      seen.insert(bits);
    }
  EXPECT_GT(seen.size(), 3990U);
}

TEST(MatrixDescriptor, BeginsWhereItsSwizzleDoes) {
  EXPECT_EQ(alignmentOf({0, 128, 256}), 16U);
  EXPECT_EQ(alignmentOf({32, 0, 256}), 256U);
  EXPECT_EQ(alignmentOf({64, 0, 512}), 512U);
  EXPECT_EQ(alignmentOf({128, 0, 1024}), 1024U);
}

// Bytes of the rows of an atom of eight.
TEST(MatrixDescriptor, SwizzlesRows) {
  constexpr std::uint32_t Start = 3 * 1024;
  auto row = [](unsigned swizzle, std::uint32_t number) {
    return addressIn({swizzle, 0, swizzle * 8}, false, Start, number, 0) -
           Start;
  };
  std::map<unsigned, std::map<std::uint32_t, std::uint32_t>> rows = {
      {128, {{1, 128 ^ 16}, {2, 256 ^ 32}, {4, 512 ^ 64}, {8, 1024}}},
      {64, {{1, 64}, {2, 128 ^ 16}, {4, 256 ^ 32}, {8, 512}}},
      {32, {{1, 32}, {2, 64}, {4, 128 ^ 16}, {8, 256}}}};
  for (const auto &[swizzle, addresses] : rows)
    for (auto [number, address] : addresses)
      EXPECT_EQ(row(swizzle, number), address) << swizzle << ", " << number;
}

// The xor takes the address, with the step along K already in it.
TEST(MatrixDescriptor, StepsInsideOfASwizzle) {
  MatrixDescriptor descriptor = {128, 0, 1024};
  for (std::uint32_t step : {0U, 32U, 64U, 96U})
    for (std::uint32_t row = 0; row < 64; ++row)
      for (std::uint32_t byte = 0; byte < 32; ++byte)
        EXPECT_EQ(addressIn(descriptor, false, 2048 + step, row, byte),
                  addressIn(descriptor, false, 2048, row, step + byte));
}

TEST(MatrixDescriptor, FollowsItsFields) {
  // K-major: eight rows of 16 bytes, the next ones by `stride`, the next 16
  // bytes of K by `leading`.
  MatrixDescriptor plain = {0, 1024, 128};
  EXPECT_EQ(addressIn(plain, false, 16, 1, 0), 32U);
  EXPECT_EQ(addressIn(plain, false, 16, 8, 0), 144U);
  EXPECT_EQ(addressIn(plain, false, 16, 9, 17), 16U + 128 + 16 + 1024 + 1);
  // Transposed the fields change places: element (row 9, k 10) of 16 bits.
  EXPECT_EQ(addressIn(plain, true, 16, 9, 20), 16U + 128 + 2 + 1024 + 2 * 16);
  // Columns of 64 elements, each of 64 rows of 128 bytes.
  MatrixDescriptor wide = {128, 8192, 1024};
  EXPECT_EQ(addressIn(wide, true, 0, 64, 0), 8192U);
  EXPECT_EQ(addressIn(wide, true, 0, 0, 16), 1024U);
  EXPECT_EQ(addressIn(wide, true, 0, 65, 18), 8192U + 1024 + (128 ^ 16) + 2);
}

TEST(MatrixDescriptor, MeansEachByteOnce) {
  for (unsigned swizzle : {0U, 32U, 64U, 128U}) {
    unsigned width = swizzle == 0 ? 16 : swizzle;
    MatrixDescriptor descriptor = {swizzle, swizzle == 0 ? 128 * 8U : 0,
                                   width * 8};
    std::set<std::uint32_t> addresses;
    for (std::uint32_t row = 0; row < 64; ++row)
      for (std::uint32_t byte = 0; byte < 32; ++byte)
        addresses.insert(addressIn(descriptor, false, 4096, row, byte));
    EXPECT_EQ(addresses.size(), 64U * 32);
  }
}

} // namespace heddle
