//===- ScanPrefix.h - What comes before registers ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a scan: what comes before registers, and which lanes and warps
/// of a run a thread is beside.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_SCANPREFIX_H
#define HEDDLE_LIB_LOWERING_SCANPREFIX_H

#include "LoweringContext.h"
#include "Registers.h"
#include "ScanPlan.h"
#include "llvm/ADT/BitVector.h"

namespace heddle {

/// Registers of each operand.
using Values = llvm::SmallVector<mlir::Value>;

/// What comes before each of some registers.
struct Prefix {
  /// Empty if nothing does.
  Values values;
  /// Registers before which there is something in all threads. Before others
  /// there is in threads where `sometimes` holds; in none if that is null.
  llvm::BitVector always;
  mlir::Value sometimes;
};

/// Combines by the region of a scan, at its location.
class Prefixes {
public:
  Prefixes(LoweringContext &context, mlir::Region &region, mlir::Location loc)
      : context(context), region(region), loc(loc) {}

  /// `earlier` and `later` combined where that is to be, else `later`.
  mlir::LogicalResult join(Values earlier, Values later, mlir::Value where,
                           Values &results);
  /// What comes before each register, if something does, with it; only where
  /// `where` holds, if that is not null.
  mlir::LogicalResult putBefore(const Prefix &prefix, Values &values,
                                mlir::Value where);
  /// `before` has what comes before within a run, but for the first element of
  /// it; `above` what comes before the whole run.
  mlir::LogicalResult chain(const Prefix &above, mlir::Value isFirst,
                            Prefix &before);
  /// For registers that repeat, `size` each time, what comes before each.
  Prefix spread(const Prefix &prefix, llvm::ArrayRef<std::int32_t> numbers,
                std::int32_t size);

  mlir::Value select(mlir::Value condition, mlir::Value then,
                     mlir::Value otherwise);
  Values permuted(const Values &values, llvm::ArrayRef<std::int32_t> numbers);
  /// The registers of all parts one after the other, in another order.
  Values concatenated(llvm::ArrayRef<Values> parts,
                      llvm::ArrayRef<std::int32_t> numbers);

private:
  mlir::LogicalResult putBeforeSome(const Prefix &prefix,
                                    llvm::ArrayRef<std::int32_t> some,
                                    mlir::Value where, Values &values);

  LoweringContext &context;
  mlir::Region &region;
  mlir::Location loc;
};

/// Where the own thread is in a run of lanes or warps.
class RunLanes {
public:
  RunLanes(LoweringContext &context, mlir::Location loc, ScanOrder order)
      : context(context), loc(loc), order(order) {}

  /// Is the thread where these bits of the run are set, and no others?
  mlir::Value isAt(const BitRun &run, Word bits);
  /// The own lane with these bits cleared, then those set.
  mlir::Value with(Word cleared, Word set);
  /// The lane before this one along the run; any in the run for the first.
  mlir::Value before(const BitRun &run);

  Word first(const BitRun &run) const { return run.atStep(0, order); }
  Word last(const BitRun &run) const {
    return run.atStep(run.size() - 1, order);
  }

private:
  mlir::Value beforeInSortedRun(const BitRun &run);
  mlir::Value constant(Word value) {
    return context.number(static_cast<std::int64_t>(value),
                          context.builder.getI32Type());
  }

  LoweringContext &context;
  mlir::Location loc;
  ScanOrder order;
};

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_SCANPREFIX_H
