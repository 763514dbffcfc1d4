//===- ModuleTarget.h - The chip that a module is for -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_MODULETARGET_H
#define HEDDLE_IR_MODULETARGET_H

#include "heddle/target/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle::ir {

/// The row of the chip that `ttg.target` names; null without one, and if no row
/// stands for it.
const Target *targetOf(mlir::ModuleOp module);

/// The same for passes that make no code: where no row stands for the chip, the
/// nearest one does, with a warning. That is the newest of the maker's that is
/// not newer and has as many lanes, or else the oldest of these. Null where the
/// module names no chip, and of other makers' chips.
const Target *nearestTargetOf(mlir::ModuleOp module);

/// The same for passes that have to know something of a chip: where the module
/// names none, sm_80 or gfx942, by the lanes of its warps.
const Target &assumedTargetOf(mlir::ModuleOp module);

} // namespace heddle::ir

#endif // HEDDLE_IR_MODULETARGET_H
