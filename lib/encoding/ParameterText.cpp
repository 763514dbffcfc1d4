//===- ParameterText.cpp - Parameters where they stand in a text ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/ParameterText.h"
#include "FamilyTraits.h"

#include <algorithm>
#include <cctype>

namespace heddle {

namespace {

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// A part of a text, from `start` up to `end`.
struct Span {
  std::size_t start = 0, end = 0;
  std::string_view of(std::string_view text) const {
    return text.substr(start, end - start);
  }
};

/// Scans a text by its brackets.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text(text) {}

  /// Where the bracket that opens here is closed; nothing if it is not.
  std::optional<std::size_t> closing(std::size_t open) const {
    std::string wanted;
    for (std::size_t i = open; i < text.size(); ++i) {
      char c = text[i];
      if (constexpr std::string_view Opening = "<{[(", Closing = ">}])";
          Opening.find(c) != std::string_view::npos) {
        wanted += Closing[Opening.find(c)];
      } else if (Closing.find(c) != std::string_view::npos) {
        if (wanted.empty() || wanted.back() != c)
          return std::nullopt;
        wanted.pop_back();
        if (wanted.empty())
          return i;
      }
    }
    return std::nullopt;
  }
  bool opens(std::size_t at) const {
    return std::string_view("<{[(").find(text[at]) != std::string_view::npos;
  }
  std::size_t skipBlanks(std::size_t at, std::size_t end) const {
    while (at < end && isBlank(text[at]))
      ++at;
    return at;
  }
  std::size_t wordEnd(std::size_t at, std::size_t end) const {
    while (at < end && isWordCharacter(text[at]))
      ++at;
    return at;
  }
  Span trimmed(Span span) const {
    span.start = skipBlanks(span.start, span.end);
    while (span.end > span.start && isBlank(text[span.end - 1]))
      --span.end;
    return span;
  }
  /// Up to the comma that ends a value which starts here.
  Span value(std::size_t start, std::size_t end) const {
    std::size_t at = start;
    while (at < end && text[at] != ',')
      at = opens(at) ? closing(at).value_or(end - 1) + 1 : at + 1;
    return trimmed({start, std::min(at, end)});
  }

