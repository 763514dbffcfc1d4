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

class TextParser {
public:
  TextParser(std::string_view text, const ReadOptions &options)
      : text(text), options(options) {}

  /// `#dialect.mnemonic<...>` or `#alias`.
  Placed<Encoding> parseEncoding();
  Placed<TensorType> parseType();
  Placed<ElementType> parseElement();
  Placed<void> expectEnd();

private:
  std::string rest() const;
  tl::unexpected<PlacedError> unexpectedHere(std::string_view expected);
  void skipBlanks();
  bool accept(std::string_view token);
  Placed<void> expect(std::string_view token);
  std::string_view acceptWord();

  Placed<std::uint64_t> parseNumber();
  Placed<SyntaxValue> parseValue();
  Placed<SyntaxValue> parseList();
  Placed<SyntaxField> parseField();
  Placed<void> addField(SyntaxFields &fields);
  Placed<SyntaxFields> parseBraces();
  Placed<void> parseBody(SyntaxAttribute &attribute);
  Placed<std::string> expand(std::size_t start, std::string_view alias);
  Placed<Encoding> parseAlias(std::size_t start, std::string_view alias);
  Placed<std::string> parseMemorySpace();

  struct Shape {
    std::vector<std::uint64_t> sizes;
    std::vector<std::size_t> positions;
  };
  /// `16x32x`, as far as it goes: sizes with an `x` behind each or between.
  Placed<Shape> parseShape();
  Placed<Shape> parseShapedBody(TensorType &type);
  Placed<void> parseMemDescRest(TensorType &type);
  static Placed<void> checkSizes(const TensorType &type, const Shape &shape);
  static Placed<void> checkEncoding(const TensorType &type,
                                    const Encoding &encoding,
                                    std::size_t position);

  std::string_view text;
  ReadOptions options;
  std::size_t position = 0;
  unsigned depth = 0;
};

/// The error as people read it: "column 12: expects ...".
Error located(std::string_view text, PlacedError error);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_TEXTPARSER_H
