//===- Answers.h - Answers in the protocol's words --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the server answers about a document, as JSON of the protocol.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_ANSWERS_H
#define HEDDLE_LIB_LSP_ANSWERS_H

#include "CompiledKernel.h"
#include "Document.h"
#include "Hover.h"

namespace heddle::lsp {

/// `textDocument/publishDiagnostics`.
llvm::json::Value diagnosticsOf(const Document &document);

/// Null where there is nothing to say, as all of these.
llvm::json::Value hoverAnswer(const Document &document,
                              llvm::lsp::Position position, MoveCosts &costs,
                              const HoverOptions &options);

/// The place of the definition, and for values and ops where the source is, as
/// far as locations name files that are here.
llvm::json::Value definitionAnswer(const Document &document,
                                   llvm::lsp::Position position);
/// All places of the name, its definition among them if that is wanted.
llvm::json::Value referencesAnswer(const Document &document,
                                   llvm::lsp::Position position,
                                   bool includesDeclaration);

llvm::json::Value lensesAnswer(const Document &document, MoveCosts &costs,
                               const Target *preferred);
/// The lens of a kernel, which `lensesAnswer` leaves without a text: the client
/// asks for it where it is in view. `lens` is what that made, its data are
/// those of this document. Null if the text has no such kernel any more.
llvm::json::Value resolvedLens(const Document &document,
                               const llvm::json::Object &lens,
                               CompiledKernels &kernels,
                               const Target *preferred);
llvm::json::Value hintsAnswer(const Document &document, llvm::lsp::Range range);

/// Comments that expect the errors of the client's list, for tests that run
/// with `--verify-diagnostics`.
llvm::json::Value
checksAnswer(const Document &document,
             llvm::ArrayRef<llvm::lsp::Diagnostic> diagnostics);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_ANSWERS_H
