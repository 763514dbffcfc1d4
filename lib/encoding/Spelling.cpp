//===- Spelling.cpp - Forms that only some releases write -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"
#include "ParameterErrors.h"

#include <algorithm>

namespace heddle {

std::string_view dialectName(std::string_view dialect,
                             const WriteOptions &options) {
  if (options.spelling == WriteOptions::Spelling::Legacy)
    return dialect == "ttng" ? "triton_nvidia_gpu" : "triton_gpu";
  return dialect;
}

bool describesWholeTensors(TritonVersion version) {
  return version <= TritonVersion::V3_7;
}

bool isLegacy(const WriteOptions &options) {
  return options.spelling == WriteOptions::Spelling::Legacy;
}

Result<std::string> noOldForm(std::string_view what) {
  return failure(
      concat("expects a layout that the older form can write, but got ", what),
      {}, "write it in the canonical form of a newer version");
}

// Runs of unit vectors 1, 2, 4, ... along one dimension are its parts; zeros
// after them are copies, of the dimension before them (the first dimension, if
// there is none).
std::optional<Split> splitOf(const Bases &cga, unsigned rank) {
  Split split = {UnsignedList(rank, 1), UnsignedList(rank, 1), {}};
  unsigned current = rank;
  for (const UnsignedList &basis : cga) {
    auto unit = std::ranges::find_if(basis, [](unsigned c) { return c != 0; });
    unsigned axis = unit == basis.end()
                        ? std::min(current, rank - 1)
                        : static_cast<unsigned>(unit - basis.begin());
    bool isNew = std::ranges::find(split.order, axis) == split.order.end();
    if (axis != current && !isNew)
      return std::nullopt;
    if (unit != basis.end()) {
      if (split.counts[axis] != split.parts[axis] || *unit != split.parts[axis])
        return std::nullopt;
      split.parts[axis] *= 2;
    }
    split.counts[axis] *= 2;
    if (isNew)
      split.order.push_back(axis);
    current = axis;
  }
  for (unsigned axis = rank; axis-- > 0;)
    if (std::ranges::find(split.order, axis) == split.order.end())
      split.order.push_back(axis);
  return split;
}

Result<std::string> legacyCga(const Bases &cga) {
  unsigned rank = cga.empty() ? 0 : static_cast<unsigned>(cga.front().size());
  std::optional<Split> split = splitOf(cga, rank);
  if (!split)
    return noOldForm("blocks that CTAsPerCGA, CTASplitNum and CTAOrder "
                     "cannot say");
  return concat("CTAsPerCGA = ", listText(split->counts),
                ", CTASplitNum = ", listText(split->parts),
                ", CTAOrder = ", listText(split->order));
}

Result<std::string> legacyCgaSuffix(const Bases &cga) {
  if (cga.empty())
    return std::string();
  Result<std::string> text = legacyCga(cga);
  if (text)
    text->insert(0, ", ");
  return text;
}

OldForm legacyShared(unsigned vec, unsigned perPhase, unsigned maxPhase,
                     const UnsignedList &order, const Bases &cga,
                     std::string_view hasLeadingOffset) {
  Result<std::string> blocks = legacyCgaSuffix(cga);
  if (!blocks)
    return blocks;
  return concat("#triton_gpu.shared<{vec = ", vec, ", perPhase = ", perPhase,
                ", maxPhase = ", maxPhase, ", order = ", listText(order),
                *blocks, ", hasLeadingOffset = ", hasLeadingOffset, "}>");
}

} // namespace heddle
