//===- LayoutCard.cpp - A layout at a glance ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCard.h"
#include "heddle/answers/LayoutFacts.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/view/PlainText.h"

namespace heddle::lsp {

namespace {

/// What is left out is said with options of the command line, which an editor
/// has not.
std::string withoutOptions(const std::string &view) {
  constexpr std::string_view Start = "; --", End = " shows all";
  std::string text;
  std::size_t at = 0;
  while (true) {
    std::size_t start = view.find(Start, at);
    std::size_t end = view.find(End, start);
    if (start == std::string::npos || end == std::string::npos)
      return text + view.substr(at);
    text += view.substr(at, start - at);
    at = end + End.size();
  }
}

std::string factsText(const std::vector<LayoutFact> &facts) {
  TextTable table;
  for (const LayoutFact &fact : facts)
    table.push_back({fact.name, fact.value, fact.reason});
  return tableText(table, "");
}

} // namespace

std::string preformatted(const std::string &lines, Markup markup,
                         std::string_view language) {
  std::string_view end = lines.ends_with('\n') ? "" : "\n";
  if (markup == Markup::Plain)
    return concat(lines, end, "\n");
  return concat("```", language, "\n", lines, end, "```\n\n");
}

std::string codeText(const std::string &code, Markup markup) {
  return markup == Markup::Plain ? code : concat("`", code, "`");
}

std::string layoutCard(const LayoutSubject &subject, const Target *target,
                       Markup markup) {
  constexpr unsigned Width = 76, Rows = 8;
  Result<std::string> grid =
      tensorView(subject.layout, {.width = Width, .rows = Rows, .tables = 1});
  std::string text;
  if (grid)
    text += preformatted(withoutOptions(*grid), markup);
  text += preformatted(basesLines(subject.layout), markup);
  text += preformatted(
      factsText(layoutFacts(subject, target)) + notesText(subject), markup);
  return text;
}

} // namespace heddle::lsp
