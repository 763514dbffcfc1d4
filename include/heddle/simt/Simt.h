//===- Simt.h - The program of one thread -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dialect `simt`: see SimtOps.td, which defines every op.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMT_H
#define HEDDLE_SIMT_SIMT_H

#include "heddle/target/MatrixUnits.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
struct MatrixInstruction;
struct MatrixTypes;
} // namespace heddle

#include "heddle/simt/SimtDialect.h.inc"
#include "heddle/simt/SimtEnums.h.inc"

#include "heddle/simt/Instructions.h"

#include "heddle/simt/InstructionInterface.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/simt/SimtAttrs.h.inc"

#define GET_OP_CLASSES
#include "heddle/simt/SimtOps.h.inc"

namespace heddle::simt {

/// n registers of this type.
mlir::VectorType registers(mlir::Type element, unsigned count);

/// What registers have that hold elements of a matrix instruction: bytes where
/// these are smaller.
mlir::Type elementOf(mlir::MLIRContext *context, ScalarType type);

/// Registers of a value: those of a vector, else one.
unsigned registerCount(mlir::Type type);

/// Instructions that put registers of less than a word into words, and that
/// take them out again; none of words.
unsigned packingCount(mlir::Type registers);
unsigned unpackingCount(mlir::Type registers);

/// Bytes of a register in memory and in words; an i1 is one.
unsigned bytesOf(mlir::Type element);

/// How many words `to_words` makes of so many registers.
unsigned wordsOf(mlir::VectorType type);

/// Global memory of a kernel's own: a launch allocates `bytes` for each program
/// of the grid, the first at a multiple of `alignment`, and passes its address
/// as the last argument. A program's part follows those of the programs before
/// it, x being the fastest axis of the grid.
struct GlobalScratch {
  /// Positive; a multiple of the alignment, which is a power of two.
  std::uint32_t bytes, alignment;
};

/// Nothing if the kernel needs none.
std::optional<GlobalScratch> globalScratchOf(KernelOp kernel);
/// Says that the last argument is the address of this memory.
void setGlobalScratch(KernelOp kernel, GlobalScratch scratch);

/// May the op be between `cluster_arrive` and `cluster_wait`? Not if it, or one
/// in it, accesses shared memory, or threads wait there.
bool canFollowArrival(mlir::Operation *op);

/// Warps of a block: those of the kernel and of its other partitions.
unsigned blockWarps(KernelOp kernel);
/// The maximum over the kernel and its other partitions.
unsigned mostWarps(KernelOp kernel);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_SIMT_H
