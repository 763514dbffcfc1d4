//===- TtngText.h - Text that ops of ttng share -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parts of the text of ops that work on tensor memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_TTNGTEXT_H
#define HEDDLE_LIB_IR_TTNGTEXT_H

#include "mlir/IR/OpImplementation.h"

namespace heddle::ttng {

/// `[%token]` or `[]` after a buffer if the op makes a token, nothing if not.
mlir::ParseResult
parseToken(mlir::OpAsmParser &parser,
           std::optional<mlir::OpAsmParser::UnresolvedOperand> &dependency,
           mlir::Type &token);
void printToken(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                mlir::Value dependency, mlir::Type token);

/// `, %barrier[%condition]` for each barrier.
mlir::ParseResult parseBarriersAndPreds(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &barriers,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &conditions);
void printBarriersAndPreds(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::OperandRange barriers,
                           mlir::OperandRange conditions);

} // namespace heddle::ttng

#endif // HEDDLE_LIB_IR_TTNGTEXT_H
