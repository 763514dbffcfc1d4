//===- EngineCopies.cpp - Copies by the copy engine -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineCopies.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <bit>

namespace heddle {

using namespace mlir;

namespace {

/// Each block of a cluster has its own: barrier i is that of block i.
ttg::MemDescType typeOfBarriers(MLIRContext *context, std::int64_t count,
                                unsigned blocks) {
  SwizzledSharedEncoding layout;
  layout.order = {0};
  for (unsigned block = 1; block < blocks; block *= 2)
    layout.cga.push_back({block});
  const std::int64_t shape[] = {count, blocks};
  return ttg::MemDescType::get(shape, IntegerType::get(context, 64),
                               ir::layoutAttr(context, layout),
                               ttg::SharedMemoryAttr::get(context),
                               /*mutableMemory=*/true, shape);
}

template <class Act>
void forEach(OpBuilder &builder, Location loc, Value barriers, Act act) {
  std::int64_t count =
      cast<ttg::MemDescType>(barriers.getType()).getShape().front();
  for (std::int64_t index = 0; index < count; ++index) {
    Value number = arith::ConstantOp::create(
        builder, loc,
        builder.getI32IntegerAttr(static_cast<std::int32_t>(index)));
    act(elementOf(builder, loc, barriers, number));
  }
}

} // namespace

Value elementOf(OpBuilder &builder, Location loc, Value all, Value index) {
  auto type = cast<ttg::MemDescType>(all.getType());
  ArrayRef<std::int64_t> shape = type.getShape().drop_front();
  auto element = ttg::MemDescType::get(
      shape, type.getElementType(), type.getEncoding(), type.getMemorySpace(),
      /*mutableMemory=*/true, shape);
  return ttg::MemDescIndexOp::create(builder, loc, element, all, index);
}

// Swizzled layouts are aligned to their pattern anyway.
Value allocateForEngine(OpBuilder &builder, Location loc,
                        ttg::MemDescType type) {
  constexpr std::int32_t Alignment = 128;
  bool isSwizzled =
      ir::encodingOf(type.getEncoding())->is<NvmmaSharedEncoding>();
  return ttg::LocalAllocOp::create(
      builder, loc, type, Value(),
      isSwizzled ? IntegerAttr() : builder.getI32IntegerAttr(Alignment));
}

Value allocateBarriers(OpBuilder &builder, Location loc, std::int32_t count,
                       std::int32_t arrivals) {
  Value all = ttg::LocalAllocOp::create(
      builder, loc,
      typeOfBarriers(
          builder.getContext(), count,
          ir::blocksAt(builder.getInsertionBlock()->getParentOp()).value_or(1)),
      Value(), IntegerAttr());
  forEach(builder, loc, all, [&](Value barrier) {
    ttng::InitBarrierOp::create(builder, loc, barrier, arrivals);
  });
  return all;
}

void endBarriers(OpBuilder &builder, Location loc, Value barriers) {
  forEach(builder, loc, barriers, [&](Value barrier) {
    ttng::InvalBarrierOp::create(builder, loc, barrier);
  });
  ttg::LocalDeallocOp::create(builder, loc, barriers);
}

std::uint32_t sharingBlocks(RankedTensorType type, Attribute layout) {
  auto buffer =
      ttg::MemDescType::get(type.getShape(), type.getElementType(), layout,
                            ttg::SharedMemoryAttr::get(type.getContext()),
                            /*mutableMemory=*/true, type.getShape());
  Result<LinearLayout> places = ir::linearLayoutOf(buffer);
  std::uint32_t bits = 0;
  if (places)
    for (auto [bit, base] : llvm::enumerate(places->bases(Dim::Block)))
      if (base == 0)
        bits |= std::uint32_t(1) << bit;
  return bits;
}

std::int32_t countOfBlocks(std::uint32_t bits) {
  return std::int32_t(1) << std::popcount(bits);
}

Operation *copyByEngine(OpBuilder &builder, tt::DescriptorLoadOp load,
                        Value buffer, Value barrier, Value predicate,
                        bool isShared) {
  auto memory = cast<ttg::MemDescType>(buffer.getType());
  isShared =
      isShared && sharingBlocks(load.getType(), memory.getEncoding()) != 0;
  return ttng::AsyncTMACopyGlobalToLocalOp::create(
      builder, load.getLoc(), load.getDesc(), load.getIndices(),
      /*offsets=*/ValueRange(), barrier, buffer, predicate,
      isShared ? builder.getUnitAttr() : UnitAttr(), load.getCachePolicyAttr(),
      builder.getBoolAttr(false), load.getCacheAttr(), load.getEvictAttr());
}

} // namespace heddle
