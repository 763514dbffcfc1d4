//===- LayoutAnswers.cpp - What labels of layouts stand for ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutProblem.h"

namespace heddle {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Conversions that remain
//===----------------------------------------------------------------------===//

std::vector<LayoutProblem::Conversion>
LayoutProblem::conversions(llvm::ArrayRef<unsigned> labels) const {
  std::vector<Conversion> all;
  auto layoutAt = [&](LayoutPort port) {
    return offers[port.site][labels[port.site]][port.port];
  };
  auto given = [&](Value value) {
    std::optional<LayoutPort> port = graph.definition(value);
    return port ? layoutAt(*port) : graph.layoutOf(value);
  };
  for (const Wanted &each : wanted) {
    unsigned label = labels[variableOf(each)];
    if (label < each.firstConversion())
      continue;
    Attribute from = each.sources.empty()
                         ? given(each.value)
                         : each.sources[label - each.firstConversion()];
    if (from != each.layout)
      all.push_back({.value = each.value, .from = from, .to = each.layout});
  }
  for (const auto &[value, uses] : graph.uses()) {
    if (withVariables.contains(value))
      continue;
    const LayoutGraph::Use &use = uses.front();
    Attribute to = use.port ? layoutAt(*use.port) : graph.wantedBy(use);
    if (Attribute from = given(value); from != to)
      all.push_back({.value = value, .from = from, .to = to});
  }
  return all;
}

void LayoutProblem::insist(LabelChoice &labels, LayoutPort port,
                           Attribute layout) const {
  for (auto [label, each] : llvm::enumerate(layoutsAt(port)))
    if (each != layout)
      labels.single[port.site][label] = ForbiddenCost;
}

void LayoutProblem::insist(LabelChoice &labels, const Wanted &each,
                           unsigned label) const {
  std::vector<std::int64_t> &costs = labels.single[variableOf(each)];
  for (unsigned other = 0; other < costs.size(); ++other)
    if (other != label)
      costs[other] = ForbiddenCost;
}

bool LayoutProblem::makeInNew(LabelChoice &labels,
                              const Conversion &conversion) const {
  std::optional<LayoutPort> port = graph.definition(conversion.value);
  if (!port)
    return false;
  if (!isFree(conversion.value)) {
    insist(labels, *port, conversion.to);
    return true;
  }
  const Wanted *each = find(conversion.value, conversion.to);
  if (each == nullptr || !each->canBeMade)
    return false;
  insist(labels, *each, Wanted::Made);
  return true;
}

bool LayoutProblem::useInOld(LabelChoice &labels,
                             const Conversion &conversion) const {
  if (withVariables.contains(conversion.value)) {
    insist(labels, *find(conversion.value, conversion.to), Wanted::No);
    return true;
  }
  const LayoutGraph::Use &use =
      graph.uses().find(conversion.value)->second.front();
  if (use.port)
    insist(labels, *use.port, conversion.from);
  return use.port.has_value();
}

std::optional<std::int64_t> LayoutProblem::excess(const LabelSolution &solution,
                                                  const Conversion &conversion,
                                                  Without without) const {
  LabelChoice labels = choice;
  bool canBe = without == Without::Making ? makeInNew(labels, conversion)
                                          : useInOld(labels, conversion);
  if (!canBe)
    return std::nullopt;
  // The solution is none of this problem, so that no choice is known.
  constexpr LabelEffort More = {
      .mostEntries = 300'000, .mostSweeps = 60, .mostSwept = 50'000'000};
  LabelSolution other = cheapestLabels(labels, solution.labels, More);
  if (other.cost >= ForbiddenCost)
    return std::nullopt;
  return other.cost - solution.cost;
}

} // namespace heddle
