//===- LayoutExpression.cpp - Layouts that are computed -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutExpression.h"
#include "heddle/answers/AliasFile.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Text.h"

#include <cctype>
#include <map>
#include <utility>

namespace heddle {

namespace {

constexpr unsigned MostNested = 50;

bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back()))
    text.remove_suffix(1);
  return text;
}

/// "A" of a line "A = ..." or "#A = ..."; empty for other lines.
std::string_view definedName(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('#'))
    line.remove_prefix(1);
  std::size_t end = 0;
  while (end < line.size() && isWordCharacter(line[end]))
    ++end;
  std::string_view rest = trimmed(line.substr(end));
  bool isDefinition = end > 0 && rest.starts_with('=');
  return isDefinition ? line.substr(0, end) : std::string_view();
}

/// How many brackets are open after the text.
int depthAfter(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool isArrow = text[i] == '>' && i > 0 && text[i - 1] == '-';
    if (text[i] == '<' || text[i] == '{' || text[i] == '[' || text[i] == '(')
      ++depth;
    else if (!isArrow && (text[i] == '>' || text[i] == '}' || text[i] == ']' ||
                          text[i] == ')'))
      --depth;
  }
  return depth;
}

struct Definitions {
  std::vector<AliasFile::Alias> list;
  /// What stands behind them.
  std::string expression;

  std::optional<std::string> find(std::string_view name) const {
    for (const AliasFile::Alias &each : list)
      if (each.name == name)
        return each.definition;
    return std::nullopt;
  }
};

