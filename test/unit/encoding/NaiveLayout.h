//===- NaiveLayout.h - Layouts by their definitions -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A definition is a function from one location to one element, written with
/// division and remainder as manuals write it, not with bits. A layout is
/// compared with it location by location.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_ENCODING_NAIVELAYOUT_H
#define HEDDLE_TEST_UNIT_ENCODING_NAIVELAYOUT_H

#include "SampleEncodings.h"

#include <functional>

namespace heddle {

/// Numbers of registers, lanes, ... (offsets, rows, columns), whichever the
/// layout has; 0 for the others.
struct Place {
  unsigned reg = 0, lane = 0, warp = 0, block = 0;
  unsigned offset = 0, partition = 0, row = 0, col = 0;
};

using Element = std::vector<std::uint64_t>;
using Definition = std::function<Element(const Place &)>;

inline Place placeOf(const LinearLayout &layout, Word location) {
  auto coordinate = [&](Dim dim) {
    return static_cast<unsigned>(f2::shiftRight(location, layout.inShift(dim)) &
                                 f2::lowMask(layout.inBits(dim)));
  };
  return {coordinate(Dim::Register), coordinate(Dim::Lane),
          coordinate(Dim::Warp),     coordinate(Dim::Block),
          coordinate(Dim::Offset),   coordinate(Dim::Partition),
          coordinate(Dim::Row),      coordinate(Dim::Col)};
}

inline Element elementAt(const LinearLayout &layout, Word location) {
  Word word = layout.applyWord(location);
  Element element;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
    element.push_back(layout.field(word, Dim::standard(axis)));
  return element;
}

/// Is the layout what the definition says, at every location, and are there
/// locations for every element?
inline testing::AssertionResult follows(const LinearLayout &layout,
                                        const Definition &definition) {
  if (!layout.isSurjective())
    return testing::AssertionFailure()
           << "some elements are nowhere in " << toText(layout);
  for (Word location = 0; location < f2::unit(layout.totalInBits());
       ++location) {
    Place p = placeOf(layout, location);
    Element expected = definition(p);
    Element found = elementAt(layout, location);
    if (found != expected)
      return testing::AssertionFailure()
             << "register " << p.reg << ", lane " << p.lane << ", warp "
             << p.warp << ", block " << p.block << ", offset " << p.offset
             << ", partition " << p.partition << ", row " << p.row << ", col "
             << p.col << " holds " << testing::PrintToString(found)
             << ", but the definition says " << testing::PrintToString(expected)
             << " in " << toText(layout);
  }
  return testing::AssertionSuccess();
}

/// The coordinates of a number in a box, order[0] varying fastest; taken from
/// the number, of which the rest stays.
inline Element takeCoordinates(unsigned &number, const UnsignedList &sizes,
                               const UnsignedList &order) {
  Element coordinates(sizes.size());
  for (unsigned axis : order) {
    coordinates[axis] = number % sizes[axis];
    number /= sizes[axis];
  }
  return coordinates;
}

/// The threads (lane, warp, block) that hold each element in some register.
inline std::map<Element, std::set<std::array<unsigned, 3>>>
threadsOf(const LinearLayout &layout) {
  std::map<Element, std::set<std::array<unsigned, 3>>> threads;
  for (Word location = 0; location < f2::unit(layout.totalInBits());
       ++location) {
    Place p = placeOf(layout, location);
    threads[elementAt(layout, location)].insert({p.lane, p.warp, p.block});
  }
  return threads;
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_ENCODING_NAIVELAYOUT_H
