//===- Answer.cpp - What a child process says of a kernel -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Answer.h"
#include "FailureClass.h"

namespace heddle::reduction {

std::string Answer::text() const {
  char letter = kind == Kind::Fails ? 'F' : kind == Kind::Holds ? 'H' : 'U';
  return std::string(1, letter) + words + "\n" + detail;
}

Result<Observation> observationOf(const ChildEnd &end, const TestLimits &limits,
                                  llvm::StringRef message) {
  if (!end.isSuccess() || end.result.empty())
    return Observation{.failure = {},
                       .detail = "the test " + endText(end, limits) + " " +
                                 crashReason(end.errors)};
  auto [words, detail] = llvm::StringRef(end.result).drop_front().split('\n');
  switch (end.result.front()) {
  case 'U':
    return failure(words.str(), detail.str());
  case 'F':
    if (message.empty())
      return Observation{.failure = words.str(), .detail = detail.str()};
    if (detail.contains(message))
      return Observation{.failure = message.str(), .detail = detail.str()};
    return Observation{.failure = {},
                       .detail = detail.str() + ", without '" + message.str() +
                                 "' in what is said"};
  default:
    return Observation{.failure = {}, .detail = detail.str()};
  }
}

Result<Observation> observeIsolated(llvm::function_ref<Answer()> answer,
                                    const TestLimits &limits,
                                    llvm::StringRef message) {
  return observationOf(runIsolated([&] { return answer().text(); }, limits),
                       limits, message);
}

} // namespace heddle::reduction
