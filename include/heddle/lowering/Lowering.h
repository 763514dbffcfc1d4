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

#include "heddle/lowering/Arithmetic.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

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
            const ArithmeticOptions &arithmetic = {},
            LoweringRecord *record = nullptr);

/// The file of Heddle's sources that lowers such ops, and the line in which it
/// says so: "lib/lowering/emitters/Reduce.cpp:210". Empty if there is none.
std::string loweringSourceOf(mlir::OperationName name);

/// The pass `lower-to-simt`, which replaces the functions of a module by their
/// kernels, for a target, or the one that `ttg.target` names. With a record,
/// the tensor program moves there and stays as it is. As text it has the
/// options `fp-fusion` and `math`.
std::unique_ptr<mlir::Pass>
createLowerToSimtPass(const Target *target = nullptr,
                      const ArithmeticOptions &arithmetic = {},
                      LoweringRecord *record = nullptr);

/// Registers it.
void registerLoweringPasses();

} // namespace heddle

#endif // HEDDLE_LOWERING_LOWERING_H
