//===- Document.h - An open document ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A document that an editor has open, in its parts between lines `// -----`,
/// each of which is parsed on its own. A part that has not changed is not
/// parsed again; one that cannot be parsed right now remembers how it was when
/// it last could.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_DOCUMENT_H
#define HEDDLE_LIB_LSP_DOCUMENT_H

#include "ParsedText.h"

namespace heddle::lsp {

/// The ops of a part's text, or of the last one that could be parsed.
struct PartView {
  const ParsedText *parsed;
  /// Where the part begins in the document.
  std::size_t begin;
  /// From the text of the ops to the text of now, if they differ.
  std::optional<TextChange> change;

  /// Nothing inside what has changed since.
  std::optional<std::size_t> parsedOffset(std::size_t inDocument) const;
  std::optional<Extent> documentExtent(Extent parsed) const;
};

class Document {
public:
  Document(std::string uri, std::string text, std::int64_t version,
           const mlir::DialectRegistry &registry);

  const std::string &uri() const { return name; }
  std::int64_t version() const { return number; }
  const SourceText &text() const { return source; }

  void edit(llvm::ArrayRef<llvm::lsp::TextDocumentContentChangeEvent> edits,
            std::int64_t newVersion);

  /// Parses what edits have changed, if anything. True if there was something.
  bool refresh();

  struct Part {
    std::size_t begin;
    std::shared_ptr<const ParsedText> now;
    /// With ops; the same as `now` if that has some. Null if none ever had.
    std::shared_ptr<const ParsedText> withOps;
  };
  /// Call `refresh` before.
  llvm::ArrayRef<Part> parts() const { return list; }
  const Part &partAt(std::size_t offset) const;

  /// Null without ops.
  static std::optional<PartView> viewOf(const Part &part);

private:
  /// Its ops are freed with what was parsed in it: it is left before that is
  /// much, as a context never forgets a type or a location.
  ParsedText::Context contextForNext();

  std::string name;
  SourceText source;
  std::int64_t number;
  const mlir::DialectRegistry &registry;
  ParsedText::Context context;
  unsigned parsedInContext = 0;
  bool isStale = true;
  std::vector<Part> list;
};

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_DOCUMENT_H
