//===- TextParser.cpp - Parsing layouts -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutBuilder.h"
#include "heddle/layout/Text.h"

#include <cctype>
#include <charconv>
#include <optional>

namespace heddle {

namespace {

/// Reads a text from left to right. The first thing that does not fit is kept
/// as the error; from then on every function returns false and moves no more.
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Result<LinearLayout> parseTextForm();
  Result<LinearLayout> parseJsonForm();

private:
  void skipBlanks();
  bool fail(std::string_view expected);
  bool accept(std::string_view token);
  bool expect(std::string_view token);
  bool parseDigits(std::string_view &digits, std::string_view what);
  bool parseNumber(std::uint64_t &number);
  bool parseQuoted(std::string &name);
  bool parseEscape(std::string &name);
  bool parseHex(unsigned &code);
  bool parseName(Dim &dim);

  /// `open`, elements separated by commas, `close`.
  template <class ParseElement>
  bool parseList(std::string_view open, std::string_view close,
                 ParseElement parseElement);

  bool parseVector(std::vector<std::uint64_t> &vector);
  bool parseVectors(std::vector<std::vector<std::uint64_t>> &vectors);
  bool parseSize(unsigned &bits, Dim dim);
  bool parseJsonBases();
  bool parseJsonOuts();
  Result<LinearLayout> finish();

  std::string_view text;
  std::size_t position = 0;
  std::optional<Error> error;
  std::vector<DimBases> bases;
  std::vector<DimBits> outs;
};

void Parser::skipBlanks() {
  while (position < text.size() &&
         std::isspace(static_cast<unsigned char>(text[position])) != 0)
    ++position;
}

bool Parser::fail(std::string_view expected) {
  if (error)
    return false;
  std::string got = position < text.size()
                        ? concat("'", text.substr(position, 1), "'")
                        : std::string("the end of the text");
  error = failure(concat("column ", position + 1, ": expects ", expected,
                         ", but got ", got))
              .value();
  return false;
}

bool Parser::accept(std::string_view token) {
  if (error)
    return false;
  skipBlanks();
  if (text.substr(position, token.size()) != token)
    return false;
  position += token.size();
  return true;
}

bool Parser::expect(std::string_view token) {
  return accept(token) || fail(concat("'", token, "'"));
}

template <class ParseElement>
bool Parser::parseList(std::string_view open, std::string_view close,
                       ParseElement parseElement) {
  if (!expect(open))
    return false;
  if (accept(close))
    return true;
  do
    if (!parseElement())
      return false;
  while (accept(","));
  return accept(close) || fail(concat("',' or '", close, "'"));
}

bool Parser::parseDigits(std::string_view &digits, std::string_view what) {
  skipBlanks();
  std::size_t end = position;
  while (end < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[end])) != 0)
    ++end;
  if (end == position)
    return fail(what);
  digits = text.substr(position, end - position);
  return true;
}

/// The value of digits of this base; nothing if it does not fit or if a
/// character is no digit.
std::optional<std::uint64_t> valueOf(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char *begin = digits.data();
  const char *end = begin + digits.size();
  auto [last, status] = std::from_chars(begin, end, value, base);
  if (status != std::errc() || last != end)
    return std::nullopt;
  return value;
}

bool Parser::parseNumber(std::uint64_t &number) {
  std::string_view digits;
  if (!parseDigits(digits, "a coordinate, which is not negative"))
    return false;
  std::optional<std::uint64_t> value = valueOf(digits, 10);
  if (!value)
    return fail("a coordinate of at most 64 bits");
  number = *value;
  position += digits.size();
  return true;
}

bool Parser::parseHex(unsigned &code) {
  std::string_view digits = text.substr(position, 4);
  std::optional<std::uint64_t> value = valueOf(digits, 16);
  if (digits.size() < 4 || !value)
    return fail("four hexadecimal digits");
  code = static_cast<unsigned>(*value);
  position += 4;
  return true;
}

