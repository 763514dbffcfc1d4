//===- LayoutJson.cpp - Layouts as JSON -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutJson.h"
#include "LayoutProps.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Subspace.h"

#include <nlohmann/json.hpp>

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

Result<json> subjectJson(const LayoutSubject &subject,
                         const WriteOptions &options) {
  Result<std::string> text = toText(subject.type, options);
  if (!text)
    return tl::unexpected(std::move(text.error()));
  json object = {{"type", *text},
                 {"shape", subject.type.shape},
                 {"bases", basesJson(subject.layout)}};
  if (subject.encoding.kind() == EncodingKind::Shared)
    object["alignment"] = alignmentOf(subject.encoding);
  json paddings = json::array();
  for (const Padding &padding : paddingsOf(subject.encoding))
    paddings.push_back({padding.interval, padding.padding});
  if (!paddings.empty())
    object["paddings"] = std::move(paddings);
  return object;
}

json matrixJson(const LinearLayout &layout) {
  json rows = json::array();
  for (unsigned row = 0; row < layout.totalOutBits(); ++row) {
    json entries = json::array();
    for (Word basis : layout.bases())
      entries.push_back(basis >> row & 1);
    rows.push_back(std::move(entries));
  }
  return rows;
}

json coordinatesJson(ListRef<Coordinate> coordinates) {
  json object = json::object();
  for (const Coordinate &coordinate : coordinates)
    object[std::string(coordinate.dim.name())] = coordinate.value;
  return object;
}

} // namespace

json basesJson(const LinearLayout &layout) {
  json bases = json::object();
  for (const DimBits &in : layout.ins()) {
    json vectors = json::array();
    for (Word word : layout.bases(in.dim)) {
      json vector = json::array();
      for (const DimBits &out : layout.outs())
        vector.push_back(layout.field(word, out.dim));
      vectors.push_back(std::move(vector));
    }
    bases[std::string(in.dim.name())] = std::move(vectors);
  }
  return bases;
}

Holders holdersOf(const LayoutSubject &subject, Word element) {
  Holders holders;
  f2::Matrix matrix = subject.layout.matrix();
  auto solution = f2::solve(matrix, element);
  const auto *found = std::get_if<f2::Solution>(&solution);
  if (found == nullptr)
    return holders;
  f2::Subspace kernel = f2::kernel(matrix);
  holders.directions = f2::Words(kernel.basis());
  holders.smallest = kernel.reduce(found->x);
  return holders;
}

json locationJson(const LayoutSubject &subject, Word location) {
  json object = json::object();
  const LinearLayout &layout = subject.layout;
  std::span<const Padding> paddings = paddingsOf(subject.encoding);
  for (const DimBits &in : layout.ins()) {
    std::uint64_t value =
        f2::shiftRight(location, layout.inShift(in.dim)) & f2::lowMask(in.bits);
    object[std::string(in.dim.name())] = value;
    if (in.dim == Dim::Offset && !paddings.empty())
      object["paddedOffset"] = paddedOffset(paddings, value);
  }
  return object;
}

Result<std::string> jsonLine(const LayoutSubject &subject,
                             const WriteOptions &options) {
  Result<json> object = subjectJson(subject, options);
  if (!object)
    return tl::unexpected(std::move(object.error()));
  return object->dump() + "\n";
}

Result<std::string> jsonReport(const LayoutSubject &subject,
                               const ReportOptions &options) {
  Result<json> object = subjectJson(subject, options.write);
  if (!object)
    return tl::unexpected(std::move(object.error()));
  if (options.view == LayoutView::Matrix)
    (*object)["matrix"] = matrixJson(subject.layout);
  json props = json::object();
  for (const LayoutProp &prop : layoutProps(subject))
    std::visit([&](const auto &value) { props[prop.name] = value; },
               prop.value);
  (*object)["props"] = std::move(props);
  if (std::vector<std::string> notes = layoutNotes(subject); !notes.empty())
    (*object)["notes"] = notes;
  return object->dump() + "\n";
}

Result<std::string> jsonHolders(const LayoutSubject &subject,
                                ListRef<Coordinate> element) {
  const LinearLayout &layout = subject.layout;
  constexpr unsigned MaxHolderBits = 20;
  Word wanted = 0;
  for (const Coordinate &coordinate : element) {
    if (coordinate.value >= layout.outSize(coordinate.dim))
      return failure(concat("expects a coordinate of ", coordinate.dim.name(),
                            " below ", layout.outSize(coordinate.dim),
                            ", but got ", coordinate.value));
    wanted |= f2::shiftLeft(coordinate.value, layout.outShift(coordinate.dim));
  }
  Holders found = holdersOf(subject, wanted);
  if (found.directions.size() > MaxHolderBits)
    return failure(concat("expects at most 2^", MaxHolderBits,
                          " holders of an element, but got 2^",
                          found.directions.size()));
  json holders = json::array();
  for (Word i = 0; found.smallest && i < f2::unit(found.directions.size()); ++i)
    holders.push_back(locationJson(
        subject, *found.smallest ^ f2::multiply(found.directions, i)));
  json object = {{"element", coordinatesJson(element)},
                 {"holders", std::move(holders)}};
  return object.dump() + "\n";
}

Result<std::string> jsonHeld(const LayoutSubject &subject,
                             ListRef<Coordinate> location) {
  Result<Coordinates> element = subject.layout.apply(location);
  if (!element)
    return tl::unexpected(std::move(element.error()));
  Word flat = 0;
  for (const Coordinate &coordinate : location)
    flat |=
        f2::shiftLeft(coordinate.value, subject.layout.inShift(coordinate.dim));
  json object = {{"location", locationJson(subject, flat)},
                 {"element", coordinatesJson(*element)}};
  return object.dump() + "\n";
}

} // namespace heddle
