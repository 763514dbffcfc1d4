//===- Outcome.h - How programs end -----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Why a program has no answer, as far as its exit code tells that apart
/// (docs/command-line.md). Libraries say it where they know it and the caller
/// cannot; what a library returns as a plain `Result` is a refusal, but that
/// all failures of `files` are trouble.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PROGRAM_OUTCOME_H
#define HEDDLE_PROGRAM_OUTCOME_H

#include "heddle/f2/Error.h"

namespace heddle {

enum class ErrorKind {
  Refusal, ///< the question was understood, and the answer is no
  Trouble  ///< it could not be asked: wrong usage, unreadable input, full disk
};

/// Exit codes of `heddle`, the same in all commands.
enum ExitCode { Success = 0, Refused = 1, InTrouble = 2 };

constexpr ExitCode exitCodeOf(ErrorKind kind) {
  return kind == ErrorKind::Refusal ? Refused : InTrouble;
}

/// An error that is to be printed, and its kind.
struct Failure {
  Error error;
  ErrorKind kind = ErrorKind::Refusal;
};
template <class T> using Outcome = tl::expected<T, Failure>;

/// The result, with its error as one of this kind.
template <class T> Outcome<T> failingWith(ErrorKind kind, Result<T> result) {
  return std::move(result).map_error(
      [kind](const Error &error) { return Failure{error, kind}; });
}

/// A value, or how there is none; what went wrong has been printed then.
template <class T> using Reported = tl::expected<T, ErrorKind>;

} // namespace heddle

#endif // HEDDLE_PROGRAM_OUTCOME_H
