//===- LoopCounters.h - Numbers of a loop, iteration by iteration -*- C++
//-*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integers of a loop's body that follow from what the loop carries, from
/// constants and from nothing else: counters of buffers, parities. What they
/// are in an iteration is computed from what they were in the one before.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_LOOPCOUNTERS_H
#define HEDDLE_LIB_VERIFY_LOOPCOUNTERS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <optional>

namespace heddle::equivalence {

using Numbers = llvm::DenseMap<mlir::Value, llvm::APInt>;

/// What the value is if these are what `known` says; nothing if it does not
/// follow from them and from constants. Notes what it computes in `known`.
std::optional<llvm::APInt> numberOf(mlir::Value value, Numbers &known);

/// A number in front of loops that follows from constants; nothing of others.
std::optional<std::int64_t> constantOf(mlir::Value value);

class LoopCounters {
public:
  /// Of these values, in the loop's body.
  LoopCounters(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Value> values);

  /// Is it true of the values in each iteration, with its number? The answer of
  /// `holds` has to repeat after `period` iterations in the number. False if
  /// they do not follow from constants, or do not repeat soon.
  bool always(std::int64_t period,
              llvm::function_ref<bool(std::int64_t iteration,
                                      llvm::ArrayRef<std::int64_t> values)>
                  holds);

private:
  void addCarried(mlir::Value value);

  mlir::scf::ForOp loop;
  llvm::SmallVector<mlir::Value> values;
  /// Numbers of the loop's carried values that the values depend on.
  llvm::SmallVector<unsigned> carried;
  llvm::DenseSet<mlir::Value> seen;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_LOOPCOUNTERS_H
