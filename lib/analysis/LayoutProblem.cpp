//===- LayoutProblem.cpp - The choice of layouts as labels ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutProblem.h"

namespace heddle {

using namespace mlir;

namespace {

std::int64_t costOf(double cycles) {
  return cycles < ImpossibleCycles ? roundedCycles(cycles) : ForbiddenCost;
}

} // namespace

LayoutProblem::LayoutProblem(LayoutGraph &graph, Planned planned,
                             llvm::ArrayRef<Attribute> more)
    : graph(graph), now(graph),
      mostCycles(planned == Planned::All
                     ? std::numeric_limits<double>::infinity()
                     : now.cycles()),
      offers(graph.sites().size()), work(graph.sites().size()) {
  for (auto [i, site] : llvm::enumerate(graph.sites())) {
    offers[i].push_back(site.layouts);
    work[i].push_back(site.cycles);
  }
  for (const LayoutStart &start : graph.startingLayouts())
    offerAll(graph.spread(start));
  for (Attribute layout : more)
    offerAll(graph.spreadEverywhere(layout));
  findLeastWork();
  findWanted();
  findLabels();
  addSites();
  for (const Wanted &each : wanted)
    addWanted(each);
  for (const auto &[value, uses] : graph.uses())
    for (const LayoutGraph::Use &use : uses)
      if (withVariables.contains(value))
        addUse(use);
      else
        addDirectUse(use);
}

//===----------------------------------------------------------------------===//
// Offers
//===----------------------------------------------------------------------===//

bool LayoutProblem::isFreeSite(const LayoutSite &site) {
  return site.isRepeatable && site.defs.size() == 1;
}

bool LayoutProblem::isFree(Value value) const {
  std::optional<LayoutPort> port = graph.definition(value);
  return port && isFreeSite(graph.sites()[port->site]);
}

void LayoutProblem::offerAll(llvm::ArrayRef<LayoutOffer> spread) {
  for (const LayoutOffer &offer : spread)
    if (!llvm::is_contained(offers[offer.site], offer.layouts)) {
      offers[offer.site].push_back(offer.layouts);
      work[offer.site].push_back(offer.cycles);
    }
}

// What is done as often as is needed has other layouts, too.
void LayoutProblem::findLeastWork() {
  // Costs are rounded.
  constexpr double Rounding = 1;
  double sum = -Rounding;
  for (auto [site, cycles] : llvm::zip_equal(graph.sites(), work)) {
    leastWork.push_back(*llvm::min_element(cycles));
    if (!isFreeSite(site))
      sum += leastWork.back();
  }
  mostCycles -= std::max(sum, 0.);
}

llvm::SmallVector<Attribute> LayoutProblem::layoutsAt(LayoutPort port) const {
  llvm::SmallVector<Attribute> layouts;
  for (const PortLayouts &each : offers[port.site])
    layouts.push_back(each[port.port]);
  return layouts;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

bool LayoutProblem::needsVariables(
    Value value, llvm::ArrayRef<LayoutGraph::Use> uses) const {
  std::optional<LayoutPort> port = graph.definition(value);
  return uses.size() > 1 || isFree(value) ||
         (port && graph.sites()[port->site].defs.size() > 1);
}

// What it is made of is made again then, all of it, whatever is there already.
std::optional<double>
LayoutProblem::cheaperConversion(Value value, Attribute from, Attribute to) {
  double again = graph.remaking(value, to);
  if (again <= 0)
    return std::nullopt;
  double cycles = graph.leastConversion(value, from, to);
  if (again > cycles && cycles < mostCycles)
    cycles = graph.conversion(value, from, to);
  return again > cycles ? std::optional(cycles) : std::nullopt;
}

bool LayoutProblem::isMadeForLess(Value value) {
  llvm::SmallVector<Attribute> layouts = layoutsAt(*graph.definition(value));
  return llvm::all_of(layouts, [&](Attribute to) {
    return llvm::all_of(layouts, [&](Attribute from) {
      return from == to || !cheaperConversion(value, from, to);
    });
  });
}

void LayoutProblem::want(Value value, Attribute layout) {
  std::optional<LayoutPort> port = graph.definition(value);
  if (!port && graph.layoutOf(value) == layout)
    return;
  if (!numbers
           .try_emplace({value, layout}, static_cast<unsigned>(wanted.size()))
           .second)
    return;
  wanted.push_back({.value = value,
                    .layout = layout,
                    .port = port,
                    .isFree = port && isFreeSite(graph.sites()[port->site]),
                    .making = {},
                    .sources = {},
                    .sourceCosts = {}});
  findHowToMake(wanted.back());
}

// As its site was offered it: of several layouts that mean the same, its
// operands may have another one there than those that a recipe finds.
void LayoutProblem::findHowToMake(Wanted &each) {
  if (each.isFree)
    for (auto [layouts, cycles] :
         llvm::zip_equal(offers[each.port->site], work[each.port->site]))
      if (layouts[each.port->port] == each.layout) {
        each.making = {.layouts = &layouts, .cycles = cycles};
        return;
      }
  const Recipe &recipe = graph.recipe(each.value, each.layout);
  if (recipe.isPossible())
    each.making = {.layouts = &recipe.layouts, .cycles = recipe.cycles};
}

template <typename Function>
void LayoutProblem::forOperands(const Wanted &each, Function function) const {
  if (!each.canBeMade())
    return;
  const LayoutSite &site = graph.sites()[each.port->site];
  for (auto [i, use] : llvm::enumerate(site.uses))
    function(beforeConversions(use->get()),
             (*each.making.layouts)[site.defs.size() + i]);
}

// By uses of sites that are variables, and by what may be made.
void LayoutProblem::findWanted() {
  for (const auto &[value, uses] : graph.uses())
    if (needsVariables(value, uses))
      withVariables.insert(value);
  std::size_t done = 0;
  for (unsigned i = 0; i < withVariables.size(); ++i) {
    Value value = withVariables[i];
    if (isFree(value) && !isMadeForLess(value))
      for (Attribute layout : layoutsAt(*graph.definition(value)))
        want(value, layout);
    for (const LayoutGraph::Use &use : graph.uses().find(value)->second)
      if (!use.port)
        want(value, graph.wantedBy(use));
      else
        for (Attribute layout : layoutsAt(*use.port))
          want(value, layout);
    for (; done < wanted.size(); ++done) {
      // The list grows.
      const Wanted each = wanted[done];
      forOperands(each, [&](Value operand, Attribute layout) {
        want(operand, layout);
        withVariables.insert(operand);
      });
    }
  }
}

// Those that are near come first, and the one that the value has: with all, the
// tables of a value would grow with the fourth power of its layouts.
void LayoutProblem::findSources(Wanted &each, llvm::ArrayRef<Attribute> made) {
  constexpr std::size_t Most = 8;
  llvm::SmallVector<Attribute> near;
  for (Attribute source : made)
    if (source != each.layout)
      near.push_back(source);
  if (near.size() > Most) {
    // By their numbers among those that cost the same.
    std::vector<std::tuple<double, std::size_t, Attribute>> byCost;
    for (auto [number, source] : llvm::enumerate(near))
      byCost.emplace_back(
          source == graph.layoutOf(each.value)
              ? -1
              : graph.leastConversion(each.value, source, each.layout),
          number, source);
    llvm::sort(byCost, [](const auto &a, const auto &b) {
      return std::pair(std::get<0>(a), std::get<1>(a)) <
             std::pair(std::get<0>(b), std::get<1>(b));
    });
    for (auto [i, one] : llvm::enumerate(byCost))
      near[i] = std::get<2>(one);
  }
  for (Attribute source : near) {
    if (each.sources.size() == Most)
      return;
    if (auto cycles = cheaperConversion(each.value, source, each.layout)) {
      each.sources.push_back(source);
      each.sourceCosts.push_back(costOf(*cycles));
    }
  }
}

void LayoutProblem::findLabels() {
  llvm::DenseMap<Value, llvm::SmallVector<Attribute>> layoutsMade;
  for (const Wanted &each : wanted)
    if (each.canBeMade() && each.isFree)
      layoutsMade[each.value].push_back(each.layout);
  for (Wanted &each : wanted)
    if (each.isFree)
      findSources(each, layoutsMade[each.value]);
}

const LayoutProblem::Wanted *LayoutProblem::find(Value value,
                                                 Attribute layout) const {
  auto found = numbers.find({value, layout});
  return found == numbers.end() ? nullptr : &wanted[found->second];
}

LabelPair &LayoutProblem::pairOf(unsigned first, unsigned second) {
  auto [found, isNew] = pairs.try_emplace(
      {first, second}, static_cast<unsigned>(choice.pairs.size()));
  if (isNew)
    choice.pairs.push_back(
        {.first = first,
         .second = second,
         .cost = std::vector<std::int64_t>(
             choice.single[first].size() * choice.single[second].size(), 0)});
  return choice.pairs[found->second];
}

void LayoutProblem::charge(unsigned first, unsigned firstLabel, unsigned second,
                           unsigned secondLabel, std::int64_t cost) {
  if (second < first) {
    std::swap(first, second);
    std::swap(firstLabel, secondLabel);
  }
  std::size_t seconds = choice.single[second].size();
  std::int64_t &sum =
      pairOf(first, second).cost[firstLabel * seconds + secondLabel];
  sum = std::min(sum + cost, ForbiddenCost);
}

// What is forbidden stays so, whatever is added.
void LayoutProblem::allowOnly(unsigned first, unsigned firstLabel,
                              unsigned second, unsigned secondLabel) {
  std::size_t seconds = choice.single[second].size();
  bool isInOrder = first < second;
  LabelPair &pair = isInOrder ? pairOf(first, second) : pairOf(second, first);
  std::size_t stride = isInOrder ? 1 : choice.single[first].size();
  std::size_t start = isInOrder ? firstLabel * seconds : firstLabel;
  for (std::size_t label = 0; label < seconds; ++label)
    if (label != secondLabel)
      pair.cost[start + label * stride] = ForbiddenCost;
}

void LayoutProblem::addSites() {
  for (auto [site, cycles] : llvm::zip_equal(graph.sites(), work)) {
    if (isFreeSite(site)) {
      choice.single.push_back({0});
      continue;
    }
    std::vector<std::int64_t> &costs = choice.single.emplace_back();
    for (double each : cycles)
      costs.push_back(costOf(each));
  }
  for (const Wanted &each : wanted)
    choice.single.emplace_back(each.labels(), 0);
}

std::int64_t LayoutProblem::converting(Value value, Attribute from,
                                       Attribute to, double others) {
  if (double least = graph.leastConversion(value, from, to);
      least + others >= mostCycles)
    return costOf(least);
  return costOf(graph.conversion(value, from, to));
}

void LayoutProblem::addWanted(const Wanted &each) {
  std::vector<std::int64_t> &costs = choice.single[variableOf(each)];
  const std::optional<LayoutPort> &port = each.port;
  if (!port) {
    costs[each.firstConversion()] =
        converting(each.value, graph.layoutOf(each.value), each.layout);
    return;
  }
  const LayoutSite &site = graph.sites()[port->site];
  if (each.isFree) {
    if (each.canBeMade())
      costs[Wanted::Made] = costOf(each.making.cycles);
    addSources(each);
  } else {
    for (auto [i, layouts] : llvm::enumerate(offers[port->site])) {
      auto label = static_cast<unsigned>(i);
      if (each.canBeMade())
        charge(port->site, label, variableOf(each), Wanted::Made,
               costOf(graph.workAgain(site, layouts, *each.making.layouts)));
      charge(port->site, label, variableOf(each), each.firstConversion(),
             converting(each.value, layouts[port->port], each.layout,
                        excessOf(port->site, label)));
    }
  }
  // What is made has all operands.
  forOperands(each, [&](Value operand, Attribute layout) {
    if (const Wanted *other = find(operand, layout))
      forbid(variableOf(each), Wanted::Made, variableOf(*other), Wanted::No);
  });
}

// They have to be made.
void LayoutProblem::addSources(const Wanted &each) {
  std::vector<std::int64_t> &costs = choice.single[variableOf(each)];
  if (each.sources.empty())
    costs[each.firstConversion()] = ForbiddenCost;
  for (auto [i, source] : llvm::enumerate(each.sources)) {
    auto label = each.firstConversion() + static_cast<unsigned>(i);
    costs[label] = each.sourceCosts[i];
    allowOnly(variableOf(each), label, variableOf(*find(each.value, source)),
              Wanted::Made);
  }
}

//===----------------------------------------------------------------------===//
// Costs of uses
//===----------------------------------------------------------------------===//

void LayoutProblem::addUse(const LayoutGraph::Use &use) {
  if (!use.port) {
    if (const Wanted *each = find(use.source, graph.wantedBy(use)))
      choice.single[variableOf(*each)][Wanted::No] = ForbiddenCost;
    return;
  }
  // What is made says itself what it needs.
  if (isFreeSite(graph.sites()[use.port->site]))
    return;
  for (auto [label, layout] : llvm::enumerate(layoutsAt(*use.port)))
    if (const Wanted *each = find(use.source, layout))
      forbid(use.port->site, static_cast<unsigned>(label), variableOf(*each),
             Wanted::No);
}

void LayoutProblem::addDirectUse(const LayoutGraph::Use &use) {
  std::optional<LayoutPort> port = graph.definition(use.source);
  llvm::SmallVector<Attribute> given = {graph.layoutOf(use.source)};
  llvm::SmallVector<Attribute> needed = {graph.wantedBy(use)};
  if (port)
    given = layoutsAt(*port);
  if (use.port)
    needed = layoutsAt(*use.port);
  if (!port && !use.port) {
    fixedCost += converting(use.source, given.front(), needed.front());
    return;
  }
  if (port && use.port && port->site != use.port->site) {
    for (unsigned from = 0; from < given.size(); ++from)
      for (unsigned to = 0; to < needed.size(); ++to)
        charge(port->site, from, use.port->site, to,
               converting(use.source, given[from], needed[to],
                          excessOf(port->site, from) +
                              excessOf(use.port->site, to)));
    return;
  }
  unsigned site = port ? port->site : use.port->site;
  std::vector<std::int64_t> &single = choice.single[site];
  for (unsigned label = 0; label < single.size(); ++label)
    single[label] =
        std::min(single[label] + converting(use.source, given[port ? label : 0],
                                            needed[use.port ? label : 0],
                                            excessOf(site, label)),
                 ForbiddenCost);
}

//===----------------------------------------------------------------------===//
// To labels and back
//===----------------------------------------------------------------------===//

// Whoever is made has operands, in layouts that may be others than those that
// its site has now.
void LayoutProblem::provide(const Wanted &each, std::vector<unsigned> &labels) {
  unsigned &label = labels[variableOf(each)];
  if (label != Wanted::No)
    return;
  Attribute has = graph.layoutOf(each.value);
  const auto *source = llvm::find(each.sources, has);
  bool isConverted = source != each.sources.end() || !each.isFree;
  if (each.canBeMade() &&
      (!isConverted || now.isMadeAgain(each.value, each.layout))) {
    label = Wanted::Made;
    forOperands(each, [&](Value operand, Attribute layout) {
      if (const Wanted *other = find(operand, layout))
        provide(*other, labels);
    });
    return;
  }
  label = each.firstConversion();
  if (source == each.sources.end())
    return;
  label += static_cast<unsigned>(source - each.sources.begin());
  provide(*find(each.value, has), labels);
}

std::vector<unsigned> LayoutProblem::start() {
  // What sites had is offered first.
  std::vector<unsigned> labels(choice.single.size(), 0);
  for (const auto &[value, uses] : graph.uses())
    for (const LayoutGraph::Use &use : uses)
      if (!use.port || !isFreeSite(graph.sites()[use.port->site]))
        if (const Wanted *each = find(value, graph.wantedBy(use)))
          provide(*each, labels);
  return labels;
}

void LayoutProblem::apply(llvm::ArrayRef<unsigned> labels) {
  for (unsigned site = 0; site < offers.size(); ++site)
    if (!isFreeSite(graph.sites()[site]))
      graph.assign(site, offers[site][labels[site]]);
  llvm::DenseMap<Value, Attribute> made, converted;
  for (const Wanted &each : wanted) {
    unsigned label = labels[variableOf(each)];
    if (!each.isFree || label == Wanted::No)
      continue;
    if (each.canBeMade() && label == Wanted::Made)
      made.try_emplace(each.value, each.layout);
    else if (!each.sources.empty())
      converted.try_emplace(each.value,
                            each.sources[label - each.firstConversion()]);
  }
  for (auto [value, first] : made) {
    auto source = converted.find(value);
    Attribute layout = source == converted.end() ? first : source->second;
    graph.assign(graph.definition(value)->site,
                 *find(value, layout)->making.layouts);
  }
}

} // namespace heddle
