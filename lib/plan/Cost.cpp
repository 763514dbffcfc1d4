//===- Cost.cpp - What a program costs ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Cost.h"
#include "AccessForms.h"
#include "ConversionPlanner.h"
#include "heddle/f2/Elimination.h"
#include "heddle/plan/Conversion.h"

#include <algorithm>
#include <array>
#include <map>

namespace heddle {

Wavefronts wavefrontsOfAccess(const SharedInstruction &instruction,
                              AccessKind kind, const Words &threadOffsets,
                              Word idle, const ThreadBits &threads,
                              const Target &target) {
  std::span<const Word> lanes =
      std::span<const Word>(threadOffsets).first(threads.lane);
  LaneUse use = laneUseOf(threadOffsets, idle);
  return {wavefrontsOf(instruction, kind, lanes, target, use),
          idealWavefronts(instruction, kind, target, use)};
}

namespace {

using Op = Instruction::Op;

/// Adds up a program, instruction by instruction.
class Counter {
public:
  Counter(const Program &program, const Target &target)
      : program(program), target(target), warps(f2::unit(program.threads.warp)),
        known(program.addresses.size()), depth(program.code.size()) {}

  ProgramCounts count() {
    for (unsigned i = 0; i < program.code.size(); ++i)
      add(i);
    counts.addresses = warps * (program.addresses.size() + program.maps.size());
    counts.warps = warps;
    std::uint64_t inputs = wordsOfBytes(program.inputBytes());
    std::uint64_t outputs = wordsOfBytes(program.outputBytes());
    if (counts.shuffleSteps > 0)
      counts.heldRegisters = outputs + std::min(inputs, outputs) / 2;
    bool isPacked = counts.shuffleSteps > 0 && program.elementBytes < 4;
    if (counts.memorySteps > 0 || isPacked)
      counts.heldRegisters = std::max({counts.heldRegisters, inputs, outputs});
    return counts;
  }

private:
  void add(unsigned i);
  void addAccess(const Instruction &each);
  void addPadded(const Instruction &each, Wavefronts &sum);
  void addBarrier(Scope scope);

