//===- MatrixUnits.h - What a GPU's matrix units can do ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a row of the table of GPUs says of products of matrices: which sets of
/// instructions it has (MatrixInstruction.h lists them), and how fast they are.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_MATRIXUNITS_H
#define HEDDLE_TARGET_MATRIXUNITS_H

#include "heddle/target/ScalarType.h"

#include <optional>
#include <span>
#include <string_view>

namespace heddle {

/// How a product is started and waited for.
enum class MatrixFamily : std::uint8_t {
  Mma,     ///< NVIDIA, a warp: mma.sync
  Wgmma,   ///< NVIDIA, a warpgroup, asynchronous: wgmma.mma_async
  Tcgen05, ///< NVIDIA, a thread, asynchronous, in tensor memory: tcgen05.mma
  Mfma,    ///< AMD CDNA, a wave of 64 lanes
  Wmma     ///< AMD RDNA, a wave of 32 lanes
};

/// How many warps execute an instruction of the family together.
constexpr unsigned warpsOf(MatrixFamily family) {
  return family == MatrixFamily::Wgmma ? 4 : 1;
}

/// Does one warp execute an instruction of the family, on registers of its own?
constexpr bool isOfWarp(MatrixFamily family) {
  return family == MatrixFamily::Mma || family == MatrixFamily::Mfma ||
         family == MatrixFamily::Wmma;
}

/// Instructions that GPUs have all of or none of, by the architecture that had
/// them first; of AMD's also by the last.
enum class MatrixSet : std::uint8_t {
  Turing,       ///< mma of 16-bit floats and small integers
  Ampere,       ///< twice the depth; bf16, tf32, f64, bits
  Ada,          ///< 8-bit floats
  HopperF64,    ///< f64 of 16 rows
  HopperWgmma,  ///< not in later chips
  Blackwell,    ///< tensor memory, not on RTX
  RtxBlackwell, ///< blocks with scales, by mma
  Cdna1,        ///< f16, f32
  Cdna1To2,     ///< integers and bf16 of half the depth
  Cdna2,        ///< bf16, f64
  Cdna3,        ///< integers of twice the depth
  Cdna3Floats,  ///< 8-bit floats with one zero; xf32
  Cdna4,        ///< twice the depth again
  Cdna4Floats,  ///< 8-bit floats of the Open Compute Project
  Rdna3,        ///< operands are in both halves of a wave
  Rdna4,        ///< no copies; 8-bit floats
  Gfx1250,      ///< twice to eight times the depth; f32
};

using MatrixSets = EnumSet<MatrixSet>;

/// "ampere", "cdna1to2"; nothing if no set has the name.
std::string_view nameOf(MatrixSet set);
std::optional<MatrixSet> findMatrixSet(std::string_view name);

/// Multiplications, each with its addition, of a multiprocessor in a cycle.
struct MatrixRate {
  MatrixFamily family;
  /// Of the factors' elements, the slower of which counts, and of C's.
  TypeSet types, sums;
  double multiplications;
};

struct MatrixUnits {
  MatrixSets sets;
  /// Those that a source states; the first that fits counts.
  std::span<const MatrixRate> rates;
};

} // namespace heddle

#endif // HEDDLE_TARGET_MATRIXUNITS_H
