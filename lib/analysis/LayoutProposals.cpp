//===- LayoutProposals.cpp - Better layouts -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AxisLayouts.h"
#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/NarrowLayout.h"
#include "heddle/solve/BinaryChoice.h"

#include <cmath>

namespace heddle {

using namespace mlir;

namespace {

/// Uses of a value with one layout share a conversion, which is no cost of any
/// two sites. Either each pays all of it, which is too much, or an equal part,
/// which is too little if only some of them change.
enum class Sharing : std::uint8_t { EachPaysAll, EachPaysAPart };

} // namespace

constexpr double PartsOfCycle = 64;

std::int64_t roundedCycles(double cycles) {
  return std::llround(cycles * PartsOfCycle);
}

double cyclesOfCost(std::int64_t cost) {
  return static_cast<double>(cost) / PartsOfCycle;
}

/// The offers of a layout, spread from port to port.
class Spreading {
public:
  explicit Spreading(LayoutGraph &graph)
      : graph(graph), isReached(graph.sites().size(), false) {}

  std::vector<LayoutOffer> run(const LayoutStart &start);
  std::vector<LayoutOffer> runEverywhere(Attribute layout);

private:
  void begin(const LayoutStart &start);
  void offer(LayoutPort port, Attribute layout);
  void goOn(const LayoutOffer &from);

  LayoutGraph &graph;
  std::vector<bool> isReached;
  std::vector<LayoutOffer> offers;
};

llvm::ArrayRef<std::int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

void Spreading::begin(const LayoutStart &start) {
  const auto &[layout, shape] = start;
  for (auto [i, site] : llvm::enumerate(graph.sites()))
    for (const auto &[from, port] : site.starts)
      if (from == layout && shapeOf(site.valueAt(port)) == shape)
        offer({.site = static_cast<unsigned>(i), .port = port}, layout);
  for (const auto &[value, uses] : graph.uses()) {
    if (shapeOf(value) != shape)
      continue;
    const std::optional<LayoutPort> &definition = uses.front().definition;
    bool isGiven = !definition && graph.layoutOf(value) == layout;
    for (const LayoutGraph::Use &use : uses) {
      if (isGiven && use.port)
        offer(*use.port, layout);
      if (definition && !use.port && graph.wantedBy(use) == layout)
        offer(*definition, layout);
    }
  }
}

// The first offer counts.
void Spreading::offer(LayoutPort port, Attribute layout) {
  if (isReached[port.site])
    return;
  const LayoutSite &site = graph.sites()[port.site];
  PortLayouts layouts = layoutsAround(site, port.port, layout);
  if (layouts.empty())
    return;
  double cycles =
      layouts == site.layouts ? site.cycles : graph.work(site, layouts);
  if (cycles >= ImpossibleCycles)
    return;
  isReached[port.site] = true;
  offers.push_back(
      {.site = port.site, .layouts = std::move(layouts), .cycles = cycles});
}

void Spreading::goOn(const LayoutOffer &from) {
  const LayoutSite &site = graph.sites()[from.site];
  PortLayouts layouts = from.layouts;
  for (unsigned port = 0; port < site.ports(); ++port) {
    Value value = beforeConversions(site.valueAt(port));
    if (port >= site.defs.size()) {
      if (std::optional<LayoutPort> source = graph.definition(value))
        offer(*source, layouts[port]);
      continue;
    }
    auto found = graph.uses().find(value);
    if (found == graph.uses().end())
      continue;
    for (const LayoutGraph::Use &use : found->second)
      if (use.port)
        offer(*use.port, layouts[port]);
  }
}

std::vector<LayoutOffer> Spreading::run(const LayoutStart &start) {
  begin(start);
  for (std::size_t i = 0; i < offers.size(); ++i)
    goOn(offers[i]);
  return std::move(offers);
}

std::vector<LayoutOffer> Spreading::runEverywhere(Attribute layout) {
  std::size_t next = 0;
  for (unsigned site = 0; site < graph.sites().size(); ++site) {
    auto type =
        cast<RankedTensorType>(graph.sites()[site].valueAt(0).getType());
    if (!ir::linearLayoutOf(type.cloneWithEncoding(layout)))
      continue;
    offer({.site = site, .port = 0}, layout);
    for (; next < offers.size(); ++next)
      goOn(offers[next]);
  }
  return std::move(offers);
}

/// What each site that a layout reaches has, or what it could have then.
class LayoutProposal {
public:
  LayoutProposal(LayoutGraph &graph, const LayoutStart &start);

  /// Nothing would change.
  bool isEmpty() const { return !differs; }
  BinaryChoice problem(Sharing sharing);
  /// Changes the graph.
  void exchange(const std::vector<bool> &choice);
  /// Changes it back.
  void undo(const std::vector<bool> &choice);

private:
  /// A use of which one side at least has an offer: the numbers of the offers
  /// to the site that defines the value and to the one that uses it, the cycles
  /// by their choices, and how many uses of the value want the same, by the
  /// choice of the user.
  struct Term {
    std::optional<unsigned> from, to;
    std::array<std::array<double, 2>, 2> cycles;
    std::array<unsigned, 2> sharers;
  };

