//===- Bytecode.h - Files of bytecode in an editor --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MLIR's extensions of editors open a file of bytecode as text, and save it as
/// bytecode again, by two requests that are not the protocol's.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_BYTECODE_H
#define HEDDLE_LIB_LSP_BYTECODE_H

#include "mlir/IR/Dialect.h"

namespace heddle::lsp {

/// The text of the file that a `file:` URI names.
llvm::Expected<std::string>
textOfBytecode(llvm::StringRef uri, const mlir::DialectRegistry &registry);

/// The bytecode of a text, in base 64.
llvm::Expected<std::string>
bytecodeOfText(llvm::StringRef text, const mlir::DialectRegistry &registry);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_BYTECODE_H
