//===- BitProgramSearch.cpp - Finding short bit programs ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitProblem.h"

#include <tuple>

namespace heddle {

namespace {

/// A step or two that change the problem into one that may be simpler.
struct Move {
  enum class Kind {
    Merge,       ///< source `to` becomes itself plus source `from`, shifted
    ShiftSource, ///< source `to` becomes itself, shifted
    MaskSource,  ///< source `to` loses the bits that add nothing
    FoldOutput,  ///< the output is what the rest computes, plus that, shifted
    MaskOutput   ///< the rest may compute anything in rows without a column
  };
  Kind kind;
  unsigned to = 0;
  unsigned from = 0;
  int distance = 0;

  unsigned cost() const {
    bool isSum = kind == Kind::Merge || kind == Kind::FoldOutput;
    return isSum && distance != 0 ? 2 : 1;
  }
};

/// x ^ shift(x) in the place of x. The columns are solved one after the other,
/// from the side that the shift leaves alone: x = (1 + shift)^-1 v.
void mergeWithItself(Source &source, int distance) {
  Source result = source;
  result.support |= shift(source.support, distance);
  for (unsigned step = 0; step < f2::MaxBits; ++step) {
    unsigned bit = distance < 0 ? step : f2::MaxBits - 1 - step;
    if ((result.support >> bit & 1) == 0)
      continue;
    Word reached = shift(f2::unit(bit), distance) & result.support;
    Word rest = reached != 0 ? result.columns[f2::lowestBit(reached)] : 0;
    result.columns[bit] =
        (source.support >> bit & 1) != 0 ? source.columns[bit] ^ rest : 0;
  }
  source = result;
}

/// Rewrites the columns for v = x_to ^ shift(x_from, distance) in the place of
/// x_to. What x_from adds beyond its part in v stays with x_from.
void mergeSources(Source &to, Source &from, int distance) {
  Word moved = shift(from.support, distance);
  for (Word rest = moved & ~to.support; rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    to.columns[bit] =
        from.columns[f2::lowestBit(shift(f2::unit(bit), -distance))];
  }
  to.support |= moved;
  for (Word rest = from.support; rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    if (Word reached = shift(f2::unit(bit), distance))
      from.columns[bit] ^= to.columns[f2::lowestBit(reached)];
  }
}

/// Rewrites the columns for shift(x) in the place of x, if no bit that counts
/// is dropped.
bool shiftSource(Source &source, int distance) {
  Word moved = shift(source.support, distance);
  Word dropped = source.support & ~shift(moved, -distance);
  for (Word rest = dropped; rest != 0; rest &= rest - 1)
    if (source.columns[f2::lowestBit(rest)] != 0)
      return false;
  if (distance > 0 && dropped != 0)
    return false;
  Source result = source;
  result.support = moved;
  for (Word rest = moved; rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    result.columns[bit] =
        source.columns[static_cast<unsigned>(static_cast<int>(bit) - distance)];
  }
  source = result;
  return true;
}

bool maskSource(Source &source) {
  Word used = source.usedBits();
  if (used == source.support)
    return false;
  source.support = used;
  return true;
}

/// Rewrites the columns for output = y ^ shift(y, distance), where y is zero in
/// the rows that did not count; those that are shifted into counting rows count
/// from now on. Fails if there is no such y.
bool foldOutput(Problem &problem, int distance) {
  Word rows = problem.countingRows & f2::lowMask(problem.outBits);
  for (Source &source : problem.sources) {
    for (Word rest = source.support; rest != 0; rest &= rest - 1) {
      Word &column = source.columns[f2::lowestBit(rest)];
      Word inner = 0;
      for (Word part = column; part != 0; part = shift(part, distance) & rows)
        inner ^= part;
      Word moved = shift(inner, distance);
      bool isComplete = distance < 0 || shift(moved, -distance) == inner;
      if (((inner ^ moved ^ column) & problem.countingRows) != 0 || !isComplete)
        return false;
      column = inner;
    }
  }
  problem.countingRows |= shift(rows, -distance);
  return true;
}

bool maskOutput(Problem &problem) {
  Word rows = 0;
  for (const Source &source : problem.sources)
    for (Word rest = source.support; rest != 0; rest &= rest - 1)
      rows |= source.columns[f2::lowestBit(rest)];
  if (problem.countingRows != ~Word(0))
    return false;
  problem.countingRows = rows;
  return true;
}

/// False if the move does not apply.
bool applyMove(Problem &problem, const Move &move) {
  Source &to = problem.sources[move.to];
  switch (move.kind) {
  case Move::Kind::Merge:
    if (move.to == move.from)
      mergeWithItself(to, move.distance);
    else
      mergeSources(to, problem.sources[move.from], move.distance);
    return true;
  case Move::Kind::ShiftSource:
    return shiftSource(to, move.distance);
  case Move::Kind::MaskSource:
    return maskSource(to);
  case Move::Kind::FoldOutput:
    return foldOutput(problem, move.distance);
  case Move::Kind::MaskOutput:
    return maskOutput(problem);
  }
  return false;
}

/// A bit of x_from meets a bit of x_to that adds the same column, so that one
/// of the two goes away; or it arrives where x_to has no bit.
bool canMerge(const Source &to, const Source &from, int distance) {
  for (Word rest = from.usedBits(); rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    Word reached = shift(f2::unit(bit), distance);
    if (reached == 0)
      continue;
    if (&to != &from && (reached & to.support) == 0)
      return true;
    if ((reached & to.support) != 0 &&
        to.columns[f2::lowestBit(reached)] == from.columns[bit])
      return true;
  }
  return false;
}

/// Some column has two rows this far apart.
bool canFold(const Problem &problem, int distance) {
  for (const Source &source : problem.sources)
    for (Word rest = source.support; rest != 0; rest &= rest - 1) {
      Word column = source.columns[f2::lowestBit(rest)];
      if ((column & shift(column, distance)) != 0)
        return true;
    }
  return false;
}

/// Moves that could help, given to `visit` one by one.
template <class Visit> void forAllMoves(const Problem &problem, Visit visit) {
  auto count = static_cast<unsigned>(problem.sources.size());
  auto width = [](Word bits) { return static_cast<int>(std::bit_width(bits)); };
  for (unsigned to = 0; to < count; ++to) {
    const Source &target = problem.sources[to];
    for (unsigned from = 0; from < count; ++from) {
      const Source &source = problem.sources[from];
      int low = 1 - width(source.support);
      int high = std::min(width(target.support), 64 - width(source.support));
      for (int distance = low; distance <= high; ++distance)
        if (to == from ? distance != 0 : canMerge(target, source, distance))
          visit(Move{Move::Kind::Merge, to, from, distance});
    }
    int lowestUsed = width(target.usedBits() & -target.usedBits()) - 1;
    int room = 64 - width(target.support);
    for (int distance = -lowestUsed;
         distance <= std::min(room, static_cast<int>(problem.outBits));
         ++distance)
      if (distance != 0 && target.reaches(distance))
        visit(Move{Move::Kind::ShiftSource, to, to, distance});
    visit(Move{Move::Kind::MaskSource, to, to, 0});
  }
  auto outBits = static_cast<int>(problem.outBits);
  for (int distance = 1 - outBits; distance < outBits; ++distance)
    if (distance != 0 && canFold(problem, distance))
      visit(Move{Move::Kind::FoldOutput, 0, 0, distance});
  visit(Move{Move::Kind::MaskOutput, 0, 0, 0});
}

/// A problem on the way, and how it was reached.
struct State {
  Problem problem;
  std::vector<Move> moves;
  unsigned spent = 0; // steps of the moves
  unsigned total = 0; // and of the direct solution of the rest
};

/// A state and a move from it.
struct Candidate {
  unsigned state;
  Move move;
  unsigned total;
  std::size_t order;
};

/// The candidates of all states, the best first, earlier ones first among
/// equals.
std::vector<Candidate> expand(const std::vector<State> &beam, unsigned limit,
                              unsigned &triesLeft) {
  std::vector<Candidate> candidates;
  for (unsigned i = 0; i < beam.size(); ++i)
    forAllMoves(beam[i].problem, [&](const Move &move) {
      if (triesLeft == 0)
        return;
      --triesLeft;
      Problem next = beam[i].problem;
      if (!applyMove(next, move))
        return;
      unsigned spent = beam[i].spent + move.cost();
      if (spent > limit)
        return;
      unsigned total = spent + directCost(next, limit - spent);
      if (total <= limit)
        candidates.push_back({i, move, total, candidates.size()});
    });
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) {
              return std::tie(a.total, a.order) < std::tie(b.total, b.order);
            });
  return candidates;
}

