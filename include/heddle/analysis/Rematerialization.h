//===- Rematerialization.h - Values in several layouts ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A value that is used with another layout than it has is converted, or its op
/// is done once more on operands with other layouts, which are had in the same
/// two ways:
///
///     %i = tt.make_range             : L0
///     %j = arith.addi %i, %s         : L0
///     %m = arith.cmpi slt, %j, %n    : L0     used with L1 too
///     %p = tt.addptr %x, %j          : L0     used with L1 too
///
/// Here %m is made again only if the price of a conversion is more than that of
/// another cmpi, addi and range; but if %p is made again, its addi and range
/// serve %m too. So all values are decided at once. Each value and layout that
/// may be needed has two choices, whether it is had and whether its op is done
/// once more; a conversion is paid for what is had and not made, an op for what
/// is made, and what is made has all its operands. That is a minimum cut
/// (BinaryChoice.h), and the cheapest choice is found exactly.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_REMATERIALIZATION_H
#define HEDDLE_ANALYSIS_REMATERIALIZATION_H

#include "heddle/analysis/LayoutGraph.h"
#include "heddle/solve/BinaryChoice.h"

namespace heddle {

/// The cheapest way to have each value in all layouts in which the graph, as it
/// is, uses it. Stays as it was found when the graph changes.
class Rematerialization {
public:
  explicit Rematerialization(LayoutGraph &graph);

  /// Whether the op of a value is done once more to have it in this layout. It
  /// has to be one that is needed; it is converted otherwise.
  bool isMadeAgain(mlir::Value value, mlir::Attribute layout) const {
    return again.lookup({value, layout});
  }
  /// Whether a value is had in a layout that it does not have itself.
  bool isHad(mlir::Value value, mlir::Attribute layout) const {
    return again.contains({value, layout});
  }

  /// What the graph costs with that: sites, conversions, and what is made once
  /// more.
  double cycles() const { return sum; }

private:
  using Wanted = std::pair<mlir::Value, mlir::Attribute>;

  /// The number of what is wanted; none if the value has that layout.
  std::optional<unsigned> numberOf(const Wanted &wanted);
  void addChoices(unsigned number);

  LayoutGraph &graph;
  std::vector<Wanted> allWanted;
  llvm::DenseMap<Wanted, unsigned> numbers;
  BinaryChoice choices;
  /// Of what is had, whether it is made.
  llvm::DenseMap<Wanted, bool> again;
  double sum = 0;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_REMATERIALIZATION_H
