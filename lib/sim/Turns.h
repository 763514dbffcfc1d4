//===- Turns.h - Random numbers of a program --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random numbers that decide what comes first.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_TURNS_H
#define HEDDLE_LIB_SIM_TURNS_H

#include <cstdint>

namespace heddle::sim {

/// Random numbers determined by a seed and the number of a sequence
/// (SplitMix64).
class Turns {
public:
  Turns(std::uint64_t seed, std::uint64_t place)
      : state((seed * OtherOdd + place) * OtherOdd) {}
  /// A number below this one, which is less than 2^32.
  std::uint32_t below(std::uint32_t end) {
    std::uint64_t mixed = state += Odd;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>((mixed >> 32) * end >> 32);
  }

private:
  static constexpr std::uint64_t Odd = 0x9E3779B97F4A7C15U,
                                 OtherOdd = 0xD1B54A32D192ED03U;
  std::uint64_t state;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_TURNS_H
