//===- BitProblem.cpp - Computing one output from sources -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitProblem.h"

namespace heddle {

namespace {

/// The bits of one source that travel equally far to the output.
struct Term {
  unsigned source;
  int distance;
  Word wanted;    // source bits that have to arrive
  Word forbidden; // source bits that would arrive and must not

  bool needsMask() const { return forbidden != 0; }
};

using Terms = std::vector<Term>;

/// Distances from -63 to 63 as numbers from 1 to 127.
constexpr unsigned distanceIndex(unsigned row, unsigned bit) {
  return f2::MaxBits + row - bit;
}

/// The bits of one source that travel each distance.
class WantedBits {
public:
  explicit WantedBits(const Source &source) {
    for (Word rest = source.support; rest != 0; rest &= rest - 1) {
      unsigned bit = f2::lowestBit(rest);
      for (Word rows = source.columns[bit]; rows != 0; rows &= rows - 1)
        add(distanceIndex(f2::lowestBit(rows), bit), f2::unit(bit));
    }
  }

  /// Calls `visit(distance, bits)` for each distance, the least first.
  template <class Visit> void forEach(Visit visit) const {
    for (unsigned half : {0U, 1U})
      for (Word rest = touched[half]; rest != 0; rest &= rest - 1) {
        unsigned index = half * f2::MaxBits + f2::lowestBit(rest);
        visit(static_cast<int>(index) - static_cast<int>(f2::MaxBits),
              bits[index]);
      }
  }

private:
  void add(unsigned index, Word bit) {
    Word &marks = touched[index / f2::MaxBits];
    Word mark = f2::unit(index % f2::MaxBits);
    bits[index] = (marks & mark) != 0 ? bits[index] | bit : bit;
    marks |= mark;
  }

  std::array<Word, 2> touched{};
  std::array<Word, std::size_t(2) * f2::MaxBits> bits; // where touched
};

Terms collectTerms(const Problem &problem) {
  Terms terms;
  terms.reserve(16);
  for (unsigned i = 0; i < problem.sources.size(); ++i) {
    const Source &source = problem.sources[i];
    WantedBits(source).forEach([&](int distance, Word wanted) {
      // Only a shift to the right drops bits.
      Word dropped =
          distance < 0 ? f2::lowMask(static_cast<unsigned>(-distance)) : 0;
      Word arriving = source.support & ~dropped;
      if (problem.countingRows != ~Word(0))
        arriving &= shift(problem.countingRows, -distance);
      terms.push_back({i, distance, wanted, arriving & ~wanted});
    });
  }
  return terms;
}

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
  classes.ofTerm.reserve(terms.size());
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
unsigned sumTerms(const Terms &terms, StepWriter &writer, ValueOf valueOf,
                  Belongs belongs) {
  unsigned sum = BitProgram::Output::Zero;
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
    sum = writer.merge(sum, value);
  }
  return sum;
}

unsigned solveAtSource(const Problem &problem, const Terms &terms,
                       const Classes &classes, StepWriter &writer) {
  std::vector<unsigned> masked;
  masked.reserve(classes.list.size());
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

unsigned solveAtOutput(const Problem &problem, const Terms &terms,
                       const Classes &classes, StepWriter &writer) {
  auto valueOf = [&](unsigned i) {
    return problem.sources[terms[i].source].value;
  };
  auto sumOfClass = [&](unsigned index) {
    return sumTerms(terms, writer, valueOf,
                    [&](unsigned i) { return classes.ofTerm[i] == index; });
  };
  unsigned sum = sumOfClass(Unmasked);
  for (unsigned c = 0; c < classes.list.size(); ++c) {
    unsigned value = writer.mask(sumOfClass(c), classes.list[c].wanted);
    sum = writer.merge(sum, value);
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

} // namespace

unsigned solveDirectly(const Problem &problem, StepWriter &writer) {
  Terms terms = collectTerms(problem);
  DirectPlan plan = planDirectly(terms);
  return plan.place == MaskPlace::AtSource
             ? solveAtSource(problem, terms, plan.classes, writer)
             : solveAtOutput(problem, terms, plan.classes, writer);
}

unsigned directCost(const Problem &problem, unsigned limit) {
  Terms terms = collectTerms(problem);
  // The additions alone may be too many.
  auto additions = static_cast<unsigned>(terms.size()) - 1;
  if (!terms.empty() && additions > limit)
    return additions;
  return planDirectly(terms).cost;
}

} // namespace heddle
