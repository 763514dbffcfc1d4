//===- Kept.h - What is left of a list without its middle -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first `head` and the last `tail` of `total` things.
///
///     Kept::atMost(5, 10)    0 1 2 .. 8 9
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_KEPT_H
#define HEDDLE_LIB_VIEW_KEPT_H

#include <cstdint>

namespace heddle::view {

struct Kept {
  std::uint64_t head;
  std::uint64_t tail;
  std::uint64_t total;

  /// All of them if that is at most `most`, or if `most` is 0.
  static Kept atMost(std::uint64_t most, std::uint64_t total) {
    if (most == 0 || total <= most)
      return {total, 0, total};
    return {most - most / 2, most / 2, total};
  }

  std::uint64_t count() const { return head + tail; }
  bool isWhole() const { return count() == total; }
  /// The index of the i-th thing that is left.
  std::uint64_t at(std::uint64_t i) const {
    return i < head ? i : total - count() + i;
  }
  std::uint64_t firstLeftOut() const { return head; }
  std::uint64_t lastLeftOut() const { return total - tail - 1; }
};

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_KEPT_H