  const Program &program;
  const Target &target;
  std::uint64_t warps;
  /// By address, of loads and of stores.
  std::vector<std::array<std::optional<Wavefronts>, 2>> known;
  /// Shuffles before a value, since the last load.
  std::vector<std::uint64_t> depth;
  bool isAfterStore = false;
  ProgramCounts counts;
};

void Counter::add(unsigned i) {
  const Instruction &each = program.code[i];
  for (unsigned operand : {each.a, each.b})
    if (each.op != Op::Store && operand != NoValue)
      depth[i] = std::max(depth[i], depth[operand]);
  switch (each.op) {
  case Op::Input:
  case Op::Part:
    return;
  case Op::Permute:
  case Op::PermuteBy:
    counts.permutes += warps;
    return;
  case Op::Select:
    counts.selects += warps;
    return;
  case Op::ShuffleXor:
  case Op::ShuffleIndex:
    counts.shuffles += warps;
    counts.shuffleSteps = std::max(counts.shuffleSteps, ++depth[i]);
    return;
  case Op::Store:
  case Op::Load:
    addAccess(each);
    return;
  case Op::Barrier:
    addBarrier(each.scope);
    return;
  }
}

void Counter::addAccess(const Instruction &each) {
  bool isLoad = each.op == Op::Load;
  if (isLoad && isAfterStore)
    ++counts.memorySteps;
  isAfterStore = !isLoad;
  (isLoad ? counts.loads : counts.stores) += warps;
  Wavefronts &sum = isLoad ? counts.read : counts.write;
  if (!program.paddings.empty())
    return addPadded(each, sum);
  std::optional<Wavefronts> &one = known[each.index][isLoad ? 1 : 0];
  if (!one)
    one = wavefrontsOfAccess(each.access, each.kind(),
                             program.addresses[each.index].columns, each.mask,
                             program.threads, target);
  Word idle = each.mask & program.threads.warpMask();
  std::uint64_t active = warps >> std::popcount(idle);
  sum.actual += active * one->actual;
  sum.minimum += active * one->minimum;
  if (each.block != NoValue)
    counts.pieces += active * one->actual *
                     blocksOfWavefront(program.maps[each.block].columns,
                                       program.threads.lane, each.access);
}

// Paddings are not linear: all lanes of all warps are looked at.
void Counter::addPadded(const Instruction &each, Wavefronts &sum) {
  const ThreadBits &bits = program.threads;
  for (Word warp = 0; warp < f2::unit(bits.warp); ++warp) {
    std::vector<std::optional<std::uint64_t>> offsets;
    for (Word lane = 0; lane < f2::unit(bits.lane); ++lane) {
      Word thread = warp << bits.lane | lane;
      offsets.emplace_back();
      if ((thread & each.mask) == 0)
        offsets.back() = paddedOffset(program.paddings,
                                      program.addresses[each.index](thread) +
                                          each.immediate);
    }
    sum.actual += countWavefronts(each.access, each.kind(), offsets, target);
    if ((warp << bits.lane & each.mask) == 0)
      sum.minimum += idealWavefronts(each.access, each.kind(), target,
                                     {.idle = each.mask});
  }
}

void Counter::addBarrier(Scope scope) {
  if (scope == Scope::Warp)
    ++counts.warpBarriers;
  if (scope == Scope::Block)
    ++counts.blockBarriers;
  if (scope == Scope::Cluster)
    ++counts.clusterBarriers;
}

} // namespace

ProgramCounts countProgram(const Program &program, const Target &target) {
  return Counter(program, target).count();
}

/// Registers beyond what a thread has go to local memory and come back, of a
/// few more than that only some. Measured on an H200, about.
static double spillCycles(std::uint64_t held) {
  constexpr double Free = 224, Most = 256, SomeCycles = 1.25, AllCycles = 8;
  auto registers = static_cast<double>(held);
  return SomeCycles * (std::clamp(registers, Free, Most) - Free) +
         AllCycles * (std::max(registers, Most) - Most);
}

/// What other warps do not hide. This and `costs.access` are fitted to the
/// times of round trips with four blocks on each multiprocessor of an H200.
static constexpr double Exposed = 0.125;

static double number(std::uint64_t count) { return static_cast<double>(count); }

/// Of one thread, which nothing hides.
static double latencyOf(const ProgramCounts &counts, const Costs &costs) {
  return number(counts.shuffleSteps) * costs.shuffleLatency +
         number(counts.memorySteps) * costs.sharedLatency +
         number(counts.warpBarriers) * costs.warpBarrier +
         number(counts.blockBarriers) * costs.blockBarrier +
         number(counts.clusterBarriers) * costs.clusterBarrier;
}

double predictCycles(const ProgramCounts &counts, const Target &target) {
  const Costs &costs = target.costs;
  double memory =
      number(counts.write.actual + counts.read.actual) * costs.wavefront +
      number(counts.pieces) * costs.piece +
      number(counts.loads + counts.stores) * costs.access +
      number(counts.shuffles) * costs.shuffle;
  double alu =
      number(counts.permutes + counts.selects + counts.addresses) * costs.alu;
  double issue = number(counts.shuffles + counts.stores + counts.loads +
                        counts.permutes + counts.selects + counts.addresses) *
                 costs.issue;
  double busiest = std::max({memory, alu, issue});
  double spilled = number(counts.warps) * spillCycles(counts.heldRegisters);
  return spilled + busiest +
         Exposed * (memory + alu + issue - busiest + latencyOf(counts, costs));
}

Price priceOf(const ProgramCounts &counts, const Target &target) {
  return {.cycles = predictCycles(counts, target),
          .latency = (1 - Exposed) * latencyOf(counts, target.costs)};
}

namespace {

/// Even what moves nothing is an op.
constexpr double CyclesOfNothing = 0.5;

/// Does each unit of a kind - of lanes, or of warps - have all elements that it
/// is to have, in the inputs `inside` of the unit? Lanes and warps hold sums of
/// their bases, so it is enough that each basis moves by such elements only.
bool staysInside(const LinearLayout &from, const LinearLayout &to,
                 std::span<const Dim> inside) {
  f2::VectorEchelon held;
  for (Dim dim : inside)
    if (from.hasIn(dim))
      for (Word basis : from.bases(dim))
        held.insert(basis);
  for (const DimBits &in : to.ins()) {
    bool isInside = std::ranges::find(inside, in.dim) != inside.end();
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      Word wanted = to.bases(in.dim)[bit];
      if (!isInside && from.hasIn(in.dim) && bit < from.inBits(in.dim))
        wanted ^= from.bases(in.dim)[bit];
      if (!held.contains(wanted))
        return false;
    }
  }
  return true;
}

} // namespace

