//===- ElementType.cpp - Types of elements --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"

#include <cctype>

namespace heddle {

namespace {

struct NamedElement {
  std::string_view name;
  unsigned bits;
};
/// MLIR's builtin number types, except integers `iN`.
constexpr NamedElement Elements[] = {
    {"f16", 16},       {"bf16", 16},         {"f32", 32},     {"f64", 64},
    {"tf32", 32},      {"f8E5M2", 8},        {"f8E4M3FN", 8}, {"f8E4M3FNUZ", 8},
    {"f8E5M2FNUZ", 8}, {"f8E4M3B11FNUZ", 8}, {"f8E4M3", 8},   {"f8E3M4", 8},
    {"f8E8M0FNU", 8},  {"f4E2M1FN", 4},      {"f6E2M3FN", 6}, {"f6E3M2FN", 6},
    {"index", 64},
};
constexpr unsigned PointerBits = 64;
constexpr unsigned MaxIntegerBits = 128;

/// The bits of a builtin number type; 0 if it is none.
unsigned bitsOfElement(std::string_view word) {
  for (const NamedElement &element : Elements)
    if (word == element.name)
      return element.bits;
  if (word.starts_with("si") || word.starts_with("ui"))
    word.remove_prefix(1);
  if (!word.starts_with("i"))
    return 0;
  unsigned bits = 0;
  for (char c : word.substr(1)) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0 ||
        bits > MaxIntegerBits)
      return 0;
    bits = bits * 10 + static_cast<unsigned>(c - '0');
  }
  return bits <= MaxIntegerBits ? bits : 0;
}

} // namespace

Parsed<ElementType> TextParser::parseElement() {
  skipBlanks();
  std::size_t start = position;
  if (accept("!tt.ptr<")) {
    Nesting nesting(depth);
    if (depth > MaxDepth)
      return failAt(start, concat("expects at most ", MaxDepth,
                                  " levels of nesting, but got more"));
    Parsed<ElementType> pointee = parseElement();
    if (!pointee)
      return pointee;
    std::string text = concat("!tt.ptr<", pointee->text);
    if (accept(",")) {
      skipBlanks();
      std::string_view space = acceptWord();
      Parsed<std::uint64_t> number = space.empty() ? parseNumber() : 0;
      if (!number)
        return unexpectedHere("an address space");
      text += concat(", ", space.empty() ? std::to_string(*number)
                                         : std::string(space));
    }
    if (Parsed<void> close = expect(">"); !close)
      return tl::unexpected(std::move(close.error()));
    return ElementType{text + ">", PointerBits};
  }
  std::string_view word = acceptWord();
  if (unsigned bits = bitsOfElement(word))
    return ElementType{std::string(word), bits};
  position = start;
  return unexpectedHere(
      "an element type such as f16, i8, f8E4M3FN or !tt.ptr<f32>");
}

Result<ElementType> parseElementType(std::string_view text) {
  TextParser parser(text, {});
  return wholeText(text, parser, parser.parseElement());
}

} // namespace heddle
