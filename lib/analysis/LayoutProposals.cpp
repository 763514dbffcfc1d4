//===- LayoutProposals.cpp - Better layouts -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutGraph.h"
#include "heddle/solve/BinaryChoice.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

using namespace mlir;

namespace {

/// Uses of a value with one layout share a conversion, which is no cost of any
/// two sites. Either each pays all of it, which is too much, or an equal part,
/// which is too little if only some of them change.
enum class Sharing : std::uint8_t { EachPaysAll, EachPaysAPart };

} // namespace

/// What each site that a layout reaches could have then.
class LayoutProposal {
public:
  LayoutProposal(LayoutGraph &graph, Attribute layout);

  /// Nothing would change.
  bool isEmpty() const { return !differs; }
  BinaryChoice problem(Sharing sharing);
  /// Changes the graph. A second time, changes it back.
  void exchange(const std::vector<bool> &choice);

private:
  void offer(LayoutPort port, Attribute layout);
  void spread();
  void addUse(const LayoutGraph::Use &use, Sharing sharing);
  /// As it is, and as it is offered.
  std::array<Attribute, 2> layoutsOf(Attribute now,
                                     std::optional<LayoutPort> port) const;
  std::optional<unsigned> variableOf(std::optional<LayoutPort> port) const;

  LayoutGraph &graph;
  std::vector<PortLayouts> offers;
  /// What sites would cost with them.
  std::vector<double> cycles;
  bool differs = false;
  /// Sites with an offer, in the order in which they got it.
  std::vector<unsigned> reached;
  std::vector<unsigned> variables;
  BinaryChoice choices;
  /// How many uses of the value at hand want a layout, now and as offered.
  std::array<llvm::DenseMap<Attribute, unsigned>, 2> sharers;
};

LayoutProposal::LayoutProposal(LayoutGraph &graph, Attribute layout)
    : graph(graph), offers(graph.sites().size()), cycles(graph.sites().size()),
      variables(graph.sites().size()) {
  for (const auto &[value, uses] : graph.uses()) {
    std::optional<LayoutPort> definition = graph.definition(value);
    bool isGiven = !definition && graph.layoutOf(value) == layout;
    for (const LayoutGraph::Use &use : uses) {
      if (isGiven && use.port)
        offer(*use.port, layout);
      if (definition && !use.port && graph.wantedBy(use) == layout)
        offer(*definition, layout);
    }
  }
  spread();
}

// The first offer counts.
void LayoutProposal::offer(LayoutPort port, Attribute layout) {
  if (!offers[port.site].empty())
    return;
  const LayoutSite &site = graph.allSites[port.site];
  PortLayouts layouts = layoutsAround(site, port.port, layout);
  if (layouts.empty())
    return;
  bool isSame = layouts == site.layouts;
  double cost = isSame ? site.cycles : graph.work(site, layouts);
  if (cost >= ImpossibleCycles)
    return;
  differs = differs || !isSame;
  cycles[port.site] = cost;
  offers[port.site] = std::move(layouts);
  variables[port.site] = static_cast<unsigned>(reached.size());
  reached.push_back(port.site);
}

void LayoutProposal::spread() {
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const LayoutSite &site = graph.allSites[reached[i]];
    for (unsigned port = 0; port < site.ports(); ++port) {
      Attribute layout = offers[reached[i]][port];
      Value value = beforeConversions(site.valueAt(port));
      if (port >= site.defs.size()) {
        if (std::optional<LayoutPort> source = graph.definition(value))
          offer(*source, layout);
        continue;
      }
      auto found = graph.uses().find(value);
      if (found == graph.uses().end())
        continue;
      for (const LayoutGraph::Use &use : found->second)
        if (use.port)
          offer(*use.port, layout);
    }
  }
}

std::optional<unsigned>
LayoutProposal::variableOf(std::optional<LayoutPort> port) const {
  if (!port || offers[port->site].empty())
    return std::nullopt;
  return variables[port->site];
}

