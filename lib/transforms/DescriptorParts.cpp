//===- DescriptorParts.cpp - What descriptors are made of -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorParts.h"

namespace heddle {

using namespace mlir;

namespace {

/// base, sizes, strides: what both kinds begin with.
void addTensorTypes(tt::PointerType base, size_t rank,
                    llvm::SmallVectorImpl<Type> &parts) {
  parts.push_back(base);
  parts.append(2 * rank, IntegerType::get(base.getContext(), 64));
}

} // namespace

RankedTensorType pointedBlock(Type type) {
  auto pointer = dyn_cast<tt::PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointee())
                 : RankedTensorType();
}

bool hasParts(Type type) {
  auto descriptor = dyn_cast<tt::TensorDescType>(type);
  return (descriptor && !descriptor.getLayout()) || pointedBlock(type);
}

PartTypes::PartTypes() {
  addConversion([](Type type) { return type; });
  addConversion(
      [](tt::TensorDescType type,
         llvm::SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
        if (!hasParts(type))
          return std::nullopt;
        RankedTensorType block = type.blockType();
        addTensorTypes(tt::PointerType::get(block.getElementType()),
                       type.getShape().size(), parts);
        parts.push_back(IntegerType::get(type.getContext(), 1));
        return success();
      });
  addConversion([](tt::PointerType type, llvm::SmallVectorImpl<Type> &parts)
                    -> std::optional<LogicalResult> {
    RankedTensorType block = pointedBlock(type);
    if (!block)
      return std::nullopt;
    auto rank = static_cast<size_t>(block.getRank());
    addTensorTypes(cast<tt::PointerType>(tt::baseOfBlock(type)), rank, parts);
    parts.append(rank, IntegerType::get(type.getContext(), 32));
    return success();
  });
}

} // namespace heddle
