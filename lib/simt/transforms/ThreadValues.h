//===- ThreadValues.h - Integers in each thread -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What integers of one thread's program are in each thread.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_THREADVALUES_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_THREADVALUES_H

#include "RingCounters.h"
#include "heddle/simt/Simt.h"

#include <map>

namespace heddle {

/// Integers that follow from nothing but the thread's number, executed for all
/// threads of a block: constants, arithmetic, choices, registers picked, and
/// addresses that are so many bytes behind the begin of an allocation of shared
/// memory, wherever that lies. Of loops, arguments, loads and lanes nothing is
/// known, but if asked for, so many bytes times such a number are followed:
/// that is how far apart the buffers of a ring are.
class ThreadValues {
public:
  enum class Unknown : std::uint8_t { Nothing, Multiples };
  /// Of so many threads, each `blockThreads` of which are a block of a cluster.
  ThreadValues(unsigned threads, unsigned blockThreads,
               Unknown unknown = Unknown::Nothing)
      : threads(threads), blockThreads(blockThreads), unknown(unknown) {}

  /// One number of each thread; empty if it is not known. Bits above the type
  /// are zero.
  struct Register {
    std::vector<std::uint64_t> numbers;
    /// The numbers are counted from where this begins, modulo 2^32; null if
    /// they are no addresses.
    simt::SharedOp allocation = {};
    /// The numbers are these plus any multiple of it, or that of the counter.
    std::uint64_t step = 0;
    std::optional<RingCounter> counter = {};

    bool empty() const { return numbers.empty(); }
    std::uint64_t operator[](unsigned thread) const { return numbers[thread]; }
  };
  using Registers = std::vector<Register>;

  /// The registers of an integer or a vector of them. Each op is executed once;
  /// the reference holds as long as this.
  const Registers &of(mlir::Value value);

private:
  Registers compute(mlir::Value value);
  Registers computeConstant(mlir::Attribute value, unsigned count);
  Registers computeElementwise(mlir::Operation *op, unsigned count);

  unsigned threads, blockThreads;
  Unknown unknown;
  std::map<void *, Registers> known;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_THREADVALUES_H
