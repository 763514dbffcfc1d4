//===- Layouts.cpp - LinearLayout in Python -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The methods that `triton.tools.LinearLayout` has, under the same names, and
// those that it lacks. Dimensions are their names, sizes are pairs of a name
// and a number.
//
//===----------------------------------------------------------------------===//

#include "LayoutClass.h"
#include "Results.h"
#include "heddle/layout/Equality.h"
#include "heddle/layout/Reshape.h"
#include "heddle/layout/Text.h"
#include "heddle/view/SvgView.h"
#include "heddle/view/TextView.h"
#include "heddle/view/TritonView.h"

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

using Vectors = std::vector<std::vector<std::uint64_t>>;
using Bases = std::vector<std::pair<std::string, Vectors>>;

nb::str nameOf(Dim dim) {
  return nb::str(dim.name().data(), dim.name().size());
}

Names namesOf(std::span<const DimBits> dims) {
  Names names;
  for (const DimBits &each : dims)
    names.emplace_back(each.dim.name());
  return names;
}

Sizes namedSizesOf(std::span<const DimBits> dims) {
  Sizes sizes;
  for (const DimBits &each : dims)
    sizes.emplace_back(each.dim.name(), f2::unit(each.bits));
  return sizes;
}

LinearLayout fromBases(const Bases &bases, const Names &outs,
                       const std::optional<std::vector<std::uint64_t>> &sizes,
                       bool isSurjective) {
  std::vector<DimBases> all;
  for (const auto &[name, vectors] : bases)
    all.emplace_back(Dim::named(name), vectors);
  if (!sizes) {
    if (!isSurjective)
      raise({"expects out_dim_sizes where require_surjective is False, but got "
             "none",
             "", "pass the sizes of the output dimensions"});
    return valueOf(LinearLayout::fromBases(all, dimsOf(outs)));
  }
  if (sizes->size() != outs.size())
    raise({concat("expects a size for each of ", outs.size(),
                  " output dimensions, but got ", sizes->size()),
           "", ""});
  std::vector<DimSize> named;
  for (std::size_t i = 0; i < outs.size(); ++i)
    named.push_back({Dim::named(outs[i]), (*sizes)[i]});
  return valueOf(LinearLayout::fromBases(
      all, named,
      isSurjective ? Surjectivity::Required : Surjectivity::NotRequired));
}

Bases basesOf(const LinearLayout &layout) {
  Bases bases;
  for (const DimBits &in : layout.ins()) {
    Vectors vectors;
    for (Word word : layout.bases(in.dim)) {
      std::vector<std::uint64_t> &vector = vectors.emplace_back();
      for (const DimBits &out : layout.outs())
        vector.push_back(layout.field(word, out.dim));
    }
    bases.emplace_back(in.dim.name(), std::move(vectors));
  }
  return bases;
}

