//===- Syntax.h - Attribute text as a tree ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Between text and structs stands a tree: names, numbers, words, lists and
/// braces, each with its position in the text. The parser makes the tree
/// without knowing any family; legacy forms are rewritten on the tree; the
/// tables of the families read it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_SYNTAX_H
#define HEDDLE_LIB_ENCODING_SYNTAX_H

#include "heddle/encoding/EncodingText.h"
#include "heddle/f2/Error.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle {

struct SyntaxField;

/// `name = value, ...` between braces, in the order of the text.
struct SyntaxFields {
  std::size_t position = 0;
  std::vector<SyntaxField> fields;

  SyntaxField *find(std::string_view name);
  /// Removes the field and returns it.
  std::optional<SyntaxField> take(std::string_view name);
};

/// What stands after a `=` or in a list.
struct SyntaxValue {
  struct Interval {
    std::uint64_t interval, padding;
  };
  using List = std::vector<SyntaxValue>;

  std::size_t position = 0;
  std::variant<std::uint64_t, std::string, List, SyntaxFields, Interval,
               EncodingBox>
      content;
};

struct SyntaxField {
  std::string name;
  std::size_t position = 0;
  SyntaxValue value;
};

/// `#dialect.mnemonic<...>`.
struct SyntaxAttribute {
  std::size_t position = 0;
  std::string dialect, mnemonic;
  /// The list in front of the braces, of padded layouts.
  std::optional<SyntaxValue> prefix;
  /// What is between the braces.
  SyntaxFields braces;
  bool hasBraces = false;
  /// Fields outside of braces.
  SyntaxFields bare;
};

template <class T> using Parsed = tl::expected<T, ParseError>;

inline tl::unexpected<ParseError> failAt(std::size_t position,
                                         std::string reason,
                                         std::string witness = {},
                                         std::string remedy = {}) {
  return tl::unexpected(
      ParseError{position, failure(std::move(reason), std::move(witness),
                                   std::move(remedy))
                               .value()});
}

/// "a number", "a list", ...: what a value is, for messages.
std::string describe(const SyntaxValue &value);

/// `ttg` for `triton_gpu`, `ttng` for `triton_nvidia_gpu`, any other as it is.
std::string_view modernDialect(std::string_view dialect);

/// Rewrites the forms of older texts into those of today, and fills in what the
/// tensor's type says.
Parsed<void> modernize(SyntaxAttribute &attribute, const ReadOptions &options);

/// Reads the tree with the table of its family, and verifies the result.
Parsed<Encoding> readEncoding(SyntaxAttribute &attribute, Meaning meaning);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_SYNTAX_H
