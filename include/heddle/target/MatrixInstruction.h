//===- MatrixInstruction.h - Products of small matrices ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions by which a warp, or a warpgroup of four, multiplies
/// matrices, as a table: names, shapes, types, and who holds which element.
///
///     D = A * B + C:  A is m x k, B is k x n, C and D are m x n
///
///     const Target &a100 = *findTarget("sm_80").value();
///     auto found = matrixInstructions(a100, {F16, F16, F32});
///     const MatrixInstruction &mma = *found.front();
///     mnemonicOf(mma, {F16, F16, F32});
///                     // mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
///     fragmentOf(mma, MatrixOperand::A);
///                     // (register, lane) -> (row, column) of A
///     cyclesOf(mma, {F16, F16, F32}, a100); // 2
///
/// **Fragments.** Operands lie in registers by a fixed linear map. A row says
/// where each bit of a location leads: "k1 m8 k8" of the registers of A means
/// that bit 0 of the number of a thread's element moves by 1 along k, bit 1 by
/// 8 along m, bit 2 by 8 along k; "0" that a bit leads nowhere, as its
/// locations have copies. Elements are numbered as they are packed into
/// registers, the lowest bits first.
///
/// **Scales.** An instruction may multiply blocks of K of each row of A, and of
/// each column of B, by a scale of their own first: D = (A * SA) * (B * SB) +
/// C. NVIDIA's take the scales from some lanes; lane bits that lead nowhere in
/// their fragment say which, by a number that each instruction has. AMD's take
/// one from each lane.
///
/// What the table does not have: sparse products.
///
/// Sources: PTX ISA 9.1, "Warp-level matrix instructions", "Asynchronous
/// warpgroup-level matrix instructions" and "Tensorcore 5th Generation"; AMD
/// matrix instruction calculator.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_MATRIXINSTRUCTION_H
#define HEDDLE_TARGET_MATRIXINSTRUCTION_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle {

/// The matrices of scales have a column for each block of K: ScaleA is m x
/// blocks, ScaleB is n x blocks.
enum class MatrixOperand { A, B, C, ScaleA, ScaleB };

/// Where an operand can be. Tensor memory has layouts of its own
/// (`TensorMemoryEncoding`).
enum class OperandSource : std::uint8_t { Registers, Shared, TensorMemory };
using OperandSources = EnumSet<OperandSource>;

/// The element types of a product; D has C's.
struct MatrixTypes {
  ScalarType a, b, c;
  /// Of blocks with scales.
  std::optional<ScalarType> scale = {};
};

/// Where the bits of a location lead, lowest first. The warps are those of a
/// warpgroup.
struct FragmentBits {
  std::string_view registers, lanes, warps;
};

struct Fragments {
  FragmentBits a, b, c;
  FragmentBits scaleA = {}, scaleB = {};
};

struct MatrixInstruction {
  /// The mnemonic with {a}, {b}, {c} for types and {n} for the columns.
  std::string_view name;
  MatrixFamily family;
  /// Targets with this set have it.
  MatrixSet set;
  /// `n` is the most columns.
  unsigned m, n, k;
  /// Any of a's types goes with any of b's.
  TypeSet a, b, c;
  /// As far as they can be in registers; null if none can.
  const Fragments *fragments;
  OperandSources sourcesA = OperandSource::Registers;
  OperandSources sourcesB = OperandSource::Registers;
  /// Of D too.
  OperandSources sourcesC = OperandSource::Registers;
  /// Where not 0, there are narrower forms: of multiples of `fineStep` columns
  /// up to 32, of `columnStep` above.
  unsigned columnStep = 0, fineStep = 0;
  /// The first version of the PTX ISA that has it, 70 for 7.0; 0 for AMD.
  unsigned ptxVersion = 0;
  /// Elements of four bits that a location of a factor has, neighbours along K.
  unsigned packed = 1;
  /// Blocks of K that have scales of these types; none if 0.
  unsigned blocks = 0;
  TypeSet scales = {};
  /// How many instructions one product takes.
  unsigned parts = 1;
  /// They compute D^T = B^T * A^T.
  bool isTurned = false;

  bool multiplies(const MatrixTypes &types) const {
    return a.has(types.a) && b.has(types.b) && c.has(types.c) &&
           (types.scale ? scales.has(*types.scale) : blocks == 0);
  }
  bool hasColumns(unsigned columns) const;
  bool canBeInRegisters(MatrixOperand operand) const;
  /// Elements in a location of an operand: `packed` of a factor of four bits,
  /// else one. Its fragment has locations as its k.
  unsigned packedOf(MatrixOperand operand) const;
};

/// All of them, NVIDIA before AMD.
std::span<const MatrixInstruction> allMatrixInstructions();

bool hasInstruction(const Target &target, const MatrixInstruction &instruction);

/// A family's widest instruction for these types on any target; null if there
/// is none.
const MatrixInstruction *widestOf(MatrixFamily family,
                                  const MatrixTypes &types);

/// A family's instruction of that shape, with that many columns, for these
/// types on any target; null if there is none.
const MatrixInstruction *findInstruction(MatrixFamily family, unsigned m,
                                         unsigned n, unsigned k,
                                         const MatrixTypes &types);

/// The same of a set, of whatever family.
const MatrixInstruction *findInstruction(MatrixSet set, unsigned m, unsigned n,
                                         unsigned k, const MatrixTypes &types);

/// A target's instructions for these types, the largest m * n * k first, in the
/// order of the table among equals.
std::vector<const MatrixInstruction *>
matrixInstructions(const Target &target, const MatrixTypes &types);

/// The instruction's mnemonic as assemblers read it; by default of its most
/// columns. The instruction has these types and columns.
std::string mnemonicOf(const MatrixInstruction &instruction,
                       const MatrixTypes &types, unsigned columns = 0);

/// From (register, lane) or (register, lane, warp) to (row, column) of the
/// operand's matrix, dim0 and dim1; by default of the instruction's most
/// columns. Fails for an operand that is never in registers, for scales that
/// the instruction does not have, for columns that it does not have, and for
/// those that are no power of two.
[[nodiscard]] Result<LinearLayout>
fragmentOf(const MatrixInstruction &instruction, MatrixOperand operand,
           unsigned columns = 0);

/// The bits of a lane, lowest first, that say from which lanes the instruction
/// takes the operand: those that lead nowhere in its fragment.
std::vector<unsigned> suppliersOf(const MatrixInstruction &instruction,
                                  MatrixOperand operand);

/// Cycles of a multiprocessor that does nothing else, all of its units busy: m
/// * n * k by the multiplications of a cycle. Nothing where no source says how
/// many.
std::optional<double> cyclesOf(const MatrixInstruction &instruction,
                               const MatrixTypes &types, const Target &target,
                               unsigned columns = 0);

} // namespace heddle

#endif // HEDDLE_TARGET_MATRIXINSTRUCTION_H
