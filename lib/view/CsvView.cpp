//===- CsvView.cpp - Layouts as CSV ---------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/CsvView.h"

#include "Decimal.h"
#include "IndexedLayout.h"

namespace heddle {

using namespace view;

namespace {

Result<void> checkLines(const IndexedLayout &layout) {
  if (layout.inBits() <= MaxCsvBits)
    return {};
  return failure(concat("expects at most 2^", MaxCsvBits,
                        " locations, but got 2^", layout.inBits()),
                 "", "export a smaller tensor");
}

/// In quotes, with quotes doubled, if it has a quote, a comma or a line break.
std::string fieldText(std::string_view name) {
  if (name.find_first_of("\",\r\n") == std::string_view::npos)
    return std::string(name);
  std::string text = "\"";
  for (char c : name)
    text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

std::string header(std::span<const Axis> first, std::span<const Axis> second) {
  std::string text;
  for (std::span<const Axis> axes : {first, second})
    for (const Axis &axis : axes)
      text += (text.empty() ? "" : ",") + fieldText(axis.dim.name());
  return text + "\r\n";
}

/// The coordinates on both sides. `isFirst` keeps the comma off the first.
void appendLine(std::string &text, std::span<const Axis> axesA, Word a,
                std::span<const Axis> axesB, Word b) {
  std::string_view comma;
  auto append = [&](std::span<const Axis> axes, Word number) {
    for (const Axis &axis : axes) {
      text += comma;
      appendNumber(text, axis.of(number));
      comma = ",";
    }
  };
  append(axesA, a);
  append(axesB, b);
  text += "\r\n";
}

std::string elementsFirst(const IndexedLayout &layout) {
  f2::Subspace held = f2::image(layout.matrix());
  // The reduced basis of the elements that are held, counted through, gives
  // them in ascending order; their first holders are linear in them.
  Words firstHolders;
  for (Word element : held.basis())
    firstHolders.push_back(f2::multiply(layout.holderColumns(), element));
  LinearCounter element(held.basis());
  LinearCounter holder(firstHolders);
  std::vector<Word> replicas = allImages(layout.replicas());
  std::string text = header(layout.outs(), layout.ins());
  for (Word i = 0; i < f2::unit(held.dimension()); ++i) {
    for (Word replica : replicas)
      appendLine(text, layout.outs(), element.value(), layout.ins(),
                 holder.value() ^ replica);
    element.next();
    holder.next();
  }
  return text;
}

std::string locationsFirst(const IndexedLayout &layout) {
  LinearCounter element(layout.bases());
  std::string text = header(layout.ins(), layout.outs());
  for (Word location = 0; location < f2::unit(layout.inBits()); ++location) {
    appendLine(text, layout.ins(), location, layout.outs(), element.value());
    element.next();
  }
  return text;
}

} // namespace

Result<std::string> csvTensorView(const LinearLayout &layout) {
  IndexedLayout indexed(layout);
  return checkLines(indexed).map([&] { return elementsFirst(indexed); });
}

Result<std::string> csvHardwareView(const LinearLayout &layout) {
  IndexedLayout indexed(layout);
  return checkLines(indexed).map([&] { return locationsFirst(indexed); });
}

} // namespace heddle
