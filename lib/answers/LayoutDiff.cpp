//===- LayoutDiff.cpp - Comparing two layouts -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutDiff.h"
#include "LayoutJson.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Subspace.h"
#include "heddle/layout/Equality.h"

#include <algorithm>
#include <ranges>

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

LayoutSense senseOf(const LinearLayout &a, const LinearLayout &b) {
  if (a == b)
    return LayoutSense::Equal;
  if (a.hasIn(Dim::Register) && equalUpToPermutation(a, b, Dim::Register))
    return LayoutSense::EqualUpToRegisters;
  if (equalUpToReplication(a, b))
    return LayoutSense::EqualUpToReplication;
  return LayoutSense::Different;
}

std::string basisText(const LinearLayout &layout, std::optional<Word> basis) {
  return basis ? elementText(layout, *basis) : "none";
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

/// A basis vector that one layout has and the other has not, or has otherwise.
struct BasisDifference {
  Dim dim;
  unsigned bit;
  std::optional<Word> a, b;
};

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
    for (Word direction : f2::kernel(layout.matrix()).basis())
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

/// Equal gaps up to an interval leave equal offsets below it.
std::optional<std::uint64_t> firstOffset(std::span<const Padding> a,
                                         std::span<const Padding> b) {
  std::optional<std::uint64_t> first;
  for (auto [ours, theirs] : {std::pair(a, b), std::pair(b, a)})
    for (const Padding &padding : ours)
      if (std::ranges::find(theirs, padding) == theirs.end())
        first = std::min(first.value_or(padding.interval), padding.interval);
  return first;
}

/// Gaps that elements stand behind.
std::optional<std::uint64_t> firstGap(const LayoutSubject &a,
                                      const LayoutSubject &b) {
  std::optional<std::uint64_t> offset =
      firstOffset(paddingsOf(a.encoding), paddingsOf(b.encoding));
  return offset && *offset < a.layout.inSize(Dim::Offset) ? offset
                                                          : std::nullopt;
}

const char *senseName(LayoutSense sense) {
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

const char *senseMeaning(LayoutSense sense) {
  switch (sense) {
  case LayoutSense::EqualUpToRegisters:
    return ": each thread holds the same elements, in other registers";
  case LayoutSense::EqualUpToReplication:
    return ": the same apart from copies";
  case LayoutSense::Equal:
  case LayoutSense::Different:
    return "";
  }
  return "";
}

/// The first element that the layouts tell apart; where they do not, the first
/// that the gaps do.
std::optional<Word> firstElement(const LayoutSubject &a,
                                 const LayoutSubject &b) {
  std::optional<Word> element = firstElement(a.layout, b.layout);
  if (std::optional<std::uint64_t> offset = firstGap(a, b); offset && !element)
    return f2::multiply(a.layout.bases(Dim::Offset), *offset);
  return element;
}

/// "register=0, lane=1 (2 in all)".
std::string holdersText(const LayoutSubject &subject, Word element) {
  Holders holders = holdersOf(subject, element);
  if (!holders.smallest)
    return "nowhere";
  json location = locationJson(subject, *holders.smallest);
  std::string text;
  for (const auto &[name, value] : location.items())
    text +=
        concat(text.empty() ? "" : ", ", name, "=", value.get<std::uint64_t>());
  if (holders.directions.empty())
    return text;
  return concat(text, " (2^", holders.directions.size(), " in all)");
}

json holdersJson(const LayoutSubject &subject, Word element) {
  Holders holders = holdersOf(subject, element);
  if (!holders.smallest)
    return json();
  return {{"location", locationJson(subject, *holders.smallest)},
          {"copyBits", holders.directions.size()}};
}

struct Comparison {
  const LayoutSubject &a, &b;
  LayoutSense sense;
  std::optional<Word> first;
  std::vector<BasisDifference> differences;
};

std::string diffText(const Comparison &comparison) {
  const auto &[a, b, sense, first, differences] = comparison;
  std::string text = concat(senseName(sense), senseMeaning(sense), "\n");
  if (first)
    text += concat("first difference: ", elementText(a.layout, *first),
                   "\n  first:  ", holdersText(a, *first),
                   "\n  second: ", holdersText(b, *first), "\n");
  if (!differences.empty())
    text += "basis vectors, first | second:\n";
  for (const BasisDifference &difference : differences)
    text += concat("  ", difference.dim.name(), " bit ", difference.bit, ": ",
                   basisText(a.layout, difference.a), " | ",
                   basisText(b.layout, difference.b), "\n");
  return text;
}

std::string diffJson(const Comparison &comparison) {
  const auto &[a, b, sense, first, differences] = comparison;
  auto vector = [](const LinearLayout &layout, std::optional<Word> basis) {
    if (!basis)
      return json();
    json coordinates = json::array();
    for (const DimBits &out : layout.outs())
      coordinates.push_back(layout.field(*basis, out.dim));
    return coordinates;
  };
  json list = json::array();
  for (const BasisDifference &difference : differences)
    list.push_back({{"dim", difference.dim.name()},
                    {"bit", difference.bit},
                    {"a", vector(a.layout, difference.a)},
                    {"b", vector(b.layout, difference.b)}});
  json object = {{"result", senseName(sense)}};
  if (first)
    object["first"] = {{"element", vector(a.layout, first)},
                       {"a", holdersJson(a, *first)},
                       {"b", holdersJson(b, *first)}};
  object["differences"] = std::move(list);
  return object.dump() + "\n";
}

/// "16x32"; nothing for a scalar.
std::string shapeText(const LinearLayout &layout) {
  std::string text;
  for (const DimBits &out : layout.outs())
    text += concat(text.empty() ? "" : "x", layout.outSize(out.dim));
  return text;
}

} // namespace

Result<LayoutDifference> diffLayouts(const LayoutSubject &a,
                                     const LayoutSubject &b) {
  if (!std::ranges::equal(a.layout.outs(), b.layout.outs()))
    return failure(concat("expects layouts of tensors of one shape, but got ",
                          shapeText(a.layout), " and ", shapeText(b.layout)),
                   {}, "pass the same -t for both");
  if (a.encoding.kind() != b.encoding.kind())
    return failure(
        "expects two layouts of registers or two of the same memory, "
        "but got different kinds");
  LayoutSense sense =
      firstGap(a, b) ? LayoutSense::Different : senseOf(a.layout, b.layout);
  Comparison comparison = {a, b, sense, firstElement(a, b),
                           differencesOf(a.layout, b.layout)};
  return LayoutDifference{sense, diffText(comparison), diffJson(comparison)};
}

} // namespace heddle
