//===- BitProgram.cpp - Layouts as integer instructions -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/BitProgram.h"

#include <array>
#include <optional>

namespace heddle {

namespace {

/// Shifts by a signed distance, left if it is positive.
Word shift(Word word, int distance) {
  return distance >= 0 ? f2::shiftLeft(word, static_cast<unsigned>(distance))
                       : f2::shiftRight(word, static_cast<unsigned>(-distance));
}

// --- The problem
// --------------------------------------------------------------

/// A value that is there to be used, and what each of its bits adds to the
/// output. Bits outside of `support` are zero.
struct Source {
  unsigned value;
  Word support;
  std::array<Word, f2::MaxBits> columns;

  Word column(unsigned bit) const {
    return (support >> bit & 1) != 0 ? columns[bit] : 0;
  }
  bool isUsed() const {
    for (Word rest = support; rest != 0; rest &= rest - 1)
      if (columns[f2::lowestBit(rest)] != 0)
        return true;
    return false;
  }
};

/// The output is the sum of the columns that the bits of the sources select.
struct Problem {
  std::vector<Source> sources;
  unsigned outBits = 0;
};

/// The bits of one source that travel equally far to the output.
struct Term {
  unsigned source;
  int distance;
  Word wanted;    // source bits that have to arrive
  Word forbidden; // source bits that would arrive and must not

  bool needsMask() const { return forbidden != 0; }
};

using Terms = std::vector<Term>;

Terms collectTerms(const Problem &problem) {
  Terms terms;
  for (unsigned i = 0; i < problem.sources.size(); ++i) {
    const Source &source = problem.sources[i];
    std::array<Word, 2 * f2::MaxBits> wanted;
    wanted.fill(0);
    for (Word rest = source.support; rest != 0; rest &= rest - 1) {
      unsigned bit = f2::lowestBit(rest);
      for (Word rows = source.columns[bit]; rows != 0; rows &= rows - 1)
        wanted[f2::MaxBits + f2::lowestBit(rows) - bit] |= f2::unit(bit);
    }
    for (unsigned d = 1; d < wanted.size(); ++d) {
      if (wanted[d] == 0)
        continue;
      int distance = static_cast<int>(d) - static_cast<int>(f2::MaxBits);
      // Only a shift to the right drops bits.
      Word dropped =
          distance < 0 ? f2::lowMask(static_cast<unsigned>(-distance)) : 0;
      Word arriving = source.support & ~dropped;
      terms.push_back({i, distance, wanted[d], arriving & ~wanted[d]});
    }
  }
  return terms;
}

// --- Writing steps
// ------------------------------------------------------------

/// Writes steps, each once however often it is asked for.
class StepWriter {
public:
  explicit StepWriter(BitProgram &program) : program(program) {
    for (const DimBits &input : program.inputs)
      bits.push_back(f2::lowMask(input.bits));
  }

  unsigned mask(unsigned value, Word mask) {
    if ((bits[value] & ~mask) == 0)
      return value;
    return write({BitStep::Op::And, value, mask}, bits[value] & mask);
  }
  unsigned shifted(unsigned value, int distance) {
    if (distance == 0)
      return value;
    auto amount = static_cast<Word>(distance > 0 ? distance : -distance);
    return write(
        {distance > 0 ? BitStep::Op::ShiftLeft : BitStep::Op::ShiftRight, value,
         amount},
        shift(bits[value], distance));
  }
  unsigned merge(unsigned a, unsigned b) {
    bool isDisjoint = (bits[a] & bits[b]) == 0;
    return write({isDisjoint ? BitStep::Op::Or : BitStep::Op::Xor,
                  std::min(a, b), std::max(a, b)},
                 bits[a] | bits[b]);
  }

  /// The bits that a value may have.
  Word possibleBits(unsigned value) const { return bits[value]; }

private:
  unsigned write(const BitStep &step, Word possible) {
    auto first = static_cast<unsigned>(program.inputs.size());
    auto found = std::find(program.steps.begin(), program.steps.end(), step);
    if (found != program.steps.end())
      return first + static_cast<unsigned>(found - program.steps.begin());
    program.steps.push_back(step);
    bits.push_back(possible);
    return first + static_cast<unsigned>(program.steps.size()) - 1;
  }

  BitProgram &program;
  std::vector<Word> bits;
};

// --- Direct solutions: every term on its own way
// ------------------------------

/// Terms that are masked together, and the mask that serves them all.
struct MaskClass {
  Word wanted = 0;
  Word forbidden = 0;

