//===- LayoutDiff.cpp - Comparing two layouts -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/driver/LayoutDiff.h"
#include "heddle/layout/Equality.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

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

std::string basisText(const LinearLayout &layout, std::optional<Word> basis) {
  return basis ? elementText(layout, *basis) : "none";
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
  std::vector<Dim> dims;
  for (const LinearLayout *layout : {&a, &b})
    for (const DimBits &in : layout->ins())
      if (std::ranges::find(dims, in.dim) == dims.end())
        dims.push_back(in.dim);
  for (Dim dim : dims)
    for (unsigned bit = 0; bit < std::max(a.inBits(dim), b.inBits(dim));
         ++bit) {
      BasisDifference difference = {dim, bit, basisAt(a, dim, bit),
                                    basisAt(b, dim, bit)};
      if (difference.a != difference.b)
        differences.push_back(difference);
    }
  return differences;
}

/// The smallest location that the two map to different elements: a single bit,
/// because all smaller bits agree. Bits that only one of them has do not count.
std::optional<BasisDifference>
firstElement(const std::vector<BasisDifference> &differences) {
  for (const BasisDifference &difference : differences)
    if (difference.a && difference.b)
      return difference;
  return std::nullopt;
}

const char *senseText(LayoutSense sense) {
  switch (sense) {
  case LayoutSense::Equal:
    return "equal";
  case LayoutSense::EqualUpToRegisters:
    return "equal up to registers: each thread holds the same elements, in "
           "other registers";
  case LayoutSense::EqualUpToReplication:
    return "equal up to replication: the same apart from copies";
  case LayoutSense::Different:
    return "different";
  }
  return "";
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

std::string diffText(const LinearLayout &a, const LinearLayout &b,
                     LayoutSense sense,
                     const std::vector<BasisDifference> &differences) {
  std::string text = concat(senseText(sense), "\n");
  if (std::optional<BasisDifference> first = firstElement(differences))
    text +=
        concat("first difference: ", first->dim.name(), "=",
               f2::unit(first->bit), " holds ", basisText(a, first->a),
               " in the first, ", basisText(b, first->b), " in the second\n");
  for (const BasisDifference &difference : differences)
    text += concat("  ", difference.dim.name(), " bit ", difference.bit, ": ",
                   basisText(a, difference.a), " | ",
                   basisText(b, difference.b), "\n");
  return text;
}

std::string diffJson(const LinearLayout &a, const LinearLayout &b,
                     LayoutSense sense,
                     const std::vector<BasisDifference> &differences) {
  using json = nlohmann::ordered_json;
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
                    {"a", vector(a, difference.a)},
                    {"b", vector(b, difference.b)}});
  json object = {{"result", senseName(sense)}, {"differences", list}};
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
                   {}, "give both the same -t");
  if (a.encoding.kind() != b.encoding.kind())
    return failure(
        "expects two layouts of registers or two of the same memory, "
        "but got different kinds");
  LayoutSense sense = senseOf(a.layout, b.layout);
  std::vector<BasisDifference> differences = differencesOf(a.layout, b.layout);
  return LayoutDifference{sense,
                          diffText(a.layout, b.layout, sense, differences),
                          diffJson(a.layout, b.layout, sense, differences)};
}

} // namespace heddle
