//===- Encodings.cpp - Layouts by their parameters in Python --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the dataclasses of heddle.encodings are made of.
//
//===----------------------------------------------------------------------===//

#include "EncodingValues.h"
#include "Results.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

using Release = std::optional<std::string>;

TritonVersion versionOf(const Release &release) {
  return release ? valueOf(parseVersion(*release)) : NewestTriton;
}

/// As a text would be read, which says in one way what can be said in several.
Encoding make(std::string_view mnemonic, const nb::dict &parameters) {
  Encoding encoding = encodingOf(mnemonic, parameters);
  ReadOptions options;
  std::string text = valueOf(toText(encoding));
  options.rank = encoding.rank();
  return valueOf(parseEncoding(text, options));
}

Encoding parse(std::string_view text, std::optional<unsigned> rank) {
  ReadOptions options;
  options.rank = rank;
  return valueOf(parseEncoding(text, options));
}

} // namespace

void bindEncodings(nb::module_ &module) {
  nb::class_<Encoding>(module, "Encoding",
                       "A layout by its parameters, verified.")
      .def_static("make", make, "family"_a, "parameters"_a,
                  nb::sig("def make(family: str, parameters: dict[str, "
                          "typing.Any]) -> Encoding"))
      .def_static("parse", parse, "text"_a, "rank"_a = nb::none())
      .def_prop_ro("family", mnemonicOf)
      .def_prop_ro("rank", &Encoding::rank)
      .def_prop_ro("parameters", parametersOf,
                   nb::sig("def parameters(self) -> dict[str, typing.Any]"))
      .def(
          "text",
          [](const Encoding &self, const Release &release) {
            return valueOf(toText(self, {.version = versionOf(release)}));
          },
          "release"_a = nb::none())
      .def(
          "layout",
          [](const Encoding &self, const std::vector<std::uint64_t> &shape,
             const Release &release) {
            return valueOf(toLinearLayout(self, shape, versionOf(release)));
          },
          "shape"_a, "release"_a = nb::none())
      .def(
          "has_gaps_of",
          [](const Encoding &self, const Encoding &other) {
            return std::ranges::equal(paddingsOf(self), paddingsOf(other));
          },
          "other"_a);
  module.def("families", families,
             nb::sig("def families() -> list[dict[str, typing.Any]]"),
             "The parameters of each family of layouts.");
}

} // namespace heddle::python
