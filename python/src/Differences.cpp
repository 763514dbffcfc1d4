//===- Differences.cpp - How two layouts differ, in Python ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutClass.h"
#include "Results.h"
#include "heddle/layout/Comparison.h"
#include "heddle/view/LayoutKind.h"

#include <algorithm>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

struct Difference {
  LinearLayout a, b;
  LayoutComparison comparison;
  Distances distances;
};

Difference diff(const LinearLayout &a, const LinearLayout &b) {
  if (LayoutKind first = layoutKind(a), second = layoutKind(b); first != second)
    raise({concat("expects two layouts of registers or two of the same memory, "
                  "but got ",
                  kindText(first), " and ", kindText(second)),
           "", ""});
  return {a, b, valueOf(compareLayouts(a, b)), valueOf(countDistances(a, b))};
}

/// The dimensions that locations have, each with what its attribute is called.
constexpr std::pair<Dim, const char *> Attributes[] = {
    {Dim::Register, "other_register"},
    {Dim::Lane, "other_lane"},
    {Dim::Warp, "other_warp"},
    {Dim::Block, "other_block"},
    {Dim::Offset, "other_offset"},
    {Dim::Row, "other_row"},
    {Dim::Col, "other_col"},
    {Dim::Thread, "other_thread"},
    {Dim::Partition, "other_partition"},
};

std::uint64_t movedIn(const Difference &difference, Dim dim) {
  for (const Distances::InDim &moved : difference.distances.moved)
    if (moved.dim == dim)
      return moved.count;
  return 0;
}

std::uint64_t locationsOf(const Difference &difference) {
  return f2::unit(difference.b.bases().size());
}

using Vector = std::vector<std::uint64_t>;

std::optional<Vector> vectorOf(const LinearLayout &layout,
                               std::optional<Word> word) {
  if (!word)
    return std::nullopt;
  Vector vector;
  for (const DimBits &out : layout.outs())
    vector.push_back(layout.field(*word, out.dim));
  return vector;
}

using BasisRow = std::tuple<std::string, unsigned, std::optional<Vector>,
                            std::optional<Vector>>;

std::vector<BasisRow> basesOf(const Difference &difference) {
  std::vector<BasisRow> rows;
  for (const BasisDifference &each : difference.comparison.bases)
    rows.emplace_back(each.dim.name(), each.bit, vectorOf(difference.a, each.a),
                      vectorOf(difference.b, each.b));
  return rows;
}

std::string basisText(const LinearLayout &layout, std::optional<Word> basis) {
  return basis ? elementText(layout, *basis) : "none";
}

/// "  in another lane: 8", for what there is.
std::string countText(std::string_view where, std::uint64_t count) {
  return count == 0 ? "" : concat("  ", where, ": ", count, "\n");
}

std::string textOf(const Difference &difference) {
  const auto &[a, b, comparison, distances] = difference;
  std::string text = concat(senseName(comparison.sense), "\n");
  if (comparison.firstElement)
    text += concat(
        "first difference: ", elementText(a, *comparison.firstElement), "\n");
  text += concat("where the first has what ", locationsOf(difference),
                 " locations of the second hold:\n",
                 countText("at the same location", distances.same));
  for (const Distances::InDim &moved : distances.moved)
    text += countText(concat("in another ", moved.dim.name()), moved.count);
  text += countText("nowhere", distances.missing);
  if (!comparison.bases.empty())
    text += "basis vectors, first | second:\n";
  for (const BasisDifference &each : comparison.bases)
    text += concat("  ", each.dim.name(), " bit ", each.bit, ": ",
                   basisText(a, each.a), " | ", basisText(b, each.b), "\n");
  return text;
}

} // namespace

void bindDifferences(nb::module_ &module) {
  auto difference =
      nb::class_<Difference>(
          module, "Difference",
          "How two layouts differ. The numbers count the locations of the "
          "second, each by the\nnearest one where the first has its element: "
          "the same location, another register of\nthe thread, another lane "
          "of the warp, another warp of the block, another block.")
          .def_prop_ro(
              "sense",
              [](const Difference &self) {
                return std::string(senseName(self.comparison.sense));
              },
              "\"equal\", \"equal up to registers\", \"equal up to "
              "replication\" or \"different\".")
          .def_prop_ro(
              "first_element",
              [](const Difference &self) {
                return vectorOf(self.a, self.comparison.firstElement);
              },
              "The first element in row-major order that other threads hold; "
              "if there is none,\nother registers.")
          .def_prop_ro("bases", basesOf,
                       "Basis vectors that differ: the input dimension, the "
                       "bit, and both vectors; None\nwhere a layout has none.")
          .def_prop_ro("locations", locationsOf, "Of the second layout.")
          .def_prop_ro(
              "same",
              [](const Difference &self) { return self.distances.same; },
              "Locations that hold the same in both.")
          .def_prop_ro(
              "missing",
              [](const Difference &self) { return self.distances.missing; },
              "Locations whose element the first layout has nowhere.")
          .def_prop_ro("text", textOf)
          .def("__str__", textOf)
          .def("__repr__", [](const Difference &self) {
            return concat(
                "<heddle.Difference: ", senseName(self.comparison.sense), ", ",
                self.distances.same, " of ", locationsOf(self),
                " locations the same>");
          });
  for (auto [dim, name] : Attributes)
    difference.def_prop_ro(
        name, [dim](const Difference &self) { return movedIn(self, dim); },
        "Locations whose element the first layout has at another coordinate of "
        "this dimension,\nand at the same coordinates of those further out.");
  module.def("diff", diff, "a"_a, "b"_a);
}

} // namespace heddle::python
