//===- LayoutDemands.h - Producers and consumers of layouts -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which ops a tensor has its layout from, and which need it. Most ops take
/// any layout and produce their result in the same; after them come those that
/// do not.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REPORT_LAYOUTDEMANDS_H
#define HEDDLE_LIB_REPORT_LAYOUTDEMANDS_H

#include "heddle/report/KernelReport.h"
#include "mlir/IR/Value.h"

namespace heddle {

/// An op of the tensor program, with the line that it comes from in the file of
/// its function.
ReportedOp reported(mlir::Operation *op);
/// The op of the tensor program that an op of the thread's program belongs to;
/// `file` is that of its kernel.
ReportedOp reportedOrigin(mlir::Operation *op, llvm::StringRef file);

/// The nearest ops from which the value has its layout, each once.
std::vector<ReportedOp> producersOf(mlir::Value value);
/// The nearest ops that need the layout that it has.
std::vector<ReportedOp> consumersOf(mlir::Value value);

} // namespace heddle

#endif // HEDDLE_LIB_REPORT_LAYOUTDEMANDS_H
