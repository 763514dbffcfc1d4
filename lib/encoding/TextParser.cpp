//===- TextParser.cpp - Parsing attributes and types ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace heddle {

namespace {

bool isWordStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '$' || c == '-';
}

/// As itself, or as `\xFF`: other bytes would garble a message.
void appendPrintable(std::string &text, char c) {
  if (c >= ' ' && c <= '~') {
    text += c;
    return;
  }
  constexpr char Digits[] = "0123456789ABCDEF";
  auto byte = static_cast<unsigned char>(c);
  text += {'\\', 'x', Digits[byte >> 4], Digits[byte & 15]};
}

} // namespace

std::string TextParser::rest() const {
  constexpr std::size_t Enough = 12;
  if (position >= text.size())
    return "the end of the text";
  std::string_view tail = text.substr(position, Enough);
  std::string shown;
  for (char c : tail)
    appendPrintable(shown, c);
  return concat("'", shown, text.size() - position > Enough ? "...'" : "'");
}

tl::unexpected<ParseError>
TextParser::unexpectedHere(std::string_view expected) {
  skipBlanks();
  return failAt(position, concat("expects ", expected, ", but got ", rest()));
}

void TextParser::skipBlanks() {
  while (position < text.size() &&
         std::isspace(static_cast<unsigned char>(text[position])) != 0)
    ++position;
}

bool TextParser::accept(std::string_view token) {
  skipBlanks();
  if (!text.substr(position).starts_with(token))
    return false;
  position += token.size();
  return true;
}

Parsed<void> TextParser::expect(std::string_view token) {
  if (accept(token))
    return {};
  return unexpectedHere(concat("'", token, "'"));
}

Parsed<void> TextParser::expectEnd() {
  skipBlanks();
  if (position == text.size())
    return {};
  return unexpectedHere("the end of the text");
}

std::string_view TextParser::acceptWord() {
  skipBlanks();
  if (position >= text.size() || !isWordStart(text[position]))
    return {};
  std::size_t start = position;
  while (position < text.size() && isWordPart(text[position]))
    ++position;
  return text.substr(start, position - start);
}

Parsed<std::uint64_t> TextParser::parseNumber() {
  skipBlanks();
  std::uint64_t number = 0;
  const char *begin = text.data() + position;
  auto [end, status] =
      std::from_chars(begin, text.data() + text.size(), number);
  if (status == std::errc::result_out_of_range)
    return unexpectedHere("a number of at most 64 bits");
  if (status != std::errc())
    return unexpectedHere("a number that is not negative");
  position += static_cast<std::size_t>(end - begin);
  return number;
}

Parsed<SyntaxValue> TextParser::parseList() {
  SyntaxValue value = {position, SyntaxValue::List()};
  auto &list = *std::get_if<SyntaxValue::List>(&value.content);
  if (Parsed<void> open = expect("["); !open)
    return tl::unexpected(std::move(open.error()));
  if (accept("]"))
    return value;
  do {
    Parsed<SyntaxValue> element = parseValue();
    if (!element)
      return element;
    list.push_back(std::move(*element));
  } while (accept(","));
  if (!accept("]"))
    return unexpectedHere("',' or ']'");
  return value;
}

Parsed<SyntaxField> TextParser::parseField() {
  skipBlanks();
  SyntaxField field;
  field.position = position;
  field.name = acceptWord();
  if (field.name.empty())
    return unexpectedHere("the name of a parameter");
  if (Parsed<void> equals = expect("="); !equals)
    return tl::unexpected(std::move(equals.error()));
  Parsed<SyntaxValue> value = parseValue();
  if (!value)
    return tl::unexpected(std::move(value.error()));
  field.value = std::move(*value);
  return field;
}

Parsed<void> TextParser::addField(SyntaxFields &fields) {
  Parsed<SyntaxField> field = parseField();
  if (!field)
    return tl::unexpected(std::move(field.error()));
  if (fields.find(field->name) != nullptr)
    return failAt(field->position,
                  concat("expects each parameter once, but got '", field->name,
                         "' twice"));
  fields.fields.push_back(std::move(*field));
  return {};
}

Parsed<SyntaxFields> TextParser::parseBraces() {
  SyntaxFields fields;
  skipBlanks();
  fields.position = position;
  if (Parsed<void> open = expect("{"); !open)
    return tl::unexpected(std::move(open.error()));
  if (accept("}"))
    return fields;
  do
    if (Parsed<void> added = addField(fields); !added)
      return tl::unexpected(std::move(added.error()));
  while (accept(","));
  if (!accept("}"))
    return unexpectedHere("',' or '}'");
  return fields;
}

Parsed<SyntaxValue> TextParser::parseValue() {
  Nesting nesting(depth);
  skipBlanks();
  if (depth > MaxDepth)
    return failAt(position, concat("expects at most ", MaxDepth,
                                   " levels of nesting, but got more"));
  std::size_t start = position;
  char first = start < text.size() ? text[start] : '\0';
  if (first == '[')
    return parseList();
  if (first == '{') {
    Parsed<SyntaxFields> fields = parseBraces();
    if (!fields)
      return tl::unexpected(std::move(fields.error()));
    return SyntaxValue{start, std::move(*fields)};
  }
  if (first == '#') {
    Parsed<Encoding> encoding = parseEncoding();
    if (!encoding)
      return tl::unexpected(std::move(encoding.error()));
    return SyntaxValue{start, EncodingBox(std::move(*encoding))};
  }
  if (std::string_view word = acceptWord(); !word.empty())
    return SyntaxValue{start, std::string(word)};
  if (std::isdigit(static_cast<unsigned char>(first)) == 0)
    return unexpectedHere("a value");
  Parsed<std::uint64_t> number = parseNumber();
  if (!number)
    return tl::unexpected(std::move(number.error()));
  if (!accept(":"))
    return SyntaxValue{start, *number};
  if (Parsed<void> plus = expect("+"); !plus)
    return tl::unexpected(std::move(plus.error()));
  Parsed<std::uint64_t> padding = parseNumber();
  if (!padding)
    return tl::unexpected(std::move(padding.error()));
  return SyntaxValue{start, SyntaxValue::Interval{*number, *padding}};
}

