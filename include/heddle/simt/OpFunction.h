//===- OpFunction.h - Functions of one class of ops -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions that take an op as its class, for tables from ops to functions:
///
///     void emitSplat(Context &context, simt::SplatOp splat);
///     OpFunction<Context> emit = opFunction<simt::SplatOp,
///     Context>(emitSplat);
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_OPFUNCTION_H
#define HEDDLE_SIMT_OPFUNCTION_H

#include "mlir/IR/Operation.h"

#include <functional>
#include <type_traits>

namespace heddle::simt {

/// Fails after an error at the op.
template <class Context>
using OpFunction =
    std::function<mlir::LogicalResult(Context &, mlir::Operation *)>;

/// `function(context, op)` returns nothing or a `LogicalResult`, and takes the
/// op as an `Op` or as an `Operation *`.
template <class Op, class Context, class Function>
OpFunction<Context> opFunction(Function function) {
  return
      [function](Context &context, mlir::Operation *op) -> mlir::LogicalResult {
        if constexpr (std::is_void_v<
                          std::invoke_result_t<Function, Context &, Op>>) {
          function(context, mlir::cast<Op>(op));
          return mlir::success();
        } else {
          return function(context, mlir::cast<Op>(op));
        }
      };
}

} // namespace heddle::simt

#endif // HEDDLE_SIMT_OPFUNCTION_H
