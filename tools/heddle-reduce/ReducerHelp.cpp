//===- ReducerHelp.cpp - The help of heddle-reduce ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelReducer.h"
#include "heddle/reduce/Reduce.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

namespace {

constexpr llvm::StringLiteral Help =
    R"(Makes a failing kernel small: removes what it does not need to fail in the same way

Usage: heddle-reduce FILE [-o FILE] TEST [OPTIONS]

Arguments:
  FILE                    a kernel in Triton's IR (TTIR, TTGIR, simt), - for stdin

The test, one of:
  --test COMMAND          interesting if the command exits with code 1 (as for
                          MLIR's reducer; --exit-code says another one)
  --crash COMMAND         interesting if the command crashes: by the same signal, and
                          the same assertion, fatal error or function
  --fails COMMAND         interesting if the command fails with the same first error,
                          but for numbers, names and types
  --hangs COMMAND         interesting if the command is not done within --timeout
  --verify PASSES         interesting if these passes (canonicalize,cse) change what
                          the kernel computes, as heddle-opt --verify-each-pass tells
  --sim-trap [TEXT]       interesting if the kernel traps on the simulator with the
                          same message but for numbers; needs --arg as heddle sim does
  --sim-differs           interesting if the compiled kernel computes something else
                          on the simulator than the tensor program

A command is run by the shell. {} in it stands for the file that is tried; without {}
the file is its last argument.

Options:
  -o FILE                 write the small kernel there instead of to stdout
  --message TEXT          interesting only with this text in the error stream of the
                          command, or in the message of --verify and --sim-trap; then
                          the rest of the message may change
  --exit-code N           the exit code of --test that is interesting (default: 1)
  --timeout SECONDS       for one test (default: 10)
  --max-time SECONDS      end after this time with the smallest kernel so far
  --target TARGET         the GPU of --sim-trap and --sim-differs: sm_90, gfx942
  --num-warps N           warps of a block, of TTIR on the simulator
  --num-stages N          stages of a loop, of TTIR on the simulator
  --arg KEY=VALUE         an argument of the kernel, as for heddle sim
  --grid X,Y,Z            programs along each axis (default: 1)
  --trials N              executions of --verify where there is no proof (default: 24)
  --seed N                of random arguments
  --triton RELEASE        print the kernel as this release of Triton writes it
                          (default: as the file is written)
  --without REDUCTION     leave out a reduction; may be given several times
  --verbose               print each step
  -h, --help              print this text
  --version               print versions

MLIR's own reducer, whose test is a script that exits with 1 if the file is interesting:
  --opt-reduction-pass='opt-pass=PASS test=SCRIPT'
  --reduction-tree='traversal-mode=0 test=SCRIPT'

Examples:
  # An op that a pass does not know
  $ heddle-reduce kernel.ttgir -o small.ttgir --fails 'heddle-opt --tritongpu-coalesce'
  # A failed assertion
  $ heddle-reduce kernel.ttgir --crash 'triton-opt --tritongpu-pipeline' --message isZero
  # A pass that breaks a kernel
  $ heddle-reduce kernel.ttir --verify 'canonicalize,triton-loop-aware-cse'
  # An out-of-bounds access
  $ heddle-reduce kernel.ttir --sim-trap --target sm_90 --arg x=f32[64]:randn --arg n=64

Exit codes: 0 done, also if the time was up or it was interrupted; 1 the kernel is not
interesting, or no IR; 2 wrong usage, a file that cannot be read or written, a test that
cannot run.

Reductions:
)";

} // namespace

void printReducerHelp() {
  llvm::outs() << Help;
  for (const reduction::ReductionInfo &each : reduction::reductionList())
    llvm::outs() << llvm::format("  %-30s", each.name.c_str()) << each.meaning
                 << "\n";
}

} // namespace heddle
