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

/// A list of values in which each thread shifts the index by a linear map of
/// its own. One stage of selections a shift, made where they are first needed
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
    const SelectShift &shift = shifts[stages - 1];
    unsigned moved = at(stages - 1, index ^ shift.amount);
    return value = builder.select(shift.mask, moved, at(stages - 1, index));
  }

  ProgramBuilder &builder;
  SelectShifts shifts;
  Leaf leaf;
  std::size_t size;
  std::vector<unsigned> known;
};

/// Independent vectors of `first`, completed by those of `rest`.
Words basisFrom(const Words &first, const Words &rest) {
  f2::VectorEchelon span;
  Words basis;
  for (const Words *list : {&first, &rest})
    for (Word vector : *list)
      if (span.insert(vector))
        basis.push_back(vector);
  return basis;
}

Words unitsUpTo(std::size_t count) {
  Words units;
  for (unsigned bit = 0; bit < count; ++bit)
    units.push_back(unit(bit));
  return units;
}

/// Emits one conversion: all selections of what is sent, all shuffles, all
/// selections of what came.
///
/// The order inside of a phase matters to ptxas, which holds as few words as it
/// can: selections of the same two words stand side by side, and the shuffles
/// that they choose from are a few shuffles apart, so that few words wait for
/// another and no selection waits for a shuffle.
class ShuffleEmitter {
public:
  ShuffleEmitter(const ShufflePlan &plan, ThreadBits threads,
                 ProgramBuilder &builder)
      : plan(plan), builder(builder), asked(askedBytes(plan)),
        shifts(roundShifts(plan)) {
    for (Word lanes : plan.lanes)
      laneMap.push_back(lanes & threads.laneMask());
  }

  ByteState emit(const ByteState &source) {
    std::vector<unsigned> received = choose(pass(send(source)));
    ByteState state;
    state.reserve(unit(plan.coordinates.size()));
    for (Word coordinate : productsOf(plan.coordinates))
      state.push_back(
          {received[coordinate >> plan.pack.size()],
           static_cast<unsigned>(coordinate & f2::lowMask(plan.pack.size()))});
    return state;
  }

private:
  unsigned turnBits() const { return plan.turns.size(); }
  Words orderOfPassages() const;
  /// The word of each passage as it is sent.
  std::vector<unsigned> send(const ByteState &source);
  /// As it is received.
  std::vector<unsigned> pass(const std::vector<unsigned> &sent);
  /// The words of each destination.
  std::vector<unsigned> choose(const std::vector<unsigned> &passed);

  const ShufflePlan &plan;
  ProgramBuilder &builder;
  Words laneMap;
  /// `askedBytes` and `roundShifts`.
  Words asked, shifts;
};

Words ShuffleEmitter::orderOfPassages() const {
  constexpr unsigned BitsBetween = 3;
  Words together = unitsUpTo(turnBits());
  for (Word shift : shifts)
    together.push_back(f2::shiftLeft(shift, turnBits()));
  Words units = unitsUpTo(asked.size());
  Words between;
  f2::VectorEchelon span;
  for (Word vector : together)
    span.insert(vector);
  for (Word vector : units)
    if (between.size() < BitsBetween && span.insert(vector))
      between.push_back(vector);
  return basisFrom(basisFrom(between, together), units);
}

std::vector<unsigned> ShuffleEmitter::send(const ByteState &source) {
  SelectNetwork words(builder, plan.sent, source.size(), [&](Word byte) {
    std::array<ByteRef, 4> bytes;
    for (unsigned i = 0; i < unit(plan.pack.size()); ++i)
      bytes[i] = source[byte ^ multiply(plan.packSources, i)];
    return builder.word(bytes);
  });
  ColumnEchelon passages(asked);
  Words together;
  for (Word shift : plan.sent)
    if (ColumnEchelon::Reduction known = passages.reduce(shift);
        known.remainder == 0)
      together.push_back(known.columns);
  Words order = basisFrom(together, orderOfPassages());
  std::vector<unsigned> sent(unit(order.size()));
  for (Word i = 0; i < sent.size(); ++i) {
    Word passage = multiply(order, i);
    sent[passage] = words.at(multiply(asked, passage));
  }
  return sent;
}

std::vector<unsigned> ShuffleEmitter::pass(const std::vector<unsigned> &sent) {
  Words order = orderOfPassages();
  std::vector<unsigned> passed(sent.size());
  for (Word i = 0; i < sent.size(); ++i) {
    Word passage = multiply(order, i);
    Word lane = multiply(plan.roundLanes, passage >> turnBits());
    passed[passage] = plan.readsOwnLane
                          ? builder.shuffleXor(sent[passage], lane)
                          : builder.shuffleIndex(sent[passage], laneMap, lane);
  }
  return passed;
}

std::vector<unsigned>
ShuffleEmitter::choose(const std::vector<unsigned> &passed) {
  std::size_t size = unit(plan.rounds.size());
  SelectNetwork words(builder, shifts, size, [&](Word round) {
    SelectNetwork turns(builder, plan.turnOf, unit(turnBits()), [&](Word turn) {
      return passed[(round << turnBits()) + turn];
    });
    return turns.at(0);
  });
  Words rounds;
  for (Word passage : orderOfPassages())
    rounds.push_back(passage >> turnBits());
  Words order = basisFrom(shifts, rounds);
  std::vector<unsigned> chosen(size);
  for (Word i = 0; i < size; ++i)
    chosen[multiply(order, i)] = words.at(multiply(order, i));
  return chosen;
}

} // namespace

SelectShifts shiftsOf(const Words &columns) {
  SelectShifts shifts;
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

Words askedBytes(const ShufflePlan &plan) {
  Words asked = plan.turns;
  for (unsigned i = 0; i < plan.rounds.size(); ++i)
    asked.push_back(plan.roundSources[i] ^
                    multiply(plan.sent, plan.roundLanes[i]));
  return asked;
}

Words roundShifts(const ShufflePlan &plan) {
  ColumnEchelon rounds(plan.rounds);
  Words shifts;
  for (Word target : plan.targets)
    shifts.push_back(rounds.reduce(target).columns);
  return shifts;
}

void emitShuffles(const ShufflePlan &plan, ThreadBits threads,
                  ProgramBuilder &builder, ByteState &state) {
  state = ShuffleEmitter(plan, threads, builder).emit(state);
}

} // namespace heddle