  /// Now, and as offered.
  using Layouts = std::array<Attribute, 2>;

  void findTerms();
  /// The same as the last one if that is of the value and wants the same.
  void addTerm(const LayoutGraph::Use &use, const Layouts &given,
               const Layouts &wanted, bool isSame);
  void add(const Term &term, Sharing sharing, BinaryChoice &choices) const;
  /// The number of the offer to a site.
  std::optional<unsigned> variableOf(std::optional<LayoutPort> port) const;
  void swap(const std::vector<bool> &choice);
  Layouts layoutsOf(Attribute now, std::optional<LayoutPort> port) const;

  LayoutGraph &graph;
  std::vector<LayoutOffer> all;
  /// Of each site.
  std::vector<std::optional<unsigned>> variables;
  bool differs = false;
  /// None if the graph has changed; those before the last change.
  std::vector<Term> terms, termsBefore;
  /// How many uses of the value at hand want a layout, now and as offered.
  std::array<llvm::SmallDenseMap<Attribute, unsigned>, 2> sharers;
};

LayoutProposal::LayoutProposal(LayoutGraph &graph, const LayoutStart &start)
    : graph(graph), all(graph.spread(start)), variables(graph.sites().size()) {
  for (auto [i, offer] : llvm::enumerate(all)) {
    variables[offer.site] = static_cast<unsigned>(i);
    differs = differs || offer.layouts != graph.sites()[offer.site].layouts;
  }
}

std::optional<unsigned>
LayoutProposal::variableOf(std::optional<LayoutPort> port) const {
  return port ? variables[port->site] : std::nullopt;
}

LayoutProposal::Layouts
LayoutProposal::layoutsOf(Attribute now, std::optional<LayoutPort> port) const {
  std::optional<unsigned> offer = variableOf(port);
  return {now, offer ? all[*offer].layouts[port->port] : now};
}

void LayoutProposal::addTerm(const LayoutGraph::Use &use, const Layouts &given,
                             const Layouts &wanted, bool isSame) {
  Term term = {.from = variableOf(use.definition),
               .to = variableOf(use.port),
               .cycles = {},
               .sharers = {}};
  if (isSame) {
    term.cycles = terms.back().cycles;
    term.sharers = terms.back().sharers;
    terms.push_back(term);
    return;
  }
  for (unsigned y : {0, 1}) {
    for (unsigned x : {0, 1})
      if (x > 0 && given[x] == given[0])
        term.cycles[x][y] = term.cycles[0][y];
      else if (y > 0 && wanted[y] == wanted[0])
        term.cycles[x][y] = term.cycles[x][0];
      else
        term.cycles[x][y] = graph.providing(use.source, given[x], wanted[y]);
    term.sharers[y] = sharers[y].lookup(wanted[y]);
  }
  terms.push_back(term);
}

void LayoutProposal::findTerms() {
  llvm::SmallVector<Layouts> wanted;
  for (const auto &[value, uses] : graph.uses()) {
    const std::optional<LayoutPort> &definition = uses.front().definition;
    bool isReached = variableOf(definition).has_value();
    for (const LayoutGraph::Use &use : uses)
      isReached = isReached || variableOf(use.port);
    if (!isReached)
      continue;
    for (auto &count : sharers)
      count.clear();
    wanted.clear();
    for (const LayoutGraph::Use &use : uses) {
      wanted.push_back(layoutsOf(graph.wantedBy(use), use.port));
      for (unsigned y : {0, 1})
        ++sharers[y][wanted.back()[y]];
    }
    Layouts given = layoutsOf(graph.givenTo(uses.front()), definition);
    const Layouts *last = nullptr;
    for (auto [use, layouts] : llvm::zip_equal(uses, wanted))
      if (variableOf(definition) || variableOf(use.port)) {
        addTerm(use, given, layouts, last != nullptr && *last == layouts);
        last = &layouts;
      }
  }
}

void LayoutProposal::add(const Term &term, Sharing sharing,
                         BinaryChoice &choices) const {
  PairCost pair = {};
  for (unsigned x : {0, 1})
    for (unsigned y : {0, 1}) {
      double parts = sharing == Sharing::EachPaysAPart ? term.sharers[y] : 1;
      pair.cost[x][y] = x > 0 && term.cycles[x][y] == term.cycles[0][y]
                            ? pair.cost[0][y]
                            : roundedCycles(term.cycles[x][y] / parts);
    }
  if (!term.to) {
    for (unsigned x : {0, 1})
      choices.single[*term.from][x] += pair.cost[x][0];
  } else if (!term.from) {
    for (unsigned y : {0, 1})
      choices.single[*term.to][y] += pair.cost[0][y];
  } else if (*term.from == *term.to) {
    for (unsigned x : {0, 1})
      choices.single[*term.from][x] += pair.cost[x][x];
  } else {
    pair.first = *term.from;
    pair.second = *term.to;
    choices.pairs.push_back(pair);
  }
}

BinaryChoice LayoutProposal::problem(Sharing sharing) {
  if (terms.empty())
    findTerms();
  BinaryChoice choices;
  for (const LayoutOffer &offer : all)
    choices.single.push_back({roundedCycles(graph.sites()[offer.site].cycles),
                              roundedCycles(offer.cycles)});
  for (const Term &term : terms)
    add(term, sharing, choices);
  return choices;
}

void LayoutProposal::exchange(const std::vector<bool> &choice) {
  termsBefore.clear();
  std::swap(terms, termsBefore);
  swap(choice);
}

void LayoutProposal::undo(const std::vector<bool> &choice) {
  std::swap(terms, termsBefore);
  swap(choice);
}

void LayoutProposal::swap(const std::vector<bool> &choice) {
  for (auto [offer, isTaken] : llvm::zip_equal(all, choice))
    if (isTaken) {
      LayoutSite &site = graph.allSites[offer.site];
      std::swap(site.layouts, offer.layouts);
      std::swap(site.cycles, offer.cycles);
    }
}

void LayoutGraph::addStarts(LayoutSite &site) const {
  if (isa<tt::LoadOp, tt::StoreOp, tt::DescriptorLoadOp, tt::DescriptorStoreOp>(
          site.op))
    site.starts.emplace_back(site.layouts.front(), 0);
  if (isa<tt::LoadOp, tt::StoreOp>(site.op))
    if (Attribute layout = layoutWithoutGaps(site.op, facts, target))
      site.starts.emplace_back(layout, 0);
  for (Attribute layout : layoutsToMoveAlong(site.op))
    site.starts.emplace_back(layout, site.defs.size());
  if (auto found = wishesOf.find(site.op); found != wishesOf.end())
    for (const LayoutWish &wish : found->second)
      for (Attribute layout : wish.candidates())
        site.starts.emplace_back(layout, 0);
}

llvm::SetVector<LayoutStart> LayoutGraph::startingLayouts() const {
  llvm::SetVector<LayoutStart> starts;
  for (const LayoutSite &site : allSites)
    for (const auto &[layout, port] : site.starts)
      starts.insert({layout, shapeOf(site.valueAt(port))});
  for (const auto &[value, uses] : usesOf) {
    if (!uses.front().definition)
      starts.insert({layoutOf(value), shapeOf(value)});
    for (const Use &use : uses)
      if (!use.port)
        starts.insert({wantedBy(use), shapeOf(value)});
  }
  return starts;
}

const std::vector<LayoutOffer> &LayoutGraph::spread(const LayoutStart &start) {
  auto [found, isNew] = offersOf.try_emplace(start);
  if (isNew)
    found->second = Spreading(*this).run(start);
  return found->second;
}

std::vector<LayoutOffer> LayoutGraph::spreadEverywhere(Attribute layout) {
  return Spreading(*this).runEverywhere(layout);
}

void LayoutGraph::assign(unsigned site, PortLayouts layouts) {
  LayoutSite &changed = allSites[site];
  if (layouts == changed.layouts)
    return;
  changed.cycles = work(changed, layouts);
  changed.layouts = std::move(layouts);
}

double LayoutGraph::providing(Value value, Attribute from, Attribute to) {
  if (from == to)
    return 0;
  auto [found, isNew] = provisions.try_emplace({value, from, to}, 0);
  if (!isNew)
    return found->second;
  // Nothing costs less than nothing.
  double again = remaking(value, to);
  if (again > 0)
    found->second = std::min(again, estimatedConversion(value, from, to));
  return found->second;
}

double LayoutGraph::cost() {
  double sum = 0;
  for (const LayoutSite &site : allSites)
    sum += site.cycles;
  llvm::SmallVector<Attribute> provided;
  for (const auto &[value, uses] : usesOf) {
    provided.assign(1, givenTo(uses.front()));
    for (const Use &use : uses)
      if (Attribute wanted = wantedBy(use);
          !llvm::is_contained(provided, wanted)) {
        sum += providing(value, provided.front(), wanted);
        provided.push_back(wanted);
      }
  }
  return sum;
}

bool LayoutGraph::tryLayout(const LayoutStart &start, double &least) {
  LayoutProposal proposal(*this, start);
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
      proposal.undo(choice);
    }
  }
  return isBetter;
}

void LayoutGraph::improve() {
  constexpr std::size_t MostRounds = 2;
  const llvm::SetVector<LayoutStart> layouts = startingLayouts();
  double least = cost();
  // Until nothing has changed since the layout was tried before.
  std::size_t unchanged = 0, tries = MostRounds * layouts.size();
  for (std::size_t i = 0; i < tries && unchanged < layouts.size(); ++i)
    unchanged =
        tryLayout(layouts[i % layouts.size()], least) ? 0 : unchanged + 1;
}

} // namespace heddle
