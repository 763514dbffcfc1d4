//===- FragmentMatcher.cpp - Fragments of instructions in layouts ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentMatcher.h"

#include <algorithm>

namespace heddle {

using enum ProductAxis;

ProductSides sidesOf(MatrixOperand operand) {
  switch (operand) {
  case MatrixOperand::A:
    return {M, K};
  case MatrixOperand::B:
    return {K, N};
  case MatrixOperand::C:
    return {M, N};
  case MatrixOperand::ScaleA:
    return {M, K};
  case MatrixOperand::ScaleB:
    break;
  }
  return {N, K};
}

static ProductAxis axisOf(Word point) {
  for (ProductAxis axis : {M, N, K})
    if (stepOf(point, axis) != 0)
      return axis;
  return Batch;
}

std::string pointName(Word point) {
  ProductAxis axis = axisOf(point);
  return concat(
      std::string_view("mnkb").substr(static_cast<std::size_t>(axis), 1),
      stepOf(point, axis));
}

Error unmatched(const char *what, std::string witness) {
  return {.reason = concat("expects ", what),
          .witness = std::move(witness),
          .remedy = {}};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Where the bits of a location lead, which has so many elements of K.
static std::vector<Word> pointsOf(const LinearLayout &layout, Dim dim,
                                  ProductSides sides, Word packed) {
  auto rank = static_cast<unsigned>(layout.outs().size());
  std::vector<Word> points;
  for (Word basis : layout.bases(dim)) {
    Word batch = 0;
    unsigned shift = 0;
    for (unsigned axis = 0; axis + 2 < rank; ++axis) {
      batch |= layout.field(basis, Dim::standard(axis)) << shift;
      shift += layout.outBits(Dim::standard(axis));
    }
    auto point = [&](ProductAxis axis, unsigned dim) {
      Word step = layout.field(basis, Dim::standard(dim));
      return pointAt(axis, axis == K ? step * packed : step);
    };
    points.push_back(pointAt(Batch, batch) | point(sides.row, rank - 2) |
                     point(sides.column, rank - 1));
  }
  return points;
}

static ProductSides turned(ProductSides sides, bool isTurned) {
  return isTurned ? ProductSides{sides.column, sides.row} : sides;
}

RegisterOperand::RegisterOperand(const MatrixInstruction &instruction,
                                 MatrixOperand operand,
                                 const LinearLayout &layout, unsigned columns,
                                 bool isTurned)
    : sides(sidesOf(operand)), packed(instruction.packedOf(operand)) {
  ProductSides own = turned(sides, isTurned);
  registers = pointsOf(layout, Dim::Register, own, packed);
  lanes = pointsOf(layout, Dim::Lane, own, packed);
  warps = pointsOf(layout, Dim::Warp, own, packed);
  span = f2::ColumnEchelon(registers);
  const LinearLayout fragment =
      fragmentOf(instruction, operand, columns).value();
  inRegisters = pointsOf(fragment, Dim::Register, sides, packed);
  inLanes = pointsOf(fragment, Dim::Lane, sides, packed);
  inWarps = pointsOf(fragment, Dim::Warp, sides, packed);
}

std::optional<Word> RegisterOperand::find(Word point) const {
  if (isInside(point))
    return 0;
  f2::ColumnEchelon::Reduction found = span.reduce(point);
  return found.remainder == 0 ? std::optional(found.columns) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

bool FragmentMatcher::isNew(Word point, ProductAxis axis) const {
  std::vector<Word> taken;
  for (const auto &[bit, at] : bits)
    if (axisOf(bit) == axis)
      taken.push_back(at);
  return f2::ColumnEchelon(taken).reduce(point).remainder != 0;
}

std::optional<Error>
FragmentMatcher::matchPlaces(std::span<const Word> inInstruction,
                             std::span<const Word> inTensor,
                             const char *places) {
  for (std::size_t index = 0; index < inInstruction.size(); ++index) {
    Word bit = inInstruction[index];
    Word point = index < inTensor.size() ? inTensor[index] : 0;
    if (bit == 0 && point == 0)
      continue;
    if (bit == 0)
      return unmatched("threads that hold what the instruction's do",
                       concat(places, " bit ", index, " is ", pointName(point),
                              " and no copy"));
    ProductAxis axis = axisOf(bit);
    auto known = bits.find(bit);
    // Copies along K would be added twice.
    bool fits = known != bits.end() ? known->second == point
                                    : axis != K || isNew(point, axis);
    bits.emplace(bit, point);
    if (without(point, axis) != 0 || !fits)
      return unmatched(
          "threads that hold what the instruction's do",
          concat(places, " bit ", index, " is not ", pointName(bit)));
  }
  return std::nullopt;
}

std::optional<Error>
FragmentMatcher::matchThreads(const RegisterOperand &operand) {
  if (std::optional<Error> error =
          matchPlaces(operand.inLanes, operand.lanes, "lane"))
    return error;
  return matchPlaces(operand.inWarps, operand.warps, "warp");
}

std::optional<Word> FragmentMatcher::choose(const RegisterOperand &operand,
                                            Word bit, Operands operands) const {
  ProductAxis axis = axisOf(bit);
  auto isFree = [&](Word point) {
    auto holds = [&](const RegisterOperand *other) {
      return !other->has(axis) || other->find(point);
    };
    return without(point, axis) == 0 && isNew(point, axis) &&
           std::ranges::all_of(operands, holds);
  };
  // Tiles in memory have the instruction's own order.
  if (isFree(bit))
    return bit;
  // Elements of one location stay in their order.
  if (std::ranges::any_of(operands, [&](const RegisterOperand *other) {
        return other->has(axis) && other->isInside(bit);
      }))
    return std::nullopt;
  auto found = std::ranges::find_if(operand.registers, isFree);
  if (found != operand.registers.end())
    return *found;
  // Fewer rows or columns than the instruction has: all are copies.
  if (axis != K)
    return 0;
  return std::nullopt;
}

std::optional<Error> FragmentMatcher::matchRegisters(RegisterOperand &operand,
                                                     Operands operands) {
  for (Word bit : operand.inRegisters) {
    auto known = bits.find(bit);
    std::optional<Word> point = known == bits.end()
                                    ? choose(operand, bit, operands)
                                    : std::optional(known->second);
    std::optional<Word> found = point ? operand.find(*point) : std::nullopt;
    if (!found)
      return unmatched("registers that hold what the instruction's do",
                       concat("none is ", pointName(bit)));
    bits[bit] = *point;
    operand.chosen.push_back(*found);
  }
  return std::nullopt;
}

TensorFragments::TensorFragments(const RegisterOperand &operand) {
  std::vector<Word> inside = {0};
  for (Word each : operand.chosen)
    for (std::size_t index = 0, size = inside.size(); index < size; ++index)
      inside.push_back(inside[index] ^ each);
  constexpr std::int32_t None = -1;
  positions.assign(std::size_t(1) << operand.registers.size(), None);
  for (Word first = 0; first < positions.size(); ++first) {
    if (positions[first] != None)
      continue;
    // A fragment begins at the smallest of its points.
    Word begin = first;
    for (Word each : inside)
      if (operand.at(first ^ each) < operand.at(begin))
        begin = first ^ each;
    numbers[operand.at(begin)] = static_cast<std::int32_t>(begins.size());
    begins.push_back(operand.at(begin));
    for (Word each : inside) {
      std::int32_t &position = positions[begin ^ each];
      if (position == None)
        position = static_cast<std::int32_t>(registers.size());
      registers.push_back(static_cast<std::int32_t>(begin ^ each));
    }
  }
}

} // namespace heddle
