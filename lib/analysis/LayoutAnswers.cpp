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
// Registers
//===----------------------------------------------------------------------===//

bool LayoutProblem::mayWant(const LayoutGraph::Use &use,
                            Attribute layout) const {
  return use.port ? llvm::is_contained(layoutsAt(*use.port), layout)
                  : graph.wantedBy(use) == layout;
}

// What sites define, but for what is made as often as is needed; what is wanted
// beside that; and what keeps its layout.
template <typename Filter, typename Function>
void LayoutProblem::forHeld(Filter mayBe, Function function) const {
  auto forSite = [&](unsigned site, auto function) {
    for (auto [number, layouts] : llvm::enumerate(offers[site]))
      if (Label label = {site, static_cast<unsigned>(number)}; mayBe(label))
        function(label, layouts);
  };
  for (unsigned site = 0; site < offers.size(); ++site)
    if (!isFreeSite(graph.sites()[site]))
      forSite(site, [&](Label label, const PortLayouts &layouts) {
        for (auto [port, def] : llvm::enumerate(graph.sites()[site].defs))
          function({.value = def, .layout = layouts[port], .labels = {label}});
      });
  for (const Wanted &each : wanted)
    for (unsigned number = Wanted::No + 1; number < each.labels(); ++number) {
      Label label = {variableOf(each), number};
      if (!mayBe(label))
        continue;
      const std::optional<LayoutPort> &port = each.port;
      bool hasSite = port && !each.isFree;
      bool isConverted = number >= each.firstConversion();
      Held held = {.value = each.value,
                   .layout = each.layout,
                   .by = isConverted ? Held::By::Conversion
                         : hasSite   ? Held::By::Making
                                     : Held::By::Definition,
                   .labels = {label}};
      if (!hasSite) {
        function(held);
        continue;
      }
      // What its site has already takes no further registers.
      forSite(port->site, [&](Label site, const PortLayouts &layouts) {
        if (layouts[port->port] == each.layout)
          return;
        held.labels.assign({site, label});
        function(held);
      });
    }
  for (const auto &[value, uses] : graph.uses())
    if (!graph.definition(value))
      function({.value = value, .layout = graph.layoutOf(value)});
}

std::vector<LayoutProblem::Held> LayoutProblem::held() const {
  std::vector<Held> all;
  forHeld([](Label) { return true; },
          [&](const Held &each) { all.push_back(each); });
  return all;
}

std::vector<LayoutProblem::Held>
LayoutProblem::held(llvm::ArrayRef<unsigned> labels) const {
  std::vector<Held> all;
  forHeld([&](Label label) { return labels[label.first] == label.second; },
          [&](const Held &each) { all.push_back(each); });
  return all;
}

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
  if (each == nullptr || !each->canBeMade())
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

std::optional<std::int64_t>
LayoutProblem::excess(LabelChoice labels, llvm::ArrayRef<unsigned> solution,
                      const Conversion &conversion, Without without) const {
  std::int64_t cost = heddle::costOf(labels, solution);
  bool canBe = without == Without::Making ? makeInNew(labels, conversion)
                                          : useInOld(labels, conversion);
  if (!canBe)
    return std::nullopt;
  // The solution is none of this problem, so that no choice is known.
  constexpr LabelEffort More = {
      .mostEntries = 300'000, .mostSweeps = 60, .mostSwept = 50'000'000};
  LabelSolution other = cheapestLabels(labels, solution, More);
  if (other.cost >= ForbiddenCost)
    return std::nullopt;
  return other.cost - cost;
}

} // namespace heddle
