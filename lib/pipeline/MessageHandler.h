//===- MessageHandler.h - Diagnostics as messages ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PIPELINE_MESSAGEHANDLER_H
#define HEDDLE_LIB_PIPELINE_MESSAGEHANDLER_H

#include "heddle/pipeline/Messages.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace heddle {

/// Prints what MLIR diagnoses in a context, with lines of the sources: on the
/// standard error, or into the messages, which also have it in parts. These
/// outlive the context.
class MessageHandler {
public:
  MessageHandler(llvm::SourceMgr &sources, mlir::MLIRContext &context,
                 Messages *messages);

private:
  std::unique_ptr<llvm::raw_string_ostream> stream;
  mlir::SourceMgrDiagnosticHandler printer;
};

} // namespace heddle

#endif // HEDDLE_LIB_PIPELINE_MESSAGEHANDLER_H
