//===- PairPlanner.cpp - Layouts for a pair of accesses -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairPlanner.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

using f2::ColumnEchelon;
using f2::lowMask;
using f2::multiply;
using f2::unit;
using f2::VectorEchelon;

/// Above the coordinates of H stand those of vector bits: a group has fewer
/// bytes than this.
constexpr unsigned VectorShift = BlockShift;
/// Bits inside of a bank's word, which tell no banks apart.
constexpr unsigned WordBits = 2;

/// A basis of what both lists span: what tells the bytes of a register's word
/// apart, so that the words of accesses are words of registers, then what
/// depends on the span alone, the same for a conversion back.
Words commonSpan(std::span<const Word> first, std::span<const Word> second) {
  ColumnEchelon sums(second);
  VectorEchelon common;
  for (Word column : first) {
    // A sum of columns of the second and of the first that is zero.
    Word zero = sums.insert(column);
    common.insert(multiply(
        first, f2::shiftRight(zero, static_cast<unsigned>(second.size()))));
  }
  Words basis;
  for (Word left = common.leading(); left != 0; left &= left - 1) {
    Word vector = common.vector(f2::lowestBit(left));
    for (Word lower = common.leading() & f2::lowMask(f2::highestBit(vector));
         lower != 0; lower &= lower - 1)
      if ((vector >> f2::lowestBit(lower) & 1) != 0)
        vector ^= basis[static_cast<unsigned>(std::popcount(
            common.leading() & f2::lowMask(f2::lowestBit(lower))))];
    basis.push_back(vector);
  }
  Words wordsFirst;
  VectorEchelon taken;
  auto wordOf = [](std::span<const Word> list) {
    return list.first(std::min<std::size_t>(list.size(), WordBits));
  };
  for (std::span<const Word> list :
       {wordOf(first), wordOf(second), std::span<const Word>(basis)})
    for (Word vector : list)
      if (common.contains(vector) && taken.insert(vector))
        wordsFirst.push_back(vector);
  return wordsFirst;
}

/// Some order of layouts.
bool comesFirst(const ByteLayout &a, const ByteLayout &b) {
  if (a.registers != b.registers)
    return std::ranges::lexicographical_compare(a.registers, b.registers);
  return std::ranges::lexicographical_compare(a.threads, b.threads);
}

unsigned dimensionsOf(const ByteLayout &layout) {
  VectorEchelon held;
  for (const Words *columns : {&layout.registers, &layout.threads})
    for (Word column : *columns)
      held.insert(column);
  return held.rank();
}

/// Adds vectors of `more` that are independent of the list, up to `count`.
void completeTo(unsigned count, std::span<const Word> more, Words &list) {
  VectorEchelon span;
  for (Word vector : list)
    span.insert(vector);
  for (Word vector : more)
    if (list.size() < count && span.insert(vector))
      list.push_back(vector);
}

/// Vectors of `list` that are independent of `others` and of one another.
Words outsideOf(std::span<const Word> others, std::span<const Word> list) {
  VectorEchelon span;
  for (Word vector : others)
    span.insert(vector);
  Words outside;
  for (Word vector : list)
    if (span.insert(vector))
      outside.push_back(vector);
  return outside;
}

/// A subspace that meets the spans of `a` and `b`, which have equal dimension,
/// only in zero and completes both to the span of `space`: sums of partners
/// outside the other, and everything outside both.
Words commonComplement(const Words &a, const Words &b, const Words &space) {
  Words fromA = outsideOf(b, a);
  Words fromB = outsideOf(a, b);
  Words complement;
  for (unsigned i = 0; i < fromA.size(); ++i)
    complement.push_back(fromA[i] ^ fromB[i]);
  Words sum = a;
  for (Word vector : fromB)
    sum.push_back(vector);
  for (Word vector : outsideOf(sum, space))
    complement.push_back(vector);
  return complement;
}

} // namespace

AccessSides::AccessSides(const BytePair &within, Word kept,
                         const Words &readBlocks)
    : sides{AccessSide(AccessKind::Store, within, kept, {}),
            AccessSide(AccessKind::Load, within, kept, readBlocks)},
      first(comesFirst(within.src, within.dst) ? 0 : 1),
      commonRegisters(
          commonSpan(sides[first].ownRegisters, sides[1 - first].ownRegisters)),
      dimensions(dimensionsOf(within.src)),
      readDimensions(dimensionsOf(within.dst)) {}

bool PairPlanner::plan(const AccessForm &write, const AccessForm &read) {
  forms = {&write, &read};
  if (!chooseVector() || !chooseRest())
    return false;
  countConflicts();
  return true;
}