bool staysInThreads(const LinearLayout &from, const LinearLayout &to) {
  constexpr std::array<Dim, 1> Thread = {Dim::Register};
  return staysInside(from, to, Thread);
}

static f2::VectorEchelon registersOf(const LinearLayout &layout) {
  f2::VectorEchelon held;
  for (Word basis : layout.bases(Dim::Register))
    held.insert(basis);
  return held;
}

namespace {

/// How many words a thread, and bytes a warp and a block, take at least of what
/// they do not share.
class LeastMovement {
public:
  LeastMovement(const LinearLayout &from, const LinearLayout &to,
                unsigned elementBits, const Target &target)
      : from(from), to(to), bytes(std::max(1U, elementBits / 8)),
        target(target) {}

  ProgramCounts throughLanes() const;
  ProgramCounts throughMemory(Scope scope) const;

private:
  std::uint64_t words(std::uint64_t elements) const {
    return wordsOfBytes(elements * bytes);
  }
  std::uint64_t inputs() const { return words(from.inSize(Dim::Register)); }
  std::uint64_t outputs() const { return words(to.inSize(Dim::Register)); }
  std::uint64_t movedWords() const;
  /// Wavefronts for all that the destination has in these inputs.
  std::uint64_t wavefronts(std::initializer_list<Dim> dims) const;

  const LinearLayout &from, &to;
  std::uint64_t bytes;
  const Target &target;
};

// A thread has either none of what it is to have, or an equal part of it.
std::uint64_t LeastMovement::movedWords() const {
  f2::VectorEchelon both = registersOf(from);
  unsigned had = both.rank();
  unsigned needed = registersOf(to).rank();
  for (Word basis : to.bases(Dim::Register))
    both.insert(basis);
  std::uint64_t stays = f2::unit(had + needed - both.rank());
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (unsigned bit = 0; bit < to.inBits(dim); ++bit) {
      Word wanted = to.bases(dim)[bit];
      if (bit < from.inBits(dim))
        wanted ^= from.bases(dim)[bit];
      if (!both.contains(wanted))
        stays = 0;
    }
  return words(f2::unit(needed) - stays);
}

std::uint64_t LeastMovement::wavefronts(std::initializer_list<Dim> dims) const {
  f2::VectorEchelon held;
  for (Dim dim : dims)
    for (Word basis : to.bases(dim))
      held.insert(basis);
  std::uint64_t bytesOfWavefront = std::uint64_t(WordBytes) * target.banks;
  return (f2::unit(held.rank()) * bytes + bytesOfWavefront - 1) /
         bytesOfWavefront;
}

ProgramCounts LeastMovement::throughLanes() const {
  ProgramCounts counts;
  counts.warps = to.inSize(Dim::Warp);
  counts.shuffles = counts.warps * movedWords();
  counts.shuffleSteps = 1;
  counts.heldRegisters = outputs() + std::min(inputs(), outputs()) / 2;
  return counts;
}

// Readers read all that they are to have, whether they had it or not. Bits of
// registers that are exchanged with those of lanes are as many fewer to read.
ProgramCounts LeastMovement::throughMemory(Scope scope) const {
  constexpr std::uint64_t WordsOfAccess = 4, MostExchanged = 4;
  std::uint64_t wordsOfLoad =
      bytes < WordBytes ? WordsOfAccess * MostExchanged : WordsOfAccess;
  std::uint64_t read = words(f2::unit(registersOf(to).rank()));
  std::uint64_t loads = (read + wordsOfLoad - 1) / wordsOfLoad;
  ProgramCounts counts;
  counts.warps = to.inSize(Dim::Warp);
  counts.stores = counts.warps;
  counts.loads = counts.warps * loads;
  counts.write.actual = wavefronts({Dim::Register, Dim::Lane, Dim::Warp});
  counts.read.actual =
      counts.warps * std::max(loads, wavefronts({Dim::Register, Dim::Lane}));
  counts.memorySteps = 1;
  counts.warpBarriers = scope == Scope::Warp ? 1 : 0;
  counts.blockBarriers = scope == Scope::Warp ? 0 : 1;
  counts.heldRegisters = std::max(inputs(), outputs());
  return counts;
}

} // namespace

