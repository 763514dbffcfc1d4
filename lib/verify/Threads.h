//===- Threads.h - A tensor program and a thread's program ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_THREADS_H
#define HEDDLE_LIB_VERIFY_THREADS_H

#include "LockStep.h"
#include "Trial.h"
#include "heddle/verify/Verify.h"

namespace heddle::equivalence {

/// Executes both until one trial shows a difference.
class ThreadComparison {
public:
  /// With `lockStep` values are compared, too, each trial anew.
  ThreadComparison(tt::FuncOp function, simt::KernelOp kernel,
                   const Target &target, const VerifyOptions &options,
                   LockStep *lockStep = nullptr)
      : function(function), kernel(kernel), target(target), options(options),
        lockStep(lockStep), tolerance(toleranceOf(function)) {}

  Verdict run();

  /// What the last trial showed.
  std::optional<sim::Trap> trap;
  std::optional<ElementDifference> difference;

private:
  std::optional<Verdict> tryOnce(const Trial &trial);
  /// Executes all programs of the grid; why one stopped, if one did.
  std::optional<Stop> execute(Memory &memory,
                              const llvm::SmallVector<Datum> &arguments);
  /// Buffers with what memory has at first; false if they are too large.
  bool addBuffers(Memory &initial, const Memory &used,
                  sim::GlobalMemory &memory);
  sim::Launch launchOf(const Trial &trial, const Arguments &made,
                       sim::GlobalMemory &buffers);
  /// An argument's bits, an address as the simulator has it.
  std::uint64_t argument(const Tensor &scalar) const;
  /// Such an address; nothing of what is in no buffer of the simulator.
  std::optional<std::uint64_t> simulated(Bits address) const;
  std::optional<ElementDifference>
  compareMemory(Memory &expected, Memory &initial, sim::GlobalMemory &memory);

  tt::FuncOp function;
  simt::KernelOp kernel;
  const Target &target;
  const VerifyOptions &options;
  LockStep *lockStep;
  Tolerance tolerance;
  unsigned ended = 0;
  /// In the last execution, where the simulator would trap.
  bool hasEmptyBoxes = false;
  /// Of each region, its buffer and where that begins relative to the base.
  struct Placed {
    std::uint64_t address = 0;
    std::int64_t first = 0, bytes = 0;
  };
  std::vector<Placed> placed;
  std::size_t argumentRegions = 0;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_THREADS_H
