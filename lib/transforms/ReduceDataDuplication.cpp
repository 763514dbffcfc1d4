//===- ReduceDataDuplication.cpp - Operands through shared memory ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several warps hold the same elements of an operand. A conversion stores each
// element once and loads it for all of them; as two ops, the buffer can have
// the layout from which matrix instructions are fed, and other ops can come
// between.
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/OperandMemory.h"
#include "heddle/ir/Layout.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUREDUCEDATADUPLICATION
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

void storeAndLoad(ttg::ConvertLayoutOp convert, IRRewriter &rewriter) {
  Result<LinearLayout> from = ir::linearLayoutOf(convert.getSrc().getType());
  Result<LinearLayout> to = ir::linearLayoutOf(convert.getType());
  if (!from || !to || reachOf(*from, *to) != Reach::Block)
    return;
  ttg::MemDescType memory = operandMemory(
      convert.getSrc().getType(), convert.getType(), OperandTranspose::No);
  if (!memory)
    return;
  rewriter.setInsertionPoint(convert);
  auto buffer = ttg::LocalAllocOp::create(rewriter, convert.getLoc(), memory,
                                          convert.getSrc());
  rewriter.replaceOpWithNewOp<ttg::LocalLoadOp>(convert, convert.getType(),
                                                buffer, Value());
}

class TritonGPUReduceDataDuplication
    : public impl::TritonGPUReduceDataDuplicationBase<
          TritonGPUReduceDataDuplication> {
public:
  using Base::Base;

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    getOperation().walk(
        [&](ttg::ConvertLayoutOp convert) { storeAndLoad(convert, rewriter); });
  }
};

} // namespace

} // namespace heddle
