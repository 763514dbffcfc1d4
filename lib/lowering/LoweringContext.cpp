//===- LoweringContext.cpp - The state of lowering a kernel ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoweringContext.h"
#include "HeldElements.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Reshape.h"

namespace heddle {

using namespace mlir;

VectorType LoweringContext::registersOf(RankedTensorType type) {
  auto count = static_cast<unsigned>(layoutOf(type).inSize(Dim::Register));
  return simt::registers(lowered(type.getElementType()), count);
}

Type LoweringContext::lowered(Type type) {
  if (isa<tt::PointerType, tt::TensorDescType>(type))
    return builder.getI64Type();
  // Addresses, and what nobody reads.
  if (isa<ttg::MemDescType, ttg::AsyncTokenType>(type))
    return builder.getI32Type();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return registersOf(tensor);
  return type;
}

const LinearLayout &LoweringContext::layoutOf(RankedTensorType type) {
  auto [found, isNew] = layouts.try_emplace(type);
  if (isNew) {
    // Verified types have layouts, and all of those have registers.
    LinearLayout layout = ir::linearLayoutOf(type).value();
    found->second = removeZeroBases(layout, Dim::Register).value();
  }
  return found->second;
}

// Registers whose coordinates are in one group of equal elements in the first
// lane are so in all: coordinates of a thread's registers differ by the same
// bits everywhere.
llvm::SmallVector<std::int32_t> LoweringContext::equalRegisters(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return {};
  const AxisInfo info = facts.of(value);
  if (llvm::all_of(info.axes,
                   [](const auto &axis) { return axis.constancy <= 1; }))
    return {};
  const LinearLayout &layout = layoutOf(type);
  std::map<Element, std::int32_t> first;
  llvm::SmallVector<std::int32_t> equal;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index) {
    Element group = elementIn(layout, index);
    for (auto [coordinate, axis] : llvm::zip(group, info.axes))
      coordinate /= static_cast<std::uint64_t>(powerOfTwoIn(axis.constancy));
    equal.push_back(first.try_emplace(group, static_cast<std::int32_t>(index))
                        .first->second);
  }
  if (first.size() == equal.size())
    equal.clear();
  return equal;
}

Block *LoweringContext::entryBlock() {
  Block *block = builder.getBlock();
  while (!isa<simt::KernelOp, simt::OtherPartitionsOp>(block->getParentOp()))
    block = block->getParentOp()->getBlock();
  return &block->getParent()->front();
}

Value LoweringContext::thread(Location loc) {
  if (!numbers.inBlock) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(entryBlock());
    numbers.inBlock = make<simt::ThreadOp>(loc, builder.getI32Type());
  }
  return numbers.inBlock;
}

Value LoweringContext::blockRank(Location loc) {
  if (!numbers.rank) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(entryBlock());
    numbers.rank = make<simt::BlockRankOp>(loc, builder.getI32Type());
  }
  return numbers.rank;
}

Value LoweringContext::clusterThread(Location loc) {
  if (threads.block == 0)
    return thread(loc);
  if (!numbers.inCluster) {
    Value inBlock = thread(loc), block = blockRank(loc);
    OpBuilder::InsertionGuard guard(builder);
    // Both are at the begin of the kernel, in one order or the other.
    builder.setInsertionPointAfterValue(
        block.getDefiningOp()->isBeforeInBlock(inBlock.getDefiningOp())
            ? inBlock
            : block);
    Value above = make<arith::ShLIOp>(
        loc, block,
        make<arith::ConstantOp>(
            loc, builder.getI32IntegerAttr(
                     static_cast<std::int32_t>(threads.lane + threads.warp))));
    numbers.inCluster = make<arith::OrIOp>(loc, inBlock, above);
  }
  return numbers.inCluster;
}

} // namespace heddle
