//===- Reduce.h - Making failing kernels small -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a kernel as small as it gets while a test still fails in the same way.
///
/// A *reduction* is one way to make a kernel smaller: erase ops, put a function
/// argument in place of a result, take a loop's body once, halve shapes. It
/// lists its *sites*, the places where it applies. A candidate is the kernel
/// with a reduction applied at some of its sites: all of them, then each half,
/// each quarter, ..., each one (delta debugging). A candidate is tried if it is
/// valid IR that can be printed and parsed again, is simpler than the kernel by
/// `Cost`, and was not tried before. If the test fails on it as on the
/// original, it is the kernel from then on. The end is a fixpoint: no reduction
/// helps at any single site.
///
///     Options options;
///     auto test = testFails({"heddle-opt --some-pass", "kernel.ttgir"}, "");
///     Result<Reduced> reduced = reduce(text, "kernel.ttgir", *test, options);
///
/// The cost strictly decreases, so it ends. With n ops it takes O(n) tests once
/// nothing gets smaller, and far fewer before. It is deterministic as far as
/// the test is, and no test runs out of time.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REDUCE_REDUCE_H
#define HEDDLE_REDUCE_REDUCE_H

#include "heddle/encoding/Version.h"
#include "heddle/program/Outcome.h"
#include "heddle/reduce/FailureTest.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::reduction {

/// How far a reduction is.
struct Progress {
  unsigned linesBefore = 0, lines = 0, tests = 0;
  double seconds = 0;
  /// The reduction that helped last: "erase ops".
  std::string last = {};
};

/// "231 -> 9 lines, 143 tests, 4.1 s"
std::string progressText(const Progress &progress);

struct Options {
  /// In which the result is printed; that of the input if nothing is said.
  std::optional<TritonVersion> release = {};
  /// For one test.
  double testSeconds = 10;
  /// For all of them; the smallest kernel so far is the result then.
  double mostSeconds = 0;
  /// Reductions that are left out, by their names.
  std::vector<std::string> without = {};
  /// Called whenever the kernel has become smaller.
  std::function<void(const Progress &progress)> report = nullptr;
  /// Once it is true, the smallest kernel so far is the result.
  const std::atomic<bool> *isCancelled = nullptr;
};

struct Reduced {
  std::string text;
  Progress progress;
  /// How it fails, as the original does.
  Observation observation;
  /// Why it ended before a fixpoint.
  enum class Ending { Fixpoint, OutOfTime, Cancelled } ending;
};

/// Reduces the IR in a text. `Trouble` if it cannot be parsed, or if the test
/// cannot run; `Refusal` if the test does not fail on the input.
///
/// Input that can be parsed but is refused by a verifier is reduced, too: then
/// candidates need not be valid either. What the parser refuses is reduced line
/// by line, for tests that take text (`takesText`).
Outcome<Reduced> reduce(const std::string &text, const std::string &path,
                        FailureTest &test, const Options &options);

/// A name and a sentence of each reduction, in the order in which they run.
struct ReductionInfo {
  std::string name, meaning;
};
std::vector<ReductionInfo> reductionList();

} // namespace heddle::reduction

#endif // HEDDLE_REDUCE_REDUCE_H