/// Appends one code point as UTF-8.
void appendUtf8(std::string &text, unsigned code) {
  auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

/// What follows a backslash (RFC 8259, section 7).
bool Parser::parseEscape(std::string &name) {
  constexpr std::string_view Escapes = "\"\\/bfnrt";
  constexpr std::string_view Meanings = "\"\\/\b\f\n\r\t";
  if (position < text.size() && text[position] == 'u') {
    ++position;
    unsigned code = 0;
    if (!parseHex(code))
      return false;
    if (code >= 0xdc00 && code < 0xe000)
      return fail("no second half of a surrogate pair alone");
    if (code >= 0xd800 && code < 0xdc00) {
      unsigned low = 0;
      if (text.substr(position, 2) != "\\u")
        return fail("the second half of a surrogate pair");
      position += 2;
      if (!parseHex(low))
        return false;
      if (low < 0xdc00 || low >= 0xe000)
        return fail("the second half of a surrogate pair before this");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    appendUtf8(name, code);
    return true;
  }
  std::size_t index = position < text.size() ? Escapes.find(text[position])
                                             : std::string_view::npos;
  if (index == std::string_view::npos)
    return fail("an escape sequence");
  name += Meanings[index];
  ++position;
  return true;
}

bool Parser::parseQuoted(std::string &name) {
  if (!expect("\""))
    return false;
  while (position < text.size() && text[position] != '"') {
    char c = text[position];
    if (static_cast<unsigned char>(c) < 0x20)
      return fail("no control character in a name");
    ++position;
    if (c != '\\')
      name += c;
    else if (!parseEscape(name))
      return false;
  }
  if (position == text.size())
    return fail("'\"' at the end of a name");
  ++position;
  return true;
}

bool Parser::parseName(Dim &dim) {
  skipBlanks();
  std::string name;
  if (text.substr(position, 1) == "\"") {
    if (!parseQuoted(name))
      return false;
  } else {
    while (position < text.size() && isPlainNameCharacter(text[position]))
      name += text[position++];
    if (name.empty())
      return fail("the name of a dimension");
  }
  dim = Dim::named(name);
  return true;
}

bool Parser::parseVector(std::vector<std::uint64_t> &vector) {
  return parseList("[", "]",
                   [&] { return parseNumber(vector.emplace_back()); });
}

bool Parser::parseVectors(std::vector<std::vector<std::uint64_t>> &vectors) {
  return parseList("[", "]",
                   [&] { return parseVector(vectors.emplace_back()); });
}

bool Parser::parseSize(unsigned &bits, Dim dim) {
  std::string_view digits;
  if (!parseDigits(digits, "a size"))
    return false;
  if (digits == sizeText(f2::MaxBits)) {
    bits = f2::MaxBits;
  } else {
    std::optional<std::uint64_t> size = valueOf(digits, 10);
    if (!size)
      return fail("a size of at most 2^64");
    Result<unsigned> log =
        log2OfSize(*size, concat("the size of ", dim.name()));
    if (!log) {
      error = log.error();
      error->reason = concat("column ", position + 1, ": ", error->reason);
      return false;
    }
    bits = *log;
  }
  position += digits.size();
  return true;
}

Result<LinearLayout> Parser::finish() {
  if (!error) {
    skipBlanks();
    if (position < text.size())
      fail("the end of the text");
  }
  if (error)
    return tl::unexpected(*error);
  return layoutFromBases(bases, outs, Surjectivity::NotRequired);
}

Result<LinearLayout> Parser::parseTextForm() {
  auto parseBasis = [&] {
    auto &vector = bases.back().second.emplace_back();
    skipBlanks();
    return text.substr(position, 1) == "[" ? parseVector(vector)
                                           : parseNumber(vector.emplace_back());
  };
  auto parseIn = [&] {
    Dim &dim = bases.emplace_back().first;
    return parseName(dim) && expect(":") && parseList("[", "]", parseBasis);
  };
  auto parseOut = [&] {
    DimBits &out = outs.emplace_back();
    return parseName(out.dim) && expect(":") && parseSize(out.bits, out.dim);
  };
  if (parseList("{", "}", parseIn) && expect("->"))
    parseList("{", "}", parseOut);
  return finish();
}

bool Parser::parseJsonBases() {
  return parseList("[", "]", [&] {
    DimBases &in = bases.emplace_back();
    std::string name;
    if (!expect("[") || !parseQuoted(name) || !expect(",") ||
        !parseVectors(in.second) || !expect("]"))
      return false;
    in.first = Dim::named(name);
    return true;
  });
}

bool Parser::parseJsonOuts() {
  return parseList("[", "]", [&] {
    DimBits &out = outs.emplace_back();
    std::string name;
    if (!expect("[") || !parseQuoted(name) || !expect(","))
      return false;
    out.dim = Dim::named(name);
    return parseSize(out.bits, out.dim) && expect("]");
  });
}

Result<LinearLayout> Parser::parseJsonForm() {
  bool hasBases = false;
  bool hasOuts = false;
  auto parseMember = [&] {
    skipBlanks();
    std::size_t start = position;
    std::string key;
    if (!parseQuoted(key))
      return false;
    bool isBases = key == "bases";
    bool &seen = isBases ? hasBases : hasOuts;
    if ((!isBases && key != "outs") || seen) {
      position = start;
      return fail("the key \"bases\" or \"outs\", each once");
    }
    seen = true;
    return expect(":") && (isBases ? parseJsonBases() : parseJsonOuts());
  };
  if (parseList("{", "}", parseMember) && !(hasBases && hasOuts)) {
    --position;
    fail(hasBases ? "the key \"outs\"" : "the key \"bases\"");
  }
  return finish();
}

} // namespace

Result<LinearLayout> parseText(std::string_view text) {
  return Parser(text).parseTextForm();
}

Result<LinearLayout> parseJson(std::string_view text) {
  return Parser(text).parseJsonForm();
}

} // namespace heddle
