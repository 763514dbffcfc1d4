//===- MatrixInstruction.cpp - Products of small matrices -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixInstruction.h"
#include "AmdMatrices.h"
#include "NvidiaMatrices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>

namespace heddle {

namespace {

constexpr auto Table = [] {
  std::array<MatrixInstruction, std::size(nvidia_matrices::Instructions) +
                                    std::size(amd_matrices::Instructions)>
      table = {};
  std::ranges::copy(nvidia_matrices::Instructions, table.data());
  std::ranges::copy(amd_matrices::Instructions,
                    table.data() + std::size(nvidia_matrices::Instructions));
  return table;
}();

unsigned columnsOf(const MatrixInstruction &instruction, unsigned columns) {
  return columns == 0 ? instruction.n : columns;
}

/// AMD's names of 8-bit floats are those of their exponents: bf8 has five bits.
std::string_view typeName(MatrixFamily family, ScalarType type) {
  bool isAmd = family == MatrixFamily::Mfma || family == MatrixFamily::Wmma;
  if (!isAmd || bitsOf(type) != 8)
    return nameOf(type);
  bool isWide = type == ScalarType::E5M2 || type == ScalarType::E5M2Fnuz;
  return isWide ? "bf8" : "fp8";
}

/// Of one of those that a product takes.
std::int64_t volumeOf(const MatrixInstruction &instruction) {
  return std::int64_t{instruction.m} * instruction.n * instruction.k /
         instruction.parts;
}

void replaceAll(std::string &text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string_view operandName(MatrixOperand operand) {
  switch (operand) {
  case MatrixOperand::A:
    return "A";
  case MatrixOperand::B:
    return "B";
  case MatrixOperand::C:
    return "C";
  case MatrixOperand::ScaleA:
    return "scales of A";
  case MatrixOperand::ScaleB:
    break;
  }
  return "scales of B";
}

/// The sizes of an operand's matrix, by their names in `FragmentBits`.
struct MatrixSides {
  char rowName, columnName;
  std::uint64_t rows, columns;
};

MatrixSides sidesOf(const MatrixInstruction &instruction, MatrixOperand operand,
                    std::uint64_t n) {
  unsigned depth = instruction.k / instruction.packedOf(operand);
  switch (operand) {
  case MatrixOperand::A:
    return {'m', 'k', instruction.m, depth};
  case MatrixOperand::B:
    return {'k', 'n', depth, n};
  case MatrixOperand::C:
    return {'m', 'n', instruction.m, n};
  case MatrixOperand::ScaleA:
    return {'m', 'k', instruction.m, instruction.blocks};
  case MatrixOperand::ScaleB:
    return {'n', 'k', n, instruction.blocks};
  }
  return {};
}

const FragmentBits &bitsOf(const Fragments &fragments, MatrixOperand operand) {
  switch (operand) {
  case MatrixOperand::A:
    return fragments.a;
  case MatrixOperand::B:
    return fragments.b;
  case MatrixOperand::C:
    return fragments.c;
  case MatrixOperand::ScaleA:
    return fragments.scaleA;
  case MatrixOperand::ScaleB:
    break;
  }
  return fragments.scaleB;
}

/// The basis vectors that "k1 m8 0" names. Steps past the matrix are those of
/// wider forms, and are no bits of this one.
std::vector<std::vector<std::uint64_t>> basesOf(std::string_view text,
                                                const MatrixSides &sides) {
  std::vector<std::vector<std::uint64_t>> bases;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::uint64_t step = 0;
    std::from_chars(word.data() + 1, word.data() + word.size(), step);
    bool isRow = word.front() == sides.rowName;
    if (step < (isRow ? sides.rows : sides.columns))
      bases.push_back({isRow ? step : 0, isRow ? 0 : step});
  }
  return bases;
}

/// In the order of the enumeration.
constexpr std::array<std::string_view, 17> SetNames = {
    "turing",    "ampere",       "ada",   "hopperf64",   "hopperwgmma",
    "blackwell", "rtxblackwell", "cdna1", "cdna1to2",    "cdna2",
    "cdna3",     "cdna3floats",  "cdna4", "cdna4floats", "rdna3",
    "rdna4",     "gfx1250"};
static_assert(SetNames.size() ==
              static_cast<std::size_t>(MatrixSet::Gfx1250) + 1);

} // namespace

std::string_view nameOf(MatrixSet set) {
  return SetNames[static_cast<std::size_t>(set)];
}

std::optional<MatrixSet> findMatrixSet(std::string_view name) {
  for (std::size_t set = 0; set < SetNames.size(); ++set)
    if (SetNames[set] == name)
      return static_cast<MatrixSet>(set);
  return std::nullopt;
}

bool MatrixInstruction::hasColumns(unsigned columns) const {
  constexpr unsigned Fine = 32;
  if (columns == n)
    return true;
  return columnStep != 0 && columns != 0 && columns < n &&
         columns % (columns <= Fine ? fineStep : columnStep) == 0;
}

bool MatrixInstruction::canBeInRegisters(MatrixOperand operand) const {
  switch (operand) {
  case MatrixOperand::A:
    return sourcesA.has(OperandSource::Registers);
  case MatrixOperand::B:
    return sourcesB.has(OperandSource::Registers);
  case MatrixOperand::C:
    return sourcesC.has(OperandSource::Registers);
  case MatrixOperand::ScaleA:
  case MatrixOperand::ScaleB:
    break;
  }
  return blocks != 0;
}

unsigned MatrixInstruction::packedOf(MatrixOperand operand) const {
  bool isHalf = (operand == MatrixOperand::A && a.has(ScalarType::E2M1)) ||
                (operand == MatrixOperand::B && b.has(ScalarType::E2M1));
  return isHalf ? packed : 1;
}

std::span<const MatrixInstruction> allMatrixInstructions() { return Table; }

bool hasInstruction(const Target &target,
                    const MatrixInstruction &instruction) {
  return target.matrix.sets.has(instruction.set);
}

const MatrixInstruction *widestOf(MatrixFamily family,
                                  const MatrixTypes &types) {
  const MatrixInstruction *widest = nullptr;
  for (const MatrixInstruction &instruction : Table)
    if (instruction.family == family && instruction.multiplies(types) &&
        (widest == nullptr || volumeOf(*widest) < volumeOf(instruction)))
      widest = &instruction;
  return widest;
}

/// The first row that is so and has the shape.
template <class Fn>
static const MatrixInstruction *findShape(unsigned m, unsigned n, unsigned k,
                                          const MatrixTypes &types, Fn isSo) {
  for (const MatrixInstruction &instruction : Table)
    if (isSo(instruction) && instruction.m == m && instruction.k == k &&
        instruction.hasColumns(n) && instruction.multiplies(types))
      return &instruction;
  return nullptr;
}

const MatrixInstruction *findInstruction(MatrixFamily family, unsigned m,
                                         unsigned n, unsigned k,
                                         const MatrixTypes &types) {
  return findShape(m, n, k, types, [&](const MatrixInstruction &each) {
    return each.family == family;
  });
}

const MatrixInstruction *findInstruction(MatrixSet set, unsigned m, unsigned n,
                                         unsigned k, const MatrixTypes &types) {
  return findShape(m, n, k, types, [&](const MatrixInstruction &each) {
    return each.set == set;
  });
}

std::vector<const MatrixInstruction *>
matrixInstructions(const Target &target, const MatrixTypes &types) {
  std::vector<const MatrixInstruction *> found;
  for (const MatrixInstruction &instruction : Table)
    if (hasInstruction(target, instruction) && instruction.multiplies(types))
      found.push_back(&instruction);
  // Rows of the table, so that addresses say which comes first.
  std::ranges::sort(found, {}, [](const MatrixInstruction *i) {
    return std::pair(-volumeOf(*i), i);
  });
  return found;
}

std::string mnemonicOf(const MatrixInstruction &instruction,
                       const MatrixTypes &types, unsigned columns) {
  assert(instruction.multiplies(types) && "the instruction has other types");
  std::string text(instruction.name);
  replaceAll(text, "{a}", typeName(instruction.family, types.a));
  replaceAll(text, "{b}", typeName(instruction.family, types.b));
  replaceAll(text, "{c}", typeName(instruction.family, types.c));
  replaceAll(text, "{n}", std::to_string(columnsOf(instruction, columns)));
  return text;
}

Result<LinearLayout> fragmentOf(const MatrixInstruction &instruction,
                                MatrixOperand operand, unsigned columns) {
  unsigned n = columnsOf(instruction, columns);
  if (!instruction.hasColumns(n))
    return failure(
        concat("expects columns that ", instruction.name, " has, but got ", n),
        {}, concat("it has up to ", instruction.n));
  if (!std::has_single_bit(n))
    return failure(concat("expects a power of two of columns, but got ", n));
  bool isScale =
      operand == MatrixOperand::ScaleA || operand == MatrixOperand::ScaleB;
  if (isScale && instruction.blocks == 0)
    return failure(concat("expects an operand of ", instruction.name,
                          ", but got ", operandName(operand)));
  if (!instruction.canBeInRegisters(operand))
    return failure(concat("expects an operand in registers, but got ",
                          operandName(operand), " of ", instruction.name,
                          ", which is in memory"));
  const FragmentBits &bits = bitsOf(*instruction.fragments, operand);
  MatrixSides sides = sidesOf(instruction, operand, n);
  std::vector<DimBases> bases = {
      {Dim::Register, basesOf(bits.registers, sides)},
      {Dim::Lane, basesOf(bits.lanes, sides)}};
  if (!bits.warps.empty())
    bases.emplace_back(Dim::Warp, basesOf(bits.warps, sides));
  return LinearLayout::fromBases(bases,
                                 {DimSize{Dim::standard(0), sides.rows},
                                  DimSize{Dim::standard(1), sides.columns}});
}

std::vector<unsigned> suppliersOf(const MatrixInstruction &instruction,
                                  MatrixOperand operand) {
  const LinearLayout fragment = fragmentOf(instruction, operand).value();
  std::vector<unsigned> bits;
  for (unsigned bit = 0; bit < fragment.inBits(Dim::Lane); ++bit)
    if (fragment.bases(Dim::Lane)[bit] == 0)
      bits.push_back(bit);
  return bits;
}

std::optional<double> cyclesOf(const MatrixInstruction &instruction,
                               const MatrixTypes &types, const Target &target,
                               unsigned columns) {
  auto rateOf = [&](ScalarType factor) -> std::optional<double> {
    for (const MatrixRate &rate : target.matrix.rates)
      if (rate.family == instruction.family && rate.types.has(factor) &&
          rate.sums.has(types.c))
        return rate.multiplications;
    return std::nullopt;
  };
  // The wider factor decides.
  std::optional<double> left = rateOf(types.a), right = rateOf(types.b);
  if (!left || !right)
    return std::nullopt;
  return double(instruction.m) * columnsOf(instruction, columns) *
         instruction.k / std::min(*left, *right);
}

} // namespace heddle
