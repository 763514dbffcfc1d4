//===- BitProgramSearch.cpp - Finding short bit programs ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitProblem.h"

#include <optional>

namespace heddle {

namespace {

/// A change of the problem that costs a shift and an addition.
struct Move {
  enum class Kind {
    /// source `to` becomes itself plus source `from`, shifted
    Merge,
    /// the output is what the rest computes plus the same, shifted
    FoldOutput
  };
  Kind kind;
  unsigned to;
  unsigned from;
  int distance;

  unsigned cost() const { return distance == 0 ? 1 : 2; }
};

/// Rewrites the columns for v = x_to ^ shift(x_from, distance) in the place of
/// x_to. What x_from adds beyond its part in v stays with x_from. If the two
/// are the same source, x ^ shift(x), the columns are solved one after the
/// other.
void mergeSources(Problem &problem, const Move &move) {
  Source &to = problem.sources[move.to];
  Source &from = problem.sources[move.from];
  Word moved = shift(from.support, move.distance);
  Source result = to;
  result.support = to.support | moved;
  if (move.to == move.from) {
    // x = (1 + shift)^-1 v: from the side that the shift leaves alone.
    for (unsigned step = 0; step < f2::MaxBits; ++step) {
      unsigned bit = move.distance < 0 ? step : f2::MaxBits - 1 - step;
      if ((result.support >> bit & 1) == 0)
        continue;
      Word reached = shift(f2::unit(bit), move.distance);
      Word rest = (reached & result.support) != 0
                      ? result.columns[f2::lowestBit(reached)]
                      : 0;
      result.columns[bit] =
          (to.support >> bit & 1) != 0 ? to.columns[bit] ^ rest : 0;
    }
    to = result;
    return;
  }
  for (Word rest = moved & ~to.support; rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    result.columns[bit] =
        from.columns[f2::lowestBit(shift(f2::unit(bit), -move.distance))];
  }
  for (Word rest = from.support; rest != 0; rest &= rest - 1) {
    unsigned bit = f2::lowestBit(rest);
    if (Word reached = shift(f2::unit(bit), move.distance))
      from.columns[bit] ^= result.columns[f2::lowestBit(reached)];
  }
  to = result;
}

/// Rewrites the columns for output = y ^ shift(y, distance), if y exists within
/// the output bits.
bool foldOutput(Problem &problem, int distance) {
  for (Source &source : problem.sources) {
    for (Word rest = source.support; rest != 0; rest &= rest - 1) {
      Word &column = source.columns[f2::lowestBit(rest)];
      Word inner = 0;
      for (Word part = column; part != 0;
           part = shift(part, distance) & f2::lowMask(problem.outBits))
        inner ^= part;
      if ((inner ^ shift(inner, distance)) != column)
        return false;
      column = inner;
    }
  }
  return true;
}

bool applyMove(Problem &problem, const Move &move) {
  if (move.kind == Move::Kind::FoldOutput)
    return foldOutput(problem, move.distance);
  mergeSources(problem, move);
  return true;
}

/// All moves that could help, given to `visit` one by one.
template <class Visit> void forAllMoves(const Problem &problem, Visit visit) {
  auto width = [](Word support) {
    return static_cast<int>(std::bit_width(support));
  };
  for (unsigned to = 0; to < problem.sources.size(); ++to)
    for (unsigned from = 0; from < problem.sources.size(); ++from) {
      int low = -(width(problem.sources[from].support) - 1);
      int high = width(problem.sources[to].support);
      high = std::min(high, static_cast<int>(f2::MaxBits) -
                                width(problem.sources[from].support));
      for (int distance = low; distance <= high; ++distance)
        if (to != from || distance != 0)
          visit(Move{Move::Kind::Merge, to, from, distance});
    }
  int outBits = static_cast<int>(problem.outBits);
  for (int distance = 1 - outBits; distance < outBits; ++distance)
    if (distance != 0)
      visit(Move{Move::Kind::FoldOutput, 0, 0, distance});
}

/// Makes moves as long as each pays for itself. Tries a bounded number of them:
/// dense maps of many bits stop at a longer program, not at a longer search.
std::vector<Move> findMoves(Problem &problem) {
  constexpr unsigned MostTries = 2000;
  unsigned tries = 0;
  std::vector<Move> moves;
  // Three steps are the least for bits that are picked and moved; nothing that
  // short has a shorter detour.
  for (unsigned cost = directCost(problem); cost > 3;) {
    std::optional<Move> best;
    forAllMoves(problem, [&](const Move &move) {
      if (++tries > MostTries)
        return;
      Problem next = problem;
      if (!applyMove(next, move))
        return;
      unsigned total = move.cost() + directCost(next);
      if (total >= cost)
        return;
      cost = total;
      best = move;
    });
    if (!best)
      break;
    moves.push_back(*best);
    applyMove(problem, *best);
    cost -= best->cost();
  }
  return moves;
}

/// Writes the steps for one output; the number of its value.
unsigned writeOutput(Problem problem, StepWriter &writer) {
  std::erase_if(problem.sources,
                [](const Source &source) { return !source.isUsed(); });
  if (problem.sources.empty())
    return BitProgram::Output::Zero;
  Problem reduced = problem;
  std::vector<Move> moves = findMoves(reduced);
  // Replay the moves, with the values that they write.
  reduced = problem;
  for (const Move &move : moves) {
    if (move.kind == Move::Kind::Merge) {
      unsigned shifted =
          writer.shifted(reduced.sources[move.from].value, move.distance);
      unsigned merged = writer.merge(reduced.sources[move.to].value, shifted);
      applyMove(reduced, move);
      reduced.sources[move.to].value = merged;
    } else {
      applyMove(reduced, move);
    }
  }
  unsigned value = solveDirectly(reduced, writer);
  for (std::size_t i = moves.size(); i-- != 0;)
    if (moves[i].kind == Move::Kind::FoldOutput)
      value = writer.merge(value, writer.shifted(value, moves[i].distance));
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
