//===- Printing.h - Attributes and types as texts ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Printing without aliases can take exponential time: in `#b = [#a, #a]`,
/// `#c = [#b, #b]`, ... each line doubles the text. What is too long for a
/// person is not printed.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_PRINTING_H
#define HEDDLE_LIB_LSP_PRINTING_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace heddle::lsp {

/// The text, in valid UTF-8; "(too large to print)" of thousands of parts, or
/// of hundreds inside each other.
std::string printed(mlir::Attribute attribute);
std::string printed(mlir::Type type);
std::string printed(const mlir::Diagnostic &diagnostic);

/// The op in its generic form, without what is in its regions.
std::string printedGeneric(mlir::Operation *op);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_PRINTING_H