/// The shortest way found: a beam search over moves that may lose a step before
/// they win. Its tries are bounded: dense maps of many bits get a longer
/// program, not a longer search.
State findShortest(const Problem &problem) {
  constexpr unsigned BeamWidth = 2;
  constexpr unsigned MostTries = 300;
  unsigned triesLeft = MostTries;
  State best{problem, {}, 0, directCost(problem)};
  std::vector<State> beam = {best};
  // No program of up to three steps has been seen that a detour shortens.
  for (unsigned idleRounds = 0; best.total > 3 && idleRounds < 2;) {
    std::vector<State> next;
    for (const Candidate &candidate : expand(beam, best.total + 1, triesLeft)) {
      if (next.size() == BeamWidth)
        break;
      State state = beam[candidate.state];
      applyMove(state.problem, candidate.move);
      state.moves.push_back(candidate.move);
      state.spent += candidate.move.cost();
      state.total = candidate.total;
      bool isKnown =
          std::any_of(next.begin(), next.end(), [&](const State &other) {
            return other.spent == state.spent && other.problem == state.problem;
          });
      if (!isKnown)
        next.push_back(std::move(state));
    }
    if (next.empty())
      break;
    idleRounds = next.front().total < best.total ? 0 : idleRounds + 1;
    if (idleRounds == 0)
      best = next.front();
    beam = std::move(next);
  }
  return best;
}

