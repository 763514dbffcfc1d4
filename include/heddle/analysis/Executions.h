//===- Executions.h - How often an op is executed ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_EXECUTIONS_H
#define HEDDLE_ANALYSIS_EXECUTIONS_H

#include "mlir/IR/Operation.h"

namespace heddle {

/// How often an op is executed for each time that its kernel is. Loops whose
/// bounds are no constants count `AssumedIterations` times (plan/Cost.h);
/// branches are taken.
double executionsOf(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_EXECUTIONS_H
