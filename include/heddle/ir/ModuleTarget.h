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

} // namespace heddle::ir

#endif // HEDDLE_IR_MODULETARGET_H
