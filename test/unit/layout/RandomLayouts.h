//===- RandomLayouts.h - Random layouts and a naive evaluator ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the property tests draw from and compare with: generators of layouts
/// for RapidCheck, and the slow obvious evaluation of a layout, one coordinate
/// and one bit at a time, as the oracle.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
#define HEDDLE_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H

#include "Check.h"
#include "PrintLayout.h"
#include "Sample.h"
#include "heddle/layout/LinearLayout.h"

#include <map>
#include <optional>
#include <rapidcheck.h>
#include <set>

namespace heddle {

inline constexpr Dim D0 = Dim::standard(0);
inline constexpr Dim D1 = Dim::standard(1);
inline constexpr Dim D2 = Dim::standard(2);

/// A location or an element: coordinates by dimension name. Dimensions that do
/// not occur are 0.
using Point = std::map<std::string, std::uint64_t>;

inline std::uint64_t at(const Point &point, Dim dim) {
  auto found = point.find(std::string(dim.name()));
  return found == point.end() ? 0 : found->second;
}

/// L(location), by the definition: the sum of the bases of the bits that are
/// set, coordinate by coordinate.
inline Point evaluate(const LinearLayout &a, const Point &location) {
  Point element;
  for (const DimBits &out : a.outs()) {
    std::uint64_t &coordinate = element[std::string(out.dim.name())];
    for (const DimBits &in : a.ins())
      for (unsigned bit = 0; bit < in.bits; ++bit)
        if ((at(location, in.dim) >> bit & 1) != 0)
          coordinate ^= a.basis(in.dim, bit, out.dim);
  }
  return element;
}

/// All points of a space with these dimensions, the first varying fastest: in
/// the order of their flattened numbers.
inline std::vector<Point> allPoints(std::span<const DimBits> dims) {
  std::vector<Point> points = {{}};
  for (std::size_t i = dims.size(); i-- != 0;) {
    std::vector<Point> more;
    for (const Point &point : points)
      for (std::uint64_t value = 0; value < f2::unit(dims[i].bits); ++value) {
        Point next = point;
        next[std::string(dims[i].dim.name())] = value;
        more.push_back(next);
      }
    points = std::move(more);
  }
  return points;
}

inline std::vector<Point> locations(const LinearLayout &a) {
  return allPoints(a.ins());
}

/// Any layout of these dimensions with up to `mostBits` bits in each: random
/// bases, about half of them single bits or zero as in real layouts.
inline rc::Gen<LinearLayout>
anyLayout(std::vector<Dim> ins, std::vector<Dim> outs, unsigned mostBits = 3) {
  return rc::gen::exec([=] {
    auto draw = [&](const std::vector<Dim> &dims, DimBitsList &list) {
      unsigned sum = 0;
      for (Dim dim : dims) {
        list.push_back({dim, *rc::gen::inRange(0U, mostBits + 1)});
        sum += list.back().bits;
      }
      return sum;
    };
    DimBitsList inList;
    DimBitsList outList;
    unsigned inBits = draw(ins, inList);
    unsigned outBits = draw(outs, outList);
    Words words;
    for (unsigned i = 0; i < inBits; ++i) {
      bool isSparse = *rc::gen::arbitrary<bool>();
      words.push_back(isSparse ? f2::unit(*rc::gen::inRange(0U, outBits + 1)) &
                                     f2::lowMask(outBits)
                               : *rc::gen::inRange<Word>(0, f2::unit(outBits)));
    }
    return get(LinearLayout::fromWords(inList, outList, words));
  });
}

/// An invertible layout with the output sizes of `a`'s outputs: the identity
/// with random columns added to each other.
inline rc::Gen<LinearLayout> anyInvertible(std::vector<DimBits> ins,
                                           std::vector<DimBits> outs) {
  return rc::gen::exec([=] {
    unsigned bits = 0;
    for (const DimBits &in : ins)
      bits += in.bits;
    Words words;
    for (unsigned i = 0; i < bits; ++i)
      words.push_back(f2::unit(i));
    for (unsigned step = 0; bits > 1 && step < 2 * bits; ++step) {
      unsigned from = *rc::gen::inRange(0U, bits);
      unsigned to = *rc::gen::inRange(0U, bits);
      if (from != to)
        words[to] ^= words[from];
    }
    return get(LinearLayout::fromWords(ins, outs, words));
  });
}

/// A layout that reaches every element: an invertible one and some replicas.
inline rc::Gen<LinearLayout> anySurjective(std::vector<Dim> outs,
                                           unsigned mostBits = 2) {
  return rc::gen::exec([=] {
    std::vector<DimBits> outList;
    unsigned outBits = 0;
    for (Dim dim : outs) {
      outList.push_back({dim, *rc::gen::inRange(0U, mostBits + 1)});
      outBits += outList.back().bits;
    }
    unsigned extra = *rc::gen::inRange(0U, 3U);
    unsigned lane = *rc::gen::inRange(0U, outBits + extra + 1);
    LinearLayout core = *anyInvertible({{Dim::Offset, outBits}}, outList);
    Words words(core.bases());
    for (unsigned i = 0; i < extra; ++i) {
      words.push_back(*rc::gen::inRange<Word>(0, f2::unit(outBits)));
      std::swap(words.back(), words[*rc::gen::inRange(0U, words.size())]);
    }
    return get(LinearLayout::fromWords(
        {{Dim::Register, outBits + extra - lane}, {Dim::Lane, lane}}, outList,
        words));
  });
}

} // namespace heddle

namespace heddle {
/// Ten times RapidCheck's number of cases, unless the environment says other;
/// twice under sanitizers.
inline const int MoreCases = [] {
  const char *given = getenv("RC_PARAMS");
  std::string parameters = given == nullptr ? "" : given;
  if (parameters.find("max_success") == std::string::npos)
    parameters += " max_success=" + std::to_string(1000 / SampledOneIn);
  return setenv("RC_PARAMS", parameters.c_str(), 1);
}();
} // namespace heddle

/// Checks a property on random inputs; RapidCheck prints the failing input and
/// the seed.
#define HEDDLE_PROPERTY(...)                                                   \
  EXPECT_TRUE(                                                                 \
      rc::check(testing::UnitTest::GetInstance()->current_test_info()->name(), \
                __VA_ARGS__))

#endif // HEDDLE_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
