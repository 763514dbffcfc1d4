//===- PaddedPlanner.cpp - The padded baseline ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SidePlanner.h"

#include <algorithm>

namespace heddle {

namespace {

using f2::lowMask;
using f2::unit;

/// The bits of the tensor's bytes in rows: of the byte in an element, of the
/// axis that varies fastest in the destination's registers or else lanes, and
/// then of the others. `rowBits` gets how many of them a row has.
Words rowOrder(const BytePair &pair, unsigned &rowBits) {
  auto byteBits = static_cast<unsigned>(std::countr_zero(pair.elementBytes));
  Word fastest = 0;
  for (const Words *columns : {&pair.dst.registers, &pair.dst.threads})
    for (Word column : *columns)
      if (fastest == 0 && (column & ~lowMask(byteBits)) != 0)
        fastest = column & ~lowMask(byteBits);
  Words order;
  for (unsigned bit = 0; bit < byteBits; ++bit)
    order.push_back(unit(bit));
  for (bool isFirst : {true, false}) {
    unsigned shift = byteBits;
    for (const DimBits &axis : pair.axes) {
      Word bits = f2::shiftLeft(lowMask(axis.bits), shift);
      bool isRow = fastest != 0 && (unit(f2::lowestBit(fastest)) & bits) != 0;
      for (unsigned bit = shift; isRow == isFirst && bit < shift + axis.bits;
           ++bit)
        order.push_back(unit(bit));
      shift += axis.bits;
    }
    if (isFirst)
      rowBits = order.size();
  }
  return order;
}

/// The widest vector of a side on plain rows.
AccessForm widestForm(const AccessSide &side, const Words &order) {
  constexpr unsigned MostVectorBits = 4;
  Word threads = 0;
  for (unsigned bit = 0; bit < side.threads.total(); ++bit)
    if ((side.idle >> bit & 1) == 0)
      threads |= side.layout->threads[bit];
  unsigned bits = 0;
  while (bits < MostVectorBits && bits < order.size() &&
         side.registers.contains(order[bits]) && (threads & order[bits]) == 0)
    ++bits;
  AccessForm form;
  form.instruction = {SharedInstruction::Form::Vector, 1U << bits};
  form.free = form.registers = bits;
  return form;
}

} // namespace

Result<SharedPlan> planPadded(const BytePair &pair, std::uint64_t budget) {
  SharedPlan plan;
  Word kept = pair.threads.blockMask();
  std::optional<BytePair> within = movementWithin(pair, kept);
  if (!within)
    return failure("a block needs data of another one");
  plan.within = *within;
  AccessSides both(plan.within, kept, {});
  unsigned rowBits = 0;
  Words all = rowOrder(plan.within, rowBits);
  // The bits that a block holds.
  f2::VectorEchelon held;
  for (const Words *columns :
       {&plan.within.src.registers, &plan.within.src.threads})
    for (Word column : *columns)
      held.insert(column);
  Words order;
  unsigned heldRowBits = 0;
  for (unsigned i = 0; i < all.size(); ++i)
    if (held.contains(all[i])) {
      order.push_back(all[i]);
      heldRowBits += i < rowBits ? 1 : 0;
    }
  if (order.size() != both.dimensions)
    return failure("a block holds no box of the tensor");
  plan.write.form = widestForm(both.sides[0], order);
  plan.read.form = widestForm(both.sides[1], order);
  unsigned vector = std::max(plan.write.form.free, plan.read.form.free);
  plan.memory.vector = Words(std::span<const Word>(order).first(vector));
  plan.memory.segment = Words(std::span<const Word>(order).subspan(vector));
  plan.paddings.push_back({unit(std::max(heldRowBits, vector)), unit(vector)});
  if (plan.scratchBytes() > budget)
    return failure(concat("expects at least ", plan.scratchBytes(),
                          " bytes of shared memory, but got ", budget));
  finishSides(both, plan);
  return plan;
}

} // namespace heddle
