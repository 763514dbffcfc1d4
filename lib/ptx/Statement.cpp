//===- Statement.cpp - Statements of PTX ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statement.h"

namespace heddle::ptx {

namespace {

constexpr std::string_view Blanks = " \t\r\n";

std::string withoutComments(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    std::size_t length = 0;
    if (text.starts_with("//"))
      length = text.find('\n');
    else if (text.starts_with("/*"))
      length = text.find("*/", 2) + 2;
    if (length == 0) {
      kept += text.front();
      text.remove_prefix(1);
      continue;
    }
    kept += ' ';
    text.remove_prefix(std::min(length, text.size()));
  }
  return kept;
}

Statement statementOf(std::string_view text) {
  Statement made = {.text = std::string(text)};
  if (text.starts_with('@')) {
    text.remove_prefix(1);
    made.isNegated = text.starts_with('!');
    text.remove_prefix(made.isNegated ? 1 : 0);
    std::size_t end = std::min(text.find_first_of(Blanks), text.size());
    made.predicate = text.substr(0, end);
    text = trimmed(text.substr(end));
  }
  std::size_t end = std::min(text.find_first_of(Blanks), text.size());
  made.opcode = text.substr(0, end);
  text = trimmed(text.substr(end));
  if (made.opcode == ".reg") {
    made.kind = Statement::Kind::Declaration;
    end = std::min(text.find_first_of(Blanks), text.size());
    made.opcode = text.substr(0, end);
    text = trimmed(text.substr(end));
  }
  made.operands = listOf(text);
  return made;
}

} // namespace

std::string_view trimmed(std::string_view text) {
  std::size_t begin = text.find_first_not_of(Blanks);
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(Blanks) + 1 - begin);
}

std::vector<std::string> listOf(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (text[at] == '{' || text[at] == '}'))
      depth += text[at] == '{' ? 1 : -1;
    bool isEnd = at == text.size() || (text[at] == ',' && depth == 0);
    if (!isEnd)
      continue;
    if (std::string_view part = trimmed(text.substr(begin, at - begin));
        !part.empty() || at < text.size())
      parts.emplace_back(part);
    begin = at + 1;
  }
  return parts;
}

// Braces begin a scope where a statement begins, and a list of registers
// elsewhere.
std::vector<Statement> parseStatements(std::string_view text) {
  std::string plain = withoutComments(text);
  std::vector<Statement> statements;
  std::string_view left = trimmed(plain);
  while (!left.empty()) {
    if (left.front() == '{' || left.front() == '}') {
      statements.push_back({.kind = left.front() == '{'
                                        ? Statement::Kind::Open
                                        : Statement::Kind::Close,
                            .text = std::string(left.substr(0, 1))});
      left = trimmed(left.substr(1));
      continue;
    }
    std::size_t end = std::min(left.find(';'), left.size());
    if (std::string_view one = trimmed(left.substr(0, end)); !one.empty())
      statements.push_back(statementOf(one));
    left = trimmed(left.substr(std::min(end + 1, left.size())));
  }
  return statements;
}

} // namespace heddle::ptx
