//===- ProductKernels.h - Matrices that are multiplied ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fragments become matrices of the type that is computed with, each once,
/// whatever number of instructions it takes part in; then rows of A are
/// multiplied with all of B. A column of B, like an element of C, is one of
/// eight that the host computes together.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_PRODUCTKERNELS_H
#define HEDDLE_LIB_SIM_PRODUCTKERNELS_H

#include "FloatFormats.h"
#include "Lanes.h"
#include "SimtOps.h"

HEDDLE_SIM_BEGIN

/// Columns that are computed together; instructions have a multiple of it.
constexpr unsigned Columns = 8;

/// 8-bit floats: OCP 8-bit Floating Point Specification.
struct ByteE5M2 {
  using Storage = std::uint8_t;
  static float load(std::uint8_t byte) {
    return Half::load(static_cast<std::uint16_t>(byte << 8));
  }
};
struct ByteE4M3 {
  using Storage = std::uint8_t;
  static float load(std::uint8_t byte) {
    constexpr unsigned NaN = 0x7F;
    unsigned rest = byte & NaN;
    // One bit of the exponent less, and half the bias less eight.
    float value = rest == NaN
                      ? canonical(NAN)
                      : Half::load(static_cast<std::uint16_t>(rest << 7)) * 256;
    return (byte & 0x80U) != 0 ? -value : value;
  }
};
/// OCP Microscaling Formats, 5.3: a sign and so many bits of exponent and
/// mantissa, in the lowest bits. As a half, whose exponents are larger by the
/// difference of the biases.
template <unsigned Exponent, unsigned Mantissa> struct SmallFloat {
  using Storage = std::uint8_t;
  static float load(unsigned bits) {
    constexpr unsigned Sign = Exponent + Mantissa;
    constexpr int Bias = (1 << (Exponent - 1)) - 1, HalfBias = 15;
    unsigned rest = bits & ((1U << Sign) - 1);
    return Half::load(static_cast<std::uint16_t>((bits >> Sign & 1U) << 15 |
                                                 rest << (10 - Mantissa))) *
           float(1U << unsigned(HalfBias - Bias));
  }
};
using ByteE2M3 = SmallFloat<2, 3>;
using ByteE3M2 = SmallFloat<3, 2>;
using NibbleE2M1 = SmallFloat<2, 1>;
/// The upper 19 bits of a register count.
struct Tensor32 {
  using Storage = float;
  static float load(float x) {
    constexpr std::uint32_t Kept = 0xFFFFE000U;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & Kept);
  }
};
/// AMD, CDNA3 ISA, "FNUZ" formats: one zero, whose negative is the only NaN;
/// the bias is larger by one than in the formats above. As a float, whose
/// exponents are larger by the difference of the biases.
template <unsigned Exponent> struct ByteFnuz {
  using Storage = std::uint8_t;
  static float load(std::uint8_t byte) {
    constexpr unsigned NaN = 0x80, Mantissa = 7 - Exponent;
    constexpr unsigned Bias = 1U << (Exponent - 1), SingleBias = 127;
    if (byte == NaN)
      return canonical(NAN);
    constexpr auto Scale =
        std::bit_cast<float>((SingleBias + SingleBias - Bias) << 23);
    float value =
        std::bit_cast<float>((byte & 0x7FU) << (23 - Mantissa)) * Scale;
    return (byte & NaN) != 0 ? -value : value;
  }
};
using ByteE4M3Fnuz = ByteFnuz<4>;
using ByteE5M2Fnuz = ByteFnuz<5>;
template <class T> struct Whole {
  using Storage = T;
  static std::uint32_t load(T x) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(x));
  }
  static T store(std::uint32_t x) { return static_cast<T>(x); }
};

/// Fragments as matrices, one after the other.
template <class Format, class T>
void gather(Warp &warp, Operand from, const FragmentTable &table,
            unsigned fragments, unsigned elements, T *matrices) {
  const auto *stored = warp.at<typename Format::Storage>(from);
  std::size_t all = std::size_t(table.registers) * warp.lanes;
  for (unsigned fragment = 0; fragment < fragments; ++fragment)
    for (std::size_t index = 0; index < all; ++index) {
      auto bits = stored[fragment * all + index];
      T *place = matrices + std::size_t(fragment) * elements + table.at[index];
      *place = Format::load(bits);
      if constexpr (std::is_same_v<Format, NibbleE2M1>)
        place[table.second] = Format::load(bits >> 4U);
    }
}

