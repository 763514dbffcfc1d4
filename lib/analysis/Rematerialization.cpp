//===- Rematerialization.cpp - Values in several layouts ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Rematerialization.h"

namespace heddle {

using namespace mlir;

namespace {

/// More than any sum of costs.
constexpr std::int64_t Forbidden = std::int64_t(1) << 50;

/// The choices of what has this number.
unsigned hadChoice(unsigned number) { return 2 * number; }
unsigned madeChoice(unsigned number) { return 2 * number + 1; }

/// Paid if the first is chosen and the second is not.
PairCost without(unsigned first, unsigned second, std::int64_t cost) {
  return {.first = first, .second = second, .cost = {{{0, 0}, {cost, 0}}}};
}

} // namespace

Rematerialization::Rematerialization(LayoutGraph &graph) : graph(graph) {
  for (const auto &[value, uses] : graph.uses())
    for (const LayoutGraph::Use &use : uses)
      if (auto number = numberOf({value, graph.wantedBy(use)}))
        choices.single[hadChoice(*number)][0] = Forbidden;
  // Operands get their numbers on the way.
  for (unsigned number = 0; number < allWanted.size(); ++number)
    addChoices(number);
  std::vector<bool> choice = cheapestChoice(choices);
  sum = cyclesOfCost(costOf(choices, choice));
  for (const LayoutSite &site : graph.sites())
    sum += site.cycles;
  for (auto [wanted, number] : numbers)
    if (choice[hadChoice(number)])
      again[wanted] = choice[madeChoice(number)];
}

std::optional<unsigned> Rematerialization::numberOf(const Wanted &wanted) {
  if (graph.layoutOf(wanted.first) == wanted.second)
    return std::nullopt;
  auto [found, isFirst] =
      numbers.try_emplace(wanted, static_cast<unsigned>(allWanted.size()));
  if (isFirst) {
    allWanted.push_back(wanted);
    choices.single.resize(choices.single.size() + 2, {0, 0});
  }
  return found->second;
}

void Rematerialization::addChoices(unsigned number) {
  auto [value, layout] = allWanted[number];
  double converting = graph.conversion(value, graph.layoutOf(value), layout);
  choices.pairs.push_back(without(hadChoice(number), madeChoice(number),
                                  roundedCycles(converting)));
  const Recipe &recipe = graph.recipe(value, layout);
  if (!recipe.isPossible()) {
    choices.single[madeChoice(number)][1] = Forbidden;
    return;
  }
  const LayoutSite &site = graph.sites()[graph.definition(value)->site];
  choices.single[madeChoice(number)][1] =
      roundedCycles(graph.workAgain(site, site.layouts, recipe.layouts));
  for (auto [i, use] : llvm::enumerate(site.uses))
    if (auto operand = numberOf({beforeConversions(use->get()),
                                 recipe.layouts[site.defs.size() + i]}))
      choices.pairs.push_back(
          without(madeChoice(number), hadChoice(*operand), Forbidden));
}

} // namespace heddle
