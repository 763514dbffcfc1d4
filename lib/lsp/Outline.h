//===- Outline.h - The functions of a text ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_OUTLINE_H
#define HEDDLE_LIB_LSP_OUTLINE_H

#include "Document.h"

namespace heddle::lsp {

/// Modules, functions and other symbols of all parts, inside each other as in
/// the text; other ops with regions that have no symbol where symbols are in
/// them.
std::vector<llvm::lsp::DocumentSymbol> outlineOf(const Document &document);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_OUTLINE_H
