//===- Processes.h - Programs in processes ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs programs in processes of their own, so that what crashes or hangs can
/// be told and made small.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_PROCESSES_H
#define HEDDLE_TEST_SIMFUZZ_PROCESSES_H

#include "Runner.h"

#include <map>

namespace heddle::simfuzz {

/// Of the program number `number` of a seed.
std::uint64_t seedOf(std::uint64_t seed, std::uint64_t number);

struct Campaign {
  std::uint64_t seed = 1, first = 0, programs = 1000;
  /// No program is begun after so many; 0 for no limit.
  std::uint64_t seconds = 0;
  unsigned threads = 1;
  Mistake mistake = Mistake::None;
};

struct Tally {
  std::uint64_t programs = 0, refused = 0, statements = 0;
  /// How often the compiler refused for which reason.
  std::map<std::string, std::uint64_t> refusals;
  /// Numbers of programs that failed.
  std::vector<std::uint64_t> failures;
};

/// Runs the programs of a campaign.
Tally runAll(const Campaign &campaign);

/// Runs one in a process of its own.
Verdict runAlone(const Program &program, Mistake mistake);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_PROCESSES_H
