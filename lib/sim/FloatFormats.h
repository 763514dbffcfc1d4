//===- FloatFormats.h - Numbers of few bits ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Number formats of less than 32 bits, as floats and back.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_FLOATFORMATS_H
#define HEDDLE_LIB_SIM_FLOATFORMATS_H

#include <bit>
#include <cmath>
#include <cstdint>

namespace heddle::sim {

/// PTX ISA: the NaN that instructions produce.
inline float canonical(float x) {
  return x != x ? std::bit_cast<float>(0x7FFFFFFFU) : x;
}
inline double canonical(double x) {
  return x != x ? std::bit_cast<double>(0x7FFFFFFFFFFFFFFFULL) : x;
}

/// How numbers of a type are kept, and what is computed with.
struct Single {
  using Storage = float;
  using Wide = float;
  static float load(float x) { return x; }
  static float store(float x) { return canonical(x); }
};

struct Double {
  using Storage = double;
  using Wide = double;
  static double load(double x) { return x; }
  static double store(double x) { return canonical(x); }
};

/// Rounds to nearest, ties to even, as the operations that take the result as
/// one of 16 bits do. A sum, product, quotient or root of two such numbers that
/// was rounded to 24 bits first comes out the same.
struct Half {
  using Storage = std::uint16_t;
  using Wide = float;
  static float load(std::uint16_t half) {
    std::uint32_t sign = std::uint32_t(half & 0x8000U) << 16;
    std::uint32_t rest = half & 0x7FFFU;
    // Subnormals are multiples of 2^-24.
    if (rest < 0x0400U) {
      float value = static_cast<float>(rest) * 0x1p-24F;
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
    }
    constexpr std::uint32_t BiasStep = (127 - 15) << 23;
    std::uint32_t bits = (rest << 13) + BiasStep;
    if (rest >= 0x7C00U)
      bits += BiasStep;
    return std::bit_cast<float>(bits | sign);
  }
  static std::uint16_t store(float x) {
    auto bits = std::bit_cast<std::uint32_t>(x);
    auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
    std::uint32_t rest = bits & 0x7FFFFFFFU;
    if (rest > 0x7F800000U)
      return 0x7FFFU;
    constexpr std::uint32_t Overflow = 0x477FF000U; // 65520
    if (rest >= Overflow)
      return sign | 0x7C00U;
    constexpr std::uint32_t LeastNormal = 0x38800000U; // 2^-14
    if (rest < LeastNormal) {
      // Adding 1/2 leaves as many bits after the point as there are to be.
      float shifted = std::bit_cast<float>(rest) + 0.5F;
      return static_cast<std::uint16_t>(
          sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
    }
    std::uint32_t odd = (rest >> 13) & 1U;
    rest += 0x0FFFU + odd;
    return static_cast<std::uint16_t>(sign |
                                      ((rest - ((127U - 15U) << 23)) >> 13));
  }
};

struct Brain {
  using Storage = std::uint16_t;
  using Wide = float;
  static float load(std::uint16_t brain) {
    return std::bit_cast<float>(std::uint32_t(brain) << 16);
  }
  static std::uint16_t store(float x) {
    auto bits = std::bit_cast<std::uint32_t>(x);
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U)
      return 0x7FFFU;
    return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >>
                                      16);
  }
};

/// x * y + z, rounded once.
inline float fused(float x, float y, float z) { return std::fma(x, y, z); }
inline double fused(double x, double y, double z) { return std::fma(x, y, z); }

/// The same where the result is rounded again, to fewer bits: rounded to odd
/// here, so that the other rounding sees what was lost.
inline float fusedToOdd(float x, float y, float z) {
  double product = double(x) * double(y);
  double sum = product + double(z);
  double lost =
      (product - (sum - (sum - product))) + (double(z) - (sum - product));
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (lost != 0 && std::isfinite(sum) && (bits & 1U) == 0)
    bits += (lost > 0) == (sum > 0) ? 1 : std::uint64_t(-1);
  auto wide = std::bit_cast<double>(bits);
  auto narrow = static_cast<float>(wide);
  if (double(narrow) == wide || !std::isfinite(wide) || !std::isfinite(narrow))
    return narrow;
  // The neighbour towards zero, with its last bit set.
  auto narrowBits = std::bit_cast<std::uint32_t>(narrow);
  if (std::abs(double(narrow)) > std::abs(wide))
    --narrowBits;
  return std::bit_cast<float>(narrowBits | 1U);
}

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_FLOATFORMATS_H
