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

/// All accesses of 2^width bytes with this vector space and segments.
std::uint64_t wavefrontsOfFlag(const Side &side, AccessKind kind,
                               const Words &vector, const Words &segment,
                               const Target &target) {
  SharedInstruction access = {SharedInstruction::Form::Vector,
                              1U << vector.size()};
  Words images;
  LaneSpace phase = phaseOf(access, kind, target);
  for (std::uint32_t lane : phase.basis())
    images.push_back(f2::multiply(side.lanes, lane));
  unsigned units = rankWith({vector, images}) - vector.size();
  unsigned banks =
      rankWith({vector, segment, images}) - rankWith({vector, segment});
  return (f2::unit(side.registers.size() - vector.size()) *
          idealWavefronts(access, kind, target))
         << (units - banks);
}

TEST(SharedOptimum, IsReachedAmongAllFlags) {
  constexpr unsigned Half = 3;
  constexpr unsigned Banks = 4;
  constexpr unsigned BankBytesBits = 4;
  Target target = smallTarget(Half, Banks);
  std::mt19937_64 engine(4);
  std::vector<Words> segments;
  forEachSubspace(2 * Half, 2 * Half - BankBytesBits, {}, segments);
  EXPECT_EQ(segments.size(), 651U); // the Gaussian binomial of 6 over 2
  ConversionOptions options;
  options.strategy = Strategy::Shared;
  unsigned tried = 0;
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
    auto width = static_cast<unsigned>(
        std::countr_zero(plan.scratch ? plan.scratch->write.bytes : 1U));
    if (plan.counts.shuffles > 0 || !plan.scratch || width < 2 ||
        plan.scratch->write.bytes != plan.scratch->read.bytes)
      continue;
    ++tried;
    std::vector<Words> vectors;
    forEachSubspace(2 * Half, width, {}, vectors);
    std::uint64_t best = ~std::uint64_t(0);
    for (const Words &vector : vectors) {
      bool isCommon = rankWith({vector, sides[0].registers}) == Half &&
                      rankWith({vector, sides[1].registers}) == Half &&
                      rankWith({vector, sides[0].lanes, sides[1].lanes}) ==
                          width + rankWith({sides[0].lanes, sides[1].lanes});
      for (const Words &segment : segments)
        if (isCommon && rankWith({vector, segment}) == width + segment.size())
          best = std::min(best, wavefrontsOfFlag(sides[0], AccessKind::Store,
                                                 vector, segment, target) +
                                    wavefrontsOfFlag(sides[1], AccessKind::Load,
                                                     vector, segment, target));
    }
    EXPECT_EQ(plan.counts.write.actual + plan.counts.read.actual, best)
        << plan.program.text();
  }
  EXPECT_GT(tried, 20U);
}

} // namespace
} // namespace heddle
