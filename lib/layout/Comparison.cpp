//===- Comparison.cpp - How two layouts differ ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Comparison.h"

#include "heddle/f2/Elimination.h"
#include "heddle/f2/Subspace.h"
#include "heddle/layout/Equality.h"

#include <algorithm>
#include <ranges>

namespace heddle {

namespace {

LayoutSense senseOf(const LinearLayout &a, const LinearLayout &b) {
  if (a == b)
    return LayoutSense::Equal;
  if (a.hasIn(Dim::Register) && equalUpToPermutation(a, b, Dim::Register))
    return LayoutSense::EqualUpToRegisters;
  if (equalUpToReplication(a, b))
    return LayoutSense::EqualUpToReplication;
  return LayoutSense::Different;
}

/// All dimensions of both, in the order of the first.
std::vector<Dim> insOf(const LinearLayout &a, const LinearLayout &b) {
  std::vector<Dim> dims;
  for (const LinearLayout *layout : {&a, &b})
    for (const DimBits &in : layout->ins())
      if (std::ranges::find(dims, in.dim) == dims.end())
        dims.push_back(in.dim);
  return dims;
}

std::vector<BasisDifference> differencesOf(const LinearLayout &a,
                                           const LinearLayout &b) {
  std::vector<BasisDifference> differences;
  auto basisAt = [](const LinearLayout &layout, Dim dim, unsigned bit) {
    return bit < layout.inBits(dim)
               ? std::optional<Word>(layout.bases(dim)[bit])
               : std::nullopt;
  };
  for (Dim dim : insOf(a, b))
    for (unsigned bit = 0; bit < std::max(a.inBits(dim), b.inBits(dim));
         ++bit) {
      BasisDifference difference = {dim, bit, basisAt(a, dim, bit),
                                    basisAt(b, dim, bit)};
      if (difference.a != difference.b)
        differences.push_back(difference);
    }
  return differences;
}

/// Where a layout keeps its elements, in numbers that agree between layouts
/// with unlike numbers of lanes or registers.
class Places {
public:
  /// Each dimension, and its bits in the layout that has more of them.
  using Fields = std::vector<DimBits>;

  Places(const LinearLayout &layout, const Fields &fields)
      : layout(layout), fields(fields) {
    Words directions;
    f2::Subspace kernel = f2::kernel(layout.matrix());
    for (Word direction : kernel.basis())
      directions.push_back(numberOf(direction));
    if (auto span = f2::Subspace::span(f2::MaxBits, directions))
      copies = std::move(*span);
  }

  /// What the places of one element differ by, the same for every element.
  const f2::Subspace &copiesApart() const { return copies; }

  /// The smallest place of the element; none if nothing holds it.
  std::optional<Word> of(Word element) const {
    auto solution = f2::solve(layout.matrix(), element);
    if (const auto *found = std::get_if<f2::Solution>(&solution))
      return copies.reduce(numberOf(found->x));
    return std::nullopt;
  }

private:
  using Words = f2::Words;

  Word numberOf(Word location) const {
    Word number = 0;
    unsigned shift = 0;
    for (const DimBits &field : fields) {
      Word coordinate = f2::shiftRight(location, layout.inShift(field.dim)) &
                        f2::lowMask(layout.inBits(field.dim));
      number |= f2::shiftLeft(coordinate, shift);
      shift += field.bits;
    }
    return number;
  }

