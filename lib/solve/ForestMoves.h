//===- ForestMoves.h - Better labels, a forest at a time --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables that form a forest, if all others keep their labels, have their
/// cheapest labels in one pass from the leaves to the roots and back. Forests
/// are drawn at random, one after the other, so that many variables that go
/// together change at once.
///
/// Source: F. Hamze and N. de Freitas, "From fields to trees", 2004.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SOLVE_FORESTMOVES_H
#define HEDDLE_LIB_SOLVE_FORESTMOVES_H

#include "heddle/solve/LabelChoice.h"

#include <random>
#include <utility>

namespace heddle {

class ForestMoves {
public:
  explicit ForestMoves(const LabelChoice &problem);

  /// Makes labels cheaper until so many forests in a row did not.
  void improve(std::vector<unsigned> &labels, unsigned mostIdle = 4);

private:
  struct Edge {
    unsigned other;
    /// Its number at the other variable.
    unsigned back;
    /// By the labels of both, each so far apart.
    const std::int64_t *costs;
    std::size_t ownStride, otherStride;
    /// By own labels, if the other variable has this one.
    const std::int64_t *with(unsigned label) const {
      return costs + label * otherStride;
    }
  };
  /// A variable of the forest, in an order in which parents come first.
  struct Place {
    unsigned variable;
    /// To the parent; null for a root.
    const Edge *up;
  };

  /// The cheapest label, if the parent has this one, and what it costs.
  std::pair<std::int64_t, unsigned> cheapest(const Place &place,
                                             unsigned parent) const;
  /// Draws a forest: the variables that are in, and their order.
  void draw();
  void choose(std::vector<unsigned> &labels);
  unsigned findTree(unsigned variable);

  const LabelChoice &problem;
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> isIn;
  std::vector<unsigned> trees;
  /// Of each tree, the last variable that was next to it.
  std::vector<unsigned> touched;
  std::vector<Place> places;
  /// Of each variable in the forest, by its labels, with all below it.
  std::vector<std::vector<std::int64_t>> costs;
  // NOLINTNEXTLINE(bugprone-random-generator-seed): the same choice each time.
  std::mt19937 random{1};
};

} // namespace heddle

#endif // HEDDLE_LIB_SOLVE_FORESTMOVES_H
