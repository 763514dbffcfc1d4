//===- LoopBody.h - What depends on what in a loop --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dependences between the ops of a loop's body, within an iteration and from
/// one to the next. An op with regions counts with everything inside of it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOOPBODY_H
#define HEDDLE_LIB_TRANSFORMS_LOOPBODY_H

#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

using OpSet = llvm::SetVector<mlir::Operation *>;

/// The op of the body that is this one, or has it in a region; null outside of
/// the loop.
mlir::Operation *inBody(mlir::scf::ForOp loop, mlir::Operation *op);

/// The ops of the body, without the terminator, that use results of the op in
/// the same iteration.
OpSet usersInBody(mlir::scf::ForOp loop, mlir::Operation *op);

/// Those that use them in the next iteration, as what the loop carries.
OpSet usersInNext(mlir::scf::ForOp loop, mlir::Operation *op);

/// Values that the op uses and does not define itself, in its regions too.
llvm::SmallVector<mlir::Value> usedBy(mlir::Operation *op);

/// The ops of the body that compute the values, in this iteration or an earlier
/// one.
OpSet makersOf(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Value> values);

/// Those that do so in the same iteration.
OpSet makersInIteration(mlir::scf::ForOp loop,
                        llvm::ArrayRef<mlir::Value> values);

/// The argument by which the next iteration has the value, if nobody else uses
/// it; null otherwise.
mlir::BlockArgument onlyCarriedAs(mlir::scf::ForOp loop, mlir::Value value);

/// "tt.load", for a message.
std::string nameOf(mlir::Operation *op);

/// Replaces the loop by one that carries more values: they start as `inits` and
/// go on as `body` says. Its attributes stay.
mlir::scf::ForOp carryMore(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
                           mlir::ValueRange inits,
                           const mlir::NewYieldValuesFn &body);

/// What only steps on from iteration to iteration, and nobody reads, stays as
/// it is instead: the canonicalizer removes such.
void stopSteps(mlir::scf::ForOp loop);

/// Why the loop cannot be expanded, whatever its schedule: "contains a loop".
/// Nothing if it can.
std::optional<std::string> reasonNotToExpand(mlir::scf::ForOp loop);

/// May the op run for iterations that do not exist, under a mask if it loads?
/// Nobody uses what it computes then.
bool canRunWithoutIteration(mlir::Operation *op);

/// May the op run for iterations that do not exist, and before ops of earlier
/// iterations? Without effects it may; a load may if what it reads stays the
/// same (StoredMemory.h), under a mask.
bool canRunEarly(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOOPBODY_H
