//===- LocationView.cpp - The holders of an element, and the reverse ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/TextView.h"

#include "Tokens.h"
#include "heddle/f2/Elimination.h"

namespace heddle {

using namespace view;

namespace {

/// "block, warp, lane and register".
std::string namesText(std::span<const Axis> axes) {
  std::string text;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    bool isLast = i + 1 == axes.size();
    text += concat(i == 0 ? "" : isLast ? " and " : ", ", axes[i].dim.name());
  }
  return text.empty() ? "none" : text;
}

/// Coordinates as one number. Those left out are 0.
Result<Word> numberOf(std::span<const Axis> axes,
                      std::span<const Coordinate> coordinates) {
  Word number = 0;
  std::vector<Dim> seen;
  for (const Coordinate &coordinate : coordinates) {
    std::string_view name = coordinate.dim.name();
    auto axis = std::find_if(axes.begin(), axes.end(), [&](const Axis &each) {
      return each.dim == coordinate.dim;
    });
    if (axis == axes.end())
      return failure(
          concat("expects a dimension of the layout, but got '", name, "'"),
          concat("the dimensions are ", namesText(axes)));
    if (std::find(seen.begin(), seen.end(), coordinate.dim) != seen.end())
      return failure(
          concat("expects each coordinate once, but got '", name, "' twice"));
    if (f2::shiftRight(coordinate.value, axis->bits) != 0)
      return failure(concat("expects a coordinate of ", name, " below ",
                            axis->size(), ", but got ", coordinate.value));
    seen.push_back(coordinate.dim);
    number |= f2::shiftLeft(coordinate.value, axis->shift);
  }
  return number;
}

/// "(3, 5)".
std::string valuesText(const IndexedLayout &layout, Word element) {
  std::string text;
  for (const Axis &out : layout.outs())
    text += concat(text.empty() ? "" : ", ", out.of(element));
  return concat("(", text, ")");
}

/// "(3, 1) = register=1 (0, 1) ^ lane=1 (1, 0) ^ lane=2 (2, 0)".
std::string sumText(const IndexedLayout &layout, Word location) {
  std::string text = concat(valuesText(layout, layout.apply(location)), " = ");
  if (location == 0)
    return text + "no bit of the location is set";
  for (Word rest = location; rest != 0; rest &= rest - 1) {
    Word bit = f2::unit(f2::lowestBit(rest));
    text += concat(rest == location ? "" : " ^ ", differenceText(layout, bit),
                   " ", valuesText(layout, layout.apply(bit)));
  }
  return text;
}

/// "T1:3 (block=0, warp=0, lane=1, register=3)".
std::string locationText(const IndexedLayout &layout, Word location) {
  return concat(tokenText(layout, location), " (",
                axesText(layout.ins(), location), ")");
}

/// Which sum of output bits is 0 for all locations, but not for this element.
std::string unreachedText(const IndexedLayout &layout, Word element) {
  auto solution = f2::solve(layout.matrix(), element);
  std::string text;
  Word proof = std::get<f2::Inconsistent>(solution).y;
  for (const Axis &out : layout.outs())
    for (unsigned bit = 0; bit < out.bits; ++bit)
      if ((proof >> (out.shift + bit) & 1) != 0)
        text += concat(text.empty() ? "" : " ^ ", "bit ", bit, " of ",
                       out.dim.name());
  return text + " is 0 for every location, but 1 for this element";
}

/// "4" or, past what a word holds, "2^64".
std::string powerText(std::size_t bits) {
  return bits < f2::MaxBits ? std::to_string(f2::unit(bits)) : "2^64";
}

std::string holdersText(const IndexedLayout &layout, Word first,
                        std::uint64_t mostLocations) {
  std::size_t bits = layout.replicas().size();
  Word last = f2::lowMask(static_cast<unsigned>(bits));
  std::string text = concat(" is held by ", powerText(bits),
                            bits == 0 ? " location\n" : " locations\n");
  for (Word i = 0; i < mostLocations; ++i) {
    Word location = first ^ f2::multiply(layout.replicas(), i);
    text += concat("  ", locationText(layout, location), "\n    ",
                   sumText(layout, location), "\n");
    if (i == last)
      break;
  }
  if (mostLocations <= last)
    text +=
        concat("  and ",
               mostLocations == 0 ? powerText(bits)
                                  : std::to_string(last - mostLocations + 1),
               " more\n");
  if (bits != 0)
    text += concat("they differ by xor with ", replicasText(layout), "\n");
  return text;
}

} // namespace

Result<std::string> locationView(const LinearLayout &layout,
                                 ListRef<Coordinate> element,
                                 std::uint64_t mostLocations) {
  IndexedLayout indexed(layout);
  return numberOf(indexed.outs(), element).map([&](Word number) {
    std::string text = concat("(", axesText(indexed.outs(), number), ")");
    if (std::optional<Word> first = indexed.firstHolder(number))
      return text + holdersText(indexed, *first, mostLocations);
    return concat(text, " is held by no location\n  ",
                  unreachedText(indexed, number), "\n");
  });
}

Result<std::string> elementView(const LinearLayout &layout,
                                ListRef<Coordinate> location) {
  IndexedLayout indexed(layout);
  return numberOf(indexed.ins(), location).map([&](Word number) {
    Word element = indexed.apply(number);
    std::size_t bits = indexed.replicas().size();
    std::string text = concat(locationText(indexed, number), " holds (",
                              axesText(indexed.outs(), element), ")\n  ",
                              sumText(indexed, number), "\n");
    if (bits == 0)
      return text + "no other location holds it\n";
    Word others = f2::lowMask(static_cast<unsigned>(bits));
    return concat(text, others,
                  others == 1 ? " other location holds it too, at xor "
                              : " other locations hold it too, at xor ",
                  replicasText(indexed), "\n");
  });
}

} // namespace heddle
