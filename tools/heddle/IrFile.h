//===- IrFile.h - Files of IR ------------------------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_IRFILE_H
#define HEDDLE_TOOLS_HEDDLE_IRFILE_H

#include "heddle/program/Outcome.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <string>

namespace heddle {

/// Triton's dialects, and those of a thread's program.
mlir::DialectRegistry dialectsOfFiles();

/// A file, and what shows places in it with their lines. Outlives what is said
/// of the module.
class IrFile {
public:
  /// What is wrong with the file is printed.
  Reported<void> read(const std::string &path, mlir::MLIRContext &context);

  mlir::ModuleOp module() { return *parsed; }

private:
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> handler;
  mlir::OwningOpRef<mlir::ModuleOp> parsed;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_IRFILE_H
