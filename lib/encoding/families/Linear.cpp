//===- Linear.cpp - Distributed layouts by their bases --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "ParameterRows.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

template <class E>
static constexpr Parameter<E> DistributedBases[] = {
    {"register", &E::registers, Always, AnyValue,
     "elements of registers 1, 2, 4, ... of a thread"},
    {"lane", &E::lanes, Always, AnyValue, "the same of lanes 1, 2, 4, ..."},
    {"warp", &E::warps, Always, AnyValue, "the same of warps 1, 2, 4, ..."},
    {"block", &E::blocks, Always, AnyValue, "the same of blocks 1, 2, 4, ..."},
};

template <> const Family<LinearEncoding> &familyOf<LinearEncoding>() {
  static constexpr Family<LinearEncoding> Table = {
      "ttg",
      "linear",
      EncodingKind::Distributed,
      Wrapping::Braces,
      DistributedBases<LinearEncoding>,
      "any layout whose basis vectors are unit vectors or zero"};
  return Table;
}

template <>
const Family<GenericLinearEncoding> &familyOf<GenericLinearEncoding>() {
  static constexpr Family<GenericLinearEncoding> Table = {
      "ttg",
      "generic_linear",
      EncodingKind::Distributed,
      Wrapping::Braces,
      DistributedBases<GenericLinearEncoding>,
      "any surjective layout whose warps may mix dimensions (from 3.8 on)",
      TritonVersion::V3_8};
  return Table;
}

namespace {

Checked checkRules(const LinearEncoding &e, unsigned rank) {
  std::array<NamedBases, 4> lists = {{{"register", &e.registers},
                                      {"lane", &e.lanes},
                                      {"warp", &e.warps},
                                      {"block", &e.blocks}}};
  return checkPermutationOfBits(lists, rank);
}

Checked checkRules(const GenericLinearEncoding &e, unsigned rank) {
  std::array<NamedBases, 4> lists = {{{"register", &e.registers},
                                      {"lane", &e.lanes},
                                      {"block", &e.blocks},
                                      {"warp", &e.warps}}};
  for (const NamedBases &list : std::span(lists).first(3))
    for (const UnsignedList &basis : *list.bases)
      if (!movesAlongOne(basis))
        return wrongValue(list.name, "basis vectors with one coordinate",
                          coordinateText(basis),
                          "only warps may mix dimensions");
  return checkSpan(lists, rank, Independence::NotRequired);
}

/// The dimensions in the order in which the bases reach them, then the others
/// from the last to the first.
InplaceVector<unsigned, MaxDims> orderOf(const Bases &bases, unsigned rank) {
  InplaceVector<unsigned, MaxDims> order;
  auto add = [&](unsigned axis) {
    if (std::find(order.begin(), order.end(), axis) == order.end())
      order.push_back(axis);
  };
  for (const UnsignedList &basis : bases)
    for (unsigned axis = 0; axis < rank; ++axis)
      if (basis[axis] != 0)
        add(axis);
  for (unsigned axis = rank; axis-- > 0;)
    add(axis);
  return order;
}

/// Both linear families: the bases as they are, cut to the shape, and repeated
/// in registers where the shape is larger. Registers that the cut leaves
/// without an element of their own go, in every release.
template <class E>
Result<LinearLayout> linearLayoutOf(const E &e, const ShapeContext &c) {
  unsigned rank = static_cast<unsigned>(c.bits.size());
  TileBuilder tile(c.bits, {});
  InplaceVector<unsigned, MaxDims> span;
  for (unsigned axis = 0; axis < rank; ++axis)
    span.push_back(0);
  const Bases *lists[] = {&e.registers, &e.lanes, &e.warps, &e.blocks};
  for (const Bases *list : lists)
    for (const UnsignedList &basis : *list)
      for (unsigned axis = 0; axis < rank; ++axis)
        span[axis] =
            std::max(span[axis], unsigned(std::bit_width(basis[axis])));

  for (const UnsignedList &basis : e.registers) {
    Word word = tile.wordOfVector(basis);
    bool wasZero =
        std::ranges::all_of(basis, [](unsigned c) { return c == 0; });
    if (word != 0 || wasZero)
      tile.placeWord(Slot::Register, word);
  }
  for (const UnsignedList &basis : e.lanes)
    tile.placeVector(Slot::Lane, basis);
  for (const UnsignedList &basis : e.warps)
    tile.placeVector(Slot::Warp, basis);
  tile.placeBlocks(e.blocks);
  for (unsigned axis = 0; axis < rank; ++axis)
    tile.skip(axis, span[axis]);
  for (unsigned axis : orderOf(e.registers, rank))
    tile.fill(Slot::Register, axis);
  return tile.finishDistributed();
}

Result<LinearLayout> layoutOf(const LinearEncoding &e, const ShapeContext &c) {
  return linearLayoutOf(e, c);
}

Result<LinearLayout> layoutOf(const GenericLinearEncoding &e,
                              const ShapeContext &c) {
  return linearLayoutOf(e, c);
}

} // namespace

template <> const FamilyTraits<LinearEncoding> &traitsOf<LinearEncoding>() {
  using E = LinearEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank =
          [](const E &e) {
            return rankOfBases({&e.registers, &e.lanes, &e.warps, &e.blocks});
          },
      .check = checkRules,
      .layout = layoutOf,
      .ignoresUnknown = true,
  };
  return Traits;
}

template <>
const FamilyTraits<GenericLinearEncoding> &traitsOf<GenericLinearEncoding>() {
  using E = GenericLinearEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank =
          [](const E &e) {
            return rankOfBases({&e.registers, &e.lanes, &e.warps, &e.blocks});
          },
      .check = checkRules,
      .layout = layoutOf,
      .ignoresUnknown = true,
      .mayMissElements = true,
  };
  return Traits;
}

} // namespace heddle
