//===- Lanes.h - Loops over lanes -------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops over all registers and lanes of an instruction, and over the masks
/// that say where registers are defined.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_LANES_H
#define HEDDLE_LIB_SIM_LANES_H

#include "ElementwiseTable.h"
#include "FloatFormats.h"
#include "Machine.h"
#include "Variant.h"

#include <algorithm>
#include <array>
#include <type_traits>

HEDDLE_SIM_BEGIN

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Masks of a whole value: what stands behind it may be overwritten by its own
/// padding only.
inline void copyMasks(const std::uint64_t *from, std::uint32_t count,
                      std::uint64_t *to) {
  if constexpr (IsWatched)
    for (std::uint32_t first = 0; first < count; first += MasksTogether) {
      // The padding of the one may be the other.
      std::array<std::uint64_t, MasksTogether> masks;
      std::memcpy(masks.data(), from + first, sizeof(masks));
      std::memcpy(to + first, masks.data(), sizeof(masks));
    }
}

inline void copyMasks(Warp &warp, const Instruction &each) {
  copyMasks(warp.masksAt(each.a), each.count, warp.masksAt(each.result));
}

/// Defined where both operands are.
inline void meetMasks(Warp &warp, const Instruction &each) {
  if constexpr (!IsWatched)
    return;
  const std::uint64_t *__restrict a = warp.masksAt(each.a);
  const std::uint64_t *__restrict b = warp.masksAt(each.b);
  std::uint64_t *__restrict result = warp.masksAt(each.result);
  for (std::uint32_t first = 0; first < each.count; first += MasksTogether)
    for (std::uint32_t index = first; index < first + MasksTogether; ++index)
      result[index] = a[index] & b[index];
}

/// Defined where all three are.
inline void meetThreeMasks(Warp &warp, const Instruction &each) {
  if constexpr (!IsWatched)
    return;
  const std::uint64_t *__restrict a = warp.masksAt(each.a);
  const std::uint64_t *__restrict b = warp.masksAt(each.b);
  const std::uint64_t *__restrict c = warp.masksAt(each.c);
  std::uint64_t *__restrict result = warp.masksAt(each.result);
  for (std::uint32_t first = 0; first < each.count; first += MasksTogether)
    for (std::uint32_t index = first; index < first + MasksTogether; ++index)
      result[index] = a[index] & b[index] & c[index];
}

/// Every lane has every register of the result.
inline bool isDefined(Warp &warp, const Instruction &each) {
  const std::uint64_t *masks = warp.masksAt(each.result);
  std::uint64_t everywhere = warp.all;
  for (std::uint32_t index = 0; index < each.count; ++index)
    everywhere &= masks[index];
  return everywhere == warp.all;
}

/// Lanes of these that lack the first register of a value.
inline std::uint64_t lacking(Warp &warp, Operand value, std::uint64_t lanes) {
  return IsWatched ? lanes & ~*warp.masksAt(value) : 0;
}

inline bool isIn(std::uint64_t mask, unsigned lane) {
  return (mask >> lane & 1U) != 0;
}

/// Calls back for each lane of each register whose mask lacks it.
template <class Fn>
void forUndefined(Warp &warp, const Instruction &each, Fn &&see) {
  std::uint64_t *result = warp.masksAt(each.result);
  for (std::uint32_t index = 0; index < each.count; ++index)
    for (std::uint64_t left = warp.all & ~result[index]; left != 0;
         left &= left - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(left));
      if (see(index, lane, std::size_t(index) * warp.lanes + lane))
        result[index] |= std::uint64_t(1) << lane;
    }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Lanes come in such numbers, so that loops over them have no remainder.
inline constexpr std::size_t Together = 32;

/// A register, in pieces of a size that is known here.
template <class T> void copyLanes(const Warp &warp, const T *from, T *to) {
  constexpr std::size_t Half = Together / 2;
  std::memcpy(to, from, Half * sizeof(T));
  std::memcpy(to + Half, from + Half, Half * sizeof(T));
  if (warp.lanes == Together)
    return;
  std::memcpy(to + Together, from + Together, Half * sizeof(T));
  std::memcpy(to + Together + Half, from + Together + Half, Half * sizeof(T));
}

template <class T, class U, auto Fn>
bool unary(Warp &warp, const Instruction &each) {
  const T *__restrict a = warp.at<T>(each.a);
  U *__restrict result = warp.at<U>(each.result);
  std::size_t count = std::size_t(each.count) * warp.lanes;
  for (std::size_t first = 0; first < count; first += Together)
    for (std::size_t index = first; index < first + Together; ++index)
      result[index] = static_cast<U>(Fn(a[index]));
  copyMasks(warp, each);
  return true;
}

template <class T, class U, auto Fn>
void pairs(Warp &warp, const Instruction &each) {
  const T *__restrict a = warp.at<T>(each.a);
  const T *__restrict b = warp.at<T>(each.b);
  U *__restrict result = warp.at<U>(each.result);
  std::size_t count = std::size_t(each.count) * warp.lanes;
  for (std::size_t first = 0; first < count; first += Together)
    for (std::size_t index = first; index < first + Together; ++index)
      result[index] = static_cast<U>(Fn(a[index], b[index]));
}

template <class T, class U, auto Fn>
bool binary(Warp &warp, const Instruction &each) {
  pairs<T, U, Fn>(warp, each);
  meetMasks(warp, each);
  return true;
}

