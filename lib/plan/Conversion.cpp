//===- Conversion.cpp - Conversions of layouts ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Conversion.h"
#include "ConversionPlanner.h"

#include <algorithm>
#include <tuple>

namespace heddle {

using f2::ColumnEchelon;
using f2::unit;

Conversion ConversionPlanner::finish(Strategy strategy, ProgramBuilder &builder,
                                     const ByteState &state,
                                     std::uint64_t scratchBytes,
                                     std::vector<Padding> paddings) const {
  Program program = builder.finish(state, scratchBytes);
  program.paddings = std::move(paddings);
  return conversionBy(strategy, std::move(program));
}

Conversion ConversionPlanner::conversionBy(Strategy strategy,
                                           Program program) const {
  Conversion result;
  result.strategy = strategy;
  result.elementBits = elementBits;
  result.program = std::move(program);
  result.counts = countProgram(result.program, target);
  result.cycles = predictCycles(result.counts, target);
  return result;
}

// Every thread has what it needs, in registers that are the same in all
// threads.
bool ConversionPlanner::tryRegisters() {
  std::optional<BytePair> within =
      movementWithin(pair, f2::lowMask(pair.threads.total()));
  auto isZero = [](Word column) { return column == 0; };
  if (!within || !std::ranges::all_of(within->dst.threads, isZero))
    return false;
  bool isSame = pair.src.registers == pair.dst.registers;
  Strategy strategy = isSame ? Strategy::Nothing : Strategy::Registers;
  if (!isAllowed(strategy))
    return false;
  ColumnEchelon registers(within->src.registers);
  Words sources;
  for (Word column : within->dst.registers)
    sources.push_back(registers.reduce(column).columns);
  Program program;
  program.threads = pair.threads;
  program.elementBytes = pair.elementBytes;
  program.inputs = pair.inputs();
  program.outputs =
      static_cast<unsigned>(unit(sources.size()) / pair.elementBytes);
  for (Word i = 0; i < program.outputs; ++i) {
    Word byte = i * pair.elementBytes;
    byte = isSame ? byte : f2::multiply(sources, byte);
    program.renamed.push_back(static_cast<unsigned>(byte / pair.elementBytes));
  }
  candidates.push_back(conversionBy(strategy, std::move(program)));
  return true;
}

bool ConversionPlanner::tryShuffle() {
  std::optional<ShufflePlan> shuffles = planShuffles(pair);
  if (!shuffles) {
    reject(Strategy::Shuffle, "a warp needs data of another one");
    return false;
  }
  ProgramCounts least;
  least.warps = unit(pair.threads.warp);
  least.shuffles = least.warps * shuffles->bound();
  if (least.shuffles > 0) {
    std::uint64_t in = wordsOfBytes(unit(pair.src.registers.size()));
    std::uint64_t out = wordsOfBytes(unit(pair.dst.registers.size()));
    least.shuffleSteps = 1;
    least.heldRegisters = out + std::min(in, out) / 2;
  }
  prospects.emplace_back(predictCycles(least, target),
                         std::in_place_type<ShufflePlan>, std::move(*shuffles));
  return true;
}

Conversion ConversionPlanner::make(const ShufflePlan &plan) const {
  ProgramBuilder builder(pair.threads, pair.elementBytes);
  ByteState state = builder.inputs(pair.inputs());
  emitShuffles(plan, pair.threads, builder, state);
  Conversion result = finish(Strategy::Shuffle, builder, state, 0);
  result.shuffleBound = plan.bound();
  return result;
}

void ConversionPlanner::tryShared(Scope scope) {
  if (!tryShared(scope, Exchange{}))
    return;
  for (Exchange exchange : Exchanges)
    tryShared(scope, exchange);
}

bool ConversionPlanner::tryShared(Scope scope, Exchange exchange) {
  if (exchange.bits != 0) {
    auto sides = sidesOf(exchange);
    if (sides && throughShared(scope, sides->first, sides->second))
      prospects.back().note =
          concat("exchanges ", exchange.bits, " bits of lanes and registers ",
                 exchange.isBehind ? "afterwards" : "before");
    return false;
  }
  if (Result<void> direct = throughShared(scope, pair.src, pair.dst); !direct) {
    reject(Strategy::Shared, direct.error().reason);
    return false;
  }
  const SharedPlan &plan = std::get<SharedProspect>(prospects.back().plan).plan;
  return plan.write.form.instruction.bytes < WordBytes ||
         plan.read.form.instruction.bytes < WordBytes;
}

void ConversionPlanner::addScope(Scope scope) {
  if (!options.isCheapestOnly)
    return tryShared(scope);
  ProgramCounts least =
      leastThroughMemory(src, dst, elementBits, target, scope);
  untried.push_back({.scope = scope, .least = predictCycles(least, target)});
}

void ConversionPlanner::tryCluster(bool isInBlock) {
  std::uint64_t blocks = unit(pair.threads.block);
  if (isInBlock)
    return reject(Strategy::Cluster, "no block needs data of another");
  if (blocks > target.clusterBlocks)
    return reject(Strategy::Cluster,
                  target.clusterBlocks == 1
                      ? concat(target.name, " has no clusters of blocks")
                      : concat("a cluster of ", target.name, " has at most ",
                               target.clusterBlocks, " blocks, not ", blocks));
  if (Result<void> across = throughShared(Scope::Cluster, pair.src, pair.dst);
      !across)
    reject(Strategy::Cluster, across.error().reason);
}

// Never chosen: what others are compared with.
void ConversionPlanner::tryPadded() {
  Result<SharedPlan> plan = planPadded(pair, budget);
  if (!plan)
    return reject(Strategy::Padded, plan.error().reason);
  ProgramBuilder builder(pair.threads, pair.elementBytes);
  ByteState state = builder.inputs(pair.inputs());
  emitShared(*plan, builder, state);
  candidates.push_back(finish(Strategy::Padded, builder, state,
                              plan->scratchBytes(), plan->paddings));
}

// Bits of lanes whose images the other side has in registers are swapped with
// bits of registers whose images it has not.
std::optional<ByteLayout> ConversionPlanner::exchangedWithin(
    const ByteLayout &layout, const ByteLayout &other, unsigned count) const {
  f2::VectorEchelon wanted;
  for (Word column : other.registers)
    wanted.insert(column);
  ByteLayout exchanged = layout;
  unsigned bit = layout.registers.size();
  for (unsigned lane = 0; lane < pair.threads.lane && count > 0; ++lane) {
    if (layout.threads[lane] == 0 || !wanted.contains(layout.threads[lane]))
      continue;
    do {
      if (bit == 0)
        return std::nullopt;
      --bit;
    } while (wanted.contains(layout.registers[bit]));
    std::swap(exchanged.threads[lane], exchanged.registers[bit]);
    --count;
  }
  if (count > 0)
    return std::nullopt;
  return exchanged;
}

std::optional<std::pair<ByteLayout, ByteLayout>>
ConversionPlanner::sidesOf(Exchange exchange) const {
  const auto &[layout, other] = exchange.isBehind
                                    ? std::tie(pair.dst, pair.src)
                                    : std::tie(pair.src, pair.dst);
  std::optional<ByteLayout> exchanged =
      exchangedWithin(layout, other, exchange.bits);
  if (!exchanged)
    return std::nullopt;
  return exchange.isBehind ? std::pair(other, *exchanged)
                           : std::pair(*exchanged, other);
}

Result<void> ConversionPlanner::throughShared(Scope scope,
                                              const ByteLayout &from,
                                              const ByteLayout &to) {
  Result<SharedPlan> plan = planShared({.src = from,
                                        .dst = to,
                                        .threads = pair.threads,
                                        .elementBytes = pair.elementBytes,
                                        .axes = pair.axes},
                                       scope, target, budget);
  if (!plan)
    return tl::unexpected(std::move(plan.error()));
  ProgramCounts counts = plan->least;
  countExchange(pair.src, from, counts);
  countExchange(to, pair.dst, counts);
  prospects.emplace_back(predictCycles(counts, target),
                         std::in_place_type<SharedProspect>, std::move(*plan),
                         from, to);
  return {};
}

Conversion ConversionPlanner::make(const SharedProspect &prospect) const {
  const SharedPlan &plan = prospect.plan;
  ProgramBuilder builder(pair.threads, pair.elementBytes);
  ByteState state = builder.inputs(pair.inputs());
  emitExchange(pair.src, prospect.from, builder, state);
  emitShared(plan, builder, state);
  emitExchange(prospect.to, pair.dst, builder, state);
  Conversion result = finish(plan.scope == Scope::Cluster ? Strategy::Cluster
                                                          : Strategy::Shared,
                             builder, state, plan.scratchBytes());
  if (plan.scope == Scope::Warp)
    result.note = "each warp in memory of its own";
  result.scratch = {.vector = plan.memory.vector,
                    .bank = plan.memory.bank,
                    .segment = plan.memory.segment,
                    .rounds = plan.memory.rounds,
                    .write = plan.write.form.instruction,
                    .read = plan.read.form.instruction,
                    .writeConflictBits = plan.write.conflictBits,
                    .readConflictBits = plan.read.conflictBits};
  return result;
}

std::optional<ShufflePlan>
ConversionPlanner::planExchange(const ByteLayout &from,
                                const ByteLayout &to) const {
  if (from == to)
    return std::nullopt;
  BytePair exchange = pair;
  exchange.src = from;
  exchange.dst = to;
  // Always there: the exchange stays in warps.
  return planShuffles(exchange);
}

void ConversionPlanner::countExchange(const ByteLayout &from,
                                      const ByteLayout &to,
                                      ProgramCounts &counts) const {
  if (std::optional<ShufflePlan> plan = planExchange(from, to))
    counts.shuffles += unit(pair.threads.warp) * plan->bound();
}

void ConversionPlanner::emitExchange(const ByteLayout &from,
                                     const ByteLayout &to,
                                     ProgramBuilder &builder,
                                     ByteState &state) const {
  if (std::optional<ShufflePlan> plan = planExchange(from, to))
    emitShuffles(*plan, pair.threads, builder, state);
}

Conversion ConversionPlanner::make(Prospect &prospect) const {
  Conversion result = std::visit(
      [this](const auto &plan) { return make(plan); }, prospect.plan);
  if (!prospect.note.empty())
    result.note = std::move(prospect.note);
  return result;
}

void ConversionPlanner::makeAll() {
  // Plans are large.
  candidates.reserve(candidates.size() + prospects.size());
  for (Prospect &prospect : prospects)
    candidates.push_back(make(prospect));
}

tl::unexpected<Error> ConversionPlanner::noWay() const {
  std::string asked =
      options.strategy
          ? concat("a conversion by '", strategyName(*options.strategy), "'")
          : "a conversion";
  std::string reasons;
  for (const Alternative &each : rejected)
    reasons += concat(reasons.empty() ? "" : "; ", strategyName(each.strategy),
                      ": ", each.reason);
  if (reasons.empty())
    reasons = "registers: threads need what others hold";
  return failure(concat("expects ", asked, " that ", target.name, " can do in ",
                        budget, " bytes of shared memory, but got none"),
                 reasons,
                 options.strategy
                     ? "leave the strategy open"
                     : "allow more shared memory, or choose a layout between "
                       "the two and convert in steps");
}

void ConversionPlanner::findWays() {
  Word warps = pair.threads.warpMask();
  Word blocks = pair.threads.blockMask();
  bool isInWarp = isAllowed(Strategy::Shuffle)
                      ? tryShuffle()
                      : movementWithin(pair, warps | blocks).has_value();
  bool isInBlock = isInWarp || movementWithin(pair, blocks).has_value();
  if (isAllowed(Strategy::Shared)) {
    if (isInWarp)
      addScope(Scope::Warp);
    if (isInBlock && (!isInWarp || warps != 0))
      addScope(Scope::Block);
    if (!isInBlock)
      reject(Strategy::Shared, "a block needs data of another one");
  }
  if (isAllowed(Strategy::Cluster))
    tryCluster(isInBlock);
}

Result<Conversion> ConversionPlanner::plan() {
  if (tryRegisters())
    return std::move(candidates.front());
  findWays();
  if (options.strategy == Strategy::Padded) {
    tryPadded();
  } else if (options.isCheapestOnly) {
    if (std::optional<Counted> cheapest = findCheapest())
      return cheapest->made ? std::move(*cheapest->made)
                            : make(prospects[cheapest->prospect]);
  } else {
    makeAll();
  }
  if (candidates.empty())
    return noWay();
  auto best = std::ranges::min_element(candidates, {}, &Conversion::cycles);
  Conversion result = std::move(*best);
  if (options.isCheapestOnly)
    return result;
  for (const Conversion &other : candidates)
    if (&other != &*best)
      result.alternatives.push_back(
          {other.strategy, other.cycles,
           other.note.empty() ? "takes longer"
                              : concat(other.note, ", takes longer")});
  for (Alternative &other : rejected)
    result.alternatives.push_back(std::move(other));
  return result;
}

namespace {

/// Calls a function with the planner of a conversion.
template <class Answer>
Result<Answer> withPlanner(const LinearLayout &src, const LinearLayout &dst,
                           unsigned elementBits, const Target &target,
                           const ConversionOptions &options,
                           Result<Answer> (ConversionPlanner::*find)()) {
  Result<BytePair> pair = makeBytePair(src, dst, elementBits);
  if (!pair)
    return tl::unexpected(std::move(pair.error()));
  if (unit(pair->threads.lane) != target.lanes)
    return failure(concat("expects ", target.lanes, " lanes, as a warp of ",
                          target.name, " has, but got ",
                          unit(pair->threads.lane)));
  ConversionPlanner planner(src, dst, *pair, elementBits, target, options);
  return (planner.*find)();
}

} // namespace

Result<Conversion> planConversion(const LinearLayout &src,
                                  const LinearLayout &dst, unsigned elementBits,
                                  const Target &target,
                                  const ConversionOptions &options) {
  return withPlanner(src, dst, elementBits, target, options,
                     &ConversionPlanner::plan);
}

Result<ProgramCounts> countConversion(const LinearLayout &src,
                                      const LinearLayout &dst,
                                      unsigned elementBits,
                                      const Target &target) {
  return withPlanner(src, dst, elementBits, target, {.isCheapestOnly = true},
                     &ConversionPlanner::count);
}

} // namespace heddle
