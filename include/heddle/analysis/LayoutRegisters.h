//===- LayoutRegisters.h - What layouts cost in registers -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers in the price of layouts. The costs of a LayoutProblem are those of
/// one block; but layouts in which threads hold copies, and values that are had
/// in several layouts at a time, take registers, and where those let fewer
/// blocks fit on a multiprocessor, less of each block's waiting is covered by
/// others.
///
/// *Words* of a choice at a point between two ops are the words of 32 bits that
/// a thread holds there, of tensors that were computed before and are used
/// later: what is converted from the first op that may want that layout to the
/// last, anything else from its definition to its last use; what a loop uses
/// from outside, during all of it. Tensors of pointers and predicates, and what
/// is computed of scalars and ranges alone, such as offsets, are not counted: a
/// thread computes them when it needs them. That is a sum over variables, and
/// so the words at one point can be priced as labels are. A thread has that
/// many registers, at the point where there are most, and `OtherRegisters`.
///
/// *The price* of registers is what a block takes longer because fewer blocks
/// are there at a time, by the model of PredictTime.h: with n of them, a block
/// that is busy for b cycles and whose warps wait for w takes
///
///     T(n) = max(b, w / n) + overlapLeft * min(b, w / n).
///
/// Both come from what the cheapest choice without registers costs. n is what
/// the registers of a multiprocessor suffice for, or what else limits blocks
/// (Occupancy.h), shared memory as far as buffers are seen, those of loads that
/// loops run ahead included. It is not rounded to whole blocks: what one more
/// register does to them is less certain than how many registers there are.
/// So w / n, and with it T, is a convex function of registers: none up to where
/// something else limits blocks, then linear, then linear and steeper, up to
/// the most that a thread can have; there it ends, and spills have no price. It
/// counts from the fewest registers that a choice can have, the fewest words of
/// each value by itself.
///
/// The registers are those of the fullest point, so the price is no sum over
/// variables. It is added last. Where the cheapest choice pays less than a
/// hundredth of its cost, registers are no problem, and nothing is priced. Else
/// each word at the fullest point gets the price of one more register there,
/// and the problem is solved again; then at the fullest points so far, in equal
/// parts, a few times. The cheapest of these choices with its own price is
/// taken.
///
/// What is proved: with registers r0 and the price s of one more,
/// price(r) >= price(r0) + s * (r - r0) for any r that a thread can have, since
/// the price is convex; and a choice has as many registers as words at any
/// point, or more. So the bound of the problem with words at s, in whatever
/// parts, plus price(r0) - s * r0, is a bound of all choices of that kind with
/// their price; the others pay the most, beside the bound without registers.
/// Both are reached if the choice stays the cheapest when words are priced, so
/// that the gap is zero then; else the gap says how far it can be from the
/// best.
///
/// Nothing is priced where the target's row has no `timing`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTREGISTERS_H
#define HEDDLE_ANALYSIS_LAYOUTREGISTERS_H

#include "heddle/analysis/LayoutProblem.h"

namespace heddle {

/// Registers of a choice.
struct RegisterUse {
  /// Of a thread, about.
  unsigned registers = 0;
  /// The point where there are most, and the op before it.
  unsigned point = 0;
  mlir::Operation *fullest = nullptr;
  /// Whole ones that fit at a time.
  std::uint64_t blocks = 0;
  /// The price, as a cost of labels.
  std::int64_t cost = 0;
};

/// A choice that registers have a say in.
struct RegisterAnswer {
  /// Costs and bound are with the price of registers.
  LabelSolution solution;
  /// Of the cheapest choice without them, and of the solution.
  RegisterUse without, with;
  /// What the solution costs more than that choice, without either price.
  std::int64_t paid = 0;
  /// The problem with prices of words, and what its bounds are more than those
  /// of all choices with their price.
  LabelChoice labels;
  std::int64_t offset = 0;
  /// What a choice pays at most.
  std::int64_t mostCost = 0;

  /// Is it another choice for the sake of registers?
  bool isDecisive() const { return with.cost < without.cost; }
};

class LayoutRegisters {
public:
  /// Registers beside those of tensors, about: addresses, counters, constants.
  static constexpr unsigned OtherRegisters = 24;

  /// Of a program whose loops have so many stages. O(program).
  LayoutRegisters(mlir::Operation *root, LayoutGraph &graph,
                  const Target &target, int stages);

  /// Does this choice, a solution of the problem, pay for registers that
  /// another one might not have? O(values * uses).
  bool matter(const LayoutProblem &problem, const LabelSolution &found);

  /// Those of a choice, with their price beside `found`, a solution of the
  /// problem.
  RegisterUse useOf(const LayoutProblem &problem, const LabelSolution &found,
                    llvm::ArrayRef<unsigned> labels) {
    return useOf(problem, labels, priceOf(problem, found),
                 leastRegisters(problem));
  }

  /// The cheapest choice that was found with the price of registers, if `found`
  /// is a solution of the problem. Where not all conversions are planned, it
  /// may cost more than that, but no other choice less than the bound.
  RegisterAnswer cheapest(const LayoutProblem &problem,
                          const LabelSolution &found);

private:
  /// Points are after the ops of these numbers.
  struct Interval {
    unsigned first = 0, last = 0;
    bool contains(unsigned point) const {
      return first <= point && point < last;
    }
  };
  class Words;
  /// A convex function of registers.
  struct Price {
    /// Up to the first it is nothing, then it rises by costs, by more from the
    /// second on, until the last.
    unsigned other = 0, knee = 0, most = 0;
    std::int64_t rise = 0, steepRise = 0;

    std::int64_t operator()(unsigned registers) const;
    std::int64_t riseAt(unsigned registers) const;
  };

  void number(mlir::Operation *root);
  void findBuffers(mlir::Operation *root, int stages);
  /// `depth` ops from where that was asked.
  bool isHeld(mlir::Value value, unsigned depth = 0);
  unsigned definedAt(mlir::Value value) const;
  /// From the first point of its use to the last.
  Interval usedWithin(mlir::Value value, mlir::Operation *user) const;
  Interval lifeOf(const LayoutProblem &problem,
                  const LayoutProblem::Held &held) const;
  /// None of what is not counted.
  std::int64_t wordsOf(const LayoutProblem::Held &held);
  /// Those of a choice; its price is from `least` on.
  RegisterUse useOf(const LayoutProblem &problem,
                    llvm::ArrayRef<unsigned> labels, const Price &price,
                    unsigned least);
  /// No choice has fewer.
  unsigned leastRegisters(const LayoutProblem &problem);
  Price priceOf(const LayoutProblem &problem, const LabelSolution &found) const;
  /// Adds what words at a point cost; returns those that are there in any case.
  std::int64_t priceWords(LabelChoice &choice, const LayoutProblem &problem,
                          unsigned point, std::int64_t costOfWord);

  LayoutGraph &graph;
  const Target &target;
  unsigned warps;
  std::uint64_t sharedBytes = 0;
  /// Of each op, its number, and that of the last op in it.
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> numbers;
  std::vector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Value, bool> known;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LAYOUTREGISTERS_H
