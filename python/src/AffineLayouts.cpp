//===- AffineLayouts.cpp - AffineLayout in Python -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutClass.h"
#include "Results.h"
#include "heddle/layout/AffineLayout.h"
#include "heddle/layout/Text.h"

#include <map>
#include <nanobind/operators.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

using Offset = std::map<std::string, std::uint64_t>;

AffineLayout make(const LinearLayout &linear, const Offset &offset) {
  std::vector<Coordinate> coordinates;
  for (const auto &[name, value] : offset)
    coordinates.push_back({Dim::named(name), value});
  return valueOf(AffineLayout::create(linear, coordinates));
}

/// In the order of the output dimensions.
nb::dict offsetOf(const AffineLayout &layout) {
  nb::dict offset;
  for (const DimBits &out : layout.linear().outs())
    offset[nb::str(out.dim.name().data(), out.dim.name().size())] =
        layout.linear().field(layout.offset(), out.dim);
  return offset;
}

nb::dict apply(const AffineLayout &layout, const nb::dict &location) {
  nb::dict element = applyLinear(layout.linear(), location);
  for (auto [name, value] : offsetOf(layout))
    element[name] = element[name] ^ value;
  return element;
}

std::string textOf(const AffineLayout &layout) {
  return concat(toText(layout.linear()), " ^ ",
                elementText(layout.linear(), layout.offset()));
}

auto raising(Result<AffineLayout> (*function)(const AffineLayout &,
                                              const AffineLayout &)) {
  return [function](const AffineLayout &self, const AffineLayout &outer) {
    return valueOf(function(self, outer));
  };
}

} // namespace

void bindAffineLayouts(nb::module_ &module) {
  nb::class_<AffineLayout>(
      module, "AffineLayout",
      "A layout with an offset, x -> linear(x) ^ offset: a slice that does not "
      "start at\nelement 0, or a flip. Coordinates of the offset that are not "
      "given are 0.\n\n"
      ">>> import heddle\n"
      ">>> lanes = heddle.LinearLayout.from_bases([('lane', [[1], [2]])], "
      "['dim0'], [16], False)\n"
      ">>> part = heddle.AffineLayout(lanes, {'dim0': 12})\n"
      ">>> part.apply({'lane': 3})\n"
      "{'dim0': 15}\n"
      ">>> part.text\n"
      "'{lane: [1, 2]} -> {dim0: 16} ^ (dim0=12)'")
      .def(
          "__init__",
          [](AffineLayout *self, const LinearLayout &linear,
             const Offset &offset) {
            new (self) AffineLayout(make(linear, offset));
          },
          "linear"_a, "offset"_a = Offset(),
          nb::sig("def __init__(self, linear: LinearLayout, "
                  "offset: dict[str, int] = {}) -> None"))
      .def_static(
          "flip_1d",
          [](std::uint64_t size, std::string_view in, std::string_view out) {
            return valueOf(
                AffineLayout::flip1D(size, Dim::named(in), Dim::named(out)));
          },
          "size"_a, "in_dim_name"_a, "out_dim_name"_a, "x -> size - 1 - x.")
      .def_prop_ro("linear", &AffineLayout::linear, "Without the offset.")
      .def_prop_ro("offset", offsetOf,
                   nb::sig("def offset(self) -> dict[str, int]"),
                   "The element of location 0.")
      .def("is_linear", &AffineLayout::isLinear, "Is the offset 0?")
      .def("apply", apply, "location"_a,
           nb::sig("def apply(self, location: dict[str, typing.Any]) -> "
                   "dict[str, typing.Any]"),
           "As LinearLayout.apply.")
      .def("compose", raising(compose), "outer"_a,
           nb::sig("def compose(self, outer: AffineLayout | LinearLayout) -> "
                   "AffineLayout"),
           "x -> outer(self(x)).")
      .def("invert_and_compose", raising(invertAndCompose), "outer"_a,
           nb::sig("def invert_and_compose(self, outer: AffineLayout | "
                   "LinearLayout) -> AffineLayout"),
           "The smallest X with outer(X(x)) = self(x) for all x.")
      .def(
          "invert",
          [](const AffineLayout &self) { return valueOf(invert(self)); },
          "The layout from elements to locations.")
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__",
           [](const AffineLayout &self) {
             return hashValue(self.linear()) ^ self.offset();
           })
      .def_prop_ro("text", textOf, "One line.")
      .def("__str__", textOf)
      .def("__repr__",
           [](const AffineLayout &self) {
             return concat("<heddle.AffineLayout: ", textOf(self), ">");
           })
      .def(
          "__getstate__",
          [](const AffineLayout &self) {
            return nb::make_tuple(toText(self.linear()), offsetOf(self));
          },
          nb::sig("def __getstate__(self) -> tuple[str, dict[str, int]]"))
      .def(
          "__setstate__",
          [](AffineLayout &self, const std::tuple<std::string, Offset> &state) {
            const auto &[linear, offset] = state;
            new (&self) AffineLayout(make(valueOf(parseText(linear)), offset));
          },
          nb::sig("def __setstate__(self, arg: tuple[str, dict[str, int]], /) "
                  "-> None"));
  nb::implicitly_convertible<LinearLayout, AffineLayout>();
}

} // namespace heddle::python
