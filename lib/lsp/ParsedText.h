//===- ParsedText.h - What parsing a text found -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A text of IR, its ops if it could be parsed, where each name stands in it,
/// and what is wrong with it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_PARSEDTEXT_H
#define HEDDLE_LIB_LSP_PARSEDTEXT_H

#include "SourceText.h"
#include "heddle/answers/AliasFile.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace heddle::lsp {

/// An error, a warning or a remark of the parser or of a verifier.
struct Finding {
  struct Note {
    Extent where;
    std::string message;
  };
  Extent where;
  mlir::DiagnosticSeverity severity;
  std::string message;
  bool isOfParser = false;
  std::vector<Note> notes;
};

class ParsedText {
public:
  using Context = std::shared_ptr<mlir::MLIRContext>;

  /// Contexts in which texts of kernels can be parsed.
  static Context makeContext(const mlir::DialectRegistry &registry);

  /// Parses and verifies. Linear in the text, but for what verifiers do.
  ParsedText(std::string text, Context context);

  std::string_view text() const;
  /// Whether there are ops: it could be parsed, whatever verifiers say.
  bool hasOps() const { return isParsed; }
  /// The module of the text; one around its ops, where there is none or there
  /// are several.
  mlir::ModuleOp module() const;
  const mlir::AsmParserState &names() const { return state; }
  const std::vector<Finding> &findings() const { return found; }
  /// The layouts that the text defines, also where it cannot be parsed.
  const AliasFile &aliases() const { return layouts; }

  Extent extentOf(llvm::SMRange range) const;
  /// Of the name that begins there.
  Extent extentOf(mlir::Location location) const;
  /// A place in the source that an op comes from, counted from 1.
  struct Origin {
    std::string path;
    unsigned line, column;
  };
  /// Where the program was written that the op comes from, its callers behind
  /// it. Empty if the text does not say.
  std::vector<Origin> originsOf(mlir::Operation *op) const;

private:
  void parse();
  void verify();
  void collect(mlir::Diagnostic &diagnostic, bool isOfParser);

  /// The ops, and what refers to them, go before their context does.
  Context context;
  /// Finds lines when they are asked for.
  mutable llvm::SourceMgr sources;
  SourceText lines;
  AliasFile layouts;
  mlir::AsmParserState state;
  mlir::OwningOpRef<mlir::ModuleOp> wrapper;
  /// Of ops that say where they come from; for errors they stand in this text.
  llvm::DenseMap<mlir::Operation *, mlir::Location> origins;
  std::vector<Finding> found;
  bool isParsed = false;
};

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_PARSEDTEXT_H
