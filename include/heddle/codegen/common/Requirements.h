//===- Requirements.h - What ops need of a target ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ops of `simt` need of a target, as its row in the table of targets
/// says. Vendors register these beside their emitters; what only one vendor's
/// instructions can or cannot do stands with its emitters.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_REQUIREMENTS_H
#define HEDDLE_CODEGEN_COMMON_REQUIREMENTS_H

#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"

namespace heddle::codegen {

/// No more bytes at once than a lane moves in that address space.
bool hasLoad(simt::LoadOp load, const Target &target);
bool hasStore(simt::StoreOp store, const Target &target);
bool hasMatrixLoad(simt::MatrixLoadOp load, const Target &target);
bool hasMatrixStore(simt::MatrixStoreOp store, const Target &target);
bool hasAsyncCopy(simt::AsyncCopyOp copy, const Target &target);
/// Copies of boxes, tensor maps, mbarriers.
bool hasBoxCopies(mlir::Operation *op, const Target &target);
/// Its matrix instruction.
bool hasMma(simt::MmaOp mma, const Target &target);
bool hasScaledMma(simt::ScaledMmaOp mma, const Target &target);
bool hasGroupMma(simt::GroupMmaOp group, const Target &target);
/// Lanes whose numbers differ in these bits exchange a word.
bool hasShuffleXor(simt::ShuffleXorOp shuffle, const Target &target);
bool hasShuffleIndex(simt::ShuffleIndexOp shuffle, const Target &target);
bool hasLaneReduce(simt::LaneReduceOp reduce, const Target &target);
bool hasBytePermute(simt::BytePermuteOp permute, const Target &target);
bool hasFloatConversion(simt::ConvertFloatOp convert, const Target &target);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_REQUIREMENTS_H
