//===- Blocked.cpp - Tiles of threads -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "MatrixAxes.h"
#include "ParameterRows.h"

namespace heddle {

template <> const Family<BlockedEncoding> &familyOf<BlockedEncoding>() {
  using E = BlockedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"sizePerThread", &E::sizePerThread, Always, OnePerDim,
       "elements that a thread holds side by side"},
      {"threadsPerWarp", &E::threadsPerWarp, Always, OnePerDim,
       "threads of a warp along each dimension"},
      {"warpsPerCTA", &E::warpsPerCTA, Always, OnePerDim,
       "warps of a block along each dimension"},
      orderParameter<E>(),
      cgaParameter<E>()};
  static constexpr Family<E> Table = {
      "ttg",
      "blocked",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "boxes of elements in threads, of threads in warps, of warps in a block"};
  return Table;
}

namespace {

Checked requirePresent(std::string_view name, const UnsignedList &list,
                       unsigned rank) {
  if (!list.empty())
    return {};
  return wrongValue(name, concat("a number for each of ", rank, " dimensions"),
                    "[]");
}

Checked checkRules(const BlockedEncoding &e, unsigned rank) {
  for (auto [name, list] : {std::pair{"sizePerThread", &e.sizePerThread},
                            std::pair{"threadsPerWarp", &e.threadsPerWarp},
                            std::pair{"warpsPerCTA", &e.warpsPerCTA}})
    if (Checked checked = requirePresent(name, *list, rank); !checked)
      return checked;
  return checkCga(e.cga, rank);
}

Result<LinearLayout> layoutOf(const BlockedEncoding &e, const ShapeContext &c) {
  TileBuilder tile(c.bits, e.cga);
  for (unsigned axis : e.order) {
    unsigned count = log2Exact(e.sizePerThread[axis]);
    if (c.facts.dropsExcessRegisters)
      tile.placeWithin(Slot::Register, axis, count);
    else
      tile.place(Slot::Register, axis, count);
  }
  for (unsigned axis : e.order)
    tile.place(Slot::Lane, axis, log2Exact(e.threadsPerWarp[axis]));
  for (unsigned axis : e.order)
    tile.place(Slot::Warp, axis, log2Exact(e.warpsPerCTA[axis]));
  for (unsigned axis : e.order)
    tile.fill(Slot::Register, axis);
  return tile.finishDistributed();
}

Checked checkOperand(const BlockedEncoding &, const DotOperandEncoding &e,
                     Meaning) {
  if (e.kWidth == 0)
    return {};
  return wrongValue("kWidth", "none with a blocked parent",
                    std::to_string(e.kWidth), "a thread holds all of K then");
}

// Every thread multiplies a row of A with a column of B, so it holds all of K.
Result<LinearLayout> operandLayout(const BlockedEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c) {
  OperandAxes axes(e, c.bits.size());
  TileBuilder tile(c.bits, parent.cga, axes.k);
  auto placeThreads = [&](Slot slot, const UnsignedList &sizes) {
    for (unsigned axis : parent.order) {
      unsigned count = log2Exact(sizes[axis]);
      if (axis == axes.k)
        tile.replicate(slot, count);
      else
        tile.place(slot, axis, count);
    }
  };
  for (unsigned axis : parent.order)
    if (axis == axes.k)
      tile.fill(Slot::Register, axis);
    else
      tile.place(Slot::Register, axis, log2Exact(parent.sizePerThread[axis]));
  placeThreads(Slot::Lane, parent.threadsPerWarp);
  placeThreads(Slot::Warp, parent.warpsPerCTA);
  for (unsigned axis : parent.order)
    tile.fill(Slot::Register, axis);
  return tile.finishDistributed();
}

} // namespace

template <> const FamilyTraits<BlockedEncoding> &traitsOf<BlockedEncoding>() {
  using E = BlockedEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = [](const E &e) { return static_cast<unsigned>(e.order.size()); },
      .check = checkRules,
      .layout = layoutOf,
      .operand = {.check = checkOperand, .layout = operandLayout},
  };
  return Traits;
}

} // namespace heddle
