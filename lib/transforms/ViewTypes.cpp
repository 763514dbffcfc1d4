//===- ViewTypes.cpp - Types of views of tensors --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewTypes.h"
#include "heddle/encoding/Views.h"
#include "heddle/ir/Layout.h"

namespace heddle {

using namespace mlir;

llvm::SmallVector<std::uint64_t> sizesOf(ShapedType type) {
  return {type.getShape().begin(), type.getShape().end()};
}

RankedTensorType reshapedType(RankedTensorType from,
                              llvm::ArrayRef<int64_t> shape) {
  MLIRContext *context = from.getContext();
  auto to = RankedTensorType::get(shape, from.getElementType());
  Result<Encoding> layout = reshaped(*ir::encodingOf(from), sizesOf(from),
                                     sizesOf(to), ir::releaseOf(context));
  return layout ? to.cloneWithEncoding(ir::layoutAttr(context, *layout))
                : RankedTensorType();
}

RankedTensorType transposedType(RankedTensorType from,
                                llvm::ArrayRef<int32_t> order) {
  MLIRContext *context = from.getContext();
  llvm::SmallVector<int64_t> shape;
  std::vector<unsigned> axes;
  for (int32_t axis : order) {
    shape.push_back(from.getDimSize(axis));
    axes.push_back(static_cast<unsigned>(axis));
  }
  Result<Encoding> layout = transposed(*ir::encodingOf(from), sizesOf(from),
                                       axes, ir::releaseOf(context));
  return layout ? RankedTensorType::get(shape, from.getElementType(),
                                        ir::layoutAttr(context, *layout))
                : RankedTensorType();
}

} // namespace heddle
