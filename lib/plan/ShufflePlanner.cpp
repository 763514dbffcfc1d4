//===- ShufflePlanner.cpp - Conversions inside of a warp ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShufflePlanner.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>

namespace heddle {

namespace {

using f2::ColumnEchelon;
using f2::multiply;
using f2::unit;

/// Sums of elements of `list` that `chosen` selects.
template <class Element> Element sumOf(ListRef<Element> list, Word chosen) {
  Element sum = {};
  for (; chosen != 0; chosen &= chosen - 1)
    if (f2::lowestBit(chosen) < list.size())
      sum ^= list[f2::lowestBit(chosen)];
  return sum;
}

/// A byte of the registers of a lane, or a difference of two of them.
struct LaneByte {
  Word byte = 0, lane = 0;
  LaneByte &operator^=(const LaneByte &other) {
    byte ^= other.byte;
    lane ^= other.lane;
    return *this;
  }
};

/// Where bytes of the source are inside of a warp.
class SourceFinder {
public:
  SourceFinder(const ByteLayout &src, unsigned laneBits)
      : registerBits(src.registers.size()) {
    for (Word column : src.registers)
      insert(column);
    for (unsigned lane = 0; lane < laneBits; ++lane)
      insert(src.threads[lane]);
  }

  /// In lane 0 if that has it. The warp has all that it needs.
  LaneByte find(Word element) const {
    ColumnEchelon::Reduction found = echelon.reduce(element);
    assert(found.remainder == 0);
    return split(found.columns);
  }

  /// Differences of bytes that hold the same.
  ListRef<LaneByte> replicas() const {
    return ListRef<LaneByte>(replicaList.data(), replicaList.size());
  }

private:
  void insert(Word column) {
    if (Word zero = echelon.insert(column); zero != 0)
      replicaList.push_back(split(zero));
  }
  LaneByte split(Word columns) const {
    return {columns & f2::lowMask(registerBits),
            f2::shiftRight(columns, registerBits)};
  }

  ColumnEchelon echelon;
  unsigned registerBits;
  InplaceVector<LaneByte, f2::MaxBits> replicaList;
};

/// A combination of destination bytes with its byte in the source.
struct Round {
  Word byte = 0;
  LaneByte from;
  Round &operator^=(const Round &other) {
    byte ^= other.byte;
    from ^= other.from;
    return *this;
  }
};
using Rounds = InplaceVector<Round, f2::MaxBits>;

/// Plans one conversion.
class ShufflePlanner {
public:
  explicit ShufflePlanner(const BytePair &pair)
      : src(pair.src), dst(pair.dst), threads(pair.threads),
        finder(pair.src, pair.threads.lane) {}

  ShufflePlan plan() {
    findRegisters();
    choosePack();
    findThreads();
    scheduleTurns();
    findCoordinates();
    return result;
  }

private:
  void findRegisters();
  void choosePack();
  void findThreads();
  bool findInOwnLane();
  Round findInAnyLane(unsigned bit, f2::VectorEchelon &lanes) const;
  void scheduleTurns();
  void findCoordinates();

