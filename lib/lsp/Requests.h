//===- Requests.h - Parameters of requests ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameters of the protocol's messages. LLVM's structs know documents of
/// a few schemes of URIs only; a name of a document is any text here, so that
/// unsaved files, and those of other file systems, are served too.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_REQUESTS_H
#define HEDDLE_LIB_LSP_REQUESTS_H

#include "llvm/Support/LSP/Protocol.h"

namespace heddle::lsp {

/// About a document: {"textDocument": {"uri": ...}}.
struct DocumentParams {
  std::string uri;
};

struct OpenParams {
  std::string uri, text;
  std::int64_t version = 0;
};

struct ChangeParams {
  std::string uri;
  std::int64_t version = 0;
  std::vector<llvm::lsp::TextDocumentContentChangeEvent> changes;
};

struct PositionParams {
  std::string uri;
  llvm::lsp::Position position;
  /// Of references.
  bool includesDeclaration = false;
};

struct RangeParams {
  std::string uri;
  llvm::lsp::Range range;
  /// Of code actions.
  std::vector<llvm::lsp::Diagnostic> diagnostics;
};

/// What `initialize` says that the server heeds.
struct StartParams {
  bool readsMarkdown = false;
  /// `initializationOptions.target`; empty if there is none.
  std::string target;
};

/// A lens, with what `lensesAnswer` wrote of its document.
struct LensParams {
  std::string uri;
  llvm::json::Object lens;
};

/// {"uri": ...}, of MLIR's requests about bytecode.
struct UriParams {
  std::string uri;
};

bool fromJSON(const llvm::json::Value &json, DocumentParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, OpenParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, ChangeParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, PositionParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, RangeParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, StartParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, LensParams &params,
              llvm::json::Path path);
bool fromJSON(const llvm::json::Value &json, UriParams &params,
              llvm::json::Path path);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_REQUESTS_H
