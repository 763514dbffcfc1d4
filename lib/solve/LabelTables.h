//===- LabelTables.h - The best labels by elimination -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The cheapest labels of few variables, or of many that depend on few others
/// each: one variable after the other is left out, and what it costs at least
/// becomes a table by the labels of those that it depends on,
///
///     T(y, z) = min over x of single(x) + pair(x, y) + pair(x, z) + ...
///
/// Tables grow with the number of these; programs mostly need small ones, if
/// the variable with the smallest next table is always the next one.
///
/// Source: U. Bertele and F. Brioschi, "Nonserial Dynamic Programming", 1972.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SOLVE_LABELTABLES_H
#define HEDDLE_LIB_SOLVE_LABELTABLES_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

class LabelTables {
public:
  struct Pair {
    unsigned first, second;
    /// By labels of the first, then of the second.
    std::span<const double> costs;
  };
  /// `single` are the costs of each variable's labels, one at least. Variables
  /// have one pair at most with each other one. What is given has to stay.
  LabelTables(std::span<const std::span<const double>> single,
              std::span<const Pair> pairs);

  struct Order {
    std::vector<unsigned> variables;
    /// That are looked at: those of all tables, by each label of what goes.
    std::uint64_t entries = 0;
  };
  /// In which order variables are left out so that few entries are looked at;
  /// nothing if there are more than that.
  std::optional<Order> order(std::uint64_t mostEntries) const;
  /// The cheapest labels, by such an order. O(entries * pairs of a variable).
  std::vector<unsigned> cheapest(std::span<const unsigned> order) const;

private:
  std::span<const std::span<const double>> single;
  std::span<const Pair> pairs;
};

} // namespace heddle

#endif // HEDDLE_LIB_SOLVE_LABELTABLES_H
