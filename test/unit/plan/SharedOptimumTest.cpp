//===- SharedOptimumTest.cpp - The best layouts of shared memory ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// No layout of shared memory does better than the planner's, on small GPUs:
/// all invertible ones of 16 bytes are tried, and all flags of spaces of 64
/// bytes, which determine the wavefronts.
///
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "heddle/f2/Elimination.h"
#include "heddle/plan/Certificate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>

namespace heddle {
namespace {

constexpr unsigned Bits = 4;
constexpr unsigned LaneBits = 2;

/// A GPU with few lanes and banks; each phase is what the banks can serve.
Target smallTarget(unsigned laneBits, unsigned banks) {
  Target target = **findTarget("sm_75");
  target.name = "small";
  target.lanes = 1U << laneBits;
  target.banks = banks;
  target.loadMatrix = target.storeMatrix = {};
  target.mergesNeighbours = false;
  for (AccessPhases *phases : {&target.load, &target.store})
    for (unsigned log = 0; log < AccessSizes; ++log) {
      LaneSpace space = {};
      for (unsigned lanes = 1;
           lanes << (log < 2 ? 0 : log - 2) < banks && lanes < target.lanes;
           lanes *= 2)
        space.vectors[space.dimension++] = lanes;
      phases->spaces[log] = space;
    }
  return target;
}

/// Registers and lanes of a byte each, as columns.
struct Side {
  Words registers, lanes;
};

LinearLayout layoutOf(const Side &side) {
  Words words = side.registers;
  for (Word lane : side.lanes)
    words.push_back(lane);
  DimBitsList ins;
  ins.push_back({Dim::Register, side.registers.size()});
  ins.push_back({Dim::Lane, side.lanes.size()});
  DimBitsList outs;
  outs.push_back({Dim::standard(0), side.registers.size() + side.lanes.size()});
  return get(LinearLayout::fromWords(ins, outs, words));
}

/// The wavefronts of all of a warp's accesses of 2^width bytes where offset bit
/// i of byte x is bit i of `offsets * x`; none if vectors or lanes do not allow
/// that width.
std::optional<std::uint64_t> wavefronts(const Side &side, AccessKind kind,
                                        const Words &offsets, unsigned width,
                                        const Target &target) {
  Word low = f2::lowMask(width);
  f2::VectorEchelon inVector;
  for (Word combination = 0; combination < f2::unit(side.registers.size());
       ++combination)
    if (Word offset =
            f2::multiply(offsets, f2::multiply(side.registers, combination));
        (offset & ~low) == 0)
      inVector.insert(offset);
  Words laneOffsets;
  for (Word lane : side.lanes)
    laneOffsets.push_back(f2::multiply(offsets, lane));
  bool isAligned = std::ranges::all_of(
      laneOffsets, [&](Word offset) { return (offset & low) == 0; });
  if (inVector.rank() < width || !isAligned)
    return std::nullopt;
  return f2::unit(side.registers.size() - width) *
         wavefrontsOf({SharedInstruction::Form::Vector, 1U << width}, kind,
                      laneOffsets, target);
}

/// Calls `visit` with the columns of every invertible matrix.
template <class Visit> void forEachInvertible(Words columns, Visit &visit) {
  if (columns.size() == Bits)
    return visit(columns);
  for (Word column = 1; column < f2::unit(Bits); ++column) {
    Words next = columns;
    next.push_back(column);
    if (f2::rank(next) == next.size())
      forEachInvertible(next, visit);
  }
}

/// A basis of what `draw` gives for vector 0, 1, ..., half of it registers.
void dealBasis(Side &side, unsigned bits,
               const std::function<Word(unsigned)> &draw) {
  Words basis;
  while (basis.size() < bits) {
    basis.push_back(draw(basis.size()));
    if (f2::rank(basis) < basis.size())
      basis.resizeUninitialized(basis.size() - 1);
  }
  side.registers = Words(std::span<const Word>(basis).first(bits / 2));
  side.lanes = Words(std::span<const Word>(basis).subspan(bits / 2));
}

TEST(SharedOptimum, IsReachedAmongAllInvertibleLayouts) {
  Target target = smallTarget(LaneBits, 2);
  std::mt19937_64 engine(3);
  ConversionOptions options;
  options.strategy = Strategy::Shared;
  unsigned tried = 0;
  for (unsigned round = 0; round < 300; ++round) {
    std::array<Side, 2> sides;
    for (Side &side : sides) {
      // The first side keeps the unit vectors.
      dealBasis(side, Bits, [&](unsigned bit) {
        return &side == sides.data() ? f2::unit(bit) : 1 + engine() % 15;
      });
    }
    LinearLayout src = layoutOf(sides[0]);
    LinearLayout dst = layoutOf(sides[1]);
    Conversion plan = get(planConversion(src, dst, 8, target, options));
    EXPECT_TRUE(checkCertificate(plan, src, dst));
    if (plan.counts.shuffles > 0)
      continue; // of another pair of layouts, after an exchange
    ++tried;
    auto widthOf = [](const SharedInstruction &instruction) {
      return static_cast<unsigned>(std::countr_zero(instruction.bytes));
    };
    std::uint64_t best = ~std::uint64_t(0);
    auto tryOne = [&](const Words &offsets) {
      auto write = wavefronts(sides[0], AccessKind::Store, offsets,
                              widthOf(plan.scratch->write), target);
      auto read = wavefronts(sides[1], AccessKind::Load, offsets,
                             widthOf(plan.scratch->read), target);
      if (write && read)
        best = std::min(best, *write + *read);
    };
    forEachInvertible({}, tryOne);
    EXPECT_EQ(plan.counts.write.actual + plan.counts.read.actual, best)
        << plan.program.text();
  }
  EXPECT_GT(tried, 100U);
}

/// All subspaces of F2^n of a dimension, each by its reduced basis: leading
/// bits fall, and are in no other vector.
void forEachSubspace(unsigned n, unsigned dimension, Words basis,
                     std::vector<Words> &found) {
  if (basis.size() == dimension)
    return found.push_back(basis);
  Word limit =
      basis.empty() ? f2::unit(n) : f2::unit(f2::highestBit(basis.back()));
  for (Word vector = 1; vector < limit; ++vector) {
    Words next = basis;
    bool isReduced = true;
    for (Word other : basis)
      isReduced = isReduced && (other >> f2::highestBit(vector) & 1) == 0;
    if (!isReduced)
      continue;
    next.push_back(vector);
    forEachSubspace(n, dimension, next, found);
  }
}

unsigned rankWith(std::initializer_list<std::span<const Word>> lists) {
  f2::VectorEchelon span;
  for (std::span<const Word> list : lists)
    for (Word vector : list)
      span.insert(vector);
  return span.rank();
}

/// All accesses of 2^width bytes, where `vector` spans what one covers, `word`
/// the bytes of a bank's word, and `segment` what lies 2^BankBytesBits apart.
std::uint64_t wavefrontsOfFlag(const Side &side, AccessKind kind,
                               const Words &vector, const Words &word,
                               const Words &segment, const Target &target) {
  SharedInstruction access = {SharedInstruction::Form::Vector,
                              1U << vector.size()};
  Words images;
  LaneSpace phase = phaseOf(access, kind, target);
  for (std::uint32_t lane : phase.basis())
    images.push_back(f2::multiply(side.lanes, lane));
  unsigned units = rankWith({vector, word, images}) - rankWith({vector, word});
  unsigned banks = rankWith({vector, word, segment, images}) -
                   rankWith({vector, word, segment});
  return (f2::unit(side.registers.size() - vector.size()) *
          idealWavefronts(access, kind, target))
         << (units - banks);
}

/// Whether a lane's registers hold the vectors, and some complement of them
/// holds the lanes.
bool isVector(const Words &vector, const Side &side,
              std::initializer_list<std::span<const Word>> lanes) {
  std::vector<std::span<const Word>> all(lanes);
  Words together;
  for (std::span<const Word> list : all)
    for (Word lane : list)
      together.push_back(lane);
  return rankWith({vector, side.registers}) == side.registers.size() &&
         rankWith({vector, together}) == vector.size() + rankWith({together});
}

/// Subspaces of `inner` dimensions in the span of `outer`.
std::vector<Words> subspacesOf(const Words &outer, unsigned inner) {
  std::vector<Words> coordinates;
  forEachSubspace(outer.size(), inner, {}, coordinates);
  for (Words &basis : coordinates)
    for (Word &vector : basis)
      vector = f2::multiply(outer, vector);
  return coordinates;
}

constexpr unsigned Half = 3;
constexpr unsigned WordBits = 2;
constexpr unsigned BankBytesBits = 4;

/// The least wavefronts of both sides together over all flags of vectors of
/// these widths, words and segments: the narrower side's vector lies in the
/// wider one's, and both in a word or a word in them. What the flags have to
/// fulfil beyond that is left out, so that it may be less than any layout has.
std::uint64_t leastOfFlags(const std::array<Side, 2> &sides,
                           std::array<unsigned, 2> widths,
                           const Target &target) {
  unsigned wide = widths[0] >= widths[1] ? 0 : 1;
  std::vector<Words> outers, segments;
  forEachSubspace(2 * Half, widths[wide], {}, outers);
  forEachSubspace(2 * Half, 2 * Half - BankBytesBits, {}, segments);
  std::uint64_t best = ~std::uint64_t(0);
  auto tryWord = [&](const std::array<Words, 2> &vectors, const Words &word) {
    for (const Words &segment : segments)
      if (rankWith({vectors[wide], word, segment}) ==
          rankWith({vectors[wide], word}) + segment.size())
        best = std::min(
            best, wavefrontsOfFlag(sides[0], AccessKind::Store, vectors[0],
                                   word, segment, target) +
                      wavefrontsOfFlag(sides[1], AccessKind::Load, vectors[1],
                                       word, segment, target));
  };
  std::array<Words, 2> vectors;
  for (const Words &outer : outers) {
    vectors[wide] = outer;
    if (!isVector(outer, sides[wide], {sides[wide].lanes}))
      continue;
    for (const Words &inner : subspacesOf(outer, widths[1 - wide])) {
      vectors[1 - wide] = inner;
      if (!isVector(inner, sides[1 - wide], {sides[0].lanes, sides[1].lanes}))
        continue;
      if (outer.size() >= WordBits) {
        for (const Words &word : subspacesOf(outer, WordBits))
          if (rankWith({inner, word}) ==
              std::max<unsigned>(inner.size(), WordBits))
            tryWord(vectors, word);
        continue;
      }
      std::vector<Words> words;
      forEachSubspace(2 * Half, WordBits, {}, words);
      for (const Words &word : words)
        if (rankWith({outer, word}) == WordBits)
          tryWord(vectors, word);
    }
  }
  return best;
}

TEST(SharedOptimum, IsReachedAmongAllFlags) {
  Target target = smallTarget(Half, 4);
  std::mt19937_64 engine(4);
  std::vector<Words> segments;
  forEachSubspace(2 * Half, 2 * Half - BankBytesBits, {}, segments);
  EXPECT_EQ(segments.size(), 651U); // the Gaussian binomial of 6 over 2
  ConversionOptions options;
  options.strategy = Strategy::Shared;
  std::map<std::array<unsigned, 2>, unsigned> tried;
  for (unsigned round = 0; round < 400; ++round) {
    std::array<Side, 2> sides;
    for (Side &side : sides) {
      // Few columns differ, so that there are vectors in common.
      dealBasis(side, 2 * Half, [&](unsigned bit) {
        bool isUnit = &side == sides.data() || engine() % 3 != 0;
        return isUnit ? f2::unit(bit) : 1 + engine() % 63;
      });
    }
    Conversion plan = get(planConversion(layoutOf(sides[0]), layoutOf(sides[1]),
                                         8, target, options));
    if (plan.counts.shuffles > 0 || !plan.scratch)
      continue;
    std::array<unsigned, 2> widths = {
        static_cast<unsigned>(std::countr_zero(plan.scratch->write.bytes)),
        static_cast<unsigned>(std::countr_zero(plan.scratch->read.bytes))};
    constexpr unsigned Enough = 40;
    if (++tried[widths] > Enough)
      continue;
    EXPECT_EQ(plan.counts.write.actual + plan.counts.read.actual,
              leastOfFlags(sides, widths, target))
        << plan.program.text();
  }
  for (auto [widths, count] : tried)
    std::cout << count << " of " << (1 << widths[0]) << " to "
              << (1 << widths[1]) << " bytes\n";
  EXPECT_GE(tried.size(), 5U);
}

} // namespace
} // namespace heddle
