//===- MatrixInstructionTest.cpp - Families against the table -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Families of matrix layouts are more general than the instructions that there
/// are: what they make of one instruction's matrices has to be the fragments
/// that the table of matrix instructions has.
///
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixInstruction.h"

#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/layout/Reshape.h"

#include "Check.h"

#include <algorithm>

using namespace heddle;

namespace {

/// The layout that a compiler gives the result of one instruction.
Encoding resultOf(const MatrixInstruction &i) {
  switch (i.family) {
  case MatrixFamily::Mma:
    return NvidiaMmaEncoding{.versionMajor = 2,
                             .warpsPerCTA = {1, 1},
                             .cga = {},
                             .instrShape = {i.m, i.n}};
  case MatrixFamily::Wgmma:
    return NvidiaMmaEncoding{.versionMajor = 3,
                             .warpsPerCTA = {4, 1},
                             .cga = {},
                             .instrShape = {i.m / 4, i.n, i.k}};
  case MatrixFamily::Mfma:
    return AmdMfmaEncoding{.version = 3,
                           .warpsPerCTA = {1, 1},
                           .instrShape = {i.m, i.n, i.k},
                           .isTransposed = i.isTurned,
                           .cga = {},
                           .tilesPerWarp = {},
                           .elementBitWidth =
                               i.c.has(ScalarType::F64) ? 64U : 32U};
  case MatrixFamily::Tcgen05: // not in registers
  case MatrixFamily::Wmma:
    break;
  }
  unsigned version = i.set == MatrixSet::Rdna3   ? 1
                     : i.set == MatrixSet::Rdna4 ? 2
                                                 : 3;
  return AmdWmmaEncoding{.version = version,
                         .isTransposed = false,
                         .registers = {},
                         .warps = {},
                         .cga = {},
                         .instrShape = {i.m, i.n, i.k}};
}

/// Elements that a thread has one after the other along K, of the factor that
/// an instruction takes first.
unsigned kWidthOf(const MatrixInstruction &i) {
  LinearLayout first =
      get(fragmentOf(i, i.isTurned ? MatrixOperand::B : MatrixOperand::A));
  Dim depth = Dim::standard(i.isTurned ? 0 : 1);
  unsigned bits = 0;
  while (bits < first.inBits(Dim::Register) &&
         first.basis(Dim::Register, bits, depth) == 1U << bits)
    ++bits;
  return 1U << bits;
}

Encoding encodingOf(const MatrixInstruction &i, MatrixOperand operand) {
  if (operand == MatrixOperand::C)
    return resultOf(i);
  return DotOperandEncoding{.opIdx = operand == MatrixOperand::A ? 0U : 1U,
                            .parent = resultOf(i),
                            .kWidth = kWidthOf(i)};
}

std::vector<std::uint64_t> shapeOf(const MatrixInstruction &i,
                                   MatrixOperand operand) {
  // Of locations, as those that a pair of elements has.
  unsigned depth = i.k / i.packedOf(operand);
  if (operand == MatrixOperand::A)
    return {i.m, depth};
  if (operand == MatrixOperand::B)
    return {depth, i.n};
  return {i.m, i.n};
}

/// A family has two halves of K in every operand of `mma`; where an instruction
/// has one, the registers of the other are copies.
LinearLayout withoutCopies(const LinearLayout &layout) {
  return get(removeZeroBases(layout, Dim::Register));
}

TEST(MatrixInstructions, FamiliesHaveTheirFragments) {
  for (const MatrixInstruction &i : allMatrixInstructions())
    for (MatrixOperand operand :
         {MatrixOperand::A, MatrixOperand::B, MatrixOperand::C}) {
      if (!i.canBeInRegisters(operand))
        continue;
      LinearLayout fragment = get(fragmentOf(i, operand));
      LinearLayout family =
          get(toLinearLayout(encodingOf(i, operand), shapeOf(i, operand)));
      family = withoutCopies(family);
      for (Dim dim : {Dim::Register, Dim::Lane, Dim::Warp})
        EXPECT_TRUE(std::ranges::equal(family.bases(dim), fragment.bases(dim)))
            << i.name << ", operand " << static_cast<int>(operand) << ", "
            << dim.name();
    }
}

} // namespace
