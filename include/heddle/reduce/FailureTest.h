//===- FailureTest.h - Does a kernel still fail? ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tests that decide whether a smaller kernel is still interesting. Each
/// runs in a child process with a time limit, so that a crash or a hang of what
/// is tested never takes the reducer down.
///
/// A test that fails says *how*, in words that do not depend on the size of the
/// kernel: the failed assertion, the error without numbers, types and names,
/// the pass that changes a result. The reducer keeps candidates that
/// fail in the same words as the original, so it does not slip from one failure
/// to another.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REDUCE_FAILURETEST_H
#define HEDDLE_REDUCE_FAILURETEST_H

#include "heddle/f2/Error.h"
#include "heddle/target/Target.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::reduction {

/// A version of the kernel, as text.
struct KernelText {
  /// As it is written in the end, in the release of the input.
  std::string printed;
  /// With all locations, among them the names of arguments.
  std::string located;
};

/// What a test saw.
struct Observation {
  /// How the kernel fails, in words that stay the same while it gets smaller;
  /// nothing if it does not fail so.
  std::optional<std::string> failure;
  /// For people: what happened, "the command exited with code 0".
  std::string detail = {};
  /// The line of the file that the first error shows, if it does.
  std::string line = {};
};

/// For how long a test may run, and what ends it early.
struct TestLimits {
  double seconds = 10;
  /// Once it is true, tests end soon, and what they saw means nothing.
  const std::atomic<bool> *isCancelled = nullptr;
};

class FailureTest {
public:
  virtual ~FailureTest() = default;

  /// May the kernel be text that is no IR?
  virtual bool takesText() const { return false; }

  /// Fails if the test itself cannot run: there is no such command, no such
  /// pass. What fails for one kernel fails for all.
  virtual Result<Observation> observe(const KernelText &kernel,
                                      const TestLimits &limits) = 0;

  /// False if functions may not get arguments: a launch says which there are.
  virtual bool allowsNewArguments() const { return true; }
};

/// A command that gets the kernel as a file. `{}` in its words stands for the
/// path; without one the path is appended. The shell runs it.
struct Command {
  std::string words;
  /// The name of the file, "kernel.ttgir": some programs look at it.
  std::string fileName;
};

/// Interesting if the command exits with this code: 1, as for MLIR's reducer.
std::unique_ptr<FailureTest> testScript(Command command, int exitCode = 1);

/// Interesting if a signal ends the command, in the same way: by the same
/// assertion or fatal error, or else in the same function. With a message, if
/// the error stream has that text, whatever the way.
std::unique_ptr<FailureTest> testCrash(Command command, std::string message);

/// Interesting if the command exits with another code than 0 and its first
/// error is the same but for numbers, types and names; with a message, if the
/// error stream has that text.
std::unique_ptr<FailureTest> testFails(Command command, std::string message);

/// Interesting if the command is not done when the time is up.
std::unique_ptr<FailureTest> testHangs(Command command);

/// Interesting if these passes over a module, "canonicalize,cse", change what a
/// function computes (VerifyPasses.h), and the same pass is the first that
/// does; with a message, if the reason has that text. At which op two programs
/// part is not held on to: it is some op behind the one that the pass has
/// broken, and another one when that goes. The passes have to be registered.
/// `trials` and `seed` are those of `VerifyOptions`.
std::unique_ptr<FailureTest> testVerify(std::string passes, std::string message,
                                        unsigned trials = 24,
                                        std::uint64_t seed = 1);

/// How a kernel is compiled, and launched on the simulator.
struct SimLaunch {
  /// Null for the one that the module names.
  const Target *target = nullptr;
  /// Of TTIR.
  std::optional<unsigned> numWarps = {}, numStages = {};
  /// For a trap only: KEY=VALUE as in `heddle sim` (KernelArguments.h), and
  /// the grid.
  std::vector<std::string> arguments = {};
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  std::uint64_t seed = 1;
};

/// Interesting if the kernel is compiled, and traps on the simulator with the
/// same message but for numbers; with a message, if the trap's has that text.
/// Arguments that a candidate has no longer are not given.
std::unique_ptr<FailureTest> testSimTrap(SimLaunch launch, std::string message);

/// Interesting if the compiled program of a thread, on the simulator, computes
/// something else than the tensor program (`compare` in Verify.h).
std::unique_ptr<FailureTest> testSimDiffers(SimLaunch launch,
                                            std::string message);

} // namespace heddle::reduction

#endif // HEDDLE_REDUCE_FAILURETEST_H
