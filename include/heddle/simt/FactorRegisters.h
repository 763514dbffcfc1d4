//===- FactorRegisters.h - What products of groups read ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A warp group's product reads its first factor from registers for as long as
/// it is under way, and nobody may write these meanwhile (PTX ISA, wgmma:
/// "accessing the registers ... before wgmma.wait_group" is undefined).
/// Programs are in SSA form, but what is computed once more, in a loop's next
/// iteration, has the registers that it had before.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_FACTORREGISTERS_H
#define HEDDLE_SIMT_FACTORREGISTERS_H

#include "heddle/simt/Simt.h"

namespace heddle::simt {

/// Is the op's result in the registers of its operands? A compiler moves
/// nothing there. O(1).
bool isRenaming(mlir::Operation *op);

/// Values that are computed into registers from which the product reads its
/// first factor: what this is made of by renaming, and what loops carry to it.
/// None if the factor is in shared memory. O(values).
llvm::SmallVector<mlir::Value> findFactorWrites(GroupMmaOp group);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_FACTORREGISTERS_H