ProgramCounts leastThroughMemory(const LinearLayout &from,
                                 const LinearLayout &to, unsigned elementBits,
                                 const Target &target, Scope scope) {
  return LeastMovement(from, to, elementBits, target).throughMemory(scope);
}

double leastPrice(const LinearLayout &from, const LinearLayout &to,
                  unsigned elementBits, const Target &target) {
  if (staysInThreads(from, to))
    return CyclesOfNothing;
  auto cyclesOf = [&](const ProgramCounts &counts) {
    Price price = priceOf(counts, target);
    return CyclesOfNothing + price.cycles + price.latency;
  };
  LeastMovement movement(from, to, elementBits, target);
  constexpr std::array<Dim, 2> Warp = {Dim::Register, Dim::Lane};
  if (!staysInside(from, to, Warp))
    return cyclesOf(movement.throughMemory(Scope::Block));
  return std::min(cyclesOf(movement.throughLanes()),
                  cyclesOf(movement.throughMemory(Scope::Warp)));
}

double estimatedPrice(const LinearLayout &from, const LinearLayout &to,
                      unsigned elementBits, const Target &target) {
  if (staysInThreads(from, to))
    return CyclesOfNothing;
  constexpr std::uint64_t WordsOfAccess = 4;
  std::uint64_t bytes = std::max(1U, elementBits / 8);
  auto words = [&](std::uint64_t elements) {
    return wordsOfBytes(elements * bytes);
  };
  f2::VectorEchelon had = registersOf(from), needed = registersOf(to);
  std::uint64_t written = words(f2::unit(had.rank()));
  std::uint64_t read = words(f2::unit(needed.rank()));
  std::uint64_t warps = to.inSize(Dim::Warp);
  ProgramCounts memory;
  memory.warps = warps;
  memory.stores = warps * ((written + WordsOfAccess - 1) / WordsOfAccess);
  memory.loads = warps * ((read + WordsOfAccess - 1) / WordsOfAccess);
  memory.write = {warps * written, warps * written};
  memory.read = {warps * read, warps * read};
  memory.addresses = 2 * warps;
  memory.memorySteps = 1;
  memory.heldRegisters = std::max(words(from.inSize(Dim::Register)),
                                  words(to.inSize(Dim::Register)));
  // Bytes are sorted on both sides.
  if (bytes < WordBytes)
    memory.permutes = warps * (written + read);
  auto cyclesOf = [&](const ProgramCounts &counts) {
    Price price = priceOf(counts, target);
    return CyclesOfNothing + price.cycles + price.latency;
  };
  constexpr std::array<Dim, 2> Warp = {Dim::Register, Dim::Lane};
  if (!staysInside(from, to, Warp)) {
    memory.blockBarriers = 1;
    return cyclesOf(memory);
  }
  memory.warpBarriers = 1;
  // A word that is the thread's own does not move, if any can stay.
  unsigned common = had.rank();
  for (Word basis : to.bases(Dim::Register))
    had.insert(basis);
  unsigned moved = had.rank() - common;
  ProgramCounts shuffles;
  shuffles.warps = warps;
  shuffles.shuffles = warps * (moved == 0 ? read : read - (read >> moved));
  shuffles.selects = warps * read;
  shuffles.permutes = memory.permutes;
  shuffles.shuffleSteps = 1;
  return std::min(cyclesOf(memory), cyclesOf(shuffles));
}

Result<Price> priceConversion(const LinearLayout &from, const LinearLayout &to,
                              unsigned elementBits, const Target &target) {
  Result<ProgramCounts> counts = countConversion(from, to, elementBits, target);
  if (!counts)
    return tl::unexpected(std::move(counts.error()));
  Price price = priceOf(*counts, target);
  price.cycles += CyclesOfNothing;
  return price;
}

} // namespace heddle
