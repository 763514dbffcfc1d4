//===- Server.h - A language server for kernels -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A server of the Language Server Protocol for Triton's IR. Beside what MLIR's
/// server does (errors, definitions, references, completion, symbols, checks of
/// errors for tests) it shows layouts under the cursor, and above each op that
/// moves data between threads what that costs. docs/heddle-lsp.md is for its
/// users.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LSP_SERVER_H
#define HEDDLE_LSP_SERVER_H

#include "heddle/target/Target.h"
#include "mlir/IR/Dialect.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

namespace heddle::lsp {

struct ServerOptions {
  /// The chip of modules that name none. The client's `initializationOptions`
  /// may name another one; without either it is `ir::assumedTargetOf`.
  const Target *target = nullptr;
  /// How messages are told apart.
  enum class Framing {
    Headers, ///< each has a Content-Length, as the protocol says
    Lines    ///< a line `// -----` stands between them, for tests
  };
  Framing framing = Framing::Headers;
  /// Answers are indented, for people.
  bool isPretty = false;
};

/// Answers messages until the client says `exit` or closes the input. Returns
/// the exit code that the protocol wants: 0 if the client said `shutdown`
/// first, else 1. Reads the input on a thread of its own.
int serve(std::FILE *in, llvm::raw_ostream &out,
          const mlir::DialectRegistry &registry, const ServerOptions &options);

} // namespace heddle::lsp

#endif // HEDDLE_LSP_SERVER_H
