//===- SinkConversions.cpp - Conversions behind freed memory --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkConversions.h"
#include "heddle/transforms/Passes.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUSINKLAYOUTCONVERSIONS
#include "heddle/transforms/Passes.h.inc"

using namespace mlir;

/// The last op of the block that frees a buffer between the op and its first
/// user; null if there is none.
static Operation *lastDeallocBeforeUse(Operation *op) {
  Operation *last = nullptr;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    bool isUser = llvm::any_of(op->getUsers(), [&](Operation *user) {
      return next->isAncestor(user);
    });
    if (isUser)
      return last;
    if (isa<ttg::LocalDeallocOp>(next))
      last = next;
  }
  return last;
}

// The last conversions come first: others may be their operands.
void sinkConversionsBehindDeallocs(Operation *root) {
  llvm::SmallVector<Operation *> converts;
  root->walk(
      [&](ttg::ConvertLayoutOp convert) { converts.push_back(convert); });
  for (Operation *convert : llvm::reverse(converts))
    if (Operation *dealloc = lastDeallocBeforeUse(convert))
      convert->moveAfter(dealloc);
}

namespace {

struct TritonAMDGPUSinkLayoutConversions
    : impl::TritonAMDGPUSinkLayoutConversionsBase<
          TritonAMDGPUSinkLayoutConversions> {
  void runOnOperation() final { sinkConversionsBehindDeallocs(getOperation()); }
};

} // namespace
} // namespace heddle
