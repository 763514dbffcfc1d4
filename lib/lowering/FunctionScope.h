//===- FunctionScope.h - The function that is being lowered -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whose body the walk is in. Functions take the place of their calls, so that
/// scopes nest as calls do, and what `tt.return` means depends on the innermost
/// one: the end of the kernel, a branch to the rest of the caller, or just the
/// results of the call.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_FUNCTIONSCOPE_H
#define HEDDLE_LIB_LOWERING_FUNCTIONSCOPE_H

#include "LoweringContext.h"

namespace heddle {

/// The innermost scope of the context, from its construction to its end.
class FunctionScope {
public:
  /// `after` is the block that returns branch to; null if the body is one
  /// block, whose results are kept.
  FunctionScope(LoweringContext &context, tt::FuncOp function,
                mlir::Block *after = nullptr)
      : context(context), function(function), after(after),
        outer(context.function) {
    context.function = this;
  }
  ~FunctionScope() { context.function = outer; }
  FunctionScope(const FunctionScope &) = delete;
  FunctionScope &operator=(const FunctionScope &) = delete;

  /// Lowers a return from the function.
  void leave(tt::ReturnOp op);
  /// Is the walk in a body of that function, here or further out?
  bool isIn(tt::FuncOp other) const {
    return function == other || (outer != nullptr && outer->isIn(other));
  }
  /// The results of a body of one block, once it is lowered.
  llvm::ArrayRef<mlir::Value> results() const { return returned; }

private:
  LoweringContext &context;
  tt::FuncOp function;
  mlir::Block *after;
  FunctionScope *outer;
  llvm::SmallVector<mlir::Value> returned;
};

/// The blocks of a body, the first into `entry`, the others as blocks of the
/// kernel.
mlir::LogicalResult lowerBlocks(LoweringContext &context, mlir::Region &body,
                                mlir::Block *entry);

/// Subviews of buffers may not be operands of an op that passes values on to
/// blocks or functions: only whole buffers are known there by their address.
mlir::LogicalResult checkPassed(LoweringContext &context, mlir::Operation *op);

/// A body of several blocks where there may be but one, in the region of an op
/// of `scf`: branches become `scf.if`. The values are what the function returns
/// in the end.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
lowerNested(LoweringContext &context, tt::FuncOp callee);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_FUNCTIONSCOPE_H
