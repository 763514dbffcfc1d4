//===- GoldenFile.cpp - Files of reference data ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GoldenFile.h"

#include <array>
#include <memory>
#include <sstream>
#include <zlib.h>

namespace heddle::golden {

Result<std::vector<std::string>> readLines(const std::string &path) {
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"),
                                                  gzclose);
  if (!file)
    return failure(concat("expects a readable file, but got '", path, "'"));
  std::string text;
  std::array<char, 1 << 16> buffer;
  int count = 0;
  while ((count = gzread(file.get(), buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  int status = Z_OK;
  const char *message = gzerror(file.get(), &status);
  if (count < 0 || status != Z_OK)
    return failure(concat("expects a whole gzip file, but got '", path, "'"),
                   message);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty())
      lines.push_back(line);
  return lines;
}

Tally checkLines(const std::vector<std::string> &lines, const Checker &check,
                 TritonVersion version) {
  constexpr std::size_t MostShown = 5;
  Tally tally;
  for (const std::string &line : lines) {
    ++tally.total;
    Verdict verdict;
    try {
      verdict = check(nlohmann::json::parse(line), version);
    } catch (const nlohmann::json::exception &error) {
      verdict = {Verdict::Kind::Disagrees,
                 concat("malformed line: ", error.what())};
    }
    std::string text = concat("line ", tally.total, ": ", verdict.text);
    if (verdict.kind == Verdict::Kind::AgreesWithReason)
      tally.reasons.push_back(text);
    if (verdict.kind != Verdict::Kind::Disagrees)
      ++tally.agreed;
    else if (tally.disagreements.size() < MostShown)
      tally.disagreements.push_back(text);
  }
  return tally;
}

} // namespace heddle::golden
