//===- Values.h - Values in the place of others --------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values that reductions put in the place of results: constants and arguments
/// of the function.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_VALUES_H
#define HEDDLE_LIB_REDUCE_VALUES_H

#include "mlir/IR/BuiltinOps.h"

namespace heddle::reduction {

/// What stands in for a value.
enum class Stand {
  One,              ///< a constant: 1, true
  Zero,             ///< a constant: 0, false
  Argument,         ///< another argument of the function, of the same type
  SplatArgument,    ///< of a tensor: a splat of another scalar argument
  ExistingArgument, ///< an argument that is there, or a splat of one
};

/// A value of the type that can be used at the op, made at the beginning of the
/// function (or of what else is isolated from above); one that is there already
/// is used. Null if there is none: a token has no constant, functions that are
/// called get no arguments.
mlir::Value standFor(mlir::Type type, mlir::Operation *op, Stand stand);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_VALUES_H
