//===- TextParser.h - Parsing attributes and types --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the text of attributes and types from left to right.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_TEXTPARSER_H
#define HEDDLE_LIB_ENCODING_TEXTPARSER_H

#include "Syntax.h"

namespace heddle {

/// How deep attributes and lists may nest; Triton's own need five.
constexpr unsigned MaxDepth = 32;

/// The innermost of nested texts counts a level of `depth`.
class Nesting {
public:
  explicit Nesting(unsigned &depth) : depth(depth) { ++depth; }
  ~Nesting() { --depth; }
  Nesting(const Nesting &) = delete;
  Nesting &operator=(const Nesting &) = delete;

private:
  unsigned &depth;
};

class TextParser {
public:
  TextParser(std::string_view text, const ReadOptions &options)
      : text(text), options(options) {}

  /// `#dialect.mnemonic<...>` or `#alias`.
  Parsed<Encoding> parseEncoding();
  Parsed<TensorType> parseType();
  Parsed<ElementType> parseElement();
  Parsed<void> expectEnd();

private:
  std::string rest() const;
  tl::unexpected<ParseError> unexpectedHere(std::string_view expected);
  void skipBlanks();
  bool accept(std::string_view token);
  Parsed<void> expect(std::string_view token);
  std::string_view acceptWord();

  Parsed<std::uint64_t> parseNumber();
  Parsed<SyntaxValue> parseValue();
  Parsed<SyntaxValue> parseList();
  Parsed<SyntaxField> parseField();
  Parsed<void> addField(SyntaxFields &fields);
  Parsed<SyntaxFields> parseBraces();
  Parsed<void> parseBody(SyntaxAttribute &attribute);
  Parsed<std::string> expand(std::size_t start, std::string_view alias);
  Parsed<Encoding> parseAlias(std::size_t start, std::string_view alias);
  Parsed<std::string> parseMemorySpace();

  struct Shape {
    std::vector<std::uint64_t> sizes;
    std::vector<std::size_t> positions;
  };
  /// `16x32x`, as far as it goes: sizes with an `x` after each or between.
  Parsed<Shape> parseShape();
  Parsed<Shape> parseShapedBody(TensorType &type);
  Parsed<void> parseTypeBody(TensorType &type, bool mayOmitSpace);
  static Parsed<void> checkAllocationRank(const TensorType &type,
                                          const Shape &allocation);
  static Parsed<void> checkAllocation(const TensorType &type,
                                      const Shape &allocation);
  Parsed<void> parseMemDescRest(TensorType &type, const Encoding &encoding,
                                bool mayOmitSpace);
  static Parsed<void> checkSizes(const TensorType &type, const Shape &shape);

  std::string_view text;
  ReadOptions options;
  std::size_t position = 0;
  unsigned depth = 0;
  /// The aliases whose definitions are being read.
  std::vector<std::string> openAliases;
};

/// The error as people read it: "column 12: expects ...".
Error located(std::string_view text, ParseError error);

/// The value, if it is all of the text.
template <class T>
Result<T> wholeText(std::string_view text, TextParser &parser,
                    Parsed<T> value) {
  if (value)
    if (Parsed<void> end = parser.expectEnd(); !end)
      value = tl::unexpected(std::move(end.error()));
  if (!value)
    return tl::unexpected(located(text, std::move(value.error())));
  return std::move(*value);
}

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_TEXTPARSER_H