  const ByteLayout &src;
  const ByteLayout &dst;
  ThreadBits threads;
  SourceFinder finder;
  ShufflePlan result;
  /// With lane 0, and with independent lanes.
  Rounds staying, moving;
  /// Thread bits whose threads hold some of what they need themselves.
  Word ownBits = 0;
};

// Bytes that replicate others are left out: they are copied at the end.
void ShufflePlanner::findRegisters() {
  f2::VectorEchelon distinct;
  ColumnEchelon lanes;
  for (unsigned bit = 0; bit < dst.registers.size(); ++bit) {
    if (!distinct.insert(dst.registers[bit]))
      continue;
    Round round = {unit(bit), finder.find(dst.registers[bit])};
    ColumnEchelon::Reduction known = lanes.reduce(round.from.lane);
    if (known.remainder != 0) {
      lanes.insert(round.from.lane);
      moving.push_back(round);
      continue;
    }
    round ^= sumOf<Round>(moving, known.columns);
    staying.push_back(round);
  }
}

// The bits of the byte in an element come first, so that elements stay whole.
void ShufflePlanner::choosePack() {
  constexpr unsigned WordBits = 2;
  for (const Round &round : staying)
    if (result.pack.size() < WordBits) {
      result.pack.push_back(round.byte);
      result.packSources.push_back(round.from.byte);
    } else {
      result.rounds.push_back(round.byte);
    }
  staying = Rounds(std::span(staying).subspan(result.pack.size()));
  for (const Round &round : moving)
    result.rounds.push_back(round.byte);
  for (const Rounds *rounds : {&staying, &moving})
    for (const Round &round : *rounds) {
      result.roundSources.push_back(round.from.byte);
      result.roundLanes.push_back(round.from.lane);
    }
}

// Reading from the own lane: Y(t) + X(t) = X(N(t)) + Y(V(t)). Only bytes that
// come from other lanes make a difference to the right side.
bool ShufflePlanner::findInOwnLane() {
  ColumnEchelon both(src.registers);
  for (const Round &round : moving)
    both.insert(multiply(dst.registers, round.byte));
  for (unsigned bit = 0; bit < threads.total(); ++bit) {
    ColumnEchelon::Reduction found =
        both.reduce(src.threads[bit] ^ dst.threads[bit]);
    if (found.remainder == 0)
      ownBits |= unit(bit);
    Word rounds = f2::shiftRight(found.columns, src.registers.size());
    result.targets.push_back(sumOf<Round>(moving, rounds).byte);
    result.sources.push_back(found.columns & f2::lowMask(src.registers.size()));
    result.lanes.push_back(unit(bit));
  }
  return ownBits == f2::lowMask(threads.total());
}

// Any byte that holds Y(t), shifted by a destination byte or a replica if that
// makes the lane independent of those that other lanes read.
Round ShufflePlanner::findInAnyLane(unsigned bit,
                                    f2::VectorEchelon &lanes) const {
  Round round = {0, finder.find(dst.threads[bit])};
  if (bit >= threads.lane || lanes.insert(round.from.lane))
    return round;
  Rounds shifts = moving;
  for (const LaneByte &replica : finder.replicas())
    if (shifts.size() < Rounds::capacity())
      shifts.push_back({0, replica});
  for (Round shift : shifts) {
    shift ^= round;
    if (lanes.insert(shift.from.lane))
      return shift;
  }
  return round;
}

void ShufflePlanner::findThreads() {
  result.readsOwnLane = findInOwnLane();
  if (result.readsOwnLane)
    return;
  f2::VectorEchelon lanes;
  for (unsigned bit = 0; bit < threads.lane; ++bit)
    if ((ownBits >> bit & 1) != 0)
      lanes.insert(unit(bit));
  for (unsigned bit = 0; bit < threads.total(); ++bit) {
    if ((ownBits >> bit & 1) != 0)
      continue;
    Round round = findInAnyLane(bit, lanes);
    result.targets[bit] = round.byte;
    result.sources[bit] = round.from.byte;
    result.lanes[bit] = round.from.lane | (bit < threads.lane ? 0 : unit(bit));
  }
}

// Threads that read from one lane want the same of it, or what other rounds
// bring, or they take turns.
void ShufflePlanner::scheduleTurns() {
  ColumnEchelon readers;
  ColumnEchelon contents;
  for (const Round &round : staying)
    contents.insert(multiply(src.registers, round.from.byte));
  for (unsigned bit = 0; bit < threads.total(); ++bit) {
    result.turnOf.push_back(0);
    Word together = readers.insert(result.lanes[bit]);
    if (together == 0)
      continue;
    Word wanted = multiply(result.sources, together);
    ColumnEchelon::Reduction known =
        contents.reduce(multiply(src.registers, wanted));
    Word turn = f2::shiftRight(known.columns, staying.size());
    if (known.remainder != 0) {
      turn = unit(result.turns.size());
      contents.insert(multiply(src.registers, wanted));
      result.turns.push_back(wanted);
    } else {
      // What the rounds that stay bring needs no turn: take another target.
      Round shift = sumOf<Round>(staying, known.columns);
      result.targets[bit] ^= shift.byte;
      result.sources[bit] ^= shift.from.byte;
    }
    result.turnOf[bit] = turn ^ multiply(result.turnOf, together ^ unit(bit));
  }
  // Lanes that no lane reads may send anything.
  for (unsigned bit = 0; bit < threads.total(); ++bit)
    readers.insert(unit(bit));
  for (unsigned bit = 0; bit < threads.total(); ++bit) {
    Word readBy = readers.reduce(unit(bit)).columns;
    result.sent.push_back(
        multiply(result.sources, readBy) ^
        multiply(result.turns, multiply(result.turnOf, readBy)));
  }
}

void ShufflePlanner::findCoordinates() {
  ColumnEchelon known;
  for (const Words *bytes : {&result.pack, &result.rounds})
    for (Word byte : *bytes)
      known.insert(multiply(dst.registers, byte));
  for (Word column : dst.registers)
    result.coordinates.push_back(known.reduce(column).columns);
}

/// Rounds in which words travel.
std::uint64_t travellingRounds(const ShufflePlan &plan) {
  std::uint64_t all = unit(plan.rounds.size());
  return plan.readsOwnLane ? all - unit(plan.localRoundBits()) : all;
}

} // namespace

unsigned ShufflePlan::localRoundBits() const {
  return static_cast<unsigned>(std::ranges::count(roundLanes, Word(0)));
}

std::uint64_t ShufflePlan::shuffles() const {
  return travellingRounds(*this) << turns.size();
}

std::uint64_t ShufflePlan::bound() const {
  return ((travellingRounds(*this) << pack.size()) + WordBytes - 1) / WordBytes;
}

std::optional<ShufflePlan> planShuffles(const BytePair &pair) {
  std::optional<BytePair> within =
      movementWithin(pair, pair.threads.warpMask() | pair.threads.blockMask());
  if (!within)
    return std::nullopt;
  return ShufflePlanner(*within).plan();
}

} // namespace heddle
