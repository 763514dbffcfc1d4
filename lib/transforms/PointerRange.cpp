//===- PointerRange.cpp - Tensors that 32 bits reach ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerRange.h"

namespace heddle {

using namespace mlir;

Value smallTensorOf(Value pointer) {
  while (auto sum = pointer.getDefiningOp<tt::AddPtrOp>())
    pointer = sum.getPtr();
  auto argument = dyn_cast<BlockArgument>(pointer);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function)
    return {};
  auto range = function.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                      "tt.pointer_range");
  return range && range.getInt() <= 32 ? pointer : Value();
}

std::optional<std::int64_t> pointeeBytes(Value pointer) {
  Type element = tt::pointee(getElementTypeOrSelf(pointer.getType()));
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() > 64)
    return std::nullopt;
  return std::max<std::int64_t>(element.getIntOrFloatBitWidth() / 8, 1);
}

} // namespace heddle
