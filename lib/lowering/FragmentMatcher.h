//===- FragmentMatcher.h - Fragments of instructions in layouts -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers of a tensor's layout are fragments of a matrix instruction.
///
/// An instruction has bits of m, n and k, each in a lane, a warp or a register
/// of its operands. A tensor's layouts say where the same lanes are, so they
/// decide which coordinates of the tensor those bits are: m1 may be row 1, or
/// row 32. Bits in registers may then be any that all operands with this axis
/// have in registers. What registers are left number the tiles.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_FRAGMENTMATCHER_H
#define HEDDLE_LIB_LOWERING_FRAGMENTMATCHER_H

#include "heddle/f2/Elimination.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/target/MatrixInstruction.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

/// The axes of a product; all axes in front of a matrix are its batch.
enum class ProductAxis : std::uint8_t { M, N, K, Batch };

/// Coordinates along them, each in 16 bits of a word, M in the highest; 0 along
/// those that an operand does not have. K counts elements, of which a location
/// of a factor of four bits has two.
constexpr unsigned ProductAxisBits = 16;
constexpr unsigned shiftOf(ProductAxis axis) {
  return ProductAxisBits * (3U - static_cast<unsigned>(axis));
}
constexpr Word pointAt(ProductAxis axis, Word step) {
  return step << shiftOf(axis);
}
constexpr Word stepOf(Word point, ProductAxis axis) {
  return point >> shiftOf(axis) & f2::lowMask(ProductAxisBits);
}
constexpr Word without(Word point, ProductAxis axis) {
  return point & ~pointAt(axis, f2::lowMask(ProductAxisBits));
}

/// The axes of an operand's rows and columns.
struct ProductSides {
  ProductAxis row, column;
};
ProductSides sidesOf(MatrixOperand operand);

/// "k8", of a point that is not zero along one axis.
std::string pointName(Word point);

/// An operand in registers: the tensor's layout and the instruction's fragment.
class RegisterOperand {
public:
  /// The layout has no registers that only replicate others. Where it is
  /// turned, the tensor is the operand's transpose.
  RegisterOperand(const MatrixInstruction &instruction, MatrixOperand operand,
                  const LinearLayout &layout, unsigned columns,
                  bool isTurned = false);

  bool has(ProductAxis axis) const {
    return axis == sides.row || axis == sides.column;
  }
  Word at(Word index) const { return f2::multiply(registers, index); }
  /// The register that holds the point in thread 0; nothing if none does.
  std::optional<Word> find(Word point) const;
  /// Is the step one between elements of a location?
  bool isInside(Word point) const {
    return point != 0 && (point & ~pointAt(ProductAxis::K, packed - 1)) == 0;
  }

  ProductSides sides;
  /// Where the bits of the tensor's locations lead, and of the instruction's.
  std::vector<Word> registers, lanes, warps;
  std::vector<Word> inRegisters, inLanes, inWarps;
  /// The registers that stand for each of `inRegisters`.
  std::vector<Word> chosen;

private:
  /// Elements of a location, a power of two.
  Word packed;
  f2::ColumnEchelon span;
};

/// Finds which points of the tensor the bits of the instruction are.
class FragmentMatcher {
public:
  using Operands = std::span<RegisterOperand *const>;

  /// Nothing, or why the lanes and warps are not the instruction's.
  [[nodiscard]] std::optional<Error>
  matchThreads(const RegisterOperand &operand);
  /// Chooses registers that all of `operands` have along the axes that they
  /// have.
  [[nodiscard]] std::optional<Error> matchRegisters(RegisterOperand &operand,
                                                    Operands operands);
  /// Where a bit of the instruction leads; as in the instruction, if nobody has
  /// it.
  Word pointOf(Word bit) const {
    auto found = bits.find(bit);
    return found == bits.end() ? bit : found->second;
  }

private:
  std::optional<Error> matchPlaces(std::span<const Word> inInstruction,
                                   std::span<const Word> inTensor,
                                   const char *places);
  /// Is it no sum of points along the axis that bits lead to already?
  bool isNew(Word point, ProductAxis axis) const;
  /// A point for a bit of the instruction that is in registers.
  std::optional<Word> choose(const RegisterOperand &operand, Word bit,
                             Operands operands) const;

  std::map<Word, Word> bits;
};

/// The fragments of an operand that has been matched.
struct TensorFragments {
  explicit TensorFragments(const RegisterOperand &operand);

  /// Their registers, one fragment after the other.
  std::vector<std::int32_t> registers;
  /// The points where they begin, in order, and their numbers.
  std::vector<Word> begins;
  std::map<Word, std::int32_t> numbers;
  /// For each register of the tensor the first of `registers` that is it.
  std::vector<std::int32_t> positions;
};

/// "expects X", with a witness.
Error unmatched(const char *what, std::string witness);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_FRAGMENTMATCHER_H
