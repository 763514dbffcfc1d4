//===- Nesting.cpp - How deep brackets are nested -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

namespace heddle::lsp {

namespace {

/// Behind the string whose opening quote is at `at`; IR has none that go over
/// the end of a line.
std::size_t behindString(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    if (text[at] == '\\')
      ++at;
  return at + 1;
}

} // namespace

std::optional<std::size_t> tooDeepAt(std::string_view text) {
  unsigned depth = 0, signs = 0;
  for (std::size_t at = 0; at < text.size();) {
    signs = text[at] == '-' ? signs + 1 : 0;
    if (signs > MaxNesting)
      return at;
    switch (text[at]) {
    case '"':
      at = behindString(text, at);
      continue;
    case '/':
      if (text.substr(at, 2) == "//") {
        at = text.find('\n', at);
        if (at == std::string_view::npos)
          return std::nullopt;
      }
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > MaxNesting)
        return at;
      break;
    case '>':
      // An arrow closes nothing.
      if (at > 0 && text[at - 1] == '-')
        break;
      [[fallthrough]];
    case ')':
    case ']':
    case '}':
      depth -= depth > 0 ? 1 : 0;
      break;
    default:
      break;
    }
    ++at;
  }
  return std::nullopt;
}

} // namespace heddle::lsp
