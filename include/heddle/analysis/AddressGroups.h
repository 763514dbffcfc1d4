//===- AddressGroups.h - What addresses and masks need ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How much of a tensor of indices a thread computes if only accesses of global
/// memory depend on it, as addresses and masks. Neighbours whose addresses are
/// a known distance apart share a register, since an access adds a constant to
/// it, and those that have equal masks share that:
///
///     %i = tt.make_range               0 1 2 ... 127
///     %p = tt.addptr %base, %i         a register for a lane's 16 neighbours
///     %m = arith.cmpi slt, %i, %n      the same, if n is a multiple of 16
///     %x = tt.load %p, %m
///     %f = arith.sitofp %i             would need all of them
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_ADDRESSGROUPS_H
#define HEDDLE_ANALYSIS_ADDRESSGROUPS_H

#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// Caches its answers.
class AddressGroups {
public:
  /// `facts` are those of the program whose ops are asked for.
  explicit AddressGroups(const AxisFacts &facts) : facts(facts) {}

  /// Of how many elements of a thread an op's only result is one register, if
  /// it has this layout; 1 if more than accesses depend on the result.
  /// O(users) once, then O(bits^2).
  double elementsOfRegister(mlir::Operation *op, const LinearLayout &layout);
  /// Could that be more than 1 with some layout?
  bool areThere(mlir::Operation *op) { return !groupsOf(op).empty(); }

private:
  /// By axes: so many neighbours, in aligned groups, share a register. Empty if
  /// none do.
  using Groups = llvm::SmallVector<std::int64_t, 3>;

  const Groups &groupsOf(mlir::Operation *op);
  Groups find(mlir::Operation *op);
  /// What a use leaves of such groups; empty if nothing.
  Groups within(Groups groups, mlir::OpOperand &use);

  const AxisFacts &facts;
  llvm::DenseMap<mlir::Operation *, Groups> known;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ADDRESSGROUPS_H
