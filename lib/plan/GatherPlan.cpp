//===- GatherPlan.cpp - Gathers inside of warps ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/GatherPlan.h"
#include "heddle/f2/Elimination.h"
#include "heddle/plan/SharedLayout.h"

#include <algorithm>
#include <bit>
#include <random>
#include <set>

namespace heddle {

namespace {

/// The coordinates of a result's element along all axes but the gathered one,
/// as an element of the source.
Word sourceCoordinates(const LinearLayout &source, const LinearLayout &result,
                       unsigned axis, Word element) {
  Word coordinates = 0;
  for (unsigned other = 0; other < source.outs().size(); ++other)
    if (Dim dim = Dim::standard(other); other != axis)
      coordinates |=
          f2::shiftLeft(result.field(element, dim), source.outShift(dim));
  return coordinates;
}

/// Which bits of a location are preferred where several locations of a warp
/// hold an element.
enum class Preferred : std::uint8_t { Lanes, Registers };

/// Finds elements of a warp.
class Finder {
public:
  Finder(const LinearLayout &source, Preferred preferred)
      : lanes(source.inBits(Dim::Lane)),
        registers(source.inBits(Dim::Register)),
        lanesFirst(preferred == Preferred::Lanes) {
    for (Dim dim : {lanesFirst ? Dim::Lane : Dim::Register,
                    lanesFirst ? Dim::Register : Dim::Lane})
      for (Word basis : source.bases(dim))
        held.insert(basis);
  }

  /// Of a lane and a register that hold it, by its distance from warp 0.
  struct Location {
    Word lane = 0, reg = 0;
  };
  std::optional<Location> find(Word element) const {
    f2::ColumnEchelon::Reduction found = held.reduce(element);
    if (found.remainder != 0)
      return std::nullopt;
    unsigned first = lanesFirst ? lanes : registers;
    Word low = found.columns & f2::lowMask(first);
    Word high = f2::shiftRight(found.columns, first);
    return lanesFirst ? Location{low, high} : Location{high, low};
  }

private:
  unsigned lanes, registers;
  bool lanesFirst;
  f2::ColumnEchelon held;
};

/// Whether words have several elements where they can.
enum class Narrow : std::uint8_t { Apart, Packed };

/// Fills the maps of one plan, bit by bit.
class Planner {
public:
  Planner(const LinearLayout &source, const LinearLayout &result, unsigned axis,
          Preferred preferred)
      : source(source), result(result), axis(axis), finder(source, preferred) {}

  std::optional<GatherPlan> plan(unsigned elementBytes, Narrow narrow) {
    if (!addThreads() || !addIndices() || !addRegisters())
      return std::nullopt;
    if (elementBytes >= WordBytes)
      made.wordsOfElement = elementBytes / WordBytes;
    else if (narrow == Narrow::Packed)
      made.packedBits =
          static_cast<unsigned>(std::countr_zero(WordBytes / elementBytes));
    made.threads = {.lane = source.inBits(Dim::Lane),
                    .warp = source.inBits(Dim::Warp)};
    chooseWords();
    describe();
    return std::move(made);
  }

private:
  bool addThreads();
  bool addIndices();
  bool addRegisters();
  void chooseWords();
  void describe();