  bool accepts(Word moreWanted, Word moreForbidden) const {
    return ((wanted | moreWanted) & (forbidden | moreForbidden)) == 0;
  }
  void add(Word moreWanted, Word moreForbidden) {
    wanted |= moreWanted;
    forbidden |= moreForbidden;
  }
};

/// Where the masks are applied: to the sources before they are shifted, or to
/// the output after. Terms can share a mask in either place.
enum class MaskPlace { AtSource, AtOutput };

constexpr unsigned Unmasked = ~0U;

/// The mask classes of all terms. At the sources a class belongs to a source.
struct Classes {
  std::vector<MaskClass> list;
  std::vector<unsigned> source;
  std::vector<unsigned> ofTerm;
};

Classes classify(const Terms &terms, MaskPlace place) {
  Classes classes;
  for (const Term &term : terms) {
    int moved = place == MaskPlace::AtOutput ? term.distance : 0;
    Word wanted = shift(term.wanted, moved);
    Word forbidden = shift(term.forbidden, moved);
    unsigned index = Unmasked;
    if (term.needsMask()) {
      index = 0;
      while (index < classes.list.size() &&
             ((place == MaskPlace::AtSource &&
               classes.source[index] != term.source) ||
              !classes.list[index].accepts(wanted, forbidden)))
        ++index;
      if (index == classes.list.size()) {
        classes.list.push_back({});
        classes.source.push_back(term.source);
      }
      classes.list[index].add(wanted, forbidden);
    }
    classes.ofTerm.push_back(index);
  }
  return classes;
}

/// Adds up the terms for which `belongs` holds: those of equal distance before
/// they are shifted together.
template <class ValueOf, class Belongs>
std::optional<unsigned> sumTerms(const Terms &terms, StepWriter &writer,
                                 ValueOf valueOf, Belongs belongs) {
  std::optional<unsigned> sum;
  for (unsigned i = 0; i < terms.size(); ++i) {
    auto isFirstOfDistance = [&] {
      for (unsigned j = 0; j < i; ++j)
        if (belongs(j) && terms[j].distance == terms[i].distance)
          return false;
      return true;
    };
    if (!belongs(i) || !isFirstOfDistance())
      continue;
    unsigned value = valueOf(i);
    for (unsigned j = i + 1; j < terms.size(); ++j)
      if (belongs(j) && terms[j].distance == terms[i].distance)
        value = writer.merge(value, valueOf(j));
    value = writer.shifted(value, terms[i].distance);
    sum = sum ? writer.merge(*sum, value) : value;
  }
  return sum;
}

std::optional<unsigned> solveAtSource(const Problem &problem,
                                      const Terms &terms,
                                      const Classes &classes,
                                      StepWriter &writer) {
  std::vector<unsigned> masked;
  for (unsigned c = 0; c < classes.list.size(); ++c)
    masked.push_back(writer.mask(problem.sources[classes.source[c]].value,
                                 classes.list[c].wanted));
  auto valueOf = [&](unsigned i) {
    unsigned index = classes.ofTerm[i];
    return index == Unmasked ? problem.sources[terms[i].source].value
                             : masked[index];
  };
  return sumTerms(terms, writer, valueOf, [](unsigned) { return true; });
}

/// Lets terms that need no mask share the shift of a masked class.
void joinClasses(const Terms &terms, Classes &classes) {
  for (unsigned i = 0; i < terms.size(); ++i) {
    if (classes.ofTerm[i] != Unmasked || terms[i].distance == 0)
      continue;
    Word wanted = shift(terms[i].wanted, terms[i].distance);
    for (unsigned j = 0; j < terms.size(); ++j) {
      unsigned index = classes.ofTerm[j];
      if (index == Unmasked || terms[j].distance != terms[i].distance ||
          !classes.list[index].accepts(wanted, 0))
        continue;
      classes.list[index].add(wanted, 0);
      classes.ofTerm[i] = index;
      break;
    }
  }
}

std::optional<unsigned> solveAtOutput(const Problem &problem,
                                      const Terms &terms,
                                      const Classes &classes,
                                      StepWriter &writer) {
  auto valueOf = [&](unsigned i) {
    return problem.sources[terms[i].source].value;
  };
  auto sumOfClass = [&](unsigned index) {
    return sumTerms(terms, writer, valueOf,
                    [&](unsigned i) { return classes.ofTerm[i] == index; });
  };
  std::optional<unsigned> sum = sumOfClass(Unmasked);
  for (unsigned c = 0; c < classes.list.size(); ++c) {
    unsigned value = writer.mask(*sumOfClass(c), classes.list[c].wanted);
    sum = sum ? writer.merge(*sum, value) : value;
  }
  return sum;
}

/// The mask classes for one place, with shifts shared where that is possible.
Classes makeClasses(const Terms &terms, MaskPlace place) {
  Classes classes = classify(terms, place);
  if (place == MaskPlace::AtOutput)
    joinClasses(terms, classes);
  return classes;
}

/// The steps of a solution: a mask for each class, one addition fewer than
/// terms, and a shift for each distance, at the output in each class anew.
unsigned countSteps(const Terms &terms, const Classes &classes,
                    MaskPlace place) {
  if (terms.empty())
    return 0;
  unsigned shifts = 0;
  for (unsigned i = 0; i < terms.size(); ++i) {
    bool isShared = terms[i].distance == 0;
    for (unsigned j = 0; j < i && !isShared; ++j)
      isShared = terms[j].distance == terms[i].distance &&
                 (place == MaskPlace::AtSource ||
                  classes.ofTerm[j] == classes.ofTerm[i]);
    shifts += isShared ? 0 : 1;
  }
  return static_cast<unsigned>(classes.list.size() + terms.size() - 1) + shifts;
}

/// The place of the masks that needs fewer steps, and how many.
struct DirectPlan {
  MaskPlace place;
  Classes classes;
  unsigned cost;
};
DirectPlan planDirectly(const Terms &terms) {
  Classes atSource = makeClasses(terms, MaskPlace::AtSource);
  Classes atOutput = makeClasses(terms, MaskPlace::AtOutput);
  unsigned sourceCost = countSteps(terms, atSource, MaskPlace::AtSource);
  unsigned outputCost = countSteps(terms, atOutput, MaskPlace::AtOutput);
  if (sourceCost <= outputCost)
    return {MaskPlace::AtSource, atSource, sourceCost};
  return {MaskPlace::AtOutput, atOutput, outputCost};
}

unsigned directCost(const Problem &problem) {
  return planDirectly(collectTerms(problem)).cost;
}

/// Writes the direct solution; nothing if the output is zero.
std::optional<unsigned> solveDirectly(const Problem &problem,
                                      StepWriter &writer) {
  Terms terms = collectTerms(problem);
  DirectPlan plan = planDirectly(terms);
  return plan.place == MaskPlace::AtSource
             ? solveAtSource(problem, terms, plan.classes, writer)
             : solveAtOutput(problem, terms, plan.classes, writer);
}

// --- Moves: a step or two that make the rest simpler
// --------------------------

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
  unsigned value = *solveDirectly(reduced, writer);
  for (std::size_t i = moves.size(); i-- != 0;)
    if (moves[i].kind == Move::Kind::FoldOutput)
      value = writer.merge(value, writer.shifted(value, moves[i].distance));
  return value;
}

} // namespace

