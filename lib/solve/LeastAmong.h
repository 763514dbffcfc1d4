//===- LeastAmong.h - The least of many numbers -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SOLVE_LEASTAMONG_H
#define HEDDLE_LIB_SOLVE_LEASTAMONG_H

#include <algorithm>
#include <cstddef>
#include <limits>

namespace heddle {

/// The least of `at(0)` to `at(count - 1)`, infinity of none. Two at a time:
/// each minimum waits for the one before.
template <class Fn> double leastAmong(std::size_t count, Fn at) {
  double even = std::numeric_limits<double>::infinity(), odd = even;
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    even = std::min(even, at(i));
    odd = std::min(odd, at(i + 1));
  }
  if (i < count)
    even = std::min(even, at(i));
  return std::min(even, odd);
}

} // namespace heddle

#endif // HEDDLE_LIB_SOLVE_LEASTAMONG_H
