//===- OptimizeScales.cpp - Scales in shared memory -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion of what was loaded would go through shared memory anyway; a
// buffer is what a pipeline can fill ahead.
//
//===----------------------------------------------------------------------===//

#include "IndexTerms.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUOPTIMIZEDOTOPERANDS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// The conversion of a load of the same loop that the scale is made of; null if
/// there is none.
ttg::ConvertLayoutOp loadedConversion(Value scale, scf::ForOp loop) {
  while (Operation *op = scale.getDefiningOp()) {
    if (!movesElements(op) && !isa<tt::ReshapeOp>(op))
      return {};
    scale = op->getOperand(0);
    Operation *source = scale.getDefiningOp();
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
    if (convert && source != nullptr &&
        isa<tt::LoadOp, amdg::BufferLoadOp>(source))
      return source->getParentOfType<scf::ForOp>() == loop
                 ? convert
                 : ttg::ConvertLayoutOp();
  }
  return {};
}

/// Rows as the load has them: nothing says how lanes would read them best.
Attribute memoryOf(RankedTensorType type) {
  SwizzledSharedEncoding memory;
  const Encoding *encoding = ir::encodingOf(type);
  if (const auto *blocked =
          encoding ? encoding->getIf<BlockedEncoding>() : nullptr) {
    memory.order = blocked->order;
    memory.cga = blocked->cga;
  } else {
    for (auto axis = static_cast<unsigned>(type.getRank()); axis-- > 0;)
      memory.order.push_back(axis);
  }
  return ir::layoutAttr(type.getContext(), memory);
}

void putIntoMemory(ttg::ConvertLayoutOp convert) {
  OpBuilder builder(convert);
  RankedTensorType loaded = convert.getSrc().getType();
  MLIRContext *context = builder.getContext();
  auto type = ttg::MemDescType::get(loaded.getShape(), loaded.getElementType(),
                                    memoryOf(loaded),
                                    ttg::SharedMemoryAttr::get(context),
                                    /*mutableMemory=*/false, loaded.getShape());
  Location loc = convert.getLoc();
  auto buffer = ttg::LocalAllocOp::create(builder, loc, type, convert.getSrc());
  auto read = ttg::LocalLoadOp::create(builder, loc, convert.getType(), buffer,
                                       Value());
  convert.replaceAllUsesWith(read.getResult());
  convert.erase();
}

struct TritonAMDGPUOptimizeDotOperands
    : impl::TritonAMDGPUOptimizeDotOperandsBase<
          TritonAMDGPUOptimizeDotOperands> {
  void runOnOperation() final {
    llvm::SetVector<Operation *> converts;
    getOperation().walk([&](Operation *op) {
      auto loop = op->getParentOfType<scf::ForOp>();
      if (!loop || !isa<amdg::ScaledUpcastFp4Op, amdg::ScaledUpcastFp8Op>(op))
        return;
      constexpr unsigned Scale = 1;
      if (auto convert = loadedConversion(op->getOperand(Scale), loop))
        converts.insert(convert);
    });
    for (Operation *convert : converts)
      putIntoMemory(cast<ttg::ConvertLayoutOp>(convert));
  }
};

} // namespace
} // namespace heddle
