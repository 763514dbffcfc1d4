//===- Strands.h - Programs that run side by side ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs functions in turn, each on a stack of its own: one goes on until it
/// ends or waits for another one. The order is always the same.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_STRANDS_H
#define HEDDLE_LIB_VERIFY_STRANDS_H

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace heddle::equivalence {

class Strands {
public:
  /// Returns when all have ended.
  void run(const std::vector<std::function<void()>> &bodies);

  /// Called by the one that runs: tries until it succeeds, and lets the others
  /// go on in between. False if none of them can.
  bool waitUntil(const std::function<bool()> &succeeds);

private:
  /// The next one that has not ended runs.
  void passOn();

  std::mutex mutex;
  std::condition_variable turned;
  std::vector<bool> hasEnded;
  std::size_t current = 0;
  /// How many have tried in a row without success.
  std::size_t idle = 0;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_STRANDS_H
