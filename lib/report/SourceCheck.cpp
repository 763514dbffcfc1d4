//===- SourceCheck.cpp - Is it the file that was compiled? ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/SimReport.h"

#include <algorithm>
#include <fstream>

namespace heddle {

namespace {

std::vector<std::string> linesOf(const std::string &path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    lines.push_back(std::move(line));
  return lines;
}

/// Nothing of a kernel: only space, or a comment of Python or MLIR.
bool isEmpty(std::string_view line) {
  std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#' ||
         line.substr(first).starts_with("//");
}

/// Is there `def NAME` where the kernel begins, or after its decorators?
bool hasDefinition(const std::vector<std::string> &lines, unsigned begin,
                   const std::string &kernel) {
  constexpr std::size_t MostDecorators = 40;
  std::string wanted = "def " + kernel;
  std::size_t end = std::min(lines.size(), begin + MostDecorators);
  for (std::size_t at = begin - 1; at < end; ++at) {
    std::size_t found = lines[at].find(wanted);
    if (found == std::string::npos)
      continue;
    std::string_view behind =
        std::string_view(lines[at]).substr(found + wanted.size());
    return behind.empty() || behind.starts_with('(') ||
           behind.starts_with(' ') || behind.starts_with('[');
  }
  return false;
}

} // namespace

std::optional<std::string> sourceMismatch(const SimReport &report) {
  std::vector<std::string> lines = linesOf(report.source);
  auto isOurs = [&](const SourceLocation &loc) {
    return loc.line != 0 && loc.file == report.begin.file;
  };
  for (const SimReport::Op &op : report.ops) {
    if (!isOurs(op.location))
      continue;
    std::string what = concat(op.name, " is at line ", op.location.line);
    if (op.location.line > lines.size())
      return concat(what, ", but the file ends at line ", lines.size());
    const std::string &line = lines[op.location.line - 1];
    // Triton counts columns from 0 or from 1.
    if (op.location.column > line.size() + 1)
      return concat(what, ", column ", op.location.column,
                    ", but that line ends at column ", line.size());
    if (isEmpty(line))
      return concat(what, ", but that line has no code");
  }
  bool isPython = report.begin.file.ends_with(".py");
  if (isPython && !hasDefinition(lines, report.begin.line, report.kernel))
    return concat(report.kernel, " begins at line ", report.begin.line,
                  ", but there is no 'def ", report.kernel, "'");
  return std::nullopt;
}

} // namespace heddle
