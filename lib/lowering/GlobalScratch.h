//===- GlobalScratch.h - Global memory of each program ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Global memory that each program has for itself (`simt::GlobalScratch`). How
/// much that is, is known once the whole kernel is lowered.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_GLOBALSCRATCH_H
#define HEDDLE_LIB_LOWERING_GLOBALSCRATCH_H

#include "LoweringContext.h"

namespace heddle {

/// The address of so many bytes of this program, as an i64. Each call stands
/// for other bytes, of which the kernel has at most 2^31 - 1: null and an error
/// at the op otherwise. The alignment is a power of two.
mlir::Value allocateGlobalScratch(LoweringContext &context, mlir::Operation *op,
                                  std::uint64_t bytes, std::uint64_t alignment);

/// Where the program's bytes begin, an i64.
mlir::Value globalScratchBase(LoweringContext &context, mlir::Location loc);

/// Gives a kernel that has been lowered the argument with the address, if there
/// were such calls.
void finishGlobalScratch(LoweringContext &context, simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_GLOBALSCRATCH_H
