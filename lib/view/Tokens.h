//===- Tokens.h - Names of locations and elements ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The words that all views use: `T5:2` for a location, `(3,5)` for an element,
/// and the sentences that explain them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_TOKENS_H
#define HEDDLE_LIB_VIEW_TOKENS_H

#include "IndexedLayout.h"

#include <string>

namespace heddle::view {

/// "B1:T5:2", "B1:34", "3:5": see TextView.h.
std::string tokenText(const IndexedLayout &layout, Word location);

/// What the tokens of this layout mean, in a line.
std::string tokenLegend(const IndexedLayout &layout);

/// What "+3" at a token means, in a line; empty if elements have one holder.
std::string replicaLegend(const IndexedLayout &layout);

/// The thread, or what plays its part: locations of one number have one colour.
std::uint64_t colourOf(const IndexedLayout &layout, Word location);
/// "thread": what the numbers of `colourOf` count.
std::string colourNoun(const IndexedLayout &layout);

enum class Align { No, ToSize };
/// "(3,5)", or "( 3, 5)" where the size has two digits.
std::string elementText(const IndexedLayout &layout, Word element,
                        Align align = Align::No);

/// "block=0, warp=1": all of these axes, in order.
std::string axesText(std::span<const Axis> axes, Word number,
                     std::string_view equals = "=");

/// "lane=4, warp=1": the coordinates that are not zero, minor to major.
std::string differenceText(const IndexedLayout &layout, Word difference);

/// "{lane=4}, {register=1, warp=1} and their sums": how holders differ.
std::string replicasText(const IndexedLayout &layout);

/// "16x8", or "scalar".
std::string shapeText(const IndexedLayout &layout);

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_TOKENS_H
