//===- EngineCopies.h - Copies by the copy engine ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What copies by descriptors consist of: buffers, barriers that are told of
/// the bytes that have arrived, and the copies themselves. In a cluster each
/// block has barriers of its own.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_ENGINECOPIES_H
#define HEDDLE_LIB_TRANSFORMS_ENGINECOPIES_H

#include "heddle/ir/Ttng.h"

namespace heddle {

/// Element `index` (i32) of an array of buffers or barriers.
mlir::Value elementOf(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value all, mlir::Value index);

/// Memory of this type that is aligned as the engine needs.
mlir::Value allocateForEngine(mlir::OpBuilder &builder, mlir::Location loc,
                              ttg::MemDescType type);

/// So many barriers whose phases end with so many arrivals, and their bytes.
mlir::Value allocateBarriers(mlir::OpBuilder &builder, mlir::Location loc,
                             std::int32_t count, std::int32_t arrivals = 1);
/// Ends all of them, and their memory.
void endBarriers(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value barriers);

/// The bits of a block's number in the cluster that make no difference to which
/// part of a buffer in this layout the block has: blocks whose numbers differ
/// in these alone share what the engine copies.
std::uint32_t sharingBlocks(mlir::RankedTensorType type,
                            mlir::Attribute layout);

/// Blocks whose numbers differ in some of these bits, each one of them counted.
std::int32_t countOfBlocks(std::uint32_t bits);

/// The block that the load reads, into a buffer, where `predicate` holds. With
/// `isShared`, blocks that share it load it once, and have to know before that
/// the buffer is free in all of them.
mlir::Operation *copyByEngine(mlir::OpBuilder &builder,
                              tt::DescriptorLoadOp load, mlir::Value buffer,
                              mlir::Value barrier, mlir::Value predicate,
                              bool isShared = false);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_ENGINECOPIES_H
