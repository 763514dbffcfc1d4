//===- Parse.h - Reading what others wrote ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MLIR's parser for texts that others wrote. That of MLIR 22 asks `index` for
/// its bits and crashes where a text has `array<index: 1>`, so such texts are
/// refused first.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_PARSE_H
#define HEDDLE_IR_PARSE_H

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace heddle::ir {

/// The module of the main file, a text or bytecode, as
/// `mlir::parseSourceFile`; null if it cannot be read, with errors.
mlir::OwningOpRef<mlir::ModuleOp> parseModule(const llvm::SourceMgr &sources,
                                              const mlir::ParserConfig &config);

/// Appends the ops of the main file, a text, to the block, as
/// `mlir::parseAsmSourceFile`. Where its names are goes to `names`, and what
/// could follow at the end of the text to `completion`.
[[nodiscard]] mlir::LogicalResult
parseOps(const llvm::SourceMgr &sources, mlir::Block &block,
         const mlir::ParserConfig &config, mlir::AsmParserState &names,
         mlir::AsmParserCodeCompleteContext *completion = nullptr);

/// Is there no `array<index ...>` in the main file? Otherwise emits an error
/// there. For those alone who leave parsing to others. O(text).
[[nodiscard]] mlir::LogicalResult verifyArrays(const llvm::SourceMgr &sources,
                                               mlir::MLIRContext *context);

} // namespace heddle::ir

#endif // HEDDLE_IR_PARSE_H
