//===- Padding.h - Gaps between elements ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory may have gaps: so many elements stay free after each so many.
/// Gaps add with carry, so no linear layout has them; a padded layout is a
/// linear one that numbers the elements, and this, which places the numbers.
///
///     // After 32 elements 4 are free: number 40 is at 40 + (40 / 32) * 4.
///     Padding padding = {32, 4};
///     std::uint64_t place = paddedOffset({&padding, 1}, 40); // 44
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_PADDING_H
#define HEDDLE_LAYOUT_PADDING_H

#include <cstdint>
#include <span>

namespace heddle {

/// `padding` elements stay free after each `interval` elements, which is not 0.
struct Padding {
  std::uint64_t interval, padding;
  bool operator==(const Padding &) const = default;
};

/// Where element number `index` is: index + sum of index / interval * padding.
/// Several paddings add up; each counts elements, not the gaps of the others.
constexpr std::uint64_t paddedOffset(std::span<const Padding> paddings,
                                     std::uint64_t index) {
  std::uint64_t offset = index;
  for (const Padding &padding : paddings)
    offset += index / padding.interval * padding.padding;
  return offset;
}

} // namespace heddle

#endif // HEDDLE_LAYOUT_PADDING_H
