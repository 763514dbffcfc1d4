//===- OptimizeCTALocality.cpp - Stores in the blocks that have it --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiles.h"
#include "ChangeLayout.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONNVIDIAGPUOPTIMIZECTALOCALITY
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

class TritonNvidiaGPUOptimizeCTALocality
    : public impl::TritonNvidiaGPUOptimizeCTALocalityBase<
          TritonNvidiaGPUOptimizeCTALocality> {
public:
  using Base::Base;

  void runOnOperation() final {
    if (ir::blocksAt(getOperation()).value_or(1) == 1)
      return;
    getOperation().walk([](tt::StoreOp store) {
      auto type = dyn_cast<RankedTensorType>(store.getValue().getType());
      const BlockedEncoding *own = type ? blockedOf(type) : nullptr;
      std::optional<Bases> tiles =
          own != nullptr ? tilesOfSource(store.getValue()) : std::nullopt;
      if (!tiles || *tiles == own->cga)
        return;
      if (Attribute layout = inBlocks(store, type, *tiles))
        changeLayout(store, type.getShape(), layout);
    });
  }
};

} // namespace
} // namespace heddle
