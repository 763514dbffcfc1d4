//===- RandomFamilies.h - Encodings of all families -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodings of registers on one shape, drawn at random: blocked, slices,
/// matrix instructions and their operands of both vendors, linear.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_PLAN_RANDOMFAMILIES_H
#define HEDDLE_TEST_UNIT_PLAN_RANDOMFAMILIES_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

#include <random>
#include <string>

namespace heddle {

struct FamilyPair {
  std::vector<std::uint64_t> shape;
  /// Texts of the encodings, and what they mean on the shape.
  std::string from, to;
  LinearLayout src, dst;
  unsigned elementBits;
  const Target *target;

  std::string text() const;
};

class FamilySource {
public:
  explicit FamilySource(std::uint64_t seed) : engine(seed) {}
  /// One to three dimensions, up to 2^14 elements, 1 to 8 warps.
  FamilyPair next();

private:
  unsigned below(unsigned limit) {
    return static_cast<unsigned>(engine() % limit);
  }
  /// Factors that are powers of two, with that many bits together.
  std::string dealt(unsigned rank, unsigned bits);
  std::string sizes(unsigned rank);
  std::string order(unsigned rank);
  std::string blocked(unsigned rank);
  std::string slice(unsigned rank);
  std::string matrix();
  std::string nvidiaMatrix();
  std::string amdMatrix();
  std::string linear(const std::vector<std::uint64_t> &shape);
  std::string encoding(const std::vector<std::uint64_t> &shape);

  std::mt19937_64 engine;
  const Target *target = nullptr;
  unsigned warpBits = 0;
};

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_PLAN_RANDOMFAMILIES_H