  std::string_view text;
};

/// `name = value`, in inner braces if there is a group.
struct FoundField {
  std::string_view group, name;
  Span whole, value;
};

/// An attribute's brackets and what is in them.
struct FoundAttribute {
  std::string_view dialect, mnemonic;
  Span body;
  std::optional<Span> braces, prefix;
  std::vector<FoundField> fields;
  std::vector<std::pair<std::string_view, Span>> groups;
};

void scanFields(const Scanner &scanner, Span span, std::string_view group,
                FoundAttribute &found) {
  std::string_view text = scanner.text;
  for (std::size_t at = span.start; at < span.end;) {
    std::size_t nameEnd = scanner.wordEnd(at, span.end);
    std::size_t equals = scanner.skipBlanks(nameEnd, span.end);
    if (nameEnd > at && equals < span.end && text[equals] == '=') {
      std::string_view name = text.substr(at, nameEnd - at);
      Span value = scanner.value(equals + 1, span.end);
      bool isGroup =
          group.empty() && value.start < value.end && text[value.start] == '{';
      if (isGroup) {
        Span inside = {value.start + 1, value.end - 1};
        found.groups.emplace_back(name, inside);
        scanFields(scanner, inside, name, found);
      } else {
        found.fields.push_back({group, name, {at, value.end}, value});
      }
      at = std::max(value.end, equals + 1);
      continue;
    }
    if (!scanner.opens(at)) {
      at = std::max(nameEnd, at + 1);
      continue;
    }
    std::size_t close = scanner.closing(at).value_or(span.end - 1);
    if (text[at] == '{' && group.empty() && !found.braces) {
      found.braces = Span{at + 1, close};
      scanFields(scanner, *found.braces, group, found);
    } else if (text[at] == '[' && !found.prefix && !found.braces) {
      found.prefix = Span{at, close + 1};
    }
    at = close + 1;
  }
}

/// The attribute whose `#` is here; nothing for aliases and open brackets.
std::optional<FoundAttribute> scanAttribute(const Scanner &scanner,
                                            std::size_t hash) {
  std::string_view text = scanner.text;
  std::size_t dot = scanner.wordEnd(hash + 1, text.size());
  if (dot >= text.size() || text[dot] != '.')
    return std::nullopt;
  std::size_t nameEnd = scanner.wordEnd(dot + 1, text.size());
  std::size_t open = scanner.skipBlanks(nameEnd, text.size());
  if (open >= text.size() || text[open] != '<')
    return std::nullopt;
  std::optional<std::size_t> close = scanner.closing(open);
  if (!close)
    return std::nullopt;
  FoundAttribute found = {
      .dialect = modernDialect(text.substr(hash + 1, dot - hash - 1)),
      .mnemonic = text.substr(dot + 1, nameEnd - dot - 1),
      .body = {open + 1, *close},
      .braces = {},
      .prefix = {},
      .fields = {},
      .groups = {}};
  scanFields(scanner, found.body, {}, found);
  return found;
}

/// A row of a table, and where the parameter belongs.
struct Row {
  ParameterInfo info;
  std::vector<unsigned> allowed;
  bool isBare, isPrefix;
};
struct Table {
  std::string_view meaning;
  std::vector<Row> rows;
};

template <class E> Table tableOf(const FamilyInfo &info) {
  const Family<E> &family = familyOf<E>();
  Table table = {family.meaning, {}};
  // The list in front of the braces has no name in the text.
  if (traitsOf<E>().paddings != nullptr)
    table.rows.push_back(
        {{.name = "padding",
          .group = {},
          .type = "intervals and paddings",
          .values = "[interval:+padding, ...], powers of two",
          .optional = false,
          .meaning = "after each interval of elements, a gap of so many"},
         {},
         false,
         true});
  for (std::size_t i = 0; i < family.parameters.size(); ++i) {
    const Parameter<E> &parameter = family.parameters[i];
    std::span<const unsigned> allowed = parameter.rule.allowed();
    table.rows.push_back(
        {info.parameters[i],
         {allowed.begin(), allowed.end()},
         parameter.afterBraces || family.wrapping == Wrapping::None,
         false});
  }
  return table;
}

std::optional<Table> findTable(const FoundAttribute &found) {
  std::optional<Table> table;
  std::vector<FamilyInfo> families = describeFamilies();
  std::size_t number = 0;
  forEachFamily([&]<class E>() {
    const FamilyInfo &info = families[number++];
    if (info.dialect == found.dialect && info.mnemonic == found.mnemonic)
      table = tableOf<E>(info);
  });
  return table;
}

struct KnownAttribute {
  FoundAttribute found;
  Table table;
};

std::vector<KnownAttribute> knownAttributes(std::string_view text) {
  Scanner scanner(text);
  std::vector<KnownAttribute> known;
  std::size_t looks = 0;
  for (std::size_t hash = text.find('#');
       hash != std::string_view::npos && looks < MostAttributes;
       hash = text.find('#', hash + 1)) {
    bool isAttribute = scanner.wordEnd(hash + 1, text.size()) > hash + 1;
    looks += isAttribute ? 1 : 0;
    std::optional<FoundAttribute> found = scanAttribute(scanner, hash);
    if (!found)
      continue;
    if (std::optional<Table> table = findTable(*found))
      known.push_back({std::move(*found), std::move(*table)});
  }
  return known;
}

bool isRowOf(const FoundField &field, const Row &row) {
  return !row.isPrefix && field.group == row.info.group &&
         field.name == row.info.name;
}

std::string joined(std::string_view group, std::string_view name) {
  return concat(group, group.empty() ? "" : ".", name);
}

AttributeText describe(std::string_view text, const KnownAttribute &known) {
  const auto &[found, table] = known;
  AttributeText result = {found.dialect, found.mnemonic, table.meaning, {}};
  auto isKnown = [&](const FoundField &field) {
    return std::ranges::any_of(
        table.rows, [&](const Row &row) { return isRowOf(field, row); });
  };
  bool hasOtherNames = !std::ranges::all_of(found.fields, isKnown);
  for (const Row &row : table.rows) {
    std::optional<std::string_view> value;
    if (row.isPrefix && found.prefix)
      value = found.prefix->of(text);
    for (const FoundField &field : found.fields)
      if (isRowOf(field, row))
        value = field.value.of(text);
    if (value || !hasOtherNames)
      result.parameters.push_back({row.info, row.allowed, value});
  }
  for (const FoundField &field : found.fields)
    if (!isKnown(field))
      result.parameters.push_back({{.name = field.name,
                                    .group = field.group,
                                    .type = {},
                                    .values = {},
                                    .optional = false,
                                    .meaning = {}},
                                   {},
                                   field.value.of(text)});
  return result;
}

std::string replaced(std::string_view text, Span span, std::string_view by) {
  return concat(text.substr(0, span.start), by, text.substr(span.end));
}

/// Without the field, and without a comma beside it.
std::string without(const Scanner &scanner, Span field) {
  std::string_view text = scanner.text;
  std::size_t next = scanner.skipBlanks(field.end, text.size());
  if (next < text.size() && text[next] == ',') {
    field.end = scanner.skipBlanks(next + 1, text.size());
    return replaced(text, field, "");
  }
  std::size_t before = scanner.trimmed({0, field.start}).end;
  if (before > 0 && text[before - 1] == ',')
    field.start = before - 1;
  return replaced(text, field, "");
}

/// With `name = value` behind what stands in the span.
std::string appended(const Scanner &scanner, Span span,
                     std::string_view field) {
  Span filled = scanner.trimmed(span);
  bool isEmpty = filled.start == filled.end;
  return replaced(scanner.text, {filled.end, filled.end},
                  concat(isEmpty ? "" : ", ", field));
}

std::string put(const Scanner &scanner, const FoundAttribute &found,
                const Row &row, std::string_view value) {
  if (row.isPrefix)
    return replaced(scanner.text, {found.body.start, found.body.start},
                    concat(value, " "));
  std::string field = concat(row.info.name, " = ", value);
  for (const auto &[name, inside] : found.groups)
    if (!row.info.group.empty() && name == row.info.group)
      return appended(scanner, inside, field);
  if (!row.info.group.empty())
    field = concat(row.info.group, " = {", field, "}");
  if (row.isBare)
    return appended(scanner, found.body, field);
  if (found.braces)
    return appended(scanner, *found.braces, field);
  return appended(scanner, found.body, concat("{", field, "}"));
}

/// Would it take brackets of the attribute, or leave some open?
bool isClosed(std::string_view value) {
  std::string wrapped = concat("(", value, ")");
  return Scanner(wrapped).closing(0) == wrapped.size() - 1;
}

std::string namesOf(const AttributeText &attribute) {
  std::string names;
  for (const ParameterText &parameter : attribute.parameters)
    names += concat(names.empty() ? "" : ", ", parameter.name());
  return names;
}

} // namespace