// The bytes of a register's word differ in its two lowest directions; those of
// an access's word in these.
unsigned PairPlanner::movedBits(unsigned which) const {
  const AccessForm &form = *forms[which];
  const AccessSide &side = both.sides[which];
  Words word(std::span<const Word>(vector).first(
      std::min<std::size_t>(form.free, WordBits)));
  if (Word second = secondHalf(which).value_or(0); second != 0)
    word.push_back(second);
  VectorEchelon packed;
  unsigned moved = 0;
  for (unsigned bit = 0; bit < WordBits; ++bit) {
    if (bit >= side.layout->registers.size())
      return 0;
    Word point = side.pointOfRegister(unit(bit));
    bool isInPlace = bit < word.size() && point == word[bit];
    moved += isInPlace ? 0 : 1;
    packed.insert(point);
  }
  bool isSameWord =
      word.size() == WordBits && std::ranges::all_of(word, [&](Word direction) {
        return packed.contains(direction);
      });
  return isSameWord ? std::min(moved, 1U) : moved;
}

unsigned PairPlanner::bankBits() const {
  constexpr unsigned BytesOfBank = 4;
  auto bits =
      static_cast<unsigned>(std::countr_zero(target.banks * BytesOfBank));
  return bits - std::max(vector.size(), WordBits);
}

Words PairPlanner::addressThreads(unsigned which) const {
  const AccessSide &side = both.sides[which];
  Words points;
  Word elsewhere = side.idle | forms[which]->laneMask;
  for (unsigned bit = 0; bit < side.threads.total(); ++bit)
    if (Word point = side.layout->threads[bit];
        (elsewhere >> bit & 1) == 0 && point != 0)
      points.push_back(point);
  return points;
}

// Lanes of matrix forms have their points; the other side has them as registers
// there, or does not reach so far, or has the same lanes.
bool PairPlanner::chooseLanes() {
  VectorEchelon taken;
  vector.clear();
  unsigned lowBits = std::max(forms[0]->lowBits(), forms[1]->lowBits());
  for (unsigned position = 0; position < lowBits; ++position) {
    vector.push_back(0);
    for (unsigned which = 0; which < 2; ++which) {
      const AccessForm &form = *forms[which];
      if (position < form.free || position >= form.lowBits())
        continue;
      Word lane = form.lanes[position - form.free];
      if (lane == vector[position] && lane != 0)
        continue;
      bool isRegister = position >= forms[1 - which]->free ||
                        both.sides[1 - which].registers.contains(lane);
      if (vector[position] != 0 || !isRegister || !taken.insert(lane))
        return false;
      vector[position] = lane;
    }
  }
  return true;
}

PairPlanner::PairPlanner(const AccessSides &both, const Target &target)
    : both(both), target(target) {
  for (unsigned which = 0; which < 2; ++which) {
    const AccessSide &side = both.sides[which];
    for (unsigned bit = 0; bit < side.threads.total(); ++bit)
      if ((side.idle >> bit & 1) == 0) {
        reserved[which].insert(side.layout->threads[bit]);
        reservedInBoth.insert(side.layout->threads[bit]);
      }
  }
}

unsigned PairPlanner::mostCommonBits() const {
  VectorEchelon taken = reservedInBoth;
  unsigned bits = 0;
  for (Word candidate : both.commonRegisters)
    bits += taken.insert(candidate) ? 1 : 0;
  return bits;
}

bool PairPlanner::chooseVector() {
  if (!chooseLanes())
    return false;
  // Lanes in the vector are threads, too.
  std::array<VectorEchelon, 2> blocked = reserved;
  VectorEchelon blockedInBoth = reservedInBoth;
  for (unsigned which = 0; which < 2; ++which)
    for (Word lane : forms[which]->lanes)
      blocked[1 - which].insert(lane);
  for (unsigned position = 0; position < vector.size(); ++position) {
    if (vector[position] != 0)
      continue;
    bool isWritten = position < forms[0]->free;
    bool isRead = position < forms[1]->free;
    std::span<const Word> candidates = both.commonRegisters;
    if (!isRead || !isWritten)
      candidates = both.sides[isRead ? 1 : 0].ownRegisters;
    for (Word candidate : candidates) {
      VectorEchelon &reserved =
          isWritten && isRead ? blockedInBoth : blocked[isRead ? 1 : 0];
      if (!reserved.insert(candidate))
        continue;
      vector[position] = candidate;
      for (unsigned which = 0; which < 2; ++which)
        if (&reserved != &blocked[which])
          blocked[which].insert(candidate);
      break;
    }
    if (vector[position] == 0)
      return false;
  }
  return true;
}

bool PairPlanner::addRest(Word point, Word allowed) {
  ColumnEchelon::Reduction known = all.reduce(point);
  if (known.remainder == 0)
    return (known.columns & lowMask(vector.size()) & ~allowed) == 0;
  all.insert(point);
  rest.push_back(point);
  return true;
}

// Lanes of the narrower side in vector bits that the wider one's access covers.
void PairPlanner::spreadNarrow(std::span<const Word> phase) {
  unsigned narrow = forms[0]->lowBits() < forms[1]->lowBits() ? 0 : 1;
  unsigned position = std::max(forms[narrow]->lowBits(), WordBits);
  VectorEchelon reached;
  unsigned inH = 0;
  for (Word image : phase) {
    ColumnEchelon::Reduction known = all.reduce(image);
    Word above = known.columns & lowMask(vector.size()) & ~lowMask(position);
    if (known.remainder == 0) {
      if (above == 0 || !reached.insert(above))
        ++inH;
      continue;
    }
    unsigned free = position;
    while (free < vector.size() && !reached.insert(unit(free)))
      ++free;
    bool isCrowded = phase.size() - reached.rank() >= bankBits() || inH == 0;
    if (free < vector.size() && isCrowded) {
      addRest(image ^ vector[free], 0);
      continue;
    }
    addRest(image, 0);
    ++inH;
  }
}