// --- The program
// --------------------------------------------------------------

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

namespace {

Word runStep(const BitStep &step, const std::vector<Word> &values) {
  Word lhs = values[step.lhs];
  switch (step.op) {
  case BitStep::Op::And:
    return lhs & step.rhs;
  case BitStep::Op::ShiftLeft:
    return lhs << step.rhs;
  case BitStep::Op::ShiftRight:
    return lhs >> step.rhs;
  case BitStep::Op::Xor:
    return lhs ^ values[step.rhs];
  case BitStep::Op::Or:
    return lhs | values[step.rhs];
  }
  return 0;
}

const char *opText(BitStep::Op op) {
  switch (op) {
  case BitStep::Op::And:
    return "and";
  case BitStep::Op::ShiftLeft:
    return "shl";
  case BitStep::Op::ShiftRight:
    return "shr";
  case BitStep::Op::Xor:
    return "xor";
  case BitStep::Op::Or:
    return "or";
  }
  return "";
}

} // namespace

std::vector<Word> BitProgram::run(ListRef<Word> given) const {
  std::vector<Word> values(given.begin(), given.end());
  values.resize(inputs.size(), 0);
  for (const BitStep &step : steps)
    values.push_back(runStep(step, values));
  std::vector<Word> results;
  for (const Output &output : outputs)
    results.push_back(output.value == Output::Zero ? 0 : values[output.value]);
  return results;
}

unsigned BitProgram::width() const {
  // Every step is monotone in the bits that its operands may have, but for xor,
  // whose possible bits are those of or.
  std::vector<Word> possible;
  Word all = 0;
  for (const DimBits &input : inputs)
    possible.push_back(f2::lowMask(input.bits));
  for (BitStep step : steps) {
    if (step.op == BitStep::Op::Xor)
      step.op = BitStep::Op::Or;
    possible.push_back(runStep(step, possible));
  }
  for (Word bits : possible)
    all |= bits;
  return static_cast<unsigned>(std::bit_width(all));
}

std::string BitProgram::text() const {
  auto nameOf = [&](Word value) {
    return value < inputs.size() ? std::string(inputs[value].dim.name())
                                 : concat("v", value);
  };
  std::string result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const BitStep &step = steps[i];
    bool isBinary = step.op == BitStep::Op::Xor || step.op == BitStep::Op::Or;
    result +=
        concat(nameOf(inputs.size() + i), " = ", opText(step.op), " ",
               nameOf(step.lhs), ", ",
               isBinary ? nameOf(step.rhs) : std::to_string(step.rhs), "\n");
  }
  for (const Output &output : outputs)
    result +=
        concat("=> ", output.dim.name(), ": ",
               output.value == Output::Zero ? "0" : nameOf(output.value), "\n");
  return result;
}

} // namespace heddle
