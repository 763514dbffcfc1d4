//===- LayoutGraphCosts.cpp - What a choice of layouts costs --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutGraph.h"
#include "heddle/plan/Cost.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

using namespace mlir;

namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

} // namespace

double LayoutGraph::timesOf(Block *block) {
  if (block == nullptr)
    return 1;
  if (auto found = times.find(block); found != times.end())
    return found->second;
  Operation *parent = block->getParentOp();
  double result = parent == nullptr ? 1 : timesOf(parent->getBlock());
  if (isa_and_nonnull<LoopLikeOpInterface>(parent))
    result *= AssumedIterations;
  return times[block] = result;
}

// Its registers are not there before a wait.
bool LayoutGraph::isUnderWay(Value value) const {
  if (auto product = value.getDefiningOp<ttng::WarpGroupDotOp>())
    return product.getIsAsync();
  return awaited.contains(value);
}

// What a loop copies to shared memory is read from there in any layout.
double LayoutGraph::conversion(Value value, Attribute from, Attribute to) {
  if (from != to && isUnderWay(value))
    return ImpossibleCycles;
  constexpr double Read = 0.5; // an op more, even where that costs nothing
  double cycles = ImpossibleCycles, wished = 0;
  if (auto load = value.getDefiningOp<tt::LoadOp>();
      from != to && load && copies.contains(load))
    cycles = Read + costs.readingCopy(load, to);
  if (cycles >= ImpossibleCycles ||
      costs.leastConversion(typeOf(value), from, to) < cycles)
    cycles = std::min(cycles, costs.conversion(typeOf(value), from, to));
  if (auto found = wishesOf.find(value.getDefiningOp());
      found != wishesOf.end() && costs.usesShared(typeOf(value), from, to))
    for (const LayoutWish &wish : found->second)
      wished += wish.priceOfShared();
  return std::min(cycles * timesOf(value.getParentBlock()) + wished +
                      havingAll(value, from),
                  ImpossibleCycles);
}

double LayoutGraph::withoutPlan(Value value, Attribute from, Attribute to,
                                PriceOfConversion price) {
  if (from != to && isUnderWay(value))
    return ImpossibleCycles;
  if (copies.contains(value.getDefiningOp()))
    return conversion(value, from, to);
  return (costs.*price)(typeOf(value), from, to) *
             timesOf(value.getParentBlock()) +
         havingAll(value, from);
}

double LayoutGraph::leastConversion(Value value, Attribute from, Attribute to) {
  return withoutPlan(value, from, to, &LayoutCosts::leastConversion);
}

double LayoutGraph::estimatedConversion(Value value, Attribute from,
                                        Attribute to) {
  return withoutPlan(value, from, to, &LayoutCosts::estimatedConversion);
}

bool LayoutGraph::isSame(Value value, Attribute a, Attribute b) {
  return costs.isSame(typeOf(value), a, b);
}

double LayoutGraph::work(const LayoutSite &site, const PortLayouts &layouts) {
  if (site.kind == LayoutSite::Kind::Carried)
    return 0;
  llvm::SmallVector<RankedTensorType, 4> types;
  for (unsigned port = 0; port < site.ports(); ++port) {
    types.push_back(typeOf(site.valueAt(port)));
    bool isRepeated = port > 0 && layouts[port] == layouts[port - 1] &&
                      types[port].getShape() == types[port - 1].getShape() &&
                      LayoutCosts::isElement(types[port].getElementType());
    if (!isRepeated && !costs.exists(types[port], layouts[port]))
      return ImpossibleCycles;
  }
  double times = timesOf(site.op->getBlock()), wished = 0;
  if (auto found = wishesOf.find(site.op); found != wishesOf.end())
    for (const LayoutWish &wish : found->second)
      wished += wish.priceOf(
          wishedTensor(site.op).cloneWithEncoding(layouts.front()));
  if (std::optional<double> cycles = costs.access(site.op, types, layouts))
    return std::min(*cycles * times + wished, ImpossibleCycles);
  double most = 0;
  bool combines = isa<tt::ReduceOp>(site.op);
  for (unsigned port = 0; port < site.ports(); ++port) {
    bool isRepeated = port > 0 && layouts[port] == layouts[port - 1] &&
                      types[port].getShape() == types[port - 1].getShape();
    if (!isRepeated && (!combines || port >= site.defs.size()))
      most = std::max(most, costs.work(site.op, types[port], layouts[port]));
  }
  return std::min(most * times + wished, ImpossibleCycles);
}

// The same instructions on the same registers are done once, later.
double LayoutGraph::workAgain(const LayoutSite &site, const PortLayouts &now,
                              const PortLayouts &layouts) {
  for (unsigned port = 0; port < site.ports(); ++port)
    if (!isSame(site.valueAt(port), now[port], layouts[port]))
      return work(site, layouts);
  return 0;
}

const Recipe &LayoutGraph::recipe(Value value, Attribute layout) {
  const Recipe *&found = recipes[{value, layout}];
  if (found != nullptr)
    return *found;
  // Most have none, and share that.
  static const Recipe impossible;
  found = &impossible;
  std::optional<LayoutPort> port = definition(value);
  if (!port)
    return *found;
  const LayoutSite &site = allSites[port->site];
  if (!site.isRepeatable)
    return *found;
  Recipe &made = allRecipes.emplace_back();
  found = &made;
  made.layouts = layoutsAround(site, port->port, layout);
  if (!made.layouts.empty())
    made.cycles = work(site, made.layouts);
  return made;
}

double LayoutGraph::havingAll(Value value, Attribute layout, unsigned depth) {
  constexpr unsigned MostDepth = 64;
  std::optional<LayoutPort> port = definition(value);
  if (!port || depth > MostDepth)
    return 0;
  const LayoutSite &site = allSites[port->site];
  if (site.kind != LayoutSite::Kind::Computation ||
      !costs.sharesRegisters(site.op))
    return 0;
  if (auto known = havings.find({value, layout}); known != havings.end())
    return known->second;
  double sum = 0;
  if (PortLayouts layouts = layoutsAround(site, port->port, layout);
      !layouts.empty()) {
    sum = costs.workOfOthers(site.op, typeOf(value), layout) *
          timesOf(site.op->getBlock());
    for (auto [i, use] : llvm::enumerate(site.uses))
      sum += havingAll(beforeConversions(use->get()),
                       layouts[site.defs.size() + i], depth + 1);
  }
  return havings[{value, layout}] = sum;
}

// Ends where something is not cheap, or not made here.
double LayoutGraph::remaking(Value value, Attribute layout, unsigned depth) {
  constexpr unsigned MostDepth = 64;
  auto known = remade.find({value, layout});
  if (known != remade.end())
    return known->second;
  double sum = ImpossibleCycles;
  if (const Recipe &made = recipe(value, layout);
      made.isPossible() && depth <= MostDepth) {
    const LayoutSite &site = allSites[definition(value)->site];
    sum = made.cycles;
    for (auto [i, use] : llvm::enumerate(site.uses))
      if (sum < ImpossibleCycles)
        sum += remaking(beforeConversions(use->get()),
                        made.layouts[site.defs.size() + i], depth + 1);
  }
  return remade[{value, layout}] = std::min(sum, ImpossibleCycles);
}

} // namespace heddle