std::array<Attribute, 2>
LayoutProposal::layoutsOf(Attribute now, std::optional<LayoutPort> port) const {
  return {now, variableOf(port) ? offers[port->site][port->port] : now};
}

void LayoutProposal::addUse(const LayoutGraph::Use &use, Sharing sharing) {
  std::optional<LayoutPort> definition = graph.definition(use.source);
  std::optional<unsigned> from = variableOf(definition);
  std::optional<unsigned> to = variableOf(use.port);
  if (!from && !to)
    return;
  auto given = layoutsOf(graph.layoutOf(use.source), definition);
  auto wanted = layoutsOf(graph.wantedBy(use), use.port);
  PairCost pair = {};
  for (unsigned x : {0, 1})
    for (unsigned y : {0, 1}) {
      double cycles = graph.providing(use.source, given[x], wanted[y]);
      if (sharing == Sharing::EachPaysAPart)
        cycles /= std::max(1U, sharers[y].lookup(wanted[y]));
      pair.cost[x][y] = roundedCycles(cycles);
    }
  if (!to) {
    for (unsigned x : {0, 1})
      choices.single[*from][x] += pair.cost[x][0];
  } else if (!from) {
    for (unsigned y : {0, 1})
      choices.single[*to][y] += pair.cost[0][y];
  } else if (*from == *to) {
    for (unsigned x : {0, 1})
      choices.single[*from][x] += pair.cost[x][x];
  } else {
    pair.first = *from;
    pair.second = *to;
    choices.pairs.push_back(pair);
  }
}

BinaryChoice LayoutProposal::problem(Sharing sharing) {
  choices = {};
  for (unsigned index : reached) {
    choices.single.push_back({roundedCycles(graph.allSites[index].cycles),
                              roundedCycles(cycles[index])});
  }
  for (const auto &[value, uses] : graph.uses()) {
    for (auto &count : sharers)
      count.clear();
    for (const LayoutGraph::Use &use : uses) {
      auto wanted = layoutsOf(graph.wantedBy(use), use.port);
      for (unsigned y : {0, 1})
        ++sharers[y][wanted[y]];
    }
    for (const LayoutGraph::Use &use : uses)
      addUse(use, sharing);
  }
  return std::move(choices);
}

void LayoutProposal::exchange(const std::vector<bool> &choice) {
  for (auto [index, isTaken] : llvm::zip(reached, choice))
    if (isTaken) {
      std::swap(graph.allSites[index].layouts, offers[index]);
      std::swap(graph.allSites[index].cycles, cycles[index]);
    }
}

bool LayoutGraph::tryLayout(Attribute layout, double &least) {
  LayoutProposal proposal(*this, layout);
  if (proposal.isEmpty())
    return false;
  bool isBetter = false;
  for (Sharing sharing : {Sharing::EachPaysAll, Sharing::EachPaysAPart}) {
    std::vector<bool> choice = cheapestChoice(proposal.problem(sharing));
    if (!llvm::is_contained(choice, true))
      continue;
    proposal.exchange(choice);
    double found = cost();
    if (found < least) {
      least = found;
      isBetter = true;
    } else {
      proposal.exchange(choice);
    }
  }
  return isBetter;
}

void LayoutGraph::improve() {
  constexpr std::size_t MostRounds = 4;
  llvm::SetVector<Attribute> layouts;
  for (const auto &[value, uses] : usesOf) {
    if (!definition(value))
      layouts.insert(layoutOf(value));
    for (const Use &use : uses)
      if (!use.port)
        layouts.insert(wantedBy(use));
  }
  double least = cost();
  // Until nothing has changed since the layout was tried before.
  std::size_t unchanged = 0, tries = MostRounds * layouts.size();
  for (std::size_t i = 0; i < tries && unchanged < layouts.size(); ++i)
    unchanged =
        tryLayout(layouts[i % layouts.size()], least) ? 0 : unchanged + 1;
}

} // namespace heddle
