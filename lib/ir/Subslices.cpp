//===- Subslices.cpp - Parts of memory that views can have ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Subslices.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Compose.h"

namespace heddle::ir {

std::optional<std::int64_t> mixedElement(ttg::MemDescType memory, unsigned axis,
                                         std::int64_t length) {
  Result<LinearLayout> layout = linearLayoutOf(mlir::Type(memory));
  Result<LinearLayout> offsets = layout ? invert(*layout) : layout;
  if (!offsets)
    return std::nullopt;
  // Buffers of an array are no axis of its layout.
  std::size_t arrays = memory.getShape().size() - layout->outs().size();
  if (axis < arrays)
    return std::nullopt;
  auto own = Dim::standard(static_cast<unsigned>(axis - arrays));
  for (auto [bit, basis] : llvm::enumerate(offsets->bases(own))) {
    std::int64_t element = std::int64_t(1) << bit;
    if (element >= length && element < memory.getShape()[axis] &&
        llvm::popcount(offsets->field(basis, Dim::Offset)) > 1)
      return element;
  }
  return std::nullopt;
}

} // namespace heddle::ir
