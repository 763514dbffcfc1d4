//===- RandomPairs.h - Pairs of layouts -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pairs of layouts to convert between, drawn at random: of all families of
/// registers and of no family at all.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_PLAN_RANDOMPAIRS_H
#define HEDDLE_TEST_UNIT_PLAN_RANDOMPAIRS_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

#include <random>
#include <string>

namespace heddle {

struct RandomPair {
  LinearLayout src, dst;
  unsigned elementBits;
  const Target *target;
  /// How to draw it again, or the two types.
  std::string text;
};

class PairSource {
public:
  explicit PairSource(std::uint64_t seed) : engine(seed) {}
  RandomPair next();

private:
  unsigned below(unsigned limit) {
    return static_cast<unsigned>(engine() % limit);
  }
  unsigned power(unsigned most) { return 1U << below(most + 1); }
  template <class T> const T &oneOf(const std::vector<T> &list) {
    return list[below(static_cast<unsigned>(list.size()))];
  }

  LinearLayout anyLayout(unsigned tensorBits, const Target &target,
                         unsigned warps, unsigned blocks);
  LinearLayout familyLayout(std::span<const std::uint64_t> shape,
                            const Target &target, unsigned warps,
                            unsigned blocks, std::string &text);
  std::string blocked(const Target &target, unsigned warps, unsigned blocks);
  std::string matrix(const Target &target, unsigned warps, unsigned blocks);

  std::mt19937_64 engine;
};

/// What the registers of `layout` hold of a tensor with these bytes, element
/// after element in the order of `order`'s flattened elements.
std::vector<std::uint8_t> registersOf(const LinearLayout &layout,
                                      const LinearLayout &order,
                                      std::span<const std::uint8_t> tensor,
                                      unsigned elementBytes);

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_PLAN_RANDOMPAIRS_H