/// The same where one operand alone may say what comes out: `Deciding` is then
/// true of it.
template <class T, auto Fn, auto Deciding>
bool decidable(Warp &warp, const Instruction &each) {
  pairs<T, T, Fn>(warp, each);
  meetMasks(warp, each);
  if (!IsWatched || isDefined(warp, each))
    return true;
  const T *a = warp.at<T>(each.a), *b = warp.at<T>(each.b);
  const std::uint64_t *aMasks = warp.masksAt(each.a);
  const std::uint64_t *bMasks = warp.masksAt(each.b);
  forUndefined(warp, each,
               [&](std::uint32_t index, unsigned lane, std::size_t at) {
                 return (isIn(aMasks[index], lane) && Deciding(a[at])) ||
                        (isIn(bMasks[index], lane) && Deciding(b[at]));
               });
  return true;
}

/// The same where some operands have no result: the others of a register, lane
/// by lane.
template <class T, auto Fn, auto HasResult>
void someResults(Warp &warp, const Instruction &each, std::uint32_t number) {
  const T *a = warp.at<T>(each.a), *b = warp.at<T>(each.b);
  T *result = warp.at<T>(each.result);
  std::uint64_t none = 0;
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    std::size_t at = std::size_t(number) * warp.lanes + lane;
    if (HasResult(a[at], b[at]))
      result[at] = static_cast<T>(Fn(a[at], b[at]));
    else
      none |= std::uint64_t(1) << lane;
  }
  if constexpr (IsWatched)
    warp.masksAt(each.result)[number] &= ~none;
}

template <class T, auto Fn, auto HasResult>
bool partial(Warp &warp, const Instruction &each) {
  meetMasks(warp, each);
  for (std::uint32_t index = 0; index < each.count; ++index) {
    std::size_t first = std::size_t(index) * warp.lanes;
    const T *__restrict a = warp.at<T>(each.a) + first;
    const T *__restrict b = warp.at<T>(each.b) + first;
    T *__restrict result = warp.at<T>(each.result) + first;
    bool haveAll = true, areSame = true;
    for (unsigned lane = 0; lane < warp.lanes; ++lane) {
      haveAll &= HasResult(a[lane], b[lane]);
      areSame &= b[lane] == b[0];
    }
    if (!haveAll) {
      someResults<T, Fn, HasResult>(warp, each, index);
    } else if (areSame) {
      // Vectors of the host are shifted by one number.
      T one = b[0];
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        result[lane] = static_cast<T>(Fn(a[lane], one));
    } else {
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        result[lane] = static_cast<T>(Fn(a[lane], b[lane]));
    }
  }
  return true;
}

/// A function of numbers in a format, rounded to it.
template <class Format, auto Fn>
bool unaryIn(Warp &warp, const Instruction &each) {
  using T = Format::Storage;
  return unary<T, T, [](T a) { return Format::store(Fn(Format::load(a))); }>(
      warp, each);
}
template <class Format, auto Fn>
bool binaryIn(Warp &warp, const Instruction &each) {
  using T = Format::Storage;
  return binary<T, T, [](T a, T b) {
    return Format::store(Fn(Format::load(a), Format::load(b)));
  }>(warp, each);
}

template <class Format, auto Fn>
bool ternaryIn(Warp &warp, const Instruction &each) {
  using T = Format::Storage;
  const T *__restrict a = warp.at<T>(each.a);
  const T *__restrict b = warp.at<T>(each.b);
  const T *__restrict c = warp.at<T>(each.c);
  T *__restrict result = warp.at<T>(each.result);
  std::size_t count = std::size_t(each.count) * warp.lanes;
  for (std::size_t first = 0; first < count; first += Together)
    for (std::size_t index = first; index < first + Together; ++index)
      result[index] =
          Format::store(Fn(Format::load(a[index]), Format::load(b[index]),
                           Format::load(c[index])));
  meetThreeMasks(warp, each);
  return true;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Bits are bytes, 0 or 1; as signed numbers 0 and -1, which the low bit of any
/// arithmetic with bytes of ones agrees with.
inline std::uint8_t spread(std::uint8_t bit) {
  return static_cast<std::uint8_t>(-bit);
}

template <auto Fn> RunTable integersBy() {
  using U8 = std::uint8_t;
  return {.i1 = binary<U8, U8,
                       [](U8 a, U8 b) {
                         return static_cast<U8>(Fn(spread(a), spread(b)) & 1);
                       }>,
          .i8 = binary<U8, U8, Fn>,
          .i16 = binary<std::uint16_t, std::uint16_t, Fn>,
          .i32 = binary<std::uint32_t, std::uint32_t, Fn>,
          .i64 = binary<std::uint64_t, std::uint64_t, Fn>};
}

template <auto Fn> RunTable floatsByOne() {
  return {.f16 = unaryIn<Half, Fn>,
          .bf16 = unaryIn<Brain, Fn>,
          .f32 = unaryIn<Single, Fn>,
          .f64 = unaryIn<Double, Fn>};
}

template <auto Fn> RunTable floatsByTwo() {
  return {.f16 = binaryIn<Half, Fn>,
          .bf16 = binaryIn<Brain, Fn>,
          .f32 = binaryIn<Single, Fn>,
          .f64 = binaryIn<Double, Fn>};
}

HEDDLE_SIM_END

#endif // HEDDLE_LIB_SIM_LANES_H
