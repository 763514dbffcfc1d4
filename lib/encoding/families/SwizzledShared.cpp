//===- SwizzledShared.cpp - Rows permuted by their number -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "ParameterRows.h"
#include "SyntaxValues.h"

#include <algorithm>

namespace heddle {

template <class E>
static constexpr Parameter<E> SwizzleParameters[] = {
    {"vec", &E::vec, Always, PowerOfTwo, "elements that stay together"},
    {"perPhase", &E::perPhase, Always, PowerOfTwo,
     "consecutive rows that are permuted alike"},
    {"maxPhase", &E::maxPhase, Always, PowerOfTwo,
     "different permutations before they repeat"},
    orderParameter<E>(),
    cgaParameter<E>(),
};

template <>
const Family<SwizzledSharedEncoding> &familyOf<SwizzledSharedEncoding>() {
  static constexpr Family<SwizzledSharedEncoding> Table = {
      "ttg",
      "swizzled_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      SwizzleParameters<SwizzledSharedEncoding>,
      "rows in shared memory, each permuted by its number"};
  return Table;
}

template <>
const Family<AmdRotatingSharedEncoding> &familyOf<AmdRotatingSharedEncoding>() {
  static constexpr Family<AmdRotatingSharedEncoding> Table = {
      "ttg",
      "amd_rotating_shared",
      EncodingKind::Shared,
      Wrapping::Braces,
      SwizzleParameters<AmdRotatingSharedEncoding>,
      "as swizzled_shared, with a permutation that changes from one group of "
      "rows to the next"};
  return Table;
}

namespace {

Checked checkRules(const SwizzledSharedEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

Checked checkRules(const AmdRotatingSharedEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

// Swizzles of a text are of any numbers.

Checked checkText(const SwizzledSharedEncoding &e, unsigned rank) {
  if (Checked order = checkPermutation("order", e.order); !order)
    return order;
  return checkCga(e.cga, rank);
}

Checked checkText(const AmdRotatingSharedEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

/// The offsets of a block: rows along order[0], the row of number r permuted by
/// XORing its column with `columnXor(r)`, which is linear in r; the other
/// dimensions one after the other.
template <class E, class ColumnXor>
Result<LinearLayout> swizzledLayout(const E &e, const ShapeContext &c,
                                    ColumnXor columnXor) {
  TileBuilder tile(c.bits, e.cga);
  if (e.order.empty())
    return tile.finish({Dim::Offset});
  unsigned column = e.order[0];
  tile.fill(Slot::Offset, column);
  for (std::size_t i = 1; i < e.order.size(); ++i) {
    unsigned axis = e.order[i];
    for (unsigned bit = 0; bit < tile.blockBits(axis); ++bit) {
      Word word = tile.wordOf(axis, f2::unit(bit));
      if (i == 1)
        word |= tile.wordOf(column, columnXor(f2::unit(bit)));
      tile.placeWord(Slot::Offset, word);
    }
  }
  return tile.finish({Dim::Offset});
}

Result<LinearLayout> layoutOf(const SwizzledSharedEncoding &e,
                              const ShapeContext &c) {
  return swizzledLayout(e, c, [&](std::uint64_t row) -> std::uint64_t {
    return row / e.perPhase % e.maxPhase * e.vec;
  });
}

Result<LinearLayout> layoutOf(const AmdRotatingSharedEncoding &e,
                              const ShapeContext &c) {
  return swizzledLayout(e, c, [&](std::uint64_t row) -> std::uint64_t {
    std::uint64_t phase = row / e.perPhase % e.maxPhase;
    std::uint64_t group = row / e.perPhase / e.maxPhase % e.maxPhase;
    return (phase ^ group) * e.vec;
  });
}

// `shared` with hasLeadingOffset is `nvmma_shared` today, any other this.
Parsed<void> readOldForm(SyntaxAttribute &attribute, const ReadOptions &) {
  SyntaxField *leading = attribute.braces.find("hasLeadingOffset");
  if (leading != nullptr && isWord(*leading, "true"))
    return {};
  if (leading != nullptr && !isWord(*leading, "false"))
    return failAt(
        leading->value.position,
        concat("expects true or false as 'hasLeadingOffset', but got ",
               describe(leading->value)));
  attribute.braces.take("hasLeadingOffset");
  attribute.mnemonic = "swizzled_shared";
  return {};
}

OldForm writeOldForm(const SwizzledSharedEncoding &e,
                     const WriteOptions &options) {
  if (!isLegacy(options))
    return std::nullopt;
  return legacyShared(e.vec, e.perPhase, e.maxPhase, e.order, e.cga, "false");
}

} // namespace

template <>
const FamilyTraits<SwizzledSharedEncoding> &traitsOf<SwizzledSharedEncoding>() {
  using E = SwizzledSharedEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = [](const E &e) { return static_cast<unsigned>(e.order.size()); },
      .check = checkRules,
      .layout = layoutOf,
      .checkText = checkText,
      .mayOmit = true,
      .old = {.mnemonic = "shared", .read = readOldForm, .write = writeOldForm},
  };
  return Traits;
}

template <>
const FamilyTraits<AmdRotatingSharedEncoding> &
traitsOf<AmdRotatingSharedEncoding>() {
  using E = AmdRotatingSharedEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = [](const E &e) { return static_cast<unsigned>(e.order.size()); },
      .check = checkRules,
      .layout = layoutOf,
      .checkText = checkText,
      .mayOmit = true,
  };
  return Traits;
}

} // namespace heddle
