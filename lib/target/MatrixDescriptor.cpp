//===- MatrixDescriptor.cpp - Tiles that wgmma reads ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixDescriptor.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr unsigned LeadingShift = 16, StrideShift = 32, SwizzleShift = 62;
/// Fields of bytes leave out the lowest four bits.
constexpr unsigned UnitShift = 4;
constexpr std::uint64_t FieldMask = 0x3FFF;
constexpr unsigned Chunk = 16, GroupRows = 8;

std::uint64_t field(std::uint32_t bytes) {
  return bytes >> UnitShift & FieldMask;
}

/// 128, 64 and 32 bytes xor three, two and one bits.
std::uint32_t swizzled(std::uint32_t address, unsigned swizzle) {
  constexpr unsigned From = 7, To = 4;
  std::uint32_t mask = swizzle / Chunk - (swizzle == 0 ? 0 : 1);
  return address ^ (address >> From & mask) << To;
}

} // namespace

std::uint64_t encode(const MatrixDescriptor &descriptor) {
  std::uint64_t mode = descriptor.swizzle == 128  ? 1
                       : descriptor.swizzle == 64 ? 2
                       : descriptor.swizzle == 32 ? 3
                                                  : 0;
  return field(descriptor.leading) << LeadingShift |
         field(descriptor.stride) << StrideShift | mode << SwizzleShift;
}

MatrixDescriptor decodeDescriptor(std::uint64_t bits) {
  auto bytes = [&](unsigned shift) {
    return static_cast<std::uint32_t>((bits >> shift & FieldMask) << UnitShift);
  };
  constexpr unsigned Swizzles[] = {0, 128, 64, 32};
  return {Swizzles[bits >> SwizzleShift], bytes(LeadingShift),
          bytes(StrideShift)};
}

unsigned alignmentOf(const MatrixDescriptor &descriptor) {
  return std::max(Chunk, descriptor.swizzle * GroupRows);
}

std::uint32_t addressIn(const MatrixDescriptor &descriptor, bool isTransposed,
                        std::uint32_t start, std::uint32_t row,
                        std::uint32_t byte) {
  const auto &[swizzle, leading, stride] = descriptor;
  std::uint32_t width = std::max(Chunk, swizzle), offset = 0;
  if (!isTransposed) {
    offset = row % GroupRows * width + row / GroupRows * stride +
             byte / width * leading + byte % width;
  } else {
    constexpr std::uint32_t Bytes = 2;
    std::uint32_t k = byte / Bytes, along = row * Bytes;
    // Without a swizzle the two fields change places.
    std::uint32_t next = swizzle == 0 ? stride : leading;
    std::uint32_t group = swizzle == 0 ? leading : stride;
    offset = along % width + along / width * next + k % GroupRows * width +
             k / GroupRows * group + byte % Bytes;
  }
  return swizzled(start + offset, swizzle);
}

} // namespace heddle
