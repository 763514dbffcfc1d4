//===- ScaleLayout.h - Where scales of blocks are ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where threads hold the scales of a product in blocks, so that matrix
/// instructions find them. Lanes that an instruction of NVIDIA's need not take
/// scales from hold those of other instructions, since each names the lanes
/// that it takes them from. AMD's take one from each lane.
///
///     m16n8k32 of e4m3, D[128, 128] of 2 x 2 warps, K = 128: of A's scales
///     [128, 4] a thread has a word, which is four of K, of each of two rows;
///     register (0, 1) (0, 2) (64, 0), lane (8, 0) (32, 0) (1, 0) (2, 0) (4, 0)
///
///     16x16x128 of MFMA, D[64, 64] of 2 x 2 warps, K = 256: of A's scales
///     [64, 8] register (0, 4) (32, 0), lane (1, 0) (2, 0) (4, 0) (8, 0) (0, 1)
///     (0, 2)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_SCALELAYOUT_H
#define HEDDLE_ANALYSIS_SCALELAYOUT_H

#include "heddle/target/MatrixInstruction.h"

namespace heddle {

/// (register, lane, warp, block) -> (row of A or column of B, block of K) of
/// the scales of an operand, ScaleA or ScaleB. `result` is the layout of a D
/// with two axes, which the instruction computes in the order of its fragments
/// (nvidia_mma of version 2, amd_mfma), turned if it computes D^T = B^T * A^T;
/// `blocks`, a power of two, are those of the whole K. Fails if the instruction
/// has no scales.
[[nodiscard]] Result<LinearLayout>
scaleLayout(const MatrixInstruction &instruction, MatrixOperand operand,
            const LinearLayout &result, std::uint64_t blocks,
            bool isTurned = false);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_SCALELAYOUT_H
