//===- CaseSplit.h - A function, case by case -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes make two loops of one where a condition allows one of them to be
/// faster. Both have to do what the one did, each in its case: where there is
/// no choice, loops can be compared with each other.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_CASESPLIT_H
#define HEDDLE_LIB_VERIFY_CASESPLIT_H

#include "heddle/ir/Tt.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"

namespace heddle::equivalence {

/// The first choice of a function between two loops that it meets once; null if
/// there is none.
mlir::scf::IfOp choiceOfLoops(tt::FuncOp function);

/// A copy of a function in which a choice is made already.
class FunctionCase {
public:
  /// `facts` are conditions in the function that are true.
  FunctionCase(mlir::scf::IfOp choice, bool isTaken,
               llvm::ArrayRef<mlir::Value> facts);

  tt::FuncOp function() const { return decided; }
  /// Those that were given, and the condition of the choice if it is true here.
  /// That one only if it follows from arguments alone.
  llvm::ArrayRef<mlir::Value> facts() const { return known; }

private:
  /// What is called has to be there.
  mlir::OwningOpRef<mlir::Operation *> copy;
  tt::FuncOp decided;
  llvm::SmallVector<mlir::Value> known;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_CASESPLIT_H
