//===- heddle-golden.cpp - Checking Heddle against reference data ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle-golden DIR
///
/// Checks the library against every golden file in DIR. For each it prints the
/// first disagreements and the lines where both answers are right for a stated
/// reason, and then one line: `ops: 537 of 537 agree`, or
/// `text: skipped` for a kind of file that is not covered yet. A version in a
/// file's name says which Triton it is from: `ops.jsonl.gz` is of 3.6,
/// `ops-3.9.jsonl.gz` of 3.9; with another word after the dash, such as
/// `shared-padded.jsonl`, it is of the newest. Exit code 1 on any disagreement.
///
//===----------------------------------------------------------------------===//

#include "GoldenFile.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

using namespace heddle;
using namespace heddle::golden;

namespace {

/// The checker for each kind of file: the stem without a version.
const std::map<std::string, Checker> &checkers() {
  static const std::map<std::string, Checker> table = {
      {"bank", checkBanks},       {"ops", checkOperation},
      {"distributed", checkType}, {"shared", checkType},
      {"tmem", checkType},        {"view", checkView}};
  return table;
}

/// The name of a golden file without its endings; nothing for other files.
std::optional<std::string> stemOf(const std::filesystem::path &path) {
  std::string name = path.filename().string();
  for (std::string_view ending : {".jsonl.gz", ".jsonl"})
    if (name.size() > ending.size() && name.ends_with(ending))
      return name.substr(0, name.size() - ending.size());
  return std::nullopt;
}

/// The release in a stem such as `shared-3.7`; the newest if the stem has
/// another word there, the oldest if it has none.
TritonVersion versionOf(const std::string &stem) {
  std::size_t dash = stem.find('-');
  if (dash == std::string::npos)
    return OldestTriton;
  return parseVersion(stem.substr(dash + 1)).value_or(NewestTriton);
}

/// Prints the result for one file; false on a disagreement.
bool checkFile(const std::filesystem::path &path, const std::string &stem) {
  auto checker = checkers().find(stem.substr(0, stem.find('-')));
  if (checker == checkers().end()) {
    std::cout << stem << ": skipped\n";
    return true;
  }
  Result<std::vector<std::string>> lines = readLines(path.string());
  if (!lines) {
    std::cerr << "heddle-golden: error: " << lines.error().text() << "\n";
    return false;
  }
  Tally tally = checkLines(*lines, checker->second, versionOf(stem));
  for (const auto *texts : {&tally.reasons, &tally.disagreements})
    for (const std::string &text : *texts)
      std::cout << stem << ", " << text << "\n";
  std::cout << stem << ": " << tally.agreed << " of " << tally.total
            << " agree\n";
  return tally.agreed == tally.total;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: heddle-golden DIR\n";
    return 2;
  }
  std::error_code status;
  std::vector<std::filesystem::path> paths;
  for (std::filesystem::directory_iterator entry(argv[1], status), end;
       !status && entry != end; entry.increment(status))
    paths.push_back(entry->path());
  if (status) {
    std::cerr << "heddle-golden: error: expects a readable folder, but got '"
              << argv[1] << "'\n"
              << status.message() << "\n";
    return 1;
  }
  std::sort(paths.begin(), paths.end());
  bool allAgree = true;
  for (const std::filesystem::path &path : paths)
    if (std::optional<std::string> stem = stemOf(path))
      allAgree &= checkFile(path, *stem);
  return allAgree ? 0 : 1;
}
