//===- Distributed.cpp - Blocked, linear, sliced and operand layouts ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"
#include "MatrixAxes.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <algorithm>

namespace heddle {

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

namespace {

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

} // namespace

Result<LinearLayout> layoutOf(const LinearEncoding &e, const ShapeContext &c) {
  return linearLayoutOf(e, c);
}

Result<LinearLayout> layoutOf(const GenericLinearEncoding &e,
                              const ShapeContext &c) {
  return linearLayoutOf(e, c);
}

// The parent on a shape of size 1 along the dimension already has no bit there;
// what is left to do is to drop the name, and the registers that only differed
// in it.
Result<LinearLayout> layoutOf(const SliceEncoding &e, const ShapeContext &c) {
  InplaceVector<std::uint64_t, MaxDims> parentShape;
  unsigned rank = static_cast<unsigned>(c.bits.size());
  if (rank == MaxDims)
    return failure(concat("expects the parent of a slice to have at most ",
                          MaxDims, " dimensions, but got ", rank + 1));
  for (unsigned axis = 0; axis <= rank; ++axis) {
    if (axis == e.dim)
      parentShape.push_back(1);
    if (axis < rank)
      parentShape.push_back(f2::unit(c.bits[axis]));
  }
  Result<LinearLayout> parent =
      toLinearLayout(*e.parent, parentShape, c.facts.version);
  if (!parent)
    return parent;

  Words words;
  InplaceVector<DimBits, MaxDims> ins, outs;
  for (const DimBits &in : parent->ins()) {
    unsigned before = words.size();
    for (Word word : parent->bases(in.dim))
      if (in.dim != Dim::Register || word != 0)
        words.push_back(word);
    ins.push_back({in.dim, words.size() - before});
  }
  for (unsigned axis = 0; axis < rank; ++axis)
    outs.push_back({Dim::standard(axis), c.bits[axis]});
  return LinearLayout::fromWords(ins, outs, words);
}

Result<LinearLayout> layoutOf(const DotOperandEncoding &e,
                              const ShapeContext &c) {
  if (const auto *parent = e.parent->getIf<BlockedEncoding>())
    return operandLayout(*parent, e, c);
  if (const auto *parent = e.parent->getIf<NvidiaMmaEncoding>())
    return operandLayout(*parent, e, c);
  if (const auto *parent = e.parent->getIf<AmdMfmaEncoding>())
    return operandLayout(*parent, e, c);
  return operandLayout(*e.parent->getIf<AmdWmmaEncoding>(), e, c);
}

} // namespace heddle
