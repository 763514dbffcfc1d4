//===- Tokens.cpp - Names of locations and elements -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"

#include "Decimal.h"

namespace heddle::view {

namespace {

/// Thread t of a block is lane + lanes * warp: the bits of both, side by side.
Axis threadAxis(const IndexedLayout &layout) {
  Axis lane = layout.in(Dim::Lane);
  return {Dim::Thread, lane.bits + layout.in(Dim::Warp).bits, lane.shift};
}

/// "B1:P0:": what stands in front of every token.
std::string prefixText(const IndexedLayout &layout, Word location) {
  std::string text;
  if (Axis block = layout.in(Dim::Block); block.bits != 0)
    text += concat("B", block.of(location), ":");
  if (Axis partition = layout.in(Dim::Partition); partition.bits != 0)
    text += concat("P", partition.of(location), ":");
  return text;
}

std::string joinedCoordinates(const IndexedLayout &layout, Word location) {
  std::string text;
  for (const Axis &in : layout.ins()) {
    if (!text.empty())
      text += ':';
    appendNumber(text, in.of(location));
  }
  return text.empty() ? "0" : text;
}

std::string joinedNames(std::span<const Axis> axes) {
  std::string text;
  for (const Axis &axis : axes)
    text += concat(text.empty() ? "" : ":", axis.dim.name());
  return text;
}

} // namespace

std::string tokenText(const IndexedLayout &layout, Word location) {
  switch (layout.kind()) {
  case LayoutKind::Distributed:
    return concat(prefixText(layout, location), "T",
                  threadAxis(layout).of(location), ":",
                  layout.in(Dim::Register).of(location));
  case LayoutKind::Shared:
    return concat(prefixText(layout, location),
                  layout.in(Dim::Offset).of(location));
  case LayoutKind::TensorMemory:
    return concat(prefixText(layout, location),
                  layout.in(Dim::Row).of(location), ":",
                  layout.in(Dim::Col).of(location));
  case LayoutKind::Other:
    break;
  }
  return joinedCoordinates(layout, location);
}

std::string tokenLegend(const IndexedLayout &layout) {
  std::string prefix = layout.in(Dim::Block).bits != 0 ? "B<block>:" : "";
  if (layout.in(Dim::Partition).bits != 0)
    prefix += "P<partition>:";
  switch (layout.kind()) {
  case LayoutKind::Distributed:
    return concat(prefix, "T<thread>:<register>, where thread = lane + ",
                  layout.in(Dim::Lane).size(), " * warp");
  case LayoutKind::Shared:
    return concat(prefix, "<offset>, counted in elements");
  case LayoutKind::TensorMemory:
    return concat(prefix, "<row>:<col> of tensor memory");
  case LayoutKind::Other:
    break;
  }
  return layout.ins().empty() ? "0 is the only location"
                              : joinedNames(layout.ins());
}

std::string replicaLegend(const IndexedLayout &layout) {
  if (layout.replicas().empty())
    return "";
  std::uint64_t more =
      f2::lowMask(static_cast<unsigned>(layout.replicas().size()));
  return concat("+", more, ": ", more, " more location", more == 1 ? "" : "s",
                more == 1 ? " holds" : " hold", " the same element, at xor ",
                replicasText(layout));
}

std::uint64_t colourOf(const IndexedLayout &layout, Word location) {
  switch (layout.kind()) {
  case LayoutKind::Distributed:
    return threadAxis(layout).of(location);
  case LayoutKind::Shared: {
    unsigned rowBits = layout.outs().empty() ? 0 : layout.outs().back().bits;
    return f2::shiftRight(layout.in(Dim::Offset).of(location), rowBits);
  }
  case LayoutKind::TensorMemory:
    return layout.in(Dim::Row).of(location);
  case LayoutKind::Other:
    break;
  }
  if (layout.ins().size() < 2)
    return location;
  return f2::shiftRight(location, layout.ins().back().bits);
}

std::string colourNoun(const IndexedLayout &layout) {
  switch (layout.kind()) {
  case LayoutKind::Distributed:
    return "thread";
  case LayoutKind::Shared:
    return concat("offset / ",
                  layout.outs().empty() ? 1 : layout.outs().back().size());
  case LayoutKind::TensorMemory:
    return "row of tensor memory";
  case LayoutKind::Other:
    break;
  }
  if (layout.ins().size() < 2)
    return "location";
  return joinedNames(layout.ins().first(layout.ins().size() - 1));
}

std::string elementText(const IndexedLayout &layout, Word element,
                        Align align) {
  std::string text = "(";
  for (const Axis &out : layout.outs()) {
    if (text.size() > 1)
      text += ',';
    appendPadded(text, out.of(element),
                 align == Align::ToSize ? digits(f2::lowMask(out.bits)) : 0);
  }
  return text + ')';
}

std::string axesText(std::span<const Axis> axes, Word number,
                     std::string_view equals) {
  std::string text;
  for (const Axis &axis : axes)
    text += concat(text.empty() ? "" : ", ", axis.dim.name(), equals,
                   axis.of(number));
  return text;
}

std::string differenceText(const IndexedLayout &layout, Word difference) {
  std::string text;
  for (std::size_t i = layout.ins().size(); i-- != 0;)
    if (const Axis &in = layout.ins()[i]; in.of(difference) != 0)
      text += concat(text.empty() ? "" : ", ", in.dim.name(), "=",
                     in.of(difference));
  return text;
}

std::string replicasText(const IndexedLayout &layout) {
  std::string text;
  for (Word difference : layout.replicas())
    text += concat(text.empty() ? "{" : ", {",
                   differenceText(layout, difference), "}");
  return layout.replicas().size() > 1 ? text + " and their sums" : text;
}

std::string shapeText(const IndexedLayout &layout) {
  std::string text;
  for (const Axis &out : layout.outs()) {
    if (!text.empty())
      text += 'x';
    appendNumber(text, out.size());
  }
  return text.empty() ? "scalar" : text;
}

} // namespace heddle::view
