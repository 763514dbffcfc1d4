//===- ConvertReport.h - Answers about conversions --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `heddle convert` prints about the way from one register layout of a
/// tensor to another.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_CONVERTREPORT_H
#define HEDDLE_ANSWERS_CONVERTREPORT_H

#include "heddle/answers/NamedText.h"
#include "heddle/plan/EmitSource.h"

namespace heddle {

/// The question: two types (or layouts, on the type `tensor`) and a target.
struct ConvertQuestion {
  NamedText from, to, target;
  std::string tensor;
  ConversionOptions options;
  /// Whether other ways are wanted that need less shared memory.
  bool asksParetoSet = false;
};

/// What `heddle convert` found.
struct ConvertAnswer {
  LayoutSubject from, to;
  const Target *target;
  Conversion conversion;
  /// See `planParetoSet`; empty if nobody asked.
  std::vector<Conversion> paretoSet;
  /// What the certificate says against the program; nothing if it is proved.
  std::optional<Error> counterexample;
  /// Of planning alone, the shortest of a few runs.
  double planningMicroseconds;
};

/// Fails with the name of the text that is wrong in front, if the types are not
/// of registers, if shapes, widths of elements or threads do not agree or a
/// thread has more than 64 KiB, and as `planConversion` does.
[[nodiscard]] Result<ConvertAnswer>
answerConvert(const ConvertQuestion &question, const ReadOptions &read,
              TritonVersion version);

/// For people. Like all of these, fails where the types have no text in that
/// version.
[[nodiscard]] Result<std::string> convertText(const ConvertAnswer &answer,
                                              TritonVersion version);

/// For learners: where the data is and has to go, why this way, and why no
/// layout of the memory takes fewer wavefronts.
[[nodiscard]] Result<std::string>
convertExplanation(const ConvertAnswer &answer, TritonVersion version);

/// One line of JSON. All counts are of a block.
[[nodiscard]] Result<std::string> convertJson(const ConvertAnswer &answer,
                                              TritonVersion version);

/// Code to paste, under a comment that says what it does, what it costs and how
/// to launch it. Fails if the language is not the target's, without a proof,
/// and as `emitSource` does.
[[nodiscard]] Result<std::string> convertSource(const ConvertAnswer &answer,
                                                SourceLanguage language,
                                                const std::string &name,
                                                TritonVersion version);

/// A question as a line of JSON: `from`, `to`, and `target`, `budget` and
/// `strategy`, which may be left out if they have a value in `defaults`. Other
/// keys are ignored. Fails on a line of another form.
[[nodiscard]] Result<ConvertQuestion>
readConvertQuestion(const std::string &line, const ConvertQuestion &defaults);

} // namespace heddle

#endif // HEDDLE_ANSWERS_CONVERTREPORT_H