/// Writes the steps for one output; the number of its value.
unsigned writeOutput(Problem problem, StepWriter &writer) {
  std::erase_if(problem.sources,
                [](const Source &source) { return source.usedBits() == 0; });
  if (problem.sources.empty())
    return BitProgram::Output::Zero;
  State best = findShortest(problem);
  // Replay the moves on the sources with the values that they write, and then,
  // backwards, those on the output.
  std::vector<Word> rows;
  for (const Move &move : best.moves) {
    unsigned value = problem.sources[move.to].value;
    if (move.kind == Move::Kind::Merge)
      value =
          writer.merge(value, writer.shifted(problem.sources[move.from].value,
                                             move.distance));
    if (move.kind == Move::Kind::ShiftSource)
      value = writer.shifted(value, move.distance);
    applyMove(problem, move);
    if (move.kind == Move::Kind::MaskSource)
      value = writer.mask(value, problem.sources[move.to].support);
    problem.sources[move.to].value = value;
    rows.push_back(problem.countingRows);
  }
  unsigned value = solveDirectly(problem, writer);
  for (std::size_t i = best.moves.size(); i-- != 0;) {
    const Move &move = best.moves[i];
    if (move.kind == Move::Kind::FoldOutput)
      value = writer.merge(value, writer.shifted(value, move.distance));
    if (move.kind == Move::Kind::MaskOutput)
      value = writer.mask(value, rows[i]);
  }
  return value;
}

} // namespace

BitProgram makeBitProgram(const LinearLayout &layout) {
  BitProgram program;
  program.inputs = DimBitsList(layout.ins());
  StepWriter writer(program);
  for (const DimBits &out : layout.outs()) {
    Problem problem;
    problem.outBits = out.bits;
    for (unsigned i = 0; i < layout.ins().size(); ++i) {
      const DimBits &in = layout.ins()[i];
      Source source;
      source.value = i;
      source.support = f2::lowMask(in.bits);
      for (unsigned bit = 0; bit < in.bits; ++bit)
        source.columns[bit] = layout.basis(in.dim, bit, out.dim);
      problem.sources.push_back(source);
    }
    program.outputs.push_back(
        {out.dim, writeOutput(std::move(problem), writer)});
  }
  return program;
}

} // namespace heddle
