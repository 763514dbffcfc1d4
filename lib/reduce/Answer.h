//===- Answer.h - What a child process says of a kernel ------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The answer of a test that runs in a child process, as text.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_ANSWER_H
#define HEDDLE_LIB_REDUCE_ANSWER_H

#include "Isolation.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::reduction {

/// What a child says of a kernel.
struct Answer {
  enum class Kind {
    Fails,    ///< as the first words say
    Holds,    ///< the kernel does not fail, or not so
    Unusable, ///< the test itself cannot run
  } kind;
  std::string words, detail = {};

  /// "F words\ndetail"
  std::string text() const;
};

/// The observation of a child that has answered, or ended otherwise. With a
/// message, only failures whose detail contains it count, whatever their words.
Result<Observation> observationOf(const ChildEnd &end, const TestLimits &limits,
                                  llvm::StringRef message);

/// The same of what a child process answers.
Result<Observation> observeIsolated(llvm::function_ref<Answer()> answer,
                                    const TestLimits &limits,
                                    llvm::StringRef message);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_ANSWER_H
