//===- PtxText.cpp - PTX's forms of operands ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxText.h"

namespace heddle::codegen {

std::string vectorText(unsigned first, unsigned count) {
  std::string text;
  for (unsigned index = first; index < first + count; ++index)
    text += (text.empty() ? "$" : ", $") + std::to_string(index);
  return "{" + text + "}";
}

std::string predicateText(std::size_t operand) {
  return "@$" + std::to_string(operand) + " ";
}

std::string addressText(std::size_t operand, std::int64_t offset) {
  return "[$" + std::to_string(operand) + "+" + std::to_string(offset) + "]";
}

} // namespace heddle::codegen