  const LinearLayout &source, &result;
  unsigned axis;
  Finder finder;
  GatherPlan made;
};

// A lane is found by its distance from the thread's own, so that of several
// that hold the same the thread's own is taken.
bool Planner::addThreads() {
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < source.inBits(dim); ++bit) {
      Word wanted =
          sourceCoordinates(source, result, axis, result.bases(dim)[bit]);
      auto found = finder.find(wanted ^ source.bases(dim)[bit]);
      if (!found)
        return false;
      Word own = dim == Dim::Lane ? f2::unit(bit) : 0;
      made.lane.thread.columns.push_back(found->lane ^ own);
      made.source.thread.columns.push_back(found->reg);
    }
  return true;
}

bool Planner::addIndices() {
  Dim dim = Dim::standard(axis);
  for (unsigned bit = 0; bit < source.outBits(dim); ++bit) {
    auto found = finder.find(f2::unit(source.outShift(dim) + bit));
    if (!found)
      return false;
    made.lane.index.push_back(found->lane);
    made.source.index.push_back(found->reg);
  }
  return true;
}

bool Planner::addRegisters() {
  for (Word reg = 0; reg < result.inSize(Dim::Register); ++reg) {
    auto found = finder.find(sourceCoordinates(
        source, result, axis, f2::multiply(result.bases(Dim::Register), reg)));
    if (!found)
      return false;
    made.lane.registers.push_back(found->lane);
    made.source.registers.push_back(found->reg);
  }
  return true;
}

// The words that may be meant differ by a space. In its reduced echelon form
// each vector has a bit that no other one has: that bit decides.
void Planner::chooseWords() {
  std::vector<Word> basis;
  for (const Words *columns : {&made.source.thread.columns, &made.source.index})
    for (Word column : *columns) {
      Word vector = column >> made.packedBits;
      for (Word known : basis)
        vector = std::min(vector, vector ^ known);
      if (vector == 0)
        continue;
      Word lead = std::bit_floor(vector);
      for (Word &known : basis)
        if ((known & lead) != 0)
          known ^= vector;
      basis.push_back(vector);
    }
  for (Word vector : basis)
    made.choices.push_back({f2::highestBit(vector) + made.packedBits, vector});
}

void Planner::describe() {
  bool isOwn = std::ranges::all_of(made.lane.registers,
                                   [](Word lane) { return lane == 0; });
  for (Word column : made.lane.index)
    isOwn = isOwn && column == 0;
  for (unsigned bit = 0; bit < made.lane.thread.columns.size(); ++bit)
    isOwn = isOwn && made.lane.thread.columns[bit] ==
                         (bit < source.inBits(Dim::Lane) ? f2::unit(bit) : 0);
  made.staysInThread = isOwn;
  Word inWord = f2::lowMask(made.packedBits);
  for (const Words *columns : {&made.source.thread.columns, &made.source.index})
    for (Word column : *columns)
      made.movesInWord = made.movesInWord || (column & inWord) != 0;
}

bool hasShuffle(const Target &target) {
  return std::ranges::any_of(target.laneMoves, [&](const LaneMove &move) {
    return move.kind == LaneMove::Kind::Index && move.within >= target.lanes;
  });
}

/// Words that are read of a lane: registers of the result share one where the
/// index does not change the lane.
std::uint64_t shufflesOf(const GatherPlan &plan) {
  if (plan.staysInThread)
    return 0;
  std::uint64_t candidates =
      f2::unit(static_cast<unsigned>(plan.choices.size()));
  std::uint64_t all = candidates * plan.source.registers.size();
  bool dependsOnIndex = std::ranges::any_of(
      plan.lane.index, [](Word column) { return column != 0; });
  if (!dependsOnIndex) {
    Words differences;
    for (const WordChoice &choice : plan.choices)
      differences.push_back(choice.difference);
    std::set<std::pair<Word, Word>> read;
    for (unsigned reg = 0; reg < plan.source.registers.size(); ++reg)
      for (Word which = 0; which < candidates; ++which)
        read.emplace(plan.lane.registers[reg],
                     plan.firstWord(reg) ^ f2::multiply(differences, which));
    all = read.size();
  }
  return all * plan.wordsOfElement;
}

} // namespace

std::optional<GatherPlan> planGather(const LinearLayout &source,
                                     const LinearLayout &result, unsigned axis,
                                     unsigned elementBytes,
                                     const Target &target) {
  if (!hasShuffle(target))
    return std::nullopt;
  std::optional<GatherPlan> best;
  double least = 0;
  for (Preferred preferred : {Preferred::Lanes, Preferred::Registers})
    for (Narrow narrow : {Narrow::Apart, Narrow::Packed}) {
      // Of whole words both are one plan.
      if (narrow == Narrow::Packed && elementBytes >= WordBytes)
        break;
      std::optional<GatherPlan> plan =
          Planner(source, result, axis, preferred).plan(elementBytes, narrow);
      if (!plan)
        return std::nullopt;
      double cycles = predictCycles(
          countGather(*plan, source.inSize(Dim::Register), elementBytes),
          target);
      if (best && cycles >= least)
        continue;
      best = std::move(plan);
      least = cycles;
    }
  return best;
}

