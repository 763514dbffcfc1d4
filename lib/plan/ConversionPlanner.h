//===- ConversionPlanner.h - The ways of a conversion -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ways of a conversion, and which is the cheapest.
///
/// A way is planned before its program is made, and the plan tells what the
/// program counts, or what it counts at least; and before it is planned, the
/// layouts tell what all ways through memory count at least. So ways are looked
/// at by what is hoped of them, until no other one can be cheaper.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_CONVERSIONPLANNER_H
#define HEDDLE_LIB_PLAN_CONVERSIONPLANNER_H

#include "SharedPlanner.h"
#include "ShufflePlanner.h"

#include <array>
#include <deque>
#include <utility>
#include <variant>

namespace heddle {

/// What a way within warps or within blocks through memory counts at least,
/// whatever its instructions and its layout of the memory, with bits of lanes
/// and registers exchanged or not. O(bits^2) word operations.
ProgramCounts leastThroughMemory(const LinearLayout &from,
                                 const LinearLayout &to, unsigned elementBits,
                                 const Target &target, Scope scope);

/// Plans every strategy and keeps the cheapest.
class ConversionPlanner {
  /// Sub-word accesses waste banks: so many bits of lanes and registers are
  /// exchanged before memory, or behind it, so that both of its sides have
  /// whole words in common. None for the direct way.
  struct Exchange {
    unsigned bits = 0;
    bool isBehind = false;
  };
  /// A word has four bytes.
  static constexpr std::array<Exchange, 4> Exchanges = {
      {{1, false}, {1, true}, {2, false}, {2, true}}};

  /// By shuffles to `from`, through memory to `to`, by shuffles to the
  /// destination.
  struct SharedProspect {
    SharedPlan plan;
    ByteLayout from, to;
  };
  /// A way whose program is not made yet, and the cycles that it takes at
  /// least.
  struct Prospect {
    /// Plans are large, and stay where they are made.
    template <class Plan, class... Parts>
    Prospect(double least, std::in_place_type_t<Plan> which, Parts &&...parts)
        : plan(which, std::forward<Parts>(parts)...), least(least) {}

    std::variant<ShufflePlan, SharedProspect> plan;
    double least;
    std::string note;
  };

public:
  ConversionPlanner(const LinearLayout &src, const LinearLayout &dst,
                    const BytePair &pair, unsigned elementBits,
                    const Target &target, const ConversionOptions &options)
      : src(src), dst(dst), pair(pair), elementBits(elementBits),
        target(target), options(options),
        budget(std::min(options.sharedBudget.value_or(target.sharedBytes),
                        target.sharedBytes)) {}

  Result<Conversion> plan();
  Result<ProgramCounts> count();

private:
  /// A way through memory that is not planned yet.
  struct Untried {
    Scope scope;
    double least;
    Exchange exchange = {};
  };
  /// Of a prospect, with its program where it took that to count.
  struct Counted {
    ProgramCounts counts;
    double cycles;
    std::optional<Conversion> made = {};
    std::size_t prospect = 0;
  };

  bool isAllowed(Strategy strategy) const {
    return !options.strategy || *options.strategy == strategy;
  }
  bool tryRegisters();
  /// Whether warps need no data of others.
  bool tryShuffle();
  /// Now, or only if nothing else is as cheap as what that may cost.
  void addScope(Scope scope);
  /// All ways of the scope, or one. Whether exchanges may help that.
  void tryShared(Scope scope);
  bool tryShared(Scope scope, Exchange exchange);
  void tryCluster(bool isInBlock);
  void tryPadded();
  tl::unexpected<Error> noWay() const;
  std::optional<ByteLayout> exchangedWithin(const ByteLayout &layout,
                                            const ByteLayout &other,
                                            unsigned count) const;
  /// The layouts on both sides of memory; none if there are no such bits.
  std::optional<std::pair<ByteLayout, ByteLayout>>
  sidesOf(Exchange exchange) const;
  /// A prospect more.
  Result<void> throughShared(Scope scope, const ByteLayout &from,
                             const ByteLayout &to);
  Conversion make(const ShufflePlan &plan) const;
  Conversion make(const SharedProspect &prospect) const;
  Conversion make(Prospect &prospect) const;
  void findWays();
  void makeAll();
  /// Nothing where that takes a program.
  std::optional<ProgramCounts> countPlan(const Prospect &prospect) const;
  Counted counted(std::size_t prospect);
  /// What the way counts at least; none if there is no such exchange.
  std::optional<Untried> untriedWith(Scope scope, Exchange exchange) const;
  std::optional<Counted> findCheapest();
  std::optional<ShufflePlan> planExchange(const ByteLayout &from,
                                          const ByteLayout &to) const;
  /// Adds what it takes at least.
  void countExchange(const ByteLayout &from, const ByteLayout &to,
                     ProgramCounts &counts) const;
  void emitExchange(const ByteLayout &from, const ByteLayout &to,
                    ProgramBuilder &builder, ByteState &state) const;
  void reject(Strategy strategy, std::string reason) {
    rejected.push_back({strategy, std::nullopt, std::move(reason)});
  }
  Conversion conversionBy(Strategy strategy, Program program) const;
  Conversion finish(Strategy strategy, ProgramBuilder &builder,
                    const ByteState &state, std::uint64_t scratchBytes,
                    std::vector<Padding> paddings = {}) const;

  const LinearLayout &src, &dst;
  const BytePair &pair;
  unsigned elementBits;
  const Target &target;
  const ConversionOptions &options;
  std::uint64_t budget;
  std::vector<Untried> untried;
  /// They are large, and stay where they are.
  std::deque<Prospect> prospects;
  std::vector<Conversion> candidates;
  std::vector<Alternative> rejected;
};

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_CONVERSIONPLANNER_H