  const LinearLayout &layout;
  const Fields &fields;
  f2::Subspace copies;
};

/// The first element in row-major order that the two keep in unlike places:
/// what is held more often is so from the first element on, and otherwise the
/// places differ linearly, so that it is a power of two.
std::optional<Word> firstElement(const LinearLayout &a, const LinearLayout &b,
                                 const Places::Fields &fields) {
  unsigned bits = 0;
  for (const DimBits &field : fields)
    bits += field.bits;
  if (bits > f2::MaxBits)
    return std::nullopt;
  Places first(a, fields);
  Places second(b, fields);
  if (first.copiesApart() != second.copiesApart())
    return 0;
  for (const DimBits &out : std::views::reverse(a.outs()))
    for (unsigned bit = 0; bit < out.bits; ++bit) {
      Word element = f2::unit(a.outShift(out.dim) + bit);
      if (first.of(element) != second.of(element))
        return element;
    }
  return std::nullopt;
}

/// The first element that other threads hold; if there is none, the first in
/// other registers.
std::optional<Word> firstElement(const LinearLayout &a, const LinearLayout &b) {
  Places::Fields threads;
  Places::Fields all;
  for (Dim dim : insOf(a, b)) {
    all.push_back({dim, std::max(a.inBits(dim), b.inBits(dim))});
    if (dim != Dim::Register)
      threads.push_back(all.back());
  }
  std::optional<Word> found = firstElement(a, b, threads);
  return found ? found : firstElement(a, b, all);
}

/// "16x32"; nothing for a scalar.
std::string shapeText(const LinearLayout &layout) {
  std::string text;
  for (const DimBits &out : layout.outs())
    text += concat(text.empty() ? "" : "x", layout.outSize(out.dim));
  return text;
}

Result<void> checkShapes(const LinearLayout &a, const LinearLayout &b) {
  if (!std::ranges::equal(a.outs(), b.outs()))
    return failure(concat("expects layouts of tensors of one shape, but got ",
                          shapeText(a), " and ", shapeText(b)));
  return {};
}

/// How many locations of `to` find their element in `from` at the same
/// coordinates of all but the first `free` of the dimensions. They form a
/// subspace: those x for which some choice of the free coordinates makes up for
/// to(x) ^ from(x without its free coordinates).
std::uint64_t countWithin(const LinearLayout &from, const LinearLayout &to,
                          std::span<const Dim> dims, std::size_t free) {
  f2::Words choices;
  for (Dim dim : dims.first(free))
    for (Word basis : from.bases(dim))
      choices.push_back(basis);
  auto reach = f2::Subspace::span(f2::MaxBits, choices);
  f2::Words gaps;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    std::span<const Word> bases = to.bases(dims[i]);
    std::span<const Word> kept = from.bases(dims[i]);
    for (std::size_t bit = 0; bit < bases.size(); ++bit)
      // `from` has no coordinate with a bit that it lacks.
      if (i < free || bit < kept.size())
        gaps.push_back(reach->reduce(bases[bit] ^ (i < free ? 0 : kept[bit])));
  }
  auto span = f2::Subspace::span(f2::MaxBits, gaps);
  return f2::unit(gaps.size() - span->dimension());
}

} // namespace

std::string_view senseName(LayoutSense sense) {
  switch (sense) {
  case LayoutSense::Equal:
    return "equal";
  case LayoutSense::EqualUpToRegisters:
    return "equal up to registers";
  case LayoutSense::EqualUpToReplication:
    return "equal up to replication";
  case LayoutSense::Different:
    return "different";
  }
  return "";
}

Result<LayoutComparison> compareLayouts(const LinearLayout &a,
                                        const LinearLayout &b) {
  if (Result<void> same = checkShapes(a, b); !same)
    return tl::unexpected(std::move(same.error()));
  return LayoutComparison{senseOf(a, b), firstElement(a, b),
                          differencesOf(a, b)};
}

Result<Distances> countDistances(const LinearLayout &from,
                                 const LinearLayout &to) {
  if (Result<void> same = checkShapes(from, to); !same)
    return tl::unexpected(std::move(same.error()));
  if (to.bases().size() == f2::MaxBits)
    return failure(concat("expects at most 2^", f2::MaxBits - 1,
                          " locations to count, but got 2^", f2::MaxBits));
  std::vector<Dim> dims = insOf(from, to);
  Distances distances;
  std::uint64_t within = distances.same = countWithin(from, to, dims, 0);
  for (std::size_t free = 1; free <= dims.size(); ++free) {
    std::uint64_t more = countWithin(from, to, dims, free);
    distances.moved.push_back({dims[free - 1], more - within});
    within = more;
  }
  distances.missing = f2::unit(to.bases().size()) - within;
  return distances;
}

} // namespace heddle
