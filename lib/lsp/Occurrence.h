//===- Occurrence.h - A name in a text --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands under the cursor, where it is defined, and where else it stands.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_OCCURRENCE_H
#define HEDDLE_LIB_LSP_OCCURRENCE_H

#include "Document.h"

#include <variant>

namespace heddle::lsp {

struct Occurrence {
  using Op = const mlir::AsmParserState::OperationDefinition *;
  using AttributeAlias = const mlir::AsmParserState::AttributeAliasDefinition *;
  using TypeAlias = const mlir::AsmParserState::TypeAliasDefinition *;
  /// An op by its name, whose uses are its results and theirs, or by its
  /// symbol; a value; a block; an alias.
  std::variant<Op, mlir::Value, mlir::Block *, AttributeAlias, TypeAlias> what;
  /// Under the cursor.
  Extent here;
  Extent definition;
  std::vector<Extent> uses;
};

/// Nothing where no name of these kinds stands. Linear in the names of the
/// text.
std::optional<Occurrence> occurrenceAt(const ParsedText &text,
                                       std::size_t offset);

/// With the text that it stands in.
struct Found {
  PartView view;
  Occurrence occurrence;
};

/// The same in a part of a document, at an offset of the document of now.
std::optional<Found> findAt(const Document::Part &part, std::size_t offset);

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_OCCURRENCE_H
