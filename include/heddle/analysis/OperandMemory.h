//===- OperandMemory.h - Shared memory for operands of products -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operands of matrix instructions in registers, and the shared memory from
/// which they are loaded: which conversions to them need any, and its layout.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_OPERANDMEMORY_H
#define HEDDLE_ANALYSIS_OPERANDMEMORY_H

#include "heddle/encoding/Construct.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

/// How far data go in a conversion between two layouts of one tensor.
enum class Reach {
  Warp,  ///< by shuffles at most
  Block, ///< through shared memory
  Cluster
};

/// `Warp` if each warp has what it needs, and at most one of the bits that tell
/// a thread's registers apart tells lanes apart before: with more, each
/// register takes several shuffles, and the data go through shared memory too.
/// O(bits^2).
Reach reachOf(const LinearLayout &from, const LinearLayout &to);

/// Memory from which an operand is loaded without bank conflicts, for a tensor
/// that is stored from these registers: the operand itself, or its transpose.
/// The axis along which threads have neighbours is contiguous. Null if
/// `operand` has no layout of an operand, or none is known for its elements.
ttg::MemDescType operandMemory(mlir::RankedTensorType stored,
                               mlir::RankedTensorType operand,
                               OperandTranspose transpose);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_OPERANDMEMORY_H
