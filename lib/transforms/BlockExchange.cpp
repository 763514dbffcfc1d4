//===- BlockExchange.cpp - Elements that go from block to block -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockExchange.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "heddle/plan/BlockPart.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Which tile each block has; nothing if they have none, or nobody knows.
std::optional<BlockPart> tilesOf(Type type) {
  auto known = [](Result<BlockPart> part) -> std::optional<BlockPart> {
    return part ? std::optional(std::move(*part)) : std::nullopt;
  };
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    return known(blockPart(memory.getShape(), memory.getEncoding()));
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type))
    return known(blockPart(descriptor.getShape(), descriptor.getLayout()));
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  return layout ? known(BlockPart::of(*layout)) : std::nullopt;
}

bool haveSameTiles(Value a, Value b) {
  std::optional<BlockPart> one = tilesOf(a.getType()),
                           other = tilesOf(b.getType());
  return one && other && one->shape == other->shape &&
         one->begins == other->begins;
}

bool isWholeAlong(Value value, unsigned axis) {
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<BlockPart> tiles = tilesOf(type);
  return tiles && tiles->shape[axis] ==
                      static_cast<std::uint64_t>(type.getDimSize(axis));
}

} // namespace

bool mayExchangeBetweenBlocks(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](ttg::ConvertLayoutOp convert) {
        return !haveSameTiles(convert.getSrc(), convert.getResult());
      })
      .Case([](ttg::LocalStoreOp store) {
        return !haveSameTiles(store.getSrc(), store.getDst());
      })
      .Case([](ttg::LocalLoadOp load) {
        return !haveSameTiles(load.getResult(), load.getSrc());
      })
      .Case([](ttg::LocalAllocOp alloc) {
        return alloc.getSrc() &&
               !haveSameTiles(alloc.getSrc(), alloc.getResult());
      })
      .Case<tt::DescriptorStoreOp, tt::DescriptorReduceOp>([](auto store) {
        return !haveSameTiles(store.getSrc(), store.getDesc());
      })
      .Case<tt::ReduceOp, tt::ScanOp>([](auto along) {
        return !isWholeAlong(along.getSrcs().front(), along.getAxis());
      })
      .Case([](tt::GatherOp gather) {
        return !isWholeAlong(gather.getSrc(), gather.getAxis());
      })
      .Case<tt::HistogramOp, tt::AtomicRMWOp, tt::AtomicCASOp>(
          [](auto) { return true; })
      .Default(false);
}

} // namespace heddle
