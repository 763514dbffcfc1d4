//===- Loops.h - What is known of loops -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_LOOPS_H
#define HEDDLE_SIMT_LOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::simt {

/// Has the loop iterations in any execution? So it has if its bounds are
/// constants that say so, or if it is marked. O(1).
bool iterates(mlir::scf::ForOp loop);
void markIterating(mlir::scf::ForOp loop);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_LOOPS_H
