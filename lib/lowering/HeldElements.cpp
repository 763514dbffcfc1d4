//===- HeldElements.cpp - What registers hold -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldElements.h"

namespace heddle {

Element elementOf(const LinearLayout &layout, Word word) {
  Element element;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
    element.push_back(layout.field(word, Dim::standard(axis)));
  return element;
}

Element elementIn(const LinearLayout &layout, std::uint64_t registerNumber) {
  return elementOf(layout,
                   f2::multiply(layout.bases(Dim::Register), registerNumber));
}

std::map<Element, std::int32_t>
registersOfElements(const LinearLayout &layout) {
  std::map<Element, std::int32_t> registers;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    registers.try_emplace(elementIn(layout, index),
                          static_cast<std::int32_t>(index));
  return registers;
}

} // namespace heddle