/// A definition goes on over lines until its brackets are closed.
Definitions split(std::string_view text) {
  Definitions definitions;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view name = definedName(text.substr(0, end));
    if (name.empty() || !trimmed(definitions.expression).empty()) {
      definitions.expression += text.substr(0, end);
      definitions.expression += '\n';
    } else {
      while (end < text.size() && depthAfter(text.substr(0, end)) > 0)
        end = std::min(text.find('\n', end + 1), text.size());
      std::string_view definition = text.substr(0, end);
      definition.remove_prefix(definition.find('=') + 1);
      definitions.list.push_back(
          {std::string(name), std::string(trimmed(definition))});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  definitions.expression = std::string(trimmed(definitions.expression));
  if (definitions.expression.empty() && !definitions.list.empty())
    definitions.expression = definitions.list.back().name;
  return definitions;
}

/// Recursive descent: a product of factors, each an atom that may be applied.
class ExpressionParser {
public:
  ExpressionParser(const Definitions &definitions, const std::string &tensor,
                   TritonVersion version)
      : definitions(definitions), tensor(tensor), version(version),
        text(definitions.expression) {
    read.aliases = [this](std::string_view name) {
      return this->definitions.find(name);
    };
  }

  Result<ViewedLayout> parse() {
    Result<ViewedLayout> value = product(0);
    if (!value)
      return value;
    skipBlanks();
    if (at < text.size())
      return unexpected("'*', '(' or the end");
    return value;
  }

private:
  using Value = Result<ViewedLayout>;
  Value product(unsigned depth);
  Value factor(unsigned depth);
  Value atom(unsigned depth);
  Value call(std::string_view name, unsigned depth);
  Value named(std::string_view name);
  Value bases();
  Value typed(std::string_view part);
  std::string_view balanced();

  void skipBlanks() {
    while (at < text.size() && isBlank(text[at]))
      ++at;
  }
  bool take(char c) {
    skipBlanks();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  tl::unexpected<Error> unexpected(std::string_view wanted) {
    skipBlanks();
    std::string got = at < text.size() ? concat("'", text.substr(at, 1), "'")
                                       : std::string("the end");
    return failure(
        concat("column ", at + 1, ": expects ", wanted, ", but got ", got), {},
        "an expression is made of types, {register: [[0, 1]]}, "
        "names, A * B, A(B), inv(A) and convert(A, B)");
  }
  static Value computed(Result<LinearLayout> layout) {
    if (!layout)
      return tl::unexpected(std::move(layout.error()));
    return ViewedLayout{*layout, std::nullopt};
  }

  const Definitions &definitions;
  const std::string &tensor;
  TritonVersion version;
  ReadOptions read;
  std::string_view text;
  std::size_t at = 0;
  /// Of names; nothing while they are evaluated.
  std::map<std::string, std::optional<ViewedLayout>, std::less<>> values;
};

ExpressionParser::Value ExpressionParser::product(unsigned depth) {
  Value value = factor(depth);
  while (value && take('*')) {
    Value right = factor(depth);
    if (!right)
      return right;
    value = computed(value->layout * right->layout);
  }
  return value;
}

ExpressionParser::Value ExpressionParser::factor(unsigned depth) {
  Value value = atom(depth);
  while (value && take('(')) {
    Value inner = product(depth + 1);
    if (!inner)
      return inner;
    if (!take(')'))
      return unexpected("')'");
    value = computed(compose(inner->layout, value->layout));
  }
  return value;
}

ExpressionParser::Value ExpressionParser::atom(unsigned depth) {
  if (depth > MostNested)
    return failure(concat("expects at most ", MostNested,
                          " nested brackets, but got more"));
  if (take('(')) {
    Value value = product(depth + 1);
    if (value && !take(')'))
      return unexpected("')'");
    return value;
  }
  skipBlanks();
  if (at == text.size())
    return unexpected("a layout");
  if (text[at] == '{')
    return bases();
  if (text[at] == '!')
    return typed(balanced());
  std::size_t start = at;
  if (text[at] == '#')
    ++at;
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  std::string_view word = text.substr(start, at - start);
  if (word.empty())
    return unexpected("a layout");
  if (word == "inv" || word == "convert")
    return call(word, depth);
  bool isLonger = at < text.size() && (text[at] == '<' || text[at] == '.');
  if (isLonger) {
    at = start;
    return typed(balanced());
  }
  return named(word.starts_with('#') ? word.substr(1) : word);
}

ExpressionParser::Value ExpressionParser::call(std::string_view name,
                                               unsigned depth) {
  if (!take('('))
    return unexpected("'('");
  Value first = product(depth + 1);
  if (!first)
    return first;
  bool isInverse = name == "inv";
  if (isInverse) {
    if (!take(')'))
      return unexpected("')'");
    Result<LinearLayout> exact = invert(first->layout);
    return computed(exact ? exact : pseudoinvert(first->layout));
  }
  if (!take(','))
    return unexpected("','");
  Value second = product(depth + 1);
  if (!second)
    return second;
  if (!take(')'))
    return unexpected("')'");
  return computed(invertAndCompose(second->layout, first->layout));
}

// A definition is an expression itself, and evaluated once.
ExpressionParser::Value ExpressionParser::named(std::string_view name) {
  if (auto known = values.find(name); known != values.end()) {
    if (known->second)
      return *known->second;
    return failure(concat("'", name, "' is defined by itself"));
  }
  std::optional<std::string> found = definitions.find(name);
  if (!found)
    return failure(concat("column ", at - name.size() + 1,
                          ": expects a name that is defined, but got '", name,
                          "'"),
                   {}, "define it in a line above: A = {register: [[0, 1]]}");
  values.emplace(name, std::nullopt);
  std::string_view outerText = std::exchange(text, *found);
  std::size_t outerAt = std::exchange(at, 0);
  Value value = parse();
  text = outerText;
  at = outerAt;
  if (!value)
    value.error().reason.insert(0, concat("in '", name, "': "));
  else
    values[std::string(name)] = *value;
  return value;
}

/// From here to the bracket that closes the first one.
std::string_view ExpressionParser::balanced() {
  std::size_t start = at;
  int depth = 0;
  bool hasOpened = false;
  for (; at < text.size(); ++at) {
    char c = text[at];
    bool isArrow = c == '>' && at > 0 && text[at - 1] == '-';
    if (c == '<' || c == '{' || c == '[') {
      ++depth;
      hasOpened = true;
    } else if (!isArrow && (c == '>' || c == '}' || c == ']')) {
      --depth;
    }
    if (hasOpened && depth <= 0) {
      ++at;
      break;
    }
  }
  return text.substr(start, at - start);
}

/// Sizes of the dimensions that a text of bases leaves out: room for whatever
/// coordinates it has.
std::string anySizes(std::string_view bases) {
  std::size_t first = bases.find("[[");
  unsigned dims = 1;
  for (std::size_t i = first; i < bases.size() && bases[i] != ']'; ++i)
    dims += bases[i] == ',' ? 1 : 0;
  std::string text;
  for (unsigned dim = 0; dim < dims; ++dim)
    text += concat(text.empty() ? "" : ", ", "dim", dim, ": ",
                   f2::unit(std::min(20U, 60 / dims)));
  return concat(" -> {", text, "}");
}

/// The same map into dimensions of the sizes that it needs.
Result<LinearLayout> shrunk(const Result<LinearLayout> &wide) {
  if (!wide)
    return wide;
  DimBitsList outs;
  for (const DimBits &out : wide->outs()) {
    Word used = 0;
    for (Word basis : wide->bases())
      used |= wide->field(basis, out.dim);
    outs.push_back({out.dim, used == 0 ? 0 : f2::highestBit(used) + 1});
  }
  std::vector<Word> words;
  for (Word basis : wide->bases()) {
    Word word = 0;
    unsigned shift = 0;
    for (const DimBits &out : outs) {
      word |= f2::shiftLeft(wide->field(basis, out.dim), shift);
      shift += out.bits;
    }
    words.push_back(word);
  }
  DimBitsList ins;
  for (const DimBits &in : wide->ins())
    ins.push_back(in);
  return LinearLayout::fromWords(ins, outs, words);
}

ExpressionParser::Value ExpressionParser::bases() {
  std::size_t start = at;
  balanced();
  std::size_t end = at;
  bool hasSizes = false;
  skipBlanks();
  if (text.substr(at).starts_with("->")) {
    at += 2;
    skipBlanks();
    balanced();
    end = at;
    hasSizes = true;
  } else {
    at = end;
  }
  std::string_view part = text.substr(start, end - start);
  Result<LinearLayout> layout =
      hasSizes ? parseText(part)
               : shrunk(parseText(std::string(part) + anySizes(part)));
  if (!layout && part != trimmed(text))
    layout.error().reason.insert(0, concat("in '", part, "': "));
  return computed(std::move(layout));
}

ExpressionParser::Value ExpressionParser::typed(std::string_view part) {
  SubjectText subjectText = {.layout = std::string(part), .tensor = {}};
  if (isLayoutAlone(part))
    subjectText.tensor = tensor;
  Result<LayoutSubject> subject = makeSubject(subjectText, read, version);
  if (!subject) {
    if (part != trimmed(text))
      subject.error().reason.insert(0, concat("in '", part, "': "));
    return tl::unexpected(std::move(subject.error()));
  }
  LinearLayout layout = subject->layout;
  return ViewedLayout{layout, std::move(*subject)};
}

} // namespace

Result<ViewedLayout> readExpression(const std::string &text,
                                    const std::string &tensor,
                                    TritonVersion version) {
  Definitions definitions = split(text);
  if (definitions.expression.empty())
    return failure("expects a layout, but got an empty text", {},
                   "type tensor<16x16xf16, #ttg.blocked<{...}>> or "
                   "{register: [[0, 1]]}");
  return ExpressionParser(definitions, tensor, version).parse();
}

} // namespace heddle