std::string ParameterText::name() const {
  return joined(info.group, info.name);
}

std::vector<AttributeText> findAttributes(std::string_view text) {
  std::vector<AttributeText> attributes;
  for (const KnownAttribute &known : knownAttributes(text))
    attributes.push_back(describe(text, known));
  return attributes;
}

Result<std::string> changeParameter(std::string_view text,
                                    std::size_t attribute,
                                    std::string_view parameter,
                                    std::string_view value) {
  if (!isClosed(value))
    return failure(concat("expects a value whose brackets are closed, but got "
                          "'",
                          value, "'"));
  std::vector<KnownAttribute> all = knownAttributes(text);
  if (attribute >= all.size())
    return failure(concat("expects one of ", all.size(),
                          " layouts of the text, but got number ", attribute));
  Scanner scanner(text);
  const auto &[found, table] = all[attribute];
  const Row *row = nullptr;
  for (const Row &each : table.rows)
    if (joined(each.info.group, each.info.name) == parameter)
      row = &each;
  for (const FoundField &field : found.fields) {
    if (joined(field.group, field.name) != parameter)
      continue;
    bool isTakenOut = value.empty() && row != nullptr && row->info.optional;
    return isTakenOut ? without(scanner, field.whole)
                      : replaced(text, field.value, value);
  }
  if (row != nullptr && row->isPrefix && found.prefix)
    return replaced(text, *found.prefix, value);
  if (row == nullptr)
    return failure(
        concat("expects a parameter of '", found.mnemonic, "', but got '",
               parameter, "'"),
        {},
        concat("the known ones are ", namesOf(describe(text, all[attribute]))));
  if (value.empty())
    return std::string(text);
  return put(scanner, found, *row, value);
}

} // namespace heddle
