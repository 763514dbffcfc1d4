//===- GoldenFile.h - Files of reference data -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A golden file is a gzip of JSON lines, each a question and the answer that
/// an installed Triton gave. A checker reads a line and compares.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLEGOLDEN_GOLDENFILE_H
#define HEDDLE_TOOLS_HEDDLEGOLDEN_GOLDENFILE_H

#include "heddle/encoding/Version.h"
#include "heddle/f2/Error.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle::golden {

/// The result for one line.
struct Verdict {
  enum class Kind {
    Agrees,
    /// Both answers are right by the mathematics, and differ for the reason
    /// given; counts as agreeing, and is listed.
    AgreesWithReason,
    Disagrees
  };
  Kind kind = Kind::Agrees;
  std::string text;
};

/// Compares one line with the meaning and text of a release. May throw
/// nlohmann::json::exception on a line that is not of the documented form.
using Checker =
    std::function<Verdict(const nlohmann::json &line, TritonVersion version)>;

/// The lines of a gzip (or plain) file. Fails if it cannot be read to its end.
Result<std::vector<std::string>> readLines(const std::string &path);

/// How many lines agree, out of how many; the first disagreements, and every
/// line that agrees with a reason, as text.
struct Tally {
  std::size_t agreed = 0;
  std::size_t total = 0;
  std::vector<std::string> disagreements;
  std::vector<std::string> reasons;
};

/// Checks every line; a line that is no JSON of the right form disagrees.
Tally checkLines(const std::vector<std::string> &lines, const Checker &check,
                 TritonVersion version);

/// Compares products, compositions, inverses and texts of linear layouts
/// (`ops.jsonl.gz`).
Verdict checkOperation(const nlohmann::json &line, TritonVersion version);

/// Compares what types mean: the bases of their layouts, their canonical text,
/// and for shared memory the alignment and the paddings (`distributed`,
/// `shared` and `tmem` files). A line may name its own release as `triton`.
Verdict checkType(const nlohmann::json &line, TritonVersion version);

/// Compares how many wavefronts one access takes beyond the first of each
/// phase, with 32 banks and phases of consecutive lanes (`bank` files). Brute
/// force decides; where Triton's number is another, it is tried to be the count
/// of someone who overlooks one or two known things.
Verdict checkBanks(const nlohmann::json &line, TritonVersion version);

/// Compares the texts that Triton prints for the layouts of types, byte for
/// byte (`view` files).
Verdict checkView(const nlohmann::json &line, TritonVersion version);

} // namespace heddle::golden

#endif // HEDDLE_TOOLS_HEDDLEGOLDEN_GOLDENFILE_H
