//===- LayoutDiff.cpp - Comparing two layouts -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutDiff.h"
#include "LayoutJson.h"

#include <algorithm>

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

std::string basisText(const LinearLayout &layout, std::optional<Word> basis) {
  return basis ? elementText(layout, *basis) : "none";
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

} // namespace

Result<LayoutDifference> diffLayouts(const LayoutSubject &a,
                                     const LayoutSubject &b) {
  Result<LayoutComparison> layouts = compareLayouts(a.layout, b.layout);
  if (!layouts) {
    layouts.error().remedy = "pass the same -t for both";
    return tl::unexpected(std::move(layouts.error()));
  }
  if (a.encoding.kind() != b.encoding.kind())
    return failure(
        "expects two layouts of registers or two of the same memory, "
        "but got different kinds");
  Comparison comparison = {a, b, layouts->sense, layouts->firstElement,
                           std::move(layouts->bases)};
  if (std::optional<std::uint64_t> offset = firstGap(a, b)) {
    comparison.sense = LayoutSense::Different;
    // Where the layouts tell no element apart, the gaps do.
    if (!comparison.first)
      comparison.first = f2::multiply(a.layout.bases(Dim::Offset), *offset);
  }
  return LayoutDifference{comparison.sense, diffText(comparison),
                          diffJson(comparison)};
}

} // namespace heddle
