//===- LayoutAlgebra.cpp - Layouts from layouts ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutClass.h"
#include "Results.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"

#include <nanobind/operators.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

std::vector<DimSize> sizesOf(const Sizes &sizes) {
  std::vector<DimSize> dims;
  for (const auto &[name, size] : sizes)
    dims.push_back({Dim::named(name), size});
  return dims;
}

/// A function of layouts whose errors become exceptions.
template <typename... Layouts>
auto raising(Result<LinearLayout> (*function)(Layouts...)) {
  return
      [function](Layouts... layouts) { return valueOf(function(layouts...)); };
}

/// Compositions, inverses, products.
void bindProducts(LayoutClass &layout) {
  layout.def("compose", raising(compose), "outer"_a, "x -> outer(self(x)).")
      .def("invert_and_compose", raising(invertAndCompose), "outer"_a,
           "The smallest X with outer(X(x)) = self(x) for all x: where `outer` "
           "has what\n`self` has.")
      .def("invert", raising(invert), "The layout from elements to locations.")
      .def("pseudoinvert", raising(pseudoinvert),
           "The smallest location of each element.")
      .def("__mul__", raising(product), nb::is_operator())
      .def("divide_left", raising(divideLeft), "factor"_a,
           "The only C with self == factor * C.")
      .def("divide_right", raising(divideRight), "factor"_a,
           "The only C with self == C * factor.")
      .def(
          "quotient",
          [](const LinearLayout &self, const Names &dims) {
            return valueOf(quotient(self, dimsOf(dims)));
          },
          "dims"_a,
          "Without dimensions over which the layout is the identity, unmixed "
          "with the rest.")
      .def("concat_ins", raising(concatIns), "other"_a,
           "x, y -> self(x) ^ other(y).")
      .def("concat_outs", raising(concatOuts), "other"_a,
           "x -> (self(x), other(x)).");
}

/// The same map with other dimensions.
void bindReshaping(LayoutClass &layout) {
  layout
      .def(
          "sublayout",
          [](const LinearLayout &self, const Names &ins, const Names &outs) {
            return valueOf(sublayout(self, dimsOf(ins), dimsOf(outs)));
          },
          "in_dim_names"_a, "out_dim_names"_a,
          "From these inputs, the others zero, to these outputs.")
      .def(
          "transpose_ins",
          [](const LinearLayout &self, const Names &order) {
            return valueOf(transposeIns(self, dimsOf(order)));
          },
          "order"_a, "The same map with its inputs in this order.")
      .def(
          "transpose_outs",
          [](const LinearLayout &self, const Names &order) {
            return valueOf(transposeOuts(self, dimsOf(order)));
          },
          "order"_a, "The same map with its outputs in this order.")
      .def(
          "reshape_ins",
          [](const LinearLayout &self, const Sizes &dims) {
            return valueOf(reshapeIns(self, sizesOf(dims)));
          },
          "dims"_a, "Its inputs cut into dimensions of these sizes.")
      .def(
          "reshape_outs",
          [](const LinearLayout &self, const Sizes &dims) {
            return valueOf(reshapeOuts(self, sizesOf(dims)));
          },
          "dims"_a,
          "Its outputs cut into dimensions of these sizes.\n\n"
          ">>> import heddle\n"
          ">>> lanes = heddle.LinearLayout.identity_1d(4, 'lane', 'dim0')\n"
          ">>> lanes.reshape_outs([('dim1', 2), ('dim0', 2)]).text\n"
          "'{lane: [[1, 0], [0, 1]]} -> {dim1: 2, dim0: 2}'")
      .def("flatten_ins", flattenIns, "All inputs as one dimension.")
      .def("flatten_outs", flattenOuts, "All outputs as one dimension.");
}

/// Other sizes and names of dimensions.
void bindSizes(LayoutClass &layout) {
  layout
      .def(
          "resize_in",
          [](const LinearLayout &self, std::string_view dim,
             std::uint64_t size) {
            return valueOf(resizeIn(self, Dim::named(dim), size));
          },
          "dim"_a, "size"_a, "On the first values of an input.")
      .def(
          "resize_out",
          [](const LinearLayout &self, std::string_view dim,
             std::uint64_t size) {
            return valueOf(resizeOut(self, Dim::named(dim), size));
          },
          "dim"_a, "size"_a,
          "With another size of an output, coordinates modulo that.")
      .def(
          "rename_in",
          [](const LinearLayout &self, std::string_view from,
             std::string_view to) {
            return valueOf(renameIn(self, Dim::named(from), Dim::named(to)));
          },
          "old"_a, "new"_a)
      .def(
          "rename_out",
          [](const LinearLayout &self, std::string_view from,
             std::string_view to) {
            return valueOf(renameOut(self, Dim::named(from), Dim::named(to)));
          },
          "old"_a, "new"_a);
}

} // namespace

void bindAlgebra(LayoutClass &layout) {
  bindProducts(layout);
  bindReshaping(layout);
  bindSizes(layout);
}

} // namespace heddle::python
