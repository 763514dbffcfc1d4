//===- Arena.h - Places that are lent ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers from 0 on that are lent and come back.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ARENA_H
#define HEDDLE_LIB_SIM_ARENA_H

#include <cstdint>
#include <map>

namespace heddle::sim {

class Arena {
public:
  /// The lowest position where so many are free.
  std::uint32_t take(std::uint32_t count) {
    for (auto free = gaps.begin(); free != gaps.end(); ++free) {
      auto [at, size] = *free;
      if (size < count)
        continue;
      gaps.erase(free);
      if (size > count)
        gaps.emplace(at + count, size - count);
      return at;
    }
    return takeNew(count);
  }

  /// A position that was never used before.
  std::uint32_t takeNew(std::uint32_t count) {
    std::uint32_t at = end;
    end += count;
    return at;
  }

  void give(std::uint32_t at, std::uint32_t count) {
    auto [gap, isNew] = gaps.emplace(at, count);
    if (auto next = std::next(gap);
        next != gaps.end() && next->first == at + gap->second) {
      gap->second += next->second;
      gaps.erase(next);
    }
    if (gap == gaps.begin())
      return;
    auto before = std::prev(gap);
    if (before->first + before->second == at) {
      before->second += gap->second;
      gaps.erase(gap);
    }
  }

  /// One more than the highest that was ever lent.
  std::uint32_t size() const { return end; }

private:
  /// Free positions below `end`, and how many there are.
  std::map<std::uint32_t, std::uint32_t> gaps;
  std::uint32_t end = 0;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_ARENA_H