template <class Format, class T>
void scatter(Warp &warp, Operand to, const FragmentTable &table,
             unsigned fragments, unsigned elements, const T *matrices) {
  auto *stored = warp.at<typename Format::Storage>(to);
  std::size_t all = std::size_t(table.registers) * warp.lanes;
  for (unsigned fragment = 0; fragment < fragments; ++fragment)
    for (std::size_t index = 0; index < all; ++index)
      stored[fragment * all + index] = Format::store(
          matrices[std::size_t(fragment) * elements + table.at[index]]);
}

/// C += A * B; the sum of each element in the order of k. Rows together, so
/// that the host has sums that do not wait for each other. A has `depth`
/// columns, of which k count. Products that T does not hold are rounded with
/// the sum.
template <class T, unsigned Rows, bool IsFused = false>
void multiplyRows(const T *__restrict a, const T *__restrict b, unsigned k,
                  unsigned depth, unsigned stride, T *__restrict c) {
  T sums[Rows][Columns];
  for (unsigned row = 0; row < Rows; ++row)
    for (unsigned column = 0; column < Columns; ++column)
      sums[row][column] = c[row * stride + column];
  for (unsigned index = 0; index < k; ++index)
    for (unsigned row = 0; row < Rows; ++row) {
      T factor = a[row * depth + index];
      for (unsigned column = 0; column < Columns; ++column) {
        T other = b[index * stride + column];
        if constexpr (IsFused)
          sums[row][column] = fused(factor, other, sums[row][column]);
        else
          sums[row][column] += factor * other;
      }
    }
  for (unsigned row = 0; row < Rows; ++row)
    for (unsigned column = 0; column < Columns; ++column)
      c[row * stride + column] = sums[row][column];
}

template <class T, bool IsFused>
void multiply(const ProductTable &table, const T *a, const T *b, T *c) {
  constexpr unsigned Rows = 4;
  for (unsigned column = 0; column < table.n; column += Columns)
    for (unsigned row = 0; row < table.m; row += Rows)
      multiplyRows<T, Rows, IsFused>(a + std::size_t(row) * table.k, b + column,
                                     table.k, table.k, table.n,
                                     c + std::size_t(row) * table.n + column);
}

/// Which elements of matrices are undefined: empty if none is.
using Holes = std::vector<std::uint8_t>;

inline bool areAllDefined(Warp &warp, const std::uint64_t *masks,
                          unsigned registers) {
  std::uint64_t everywhere = warp.all;
  for (unsigned index = 0; index < registers; ++index)
    everywhere &= masks[index];
  return everywhere == warp.all;
}

/// Of fragments with these masks.
inline Holes holesOf(Warp &warp, const std::uint64_t *masks,
                     const FragmentTable &table, unsigned fragments,
                     unsigned elements) {
  if (!IsWatched || areAllDefined(warp, masks, fragments * table.registers))
    return {};
  Holes holes(std::size_t(fragments) * elements);
  for (unsigned fragment = 0; fragment < fragments; ++fragment)
    for (unsigned index = 0; index < table.registers; ++index) {
      std::uint64_t mask = masks[fragment * table.registers + index];
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        if (!isIn(mask, lane)) {
          std::uint8_t *hole = holes.data() + std::size_t(fragment) * elements +
                               table.at[std::size_t(index) * warp.lanes + lane];
          hole[0] = hole[table.second] = 1;
        }
    }
  return holes;
}

struct NoScales {
  static constexpr bool areDefined() { return true; }
  static constexpr bool isHole(std::size_t, unsigned, unsigned) {
    return false;
  }
};

/// Masks of the sums: an element is undefined if it was, or if one of its
/// factors or their scales is.
template <class Scales = NoScales>
void spreadHoles(Warp &warp, const ProductTable &table, const Holes &a,
                 const Holes &b, Holes c, std::uint64_t *masks,
                 const Scales &scales = {}) {
  unsigned sizeA = table.m * table.k, sizeB = table.k * table.n,
           sizeC = table.m * table.n;
  if (a.empty() && b.empty() && c.empty() && scales.areDefined()) {
    std::fill_n(masks, table.countC * table.c.registers, warp.all);
    return;
  }
  c.resize(std::size_t(table.countC) * sizeC);
  auto hole = [](const Holes &holes, std::size_t at) {
    return holes.empty() ? std::uint8_t(0) : holes[at];
  };
  for (std::size_t at = 0; at < table.products.size(); at += 3) {
    std::size_t left = std::size_t(table.products[at]) * sizeA;
    std::size_t right = std::size_t(table.products[at + 1]) * sizeB;
    std::uint8_t *sum = c.data() + std::size_t(table.products[at + 2]) * sizeC;
    for (unsigned row = 0; row < table.m; ++row)
      for (unsigned column = 0; column < table.n; ++column) {
        std::uint8_t &own = sum[row * table.n + column];
        own |= scales.isHole(at / 3, row, column) ? 1U : 0U;
        for (unsigned index = 0; index < table.k; ++index)
          own |= hole(a, left + std::size_t(row) * table.k + index) |
                 hole(b, right + std::size_t(index) * table.n + column);
      }
  }
  for (unsigned fragment = 0; fragment < table.countC; ++fragment)
    for (unsigned index = 0; index < table.c.registers; ++index) {
      std::uint64_t mask = 0;
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        if (c[std::size_t(fragment) * sizeC +
              table.c.at[std::size_t(index) * warp.lanes + lane]] == 0)
          mask |= std::uint64_t(1) << lane;
      masks[fragment * table.c.registers + index] = mask;
    }
}

