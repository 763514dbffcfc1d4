//===- RandomTensors.h - Random layouts of tensors --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts as tensors have them, and what each location of one holds, tried out
/// location by location.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LOWERING_RANDOMTENSORS_H
#define HEDDLE_TEST_UNIT_LOWERING_RANDOMTENSORS_H

#include "Check.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/layout/Reshape.h"

#include <functional>
#include <rapidcheck.h>
#include <set>

/// RC_ASSERT without what it makes ready for its message, which takes longer
/// than most conditions.
#define HEDDLE_ASSERT(condition)                                               \
  do {                                                                         \
    if (!(condition))                                                          \
      RC_ASSERT(condition);                                                    \
  } while (false)

namespace heddle {

/// A place that holds an element.
struct Holder {
  std::uint32_t reg = 0, lane = 0, warp = 0;
};

inline Word elementAt(const LinearLayout &layout, const Holder &holder) {
  return f2::multiply(layout.bases(Dim::Register), holder.reg) ^
         f2::multiply(layout.bases(Dim::Lane), holder.lane) ^
         f2::multiply(layout.bases(Dim::Warp), holder.warp);
}

inline std::uint64_t coordinateAt(const LinearLayout &layout,
                                  const Holder &holder, unsigned axis) {
  return layout.field(elementAt(layout, holder), Dim::standard(axis));
}

/// What the registers of all threads hold, together with what was combined with
/// it.
class Held {
public:
  Held(unsigned registerBits, unsigned laneBits, unsigned warpBits)
      : registerBits(registerBits), laneBits(laneBits), warpBits(warpBits),
        sets(std::size_t(1) << (registerBits + laneBits + warpBits)) {}

  std::set<Word> &operator[](const Holder &holder) {
    return sets[indexOf(holder)];
  }
  std::size_t indexOf(const Holder &holder) const {
    return std::size_t(holder.warp) << (laneBits + registerBits) |
           std::size_t(holder.lane) << registerBits | holder.reg;
  }
  void forEach(const std::function<void(Holder)> &visit) const {
    for (std::uint32_t warp = 0; warp < 1U << warpBits; ++warp)
      for (std::uint32_t lane = 0; lane < 1U << laneBits; ++lane)
        for (std::uint32_t reg = 0; reg < 1U << registerBits; ++reg)
          visit({reg, lane, warp});
  }
  /// Each register with another one of the threads now, which must have nothing
  /// in common: combining an element twice would be wrong.
  void combine(const std::function<Holder(Holder)> &partner) {
    Held before = *this;
    forEach([&](Holder holder) {
      for (Word each : before[partner(holder)])
        HEDDLE_ASSERT((*this)[holder].insert(each).second);
    });
  }
  /// With the lanes in a direction.
  void combineLanes(std::uint32_t lanes, std::uint32_t registers) {
    combine([=](Holder holder) {
      return Holder{holder.reg ^ registers, holder.lane ^ lanes, holder.warp};
    });
  }
  /// Combines registers whose numbers differ in this bit, the highest one.
  Held withoutRegisterBit(unsigned bit) {
    Held left(registerBits - 1, laneBits, warpBits);
    left.forEach([&](Holder holder) {
      std::uint32_t low = holder.reg & ((1U << bit) - 1);
      Holder from = {low | (holder.reg ^ low) << 1, holder.lane, holder.warp};
      left[holder] = (*this)[from];
      from.reg |= 1U << bit;
      for (Word each : (*this)[from])
        HEDDLE_ASSERT(left[holder].insert(each).second);
    });
    return left;
  }

  unsigned registerBits, laneBits, warpBits;

private:
  std::vector<std::set<Word>> sets;
};

/// From `low` up to below `high`, large numbers from the first case on.
template <class T> T draw(T low, T high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high));
}

inline std::vector<DimBits> drawShape(unsigned rank) {
  std::vector<DimBits> outs;
  for (unsigned axis = 0; axis < rank; ++axis)
    outs.push_back({Dim::standard(axis), draw(0U, 4U)});
  return outs;
}

/// Every element somewhere, some in several places, about half of the bits
/// along one axis as in real layouts; no register holds another's elements.
inline LinearLayout drawTensor(const std::vector<DimBits> &outs, unsigned lanes,
                               unsigned warps) {
  unsigned outBits = 0;
  for (const DimBits &out : outs)
    outBits += out.bits;
  unsigned total = std::max(outBits, lanes + warps) + draw(0U, 2U);
  Words words;
  bool hasSums = *rc::gen::arbitrary<bool>();
  for (unsigned bit = 0; bit < total; ++bit)
    if (bit < outBits)
      words.push_back(f2::unit(bit));
    else
      words.push_back(hasSums ? draw<Word>(0, f2::unit(outBits)) : 0);
  bool isMixed = *rc::gen::arbitrary<bool>();
  for (unsigned step = 0; isMixed && total > 1 && step < outBits; ++step) {
    unsigned to = draw(0U, total);
    unsigned from = draw(0U, total);
    if (from != to)
      words[to] ^= words[from];
  }
  for (unsigned last = total; last > 1; --last)
    std::swap(words[last - 1], words[draw(0U, last)]);
  std::vector<DimBits> ins = {{Dim::Register, total - lanes - warps},
                              {Dim::Lane, lanes},
                              {Dim::Warp, warps},
                              {Dim::Block, 0}};
  LinearLayout layout = get(LinearLayout::fromWords(ins, outs, words));
  return get(removeZeroBases(layout, Dim::Register));
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_LOWERING_RANDOMTENSORS_H