// The register direction of the second half of a transposed word: zero for
// other forms, none if there is none.
std::optional<Word> PairPlanner::secondHalf(unsigned which) const {
  const AccessForm &form = *forms[which];
  if (!form.isTransposed())
    return 0;
  VectorEchelon first;
  for (unsigned position = 0; position < form.free; ++position)
    first.insert(vector[position]);
  for (Word column : both.sides[which].layout->registers)
    if (!first.contains(column))
      return column;
  return std::nullopt;
}

bool PairPlanner::chooseRest() {
  all = ColumnEchelon(vector);
  rest.clear();
  unsigned wide = both.first;
  if (forms[wide]->lowBits() < forms[1 - wide]->lowBits())
    wide = 1 - wide;
  bool isValid = true;
  for (Word point : addressThreads(wide))
    isValid = isValid && addRest(point, 0);
  for (unsigned which : {wide, 1 - wide}) {
    std::optional<Word> second = secondHalf(which);
    isValid = isValid && second &&
              (*second == 0 || addRest(*second, lowMask(forms[which]->free)));
    images[which] = phaseImages(both.sides[which], *forms[which],
                                second.value_or(0), target);
  }
  if (forms[1 - wide]->lowBits() < vector.size())
    spreadNarrow(images[1 - wide]);
  for (Word point : addressThreads(1 - wide))
    isValid = isValid && addRest(point, ~lowMask(forms[1 - wide]->lowBits()));
  firstOptional = rest.size();
  for (unsigned which : {both.first, 1 - both.first})
    for (Word column : both.sides[which].layout->registers) {
      const AccessForm &form = *forms[which];
      bool isAligned =
          addRest(column, form.lanes.empty() ? ~Word(0) : lowMask(form.free));
      isValid = isValid && isAligned;
    }
  return isValid && vector.size() + rest.size() == both.dimensions &&
         rest.size() < VectorShift;
}

// Of what a phase touches, the part in H: banks tell it apart, as many as there
// are beside the vector bits.
Words PairPlanner::touchedBy(unsigned which, unsigned dimensions) const {
  unsigned lowBits = forms[which]->lowBits();
  VectorEchelon seen;
  Words points;
  for (Word image : images[which]) {
    Word columns = all.reduce(image).columns;
    Word above = columns & lowMask(vector.size()) &
                 ~lowMask(std::max(lowBits, WordBits));
    Word inRest = f2::shiftRight(columns, vector.size());
    if (seen.insert(f2::shiftLeft(above, VectorShift) | inRest) && above == 0 &&
        lowBits == vector.size())
      points.push_back(inRest);
  }
  if (lowBits != vector.size())
    for (Word left = seen.leading() & lowMask(VectorShift); left != 0;
         left &= left - 1)
      points.push_back(seen.vector(f2::lowestBit(left)));
  return points.size() <= dimensions
             ? points
             : Words(std::span<const Word>(points).first(dimensions));
}

void PairPlanner::countConflicts() {
  for (unsigned which = 0; which < 2; ++which) {
    unsigned dimensions = touchedBy(which, f2::MaxBits).size();
    conflicts[which] = dimensions > bankBits() ? dimensions - bankBits() : 0;
  }
}

// Rounds differ in registers of both sides, beyond those of one instruction. A
// reader that leaves bytes out may have none that differ.
unsigned PairPlanner::mostRoundBits() const {
  if (both.readDimensions < both.dimensions)
    return 0;
  unsigned most = rest.size() - firstOptional;
  for (unsigned which = 0; which < 2; ++which)
    most = std::min(most,
                    both.sides[which].registerRank - forms[which]->registers);
  return most;
}

MemoryLayout PairPlanner::layout(unsigned roundBits) const {
  unsigned dimensions = rest.size() - roundBits;
  unsigned banks = std::min(bankBits(), dimensions);
  Words space;
  for (unsigned bit = 0; bit < dimensions; ++bit)
    space.push_back(unit(bit));
  Words touched = touchedBy(both.first, banks);
  Words others = touchedBy(1 - both.first, banks);
  completeTo(banks, others, touched);
  completeTo(banks, space, touched);
  completeTo(banks, touched, others);
  MemoryLayout layout;
  layout.vector = vector;
  for (Word coordinates : touched)
    layout.bank.push_back(multiply(rest, coordinates));
  // Bytes of one word, too, differ in what changes no bank.
  for (Word coordinates : commonComplement(touched, others, space))
    (layout.vector.size() < WordBits ? layout.vector : layout.segment)
        .push_back(multiply(rest, coordinates));
  for (unsigned i = dimensions; i < rest.size(); ++i)
    layout.rounds.push_back(rest[i]);
  return layout;
}

} // namespace heddle
