//===- FenceInsertion.cpp - Fences before products of warp groups ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "heddle/ir/Ttng.h"
#include "heddle/transforms/Passes.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONNVIDIAGPUFENCEINSERTION
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Do threads write to shared memory by this op, not an engine?
bool isWrittenByThreads(Operation *op) {
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
    return alloc.getSrc() != nullptr;
  return isa<ttg::LocalStoreOp, ttg::AsyncCopyGlobalToLocalOp>(op);
}

/// May threads have written what the op reads? What cannot be followed to its
/// allocation may be anything.
bool mayReadWrites(Value memory) {
  ttg::LocalAllocOp alloc = allocationOf(memory);
  if (!alloc)
    return true;
  llvm::SmallVector<Operation *> all = {alloc};
  while (!all.empty()) {
    Operation *op = all.pop_back_val();
    if (isWrittenByThreads(op))
      return true;
    if (op != alloc && !isView(op) && !isa<ttg::MemDescIndexOp>(op))
      continue;
    for (Operation *user : op->getUsers())
      all.push_back(user);
  }
  return false;
}

class TritonNvidiaGPUFenceInsertion
    : public impl::TritonNvidiaGPUFenceInsertionBase<
          TritonNvidiaGPUFenceInsertion> {
public:
  using Base::Base;

  void runOnOperation() final {
    getOperation().walk([](Block *block) {
      // Whether nothing was written since the last fence of the block.
      bool isFenced = false;
      for (Operation &op : *block) {
        if (isa<ttng::FenceAsyncSharedOp>(op))
          isFenced = true;
        else if (isWrittenByThreads(&op) || op.getNumRegions() != 0)
          isFenced = false;
        auto product = dyn_cast<ttng::WarpGroupDotOp>(op);
        if (!product || isFenced)
          continue;
        for (Value factor : {Value(product.getA()), Value(product.getB())}) {
          if (!isa<ttg::MemDescType>(factor.getType()) ||
              !mayReadWrites(factor))
            continue;
          OpBuilder builder(&op);
          ttng::FenceAsyncSharedOp::create(builder, op.getLoc(),
                                           /*bCluster=*/false);
          isFenced = true;
          break;
        }
      }
    });
  }
};

} // namespace

} // namespace heddle
