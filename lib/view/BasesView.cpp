//===- BasesView.cpp - Bases and matrices as text -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/PlainText.h"
#include "heddle/view/TextView.h"

namespace heddle {

namespace {

/// "lane bit 3 (lane=8)".
std::string bitText(const DimBits &in, unsigned bit) {
  return concat(in.dim.name(), " bit ", bit, " (", in.dim.name(), "=",
                f2::unit(bit), ")");
}

/// One group of columns in the matrix: an input dimension with its bits.
struct ColumnGroup {
  DimBits in;
  std::size_t bitWidth;

  explicit ColumnGroup(DimBits in) : in(in), bitWidth(in.bits > 10 ? 2 : 1) {}

  std::size_t width() const {
    std::size_t bits = in.bits * (bitWidth + 1);
    return std::max(in.dim.name().size(), bits == 0 ? 0 : bits - 1);
  }

  /// The cells of all bits, right-aligned in their columns.
  template <class CellText> std::string line(CellText cellText) const {
    std::string text;
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      std::string cell = cellText(bit);
      text += std::string(bit == 0 ? 0 : 1, ' ') +
              std::string(bitWidth - cell.size(), ' ') + cell;
    }
    return leftAligned(text, width());
  }
};

void endLine(std::string &text) {
  text.resize(text.find_last_not_of(' ') + 1);
  text += '\n';
}

} // namespace

std::string basesView(const LinearLayout &layout) {
  std::size_t width = 0;
  for (const DimBits &in : layout.ins())
    if (in.bits != 0)
      width = std::max(width, bitText(in, in.bits - 1).size());
  std::string text = layout.ins().empty() ? "no input dimensions\n" : "";
  for (const DimBits &in : layout.ins()) {
    if (in.bits == 0)
      text += concat(in.dim.name(), " has size 1\n");
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      Word basis = layout.bases(in.dim)[bit];
      text += concat(leftAligned(bitText(in, bit), width), " -> ",
                     elementText(layout, basis),
                     basis == 0 ? "  broadcast\n" : "\n");
    }
  }
  return text;
}

std::string matrixView(const LinearLayout &layout) {
  if (layout.totalInBits() == 0 || layout.totalOutBits() == 0)
    return concat("a matrix of ", layout.totalOutBits(), " rows and ",
                  layout.totalInBits(), " columns\n");
  std::vector<ColumnGroup> groups;
  for (const DimBits &in : layout.ins())
    groups.emplace_back(in);
  auto rowLabel = [](const DimBits &out, unsigned bit) {
    return concat(out.dim.name(), " bit ", bit);
  };
  std::size_t labelWidth = 0;
  for (const DimBits &out : layout.outs())
    if (out.bits != 0)
      labelWidth = std::max(labelWidth, rowLabel(out, out.bits - 1).size());
  std::string text;
  auto writeLine = [&](const std::string &label, auto groupText) {
    text += leftAligned(label, labelWidth);
    for (const ColumnGroup &group : groups)
      text += " | " + groupText(group);
    endLine(text);
  };
  writeLine("", [](const ColumnGroup &group) {
    return leftAligned(std::string(group.in.dim.name()), group.width());
  });
  writeLine("", [](const ColumnGroup &group) {
    return group.line([](unsigned bit) { return std::to_string(bit); });
  });
  for (const DimBits &out : layout.outs())
    for (unsigned row = 0; row < out.bits; ++row)
      writeLine(rowLabel(out, row), [&](const ColumnGroup &group) {
        return group.line([&](unsigned bit) {
          Word coordinate = layout.basis(group.in.dim, bit, out.dim);
          return std::string(1, (coordinate >> row & 1) != 0 ? '1' : '.');
        });
      });
  return text;
}

} // namespace heddle
