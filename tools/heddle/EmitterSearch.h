//===- EmitterSearch.h - Which op is lowered wrongly ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers a kernel so that it shows its registers, and names the op that is
/// lowered wrongly.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_EMITTERSEARCH_H
#define HEDDLE_TOOLS_HEDDLE_EMITTERSEARCH_H

#include "heddle/target/Target.h"
#include "heddle/verify/Verify.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle {

/// An op of a tensor program, by words that outlive it.
struct WrongOp {
  mlir::Location location;
  /// "the lowering of 'tt.reduce' is wrong: ...".
  std::string message;
  /// The op, who lowers it, and with which arguments it shows.
  std::vector<std::string> witness;
};

/// The op of a kernel with layouts that is lowered wrongly. Nothing if the
/// lowered kernel is right, or if no op can be told from the others. The module
/// stays as it is.
std::optional<WrongOp> findWrongOp(mlir::ModuleOp tensors,
                                   llvm::StringRef function,
                                   const Target &target,
                                   const equivalence::VerifyOptions &options);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_EMITTERSEARCH_H
