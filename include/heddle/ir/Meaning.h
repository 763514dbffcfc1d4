//===- Meaning.h - What can be read, but not computed with ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Verifiers accept what Triton accepts, and some of that means nothing: a
/// layout with `kWidth = 3`, a tensor of another rank than its layout, three
/// warps, an index too few. It can be read and printed. Passes, and everything
/// else that computes with layouts, check first that nothing of the kind is
/// there.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_MEANING_H
#define HEDDLE_IR_MEANING_H

#include "mlir/IR/Operation.h"

namespace heddle::ir {

/// Does everything in `root`, itself included, mean something? Reports the
/// first that does not, at its op. O(ops and the types in them).
[[nodiscard]] mlir::LogicalResult verifyMeaning(mlir::Operation *root);

} // namespace heddle::ir

#endif // HEDDLE_IR_MEANING_H