/// Of an instruction's operands, to its result.
template <class Scales = NoScales>
void spreadAllHoles(Warp &warp, const ProductTable &table,
                    const Instruction &each, const Scales &scales = {}) {
  auto holes = [&](Operand operand, const FragmentTable &fragment,
                   unsigned count, unsigned size) {
    return holesOf(warp, warp.masksAt(operand), fragment, count, size);
  };
  spreadHoles(warp, table,
              holes(each.a, table.a, table.countA, table.m * table.k),
              holes(each.b, table.b, table.countB, table.k * table.n),
              holes(each.c, table.c, table.countC, table.m * table.n),
              warp.masksAt(each.result), scales);
}

/// All products of a table, in their order, of factors like A. C with less
/// precision than sums have within an instruction is rounded behind each.
template <class T, class A, class C>
void multiplyAll(const ProductTable &table, const T *a, const T *b, T *c) {
  constexpr bool IsFused =
      std::is_same_v<A, Single> || std::is_same_v<A, Double>;
  unsigned sizeA = table.m * table.k, sizeB = table.k * table.n,
           sizeC = table.m * table.n;
  for (std::size_t at = 0; at < table.products.size(); at += 3) {
    T *sum = c + std::size_t(table.products[at + 2]) * sizeC;
    multiply<T, IsFused>(table, a + std::size_t(table.products[at]) * sizeA,
                         b + std::size_t(table.products[at + 1]) * sizeB, sum);
    if constexpr (std::is_same_v<C, Half>)
      for (unsigned index = 0; index < sizeC; ++index)
        sum[index] = Half::load(Half::store(sum[index]));
  }
}

/// What executes products of these types: `Of<T, A, B, C>::run` of the type
/// that is computed with and of the formats; null if they are not known.
template <template <class, class, class, class> class Of> struct RunsByTypes {
  template <class A, class B> static Run floats(ScalarType sum) {
    return sum == ScalarType::F16 ? Of<float, A, B, Half>::run
                                  : Of<float, A, B, Single>::run;
  }
  template <class A> static Run byteFloats(const MatrixTypes &types) {
    switch (types.b) {
    case ScalarType::E4M3:
      return floats<A, ByteE4M3>(types.c);
    case ScalarType::E5M2:
      return floats<A, ByteE5M2>(types.c);
    case ScalarType::E4M3Fnuz:
      return Of<float, A, ByteE4M3Fnuz, Single>::run;
    case ScalarType::E5M2Fnuz:
      return Of<float, A, ByteE5M2Fnuz, Single>::run;
    default:
      return nullptr;
    }
  }
  template <class A> static Run bytes(const MatrixTypes &types) {
    using Sum = Whole<std::uint32_t>;
    return types.b == ScalarType::S8
               ? Of<std::uint32_t, A, Whole<std::int8_t>, Sum>::run
               : Of<std::uint32_t, A, Whole<std::uint8_t>, Sum>::run;
  }
  static Run find(const MatrixTypes &types) {
    switch (types.a) {
    case ScalarType::F16:
      return floats<Half, Half>(types.c);
    case ScalarType::BF16:
      return floats<Brain, Brain>(types.c);
    case ScalarType::TF32:
      return floats<Tensor32, Tensor32>(types.c);
    case ScalarType::F32:
      return Of<float, Single, Single, Single>::run;
    case ScalarType::F64:
      return Of<double, Double, Double, Double>::run;
    case ScalarType::E4M3:
      return byteFloats<ByteE4M3>(types);
    case ScalarType::E5M2:
      return byteFloats<ByteE5M2>(types);
    case ScalarType::E4M3Fnuz:
      return byteFloats<ByteE4M3Fnuz>(types);
    case ScalarType::E5M2Fnuz:
      return byteFloats<ByteE5M2Fnuz>(types);
    case ScalarType::S8:
      return bytes<Whole<std::int8_t>>(types);
    case ScalarType::U8:
      return bytes<Whole<std::uint8_t>>(types);
    default:
      return nullptr;
    }
  }
};

HEDDLE_SIM_END

#endif // HEDDLE_LIB_SIM_PRODUCTKERNELS_H