Parsed<void> TextParser::parseBody(SyntaxAttribute &attribute) {
  if (!accept("<") || accept(">"))
    return {};
  do {
    skipBlanks();
    char first = position < text.size() ? text[position] : '\0';
    if (first == '[' && !attribute.prefix && !attribute.hasBraces) {
      Parsed<SyntaxValue> list = parseList();
      if (!list)
        return tl::unexpected(std::move(list.error()));
      attribute.prefix = std::move(*list);
      skipBlanks();
      first = position < text.size() ? text[position] : '\0';
      if (first != '{')
        return unexpectedHere("'{'");
    }
    if (first == '{' && !attribute.hasBraces) {
      Parsed<SyntaxFields> fields = parseBraces();
      if (!fields)
        return tl::unexpected(std::move(fields.error()));
      attribute.braces = std::move(*fields);
      attribute.hasBraces = true;
    } else if (Parsed<void> added = addField(attribute.bare); !added) {
      return added;
    }
  } while (accept(","));
  if (!accept(">"))
    return unexpectedHere("',' or '>'");
  return {};
}

Parsed<std::string> TextParser::expand(std::size_t start,
                                       std::string_view alias) {
  std::optional<std::string> definition;
  if (options.aliases)
    definition = options.aliases(alias);
  if (definition)
    return std::move(*definition);
  return failAt(
      start,
      concat("expects an attribute, but got the unknown alias '#", alias, "'"),
      {},
      "write the attribute in full, or name the file that defines "
      "the alias");
}

Parsed<Encoding> TextParser::parseEncoding() {
  skipBlanks();
  std::size_t start = position;
  if (!accept("#"))
    return unexpectedHere("an attribute such as '#ttg.blocked<{...}>'");
  SyntaxAttribute attribute;
  attribute.position = start;
  attribute.dialect = acceptWord();
  if (attribute.dialect.empty())
    return unexpectedHere("the name of an attribute");
  if (!accept("."))
    return parseAlias(start, attribute.dialect);
  attribute.mnemonic = acceptWord();
  if (attribute.mnemonic.empty())
    return unexpectedHere("the name of a layout");
  // A slice's parent has one dimension more.
  unsigned extraRank = attribute.mnemonic == "slice" ? 1 : 0;
  if (options.rank)
    *options.rank += extraRank;
  Parsed<void> body = parseBody(attribute);
  if (options.rank)
    *options.rank -= extraRank;
  if (!body)
    return tl::unexpected(std::move(body.error()));
  if (Parsed<void> modern = modernize(attribute, options); !modern)
    return tl::unexpected(std::move(modern.error()));
  return readEncoding(attribute, options.meaning);
}

Parsed<Encoding> TextParser::parseAlias(std::size_t start,
                                        std::string_view alias) {
  if (std::ranges::find(openAliases, alias) != openAliases.end())
    return failAt(start, concat("expects an attribute, but got the alias '#",
                                alias, "', which is defined by itself"));
  Parsed<std::string> definition = expand(start, alias);
  if (!definition)
    return tl::unexpected(std::move(definition.error()));
  TextParser inner(*definition, options);
  inner.depth = depth;
  inner.openAliases = openAliases;
  inner.openAliases.emplace_back(alias);
  Parsed<Encoding> encoding = inner.parseEncoding();
  Parsed<void> end;
  if (encoding)
    end = inner.expectEnd();
  if (encoding && end)
    return encoding;
  ParseError &error = encoding ? end.error() : encoding.error();
  error.error.witness =
      concat("in the definition of '#", alias, "'",
             error.error.witness.empty() ? "" : "; ", error.error.witness);
  error.position = start;
  return tl::unexpected(std::move(error));
}

Parsed<std::string> TextParser::parseMemorySpace() {
  skipBlanks();
  std::size_t start = position;
  if (!accept("#"))
    return unexpectedHere("a memory space such as '#ttg.shared_memory'");
  std::string name(acceptWord());
  if (accept("."))
    name += concat(".", acceptWord());
  else if (std::optional<std::string> definition =
               options.aliases ? options.aliases(name) : std::nullopt)
    name = definition->starts_with('#') ? definition->substr(1) : *definition;
  else if (name == "smem")
    name = "ttg.shared_memory"; // as Triton names it in every file
  while (!name.empty() &&
         std::isspace(static_cast<unsigned char>(name.back())) != 0)
    name.pop_back();
  if (std::size_t dot = name.find('.'); dot != name.npos)
    name = concat(modernDialect(std::string_view(name).substr(0, dot)),
                  name.substr(dot));
  for (std::string_view known : {"ttg.shared_memory", "ttng.tensor_memory",
                                 "ttng.shared_cluster_memory"})
    if (name == known)
      return "#" + name;
  return failAt(
      start, concat("expects a memory space, but got '#", name, "'"), {},
      "the known ones are #ttg.shared_memory, #ttng.tensor_memory and "
      "#ttng.shared_cluster_memory");
}

} // namespace heddle