ProgramCounts countGather(const GatherPlan &plan, std::uint64_t sourceRegisters,
                          unsigned elementBytes) {
  ProgramCounts counts;
  counts.warps = f2::unit(plan.threads.warp);
  std::uint64_t registers = plan.source.registers.size();
  std::uint64_t words = registers * plan.wordsOfElement;
  std::uint64_t choices = plan.choices.size();
  counts.shuffles = counts.warps * shufflesOf(plan);
  counts.shuffleSteps = plan.staysInThread ? 0 : 1;
  counts.selects =
      counts.warps * words * (f2::unit(static_cast<unsigned>(choices)) - 1);
  // Bits that move equally far take a shift, and one instruction that masks
  // them and joins them with the rest.
  auto opsOf = [](const GatherMap &map) {
    std::uint64_t ops = 0;
    for (auto [distance, bits] : ThreadMap{.columns = map.index}.moves())
      ops += distance == 0 ? 1 : 2;
    return ops;
  };
  std::uint64_t ofEach = plan.staysInThread ? 0 : opsOf(plan.lane);
  if (choices > 0 || plan.movesInWord)
    ofEach += opsOf(plan.source);
  counts.addresses = counts.warps * registers * (ofEach + choices);
  // Elements of their own are taken out of their words before, in loops once.
  if (elementBytes < WordBytes)
    counts.permutes =
        counts.warps * (plan.packedBits == 0 ? sourceRegisters : registers);
  counts.heldRegisters =
      (sourceRegisters * plan.wordsOfElement >> plan.packedBits) +
      (words >> plan.packedBits);
  return counts;
}

ProgramCounts countSharedGather(const LinearLayout &source,
                                const LinearLayout &result, unsigned axis,
                                unsigned elementBytes, const Target &target) {
  // Of so many loads of a warp conflicts are counted.
  constexpr std::uint64_t Samples = 16;
  ProgramCounts counts;
  counts.warps = source.inSize(Dim::Warp);
  std::uint64_t given = source.inSize(Dim::Register);
  std::uint64_t taken = result.inSize(Dim::Register);
  counts.stores = counts.warps * given;
  counts.loads = counts.warps * taken;
  SharedInstruction access = {.bytes = elementBytes};
  Words offsets;
  for (Word basis : source.bases(Dim::Lane))
    offsets.push_back(rowMajor(source, basis) * elementBytes);
  counts.write.minimum =
      counts.stores * idealWavefronts(access, AccessKind::Store, target);
  counts.write.actual =
      counts.stores * wavefrontsOf(access, AccessKind::Store, offsets, target);
  // The same plan each time.
  // NOLINTNEXTLINE(bugprone-random-generator-seed)
  std::minstd_rand random(1);
  Dim along = Dim::standard(axis);
  std::uint64_t samples = std::min(taken, Samples), sampled = 0;
  for (Word reg = 0; reg < samples; ++reg) {
    std::vector<std::optional<std::uint64_t>> addresses;
    for (Word lane = 0; lane < result.inSize(Dim::Lane); ++lane) {
      Word element =
          sourceCoordinates(source, result, axis,
                            f2::multiply(result.bases(Dim::Register), reg) ^
                                f2::multiply(result.bases(Dim::Lane), lane));
      Word index = random() & f2::lowMask(source.outBits(along));
      element |= f2::shiftLeft(index, source.outShift(along));
      addresses.emplace_back(rowMajor(source, element) * elementBytes);
    }
    sampled += countWavefronts(access, AccessKind::Load, addresses, target);
  }
  counts.read.minimum =
      counts.loads * idealWavefronts(access, AccessKind::Load, target);
  counts.read.actual = counts.loads * sampled / samples;
  // The sum of an offset and of the scratch's address; a product more of those
  // that are read.
  counts.addresses = counts.warps * (given + 2 * taken);
  counts.blockBarriers = 1;
  counts.memorySteps = 1;
  counts.heldRegisters = wordsOfBytes(std::max(given, taken) * elementBytes);
  return counts;
}

GatherChoice chooseGather(const LinearLayout &source,
                          const LinearLayout &result, unsigned axis,
                          unsigned elementBytes, const Target &target) {
  GatherChoice shared = {
      .inWarp = std::nullopt,
      .counts = countSharedGather(source, result, axis, elementBytes, target)};
  std::optional<GatherPlan> plan =
      planGather(source, result, axis, elementBytes, target);
  if (!plan)
    return shared;
  std::uint64_t bytes = f2::unit(source.totalOutBits()) * elementBytes;
  ProgramCounts shuffled =
      countGather(*plan, source.inSize(Dim::Register), elementBytes);
  if (bytes <= target.sharedBytes &&
      predictCycles(shuffled, target) > predictCycles(shared.counts, target))
    return shared;
  return {.inWarp = std::move(plan), .counts = shuffled};
}

} // namespace heddle