/// One row for each output bit, one column for each input bit, as Triton's.
Vectors matrixOf(const LinearLayout &layout) {
  Vectors rows(layout.totalOutBits());
  for (unsigned row = 0; row < rows.size(); ++row)
    for (Word basis : layout.bases())
      rows[row].push_back(f2::shiftRight(basis, row) & 1);
  return rows;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Is any bit set beyond these? Of arrays, in any element.
bool exceeds(const nb::object &value, unsigned bits) {
  nb::object above = value >> nb::int_(bits);
  if (nb::hasattr(above, "any"))
    above = above.attr("any")();
  return nb::cast<bool>(nb::bool_(above));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Of small layouts; of others notebooks show the text.
std::optional<std::string> html(const LinearLayout &layout) {
  constexpr unsigned MostBits = 12;
  if (layout.totalOutBits() > MostBits)
    return std::nullopt;
  Result<std::string> picture = svgTensorView(layout);
  return picture ? std::optional(std::move(*picture)) : std::nullopt;
}

std::string tritonView(const LinearLayout &layout, bool isHardware) {
  return valueOf(isHardware ? tritonHardwareView(layout)
                            : tritonTensorView(layout));
}

/// Constructors.
void bindConstruction(LayoutClass &layout) {
  layout
      .def_static(
          "identity_1d",
          [](std::uint64_t size, std::string_view in, std::string_view out) {
            return valueOf(LinearLayout::identity1D(size, Dim::named(in),
                                                    Dim::named(out)));
          },
          "size"_a, "in_dim_name"_a, "out_dim_name"_a, "x -> x.")
      .def_static(
          "strided_1d",
          [](std::uint64_t size, std::uint64_t stride, std::string_view in,
             std::string_view out) {
            return valueOf(LinearLayout::strided1D(size, stride, Dim::named(in),
                                                   Dim::named(out)));
          },
          "size"_a, "stride"_a, "in_dim_name"_a, "out_dim_name"_a,
          "x -> stride * x.")
      .def_static(
          "zeros_1d",
          [](std::uint64_t size, std::string_view in, std::string_view out,
             std::uint64_t outSize) {
            return valueOf(LinearLayout::zeros1D(size, Dim::named(in),
                                                 Dim::named(out), outSize));
          },
          "size"_a, "in_dim_name"_a, "out_dim_name"_a, "out_dim_size"_a = 1,
          "x -> 0: every location holds element 0.")
      .def_static("from_bases", fromBases, "bases"_a, "out_dim_names"_a,
                  "out_dim_sizes"_a = nb::none(), "require_surjective"_a = true,
                  "From pairs of an input dimension and its bases, lowest bit "
                  "first. Without\nsizes, each output dimension is as large as "
                  "its largest coordinate wants.\n\n"
                  ">>> import heddle\n"
                  ">>> swizzle = heddle.LinearLayout.from_bases(\n"
                  "...     [('thread', [[1, 1], [2, 2]]), ('warp', [[0, 1], "
                  "[0, 2]])], ['dim0', 'dim1'])\n"
                  ">>> swizzle.apply({'thread': 3, 'warp': 2})\n"
                  "{'dim0': 3, 'dim1': 1}")
      .def_static(
          "parse",
          [](std::string_view text) { return valueOf(parseText(text)); },
          "text"_a,
          "From the text that `text` gives.\n\n"
          ">>> import heddle\n"
          ">>> heddle.LinearLayout.parse('{lane: [1, 2]} -> {dim0: 4}').text\n"
          "'{lane: [1, 2]} -> {dim0: 4}'");
}

/// What is asked of a layout without changing it.
void bindProperties(LayoutClass &layout) {
  layout
      .def_prop_ro("bases", basesOf,
                   "Pairs of an input dimension and its bases.")
      .def_prop_ro(
          "in_dims",
          [](const LinearLayout &self) { return namedSizesOf(self.ins()); },
          "Pairs of an input dimension and its size.")
      .def_prop_ro(
          "out_dims",
          [](const LinearLayout &self) { return namedSizesOf(self.outs()); },
          "Pairs of an output dimension and its size.")
      .def_prop_ro("num_in_dims",
                   [](const LinearLayout &self) { return self.ins().size(); })
      .def_prop_ro("num_out_dims",
                   [](const LinearLayout &self) { return self.outs().size(); })
      .def("get_in_dim_names",
           [](const LinearLayout &self) { return namesOf(self.ins()); })
      .def("get_out_dim_names",
           [](const LinearLayout &self) { return namesOf(self.outs()); })
      .def("get_matrix_view", matrixOf,
           "The matrix: a row for each output bit, a column for each input "
           "bit.")
      .def("is_surjective", &LinearLayout::isSurjective,
           "Is each element held by some location?")
      .def("is_injective", &LinearLayout::isInjective,
           "Does no element have two locations?")
      .def("is_invertible", &LinearLayout::isInvertible);
}

/// Evaluation, and what depends on all bases.
void bindQueries(LayoutClass &layout) {
  layout
      .def("apply", applyLinear, "location"_a,
           nb::sig("def apply(self, location: dict[str, typing.Any]) -> "
                   "dict[str, typing.Any]"),
           "The element at a location, given by all its coordinates: ints, or "
           "arrays of them,\nwhich give arrays.\n\n"
           ">>> import heddle, numpy\n"
           ">>> lanes = heddle.LinearLayout.strided_1d(4, 2, 'lane', 'dim0')\n"
           ">>> lanes.apply({'lane': numpy.arange(4)})['dim0'].tolist()\n"
           "[0, 2, 4, 6]")
      .def(nb::self == nb::self,
           nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", hashValue)
      .def(
          "equal_up_to_permutation",
          [](const LinearLayout &self, const LinearLayout &other,
             std::string_view dim) {
            return equalUpToPermutation(self, other, Dim::named(dim));
          },
          "other"_a, "dim"_a,
          "Are both equal after some permutation of the values of an input?")
      .def(
          "free_variable_masks",
          [](const LinearLayout &self) {
            nb::dict masks;
            for (const Coordinate &each : self.freeVariableMasks())
              masks[nameOf(each.dim)] = each.value;
            return masks;
          },
          nb::sig("def free_variable_masks(self) -> dict[str, int]"),
          "Of each input, the bits that only replicate.")
      .def("num_consecutive_in_out", &LinearLayout::numConsecutiveInOut,
           "How many of the first values of the first input are as many "
           "consecutive\ncoordinates of the first output, wherever the other "
           "bits are.")
      .def(
          "is_zero_sublayout",
          [](const LinearLayout &self, const Names &ins, const Names &outs) {
            return valueOf(isZeroSublayout(self, dimsOf(ins), dimsOf(outs)));
          },
          "in_dim_names"_a, "out_dim_names"_a,
          "Do these outputs not depend on these inputs?");
}

/// Texts and pictures; copies go by text.
void bindTexts(LayoutClass &layout) {
  layout
      .def_prop_ro(
          "text", [](const LinearLayout &self) { return toText(self); },
          "One line.")
      .def("__str__", toTritonText)
      .def("__repr__", toTritonText)
      .def("get_shared_view", tritonView, "use_hw_view"_a,
           "Triton's picture of a layout of shared memory.")
      .def("get_distributed_view", tritonView, "use_hw_view"_a,
           "Triton's picture of a layout of registers.")
      .def(
          "tensor_view",
          [](const LinearLayout &self) { return valueOf(tensorView(self)); },
          "A table for people: who holds each element.")
      .def(
          "hardware_view",
          [](const LinearLayout &self) { return valueOf(hardwareView(self)); },
          "A table for people: what each location holds.")
      .def(
          "svg",
          [](const LinearLayout &self) { return valueOf(svgTensorView(self)); },
          "A picture of who holds each element.")
      .def("_repr_html_", html)
      .def("__getstate__",
           [](const LinearLayout &self) { return toText(self); })
      .def("__setstate__", [](LinearLayout &self, std::string_view text) {
        new (&self) LinearLayout(valueOf(parseText(text)));
      });
}

} // namespace

nb::dict applyLinear(const LinearLayout &layout, const nb::dict &location) {
  std::vector<nb::object> sums(layout.outs().size(), nb::int_(0));
  for (const DimBits &in : layout.ins()) {
    nb::str name = nameOf(in.dim);
    if (!location.contains(name))
      raise(
          {concat("expects a coordinate in ", in.dim.name(), ", but got none"),
           "", "give all input dimensions"});
    nb::object value = location[name];
    // Small numbers of arrays may have no room for coordinates.
    if (nb::hasattr(value, "astype"))
      value = value.attr("astype")("int64");
    if (exceeds(value, in.bits))
      raise({concat("expects coordinates in ", in.dim.name(), " below ",
                    f2::unit(in.bits), ", but got ",
                    nb::cast<std::string>(nb::str(value))),
             "", ""});
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      nb::object isSet = (value >> nb::int_(bit)) & nb::int_(1);
      for (std::size_t i = 0; i < sums.size(); ++i)
        if (std::uint64_t basis =
                layout.basis(in.dim, bit, layout.outs()[i].dim);
            basis != 0)
          sums[i] = sums[i] ^ (isSet * nb::int_(basis));
    }
    // So that outputs have the shape of all inputs.
    for (nb::object &sum : sums)
      sum = sum ^ (value * nb::int_(0));
  }
  if (location.size() != layout.ins().size())
    raise({concat("expects ", layout.ins().size(), " coordinates, but got ",
                  location.size()),
           "", "give the input dimensions and no others"});
  nb::dict element;
  for (std::size_t i = 0; i < sums.size(); ++i)
    element[nameOf(layout.outs()[i].dim)] = sums[i];
  return element;
}

void bindLayouts(nb::module_ &module) {
  LayoutClass layout(
      module, "LinearLayout",
      "A linear map over F2 from hardware locations to elements of a "
      "tensor.\n\n"
      "The bits of a location go in, the bits of an element's coordinates "
      "come\n"
      "out; the bases are the images of locations with one bit set. "
      "Dimensions\n"
      "go from minor to major: the first varies fastest.\n\n"
      ">>> import heddle\n"
      ">>> lanes = heddle.LinearLayout.identity_1d(4, 'lane', 'dim0')\n"
      ">>> lanes.apply({'lane': 3})\n"
      "{'dim0': 3}");
  bindConstruction(layout);
  bindAlgebra(layout);
  bindProperties(layout);
  bindQueries(layout);
  bindTexts(layout);
}

} // namespace heddle::python
