//===- Lowering.h - From tensors to one thread ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From programs of tensors to the program of one thread.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LOWERING_LOWERING_H
#define HEDDLE_LOWERING_LOWERING_H

#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace heddle {

class LoweringRecord;

/// The kernels of a `ttg` module, its public functions, as `simt.kernel`s of a
/// module of their own; the given one stays as it is. Each tensor becomes the
/// vector of the registers that its layout gives a thread, replicas among them
/// left out; pointers become addresses.
///
/// Emits an error at every op that has no lowering yet, and fails then. One
/// walk over the ops, besides planning their conversions. What was decided goes
/// to the record if there is one.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
lowerToSimt(mlir::ModuleOp module, const Target &target,
            LoweringRecord *record = nullptr);

/// Bytes of shared memory.
struct SharedUse {
  /// Those of pieces that live at the worst moment, which nothing is below.
  std::uint64_t peak = 0;
  /// What the kernel takes.
  std::uint64_t packed = 0;
};

/// Gives each `simt.shared` of a kernel its place, and the kernel its bytes of
/// shared memory: the fewest that are found (SharedPacking.h), and of packings
/// that take hardly more the one that needs the least barriers.
SharedUse allocateShared(simt::KernelOp kernel);

/// Inserts the barriers that accesses of shared memory need, as few as are
/// found (Barriers.h), besides those that are there. Which thread touches which
/// byte is executed; addresses that only a run knows may be any in their piece.
void insertBarriers(simt::KernelOp kernel);

/// Registers the passes `lower-to-simt`, which replaces the functions of a
/// module by their kernels, for the chip that `ttg.target` names,
/// `simt-allocate-shared` and `simt-insert-barriers`.
void registerLoweringPasses();

} // namespace heddle

#endif // HEDDLE_LOWERING_LOWERING_H
