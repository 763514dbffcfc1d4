//===- AxisTransfer.h - Rules of ops ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which rule belongs to which op.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANALYSIS_AXISTRANSFER_H
#define HEDDLE_LIB_ANALYSIS_AXISTRANSFER_H

#include "heddle/analysis/AxisInfo.h"
#include "mlir/IR/Value.h"

namespace heddle {

/// The shape of a tensor or of the tensor that is pointed to; empty of scalars.
llvm::ArrayRef<std::int64_t> shapeOf(mlir::Type type);

/// What the type alone says.
AxisInfo unknownOf(mlir::Type type);

/// What holds of a result, from what holds of the op's operands.
AxisInfo transfer(mlir::OpResult result,
                  llvm::ArrayRef<const AxisInfo *> operands);

} // namespace heddle

#endif // HEDDLE_LIB_ANALYSIS_AXISTRANSFER_H
