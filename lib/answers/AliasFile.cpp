//===- AliasFile.cpp - The layouts of an IR file --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/AliasFile.h"

#include <algorithm>
#include <cctype>

namespace heddle {

namespace {

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '$' || c == '.' || c == '-';
}

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// Walks over attribute text: where it ends, brackets and quotes considered.
class BalancedScan {
public:
  /// Feeds a character; false where the text ended before it.
  bool step(char c) {
    if (inQuotes) {
      inQuotes = escaped || c != '"';
      escaped = !escaped && c == '\\';
      return true;
    }
    if (c == '"')
      inQuotes = true;
    else if (c == '<' || c == '{' || c == '[' || c == '(')
      ++depth;
    else if (c == '>' || c == '}' || c == ']' || c == ')')
      --depth;
    return depth >= 0;
  }
  bool isClosed() const { return depth <= 0 && !inQuotes; }

private:
  int depth = 0;
  bool inQuotes = false, escaped = false;
};

/// From `start` to the end of the attribute: the first line break outside of
/// brackets, or a comment.
std::string_view attributeAt(std::string_view text, std::size_t start) {
  BalancedScan scan;
  std::size_t end = start;
  for (; end < text.size(); ++end) {
    bool isComment = text.substr(end, 2) == "//";
    if (scan.isClosed() && (text[end] == '\n' || isComment))
      break;
    if (!scan.step(text[end]))
      break;
  }
  while (end > start && isBlank(text[end - 1]))
    --end;
  return text.substr(start, end - start);
}

/// From `start`, where a type's name stands, to behind the `>` that closes it.
std::string_view typeAt(std::string_view text, std::size_t start) {
  BalancedScan scan;
  std::size_t end = text.find('<', start);
  for (; end < text.size(); ++end) {
    if (!scan.step(text[end]))
      break;
    if (scan.isClosed())
      return text.substr(start, end + 1 - start);
  }
  return {};
}

/// Is `#name` the layout of the type, which is its first attribute, and not a
/// part of the layout, or the start of a longer name?
bool isLayoutOf(std::string_view type, std::string_view name) {
  int depth = 0;
  for (std::size_t at = 0; at < type.size(); ++at) {
    char c = type[at];
    if (c == '<' || c == '{' || c == '[')
      ++depth;
    else if (c == '>' || c == '}' || c == ']')
      --depth;
    // A descriptor may have the type of its tensor around the layout.
    if (depth < 1 || c != '#')
      continue;
    std::size_t end = at + 1;
    while (end < type.size() && isNameCharacter(type[end]))
      ++end;
    return type.substr(at + 1, end - at - 1) == name;
  }
  return false;
}

} // namespace

AliasFile::AliasFile(std::string fileText) : text(std::move(fileText)) {
  std::string_view view = text;
  for (std::size_t line = 0; line < view.size();) {
    std::size_t at = line;
    std::size_t lineEnd = std::min(view.find('\n', line), view.size());
    while (at < lineEnd && isBlank(view[at]))
      ++at;
    line = lineEnd + 1;
    if (at == lineEnd || view[at] != '#')
      continue;
    std::size_t nameEnd = at + 1;
    while (nameEnd < lineEnd && isNameCharacter(view[nameEnd]))
      ++nameEnd;
    std::string_view name = view.substr(at + 1, nameEnd - at - 1);
    while (nameEnd < lineEnd && isBlank(view[nameEnd]))
      ++nameEnd;
    if (name.empty() || nameEnd == lineEnd || view[nameEnd] != '=')
      continue;
    std::size_t start = nameEnd + 1;
    while (start < view.size() && view[start] == ' ')
      ++start;
    std::string_view definition = attributeAt(view, start);
    list.push_back({std::string(name), std::string(definition)});
    line = std::max(line, start + definition.size());
  }
}

std::optional<std::string> AliasFile::find(std::string_view name) const {
  for (const Alias &alias : list)
    if (alias.name == name)
      return alias.definition;
  return std::nullopt;
}

bool AliasFile::isLayout(const Alias &alias) const {
  // Old texts of `shared` depend on the element's type, which is not here.
  ReadOptions options = readOptions();
  for (unsigned bits : {16U, 8U, 32U, 64U}) {
    options.element = ElementType{concat("i", bits), bits};
    if (parseEncoding(alias.definition, options))
      return true;
  }
  return false;
}

std::vector<TensorType> AliasFile::typesWith(std::string_view name) const {
  std::vector<TensorType> types;
  std::vector<std::string_view> seen;
  for (std::string_view start :
       {"tensor<", "!ttg.memdesc<", "!triton_gpu.memdesc<", "!tt.memdesc<",
        "!tt.tensordesc<"})
    for (std::size_t at = text.find(start); at != std::string::npos;
         at = text.find(start, at + 1)) {
      // Up to 3.7 a descriptor has its tensor inside.
      constexpr std::string_view Descriptor = "!tt.tensordesc<";
      if (std::string_view(text).substr(0, at).ends_with(Descriptor))
        continue;
      std::string_view found = typeAt(text, at);
      bool isNew = std::ranges::find(seen, found) == seen.end();
      if (!isNew || !isLayoutOf(found, name))
        continue;
      seen.push_back(found);
      Result<TensorType> type = parseType(found, readOptions());
      if (type && type->encoding &&
          std::ranges::find(types, *type) == types.end())
        types.push_back(std::move(*type));
    }
  return types;
}

ReadOptions AliasFile::readOptions() const {
  return {.aliases = [this](std::string_view name) { return find(name); },
          .element = {},
          .rank = {}};
}

} // namespace heddle
