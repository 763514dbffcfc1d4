//===- ShuffleEmitter.cpp - Printing shuffles -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShufflePlanner.h"
#include "heddle/f2/Elimination.h"

namespace heddle {

namespace {

using f2::ColumnEchelon;
using f2::multiply;
using f2::unit;

/// What threads with an odd number of bits in `mask` add to an index.
struct Shift {
  Word amount, mask;
};
using Shifts = InplaceVector<Shift, f2::MaxBits>;

/// A linear map of threads as independent shifts.
Shifts shiftsOf(const Words &columns) {
  Shifts shifts;
  ColumnEchelon span;
  for (unsigned bit = 0; bit < columns.size(); ++bit) {
    ColumnEchelon::Reduction known = span.reduce(columns[bit]);
    if (known.remainder != 0) {
      span.insert(columns[bit]);
      shifts.push_back({columns[bit], unit(bit)});
      continue;
    }
    for (unsigned i = 0; i < shifts.size(); ++i)
      if ((known.columns >> i & 1) != 0)
        shifts[i].mask |= unit(bit);
  }
  return shifts;
}

/// A list of values in which each thread shifts the index by a linear map of
/// its own. One stage of selections a shift, made where they are first asked
/// for.
template <class Leaf> class SelectNetwork {
public:
  SelectNetwork(ProgramBuilder &builder, const Words &columns, std::size_t size,
                Leaf leaf)
      : builder(builder), shifts(shiftsOf(columns)), leaf(std::move(leaf)),
        size(size), known((shifts.size() + 1) * size, Unknown) {}

  /// Value `index` xor the thread's shift.
  unsigned at(Word index) { return at(shifts.size(), index); }

private:
  static constexpr unsigned Unknown = NoValue - 1;

  unsigned at(unsigned stages, Word index) {
    unsigned &value = known[stages * size + index];
    if (value != Unknown)
      return value;
    if (stages == 0)
      return value = leaf(index);
    const Shift &shift = shifts[stages - 1];
    unsigned moved = at(stages - 1, index ^ shift.amount);
    return value = builder.select(shift.mask, moved, at(stages - 1, index));
  }

  ProgramBuilder &builder;
  Shifts shifts;
  Leaf leaf;
  std::size_t size;
  std::vector<unsigned> known;
};

/// Emits one conversion.
class ShuffleEmitter {
public:
  ShuffleEmitter(const ShufflePlan &plan, ThreadBits threads,
                 ProgramBuilder &builder)
      : plan(plan), builder(builder) {
    for (Word lanes : plan.lanes)
      laneMap.push_back(lanes & threads.laneMask());
  }

  ByteState emit(const ByteState &source) {
    std::vector<unsigned> received = receive(source);
    ColumnEchelon rounds(plan.rounds);
    Words shifts;
    for (Word target : plan.targets)
      shifts.push_back(rounds.reduce(target).columns);
    SelectNetwork words(builder, shifts, received.size(),
                        [&](Word round) { return received[round]; });
    ByteState state(unit(plan.coordinates.size()));
    for (Word byte = 0; byte < state.size(); ++byte) {
      Word place = multiply(plan.coordinates, byte);
      state[byte] = {
          words.at(place >> plan.pack.size()),
          static_cast<unsigned>(place & f2::lowMask(plan.pack.size()))};
    }
    return state;
  }

private:
  std::vector<unsigned> receive(const ByteState &source);
  template <class Words> unsigned receiveRound(Words &words, Word round);

  const ShufflePlan &plan;
  ProgramBuilder &builder;
  Words laneMap;
};

std::vector<unsigned> ShuffleEmitter::receive(const ByteState &source) {
  SelectNetwork words(builder, plan.sent, source.size(), [&](Word byte) {
    std::array<ByteRef, 4> bytes;
    for (unsigned i = 0; i < unit(plan.pack.size()); ++i)
      bytes[i] = source[byte ^ multiply(plan.packSources, i)];
    return builder.word(bytes);
  });
  std::vector<unsigned> received(unit(plan.rounds.size()));
  for (Word round = 0; round < received.size(); ++round)
    received[round] = receiveRound(words, round);
  return received;
}

template <class Words>
unsigned ShuffleEmitter::receiveRound(Words &words, Word round) {
  Word lane = multiply(plan.roundLanes, round);
  Word byte = multiply(plan.roundSources, round) ^ multiply(plan.sent, lane);
  if (plan.readsOwnLane)
    return builder.shuffleXor(words.at(byte), lane);
  SelectNetwork turns(
      builder, plan.turnOf, unit(plan.turns.size()), [&](Word turn) {
        return builder.shuffleIndex(words.at(byte ^ multiply(plan.turns, turn)),
                                    laneMap, lane);
      });
  return turns.at(0);
}

} // namespace

void emitShuffles(const ShufflePlan &plan, ThreadBits threads,
                  ProgramBuilder &builder, ByteState &state) {
  state = ShuffleEmitter(plan, threads, builder).emit(state);
}

} // namespace heddle
