//===- BufferOpsToPointers.cpp - Accesses at offsets, by pointers ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets of buffer accesses are not negative, so that they may be sums of
// pointers and signed integers.
//
//===----------------------------------------------------------------------===//

#include "BufferAtomics.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Tt.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONAMDGPUBUFFEROPSTOPOINTERS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;
using mlir::failure;

/// The target whose instructions are kept; null if none are.
using Instructions = const Target *;

/// The pointer of each element of an access.
template <class Access>
Value pointersOf(PatternRewriter &rewriter, Access access) {
  Location loc = access.getLoc();
  auto type = cast<RankedTensorType>(access.getOffsets().getType())
                  .clone(access.getPtr().getType());
  Value base = tt::SplatOp::create(rewriter, loc, type, access.getPtr());
  return tt::AddPtrOp::create(rewriter, loc, type, base, access.getOffsets());
}

struct LoadByPointers : OpRewritePattern<amdg::BufferLoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(amdg::BufferLoadOp load,
                                PatternRewriter &rewriter) const final {
    Value other = load.getOther();
    auto type = cast<RankedTensorType>(load.getType());
    // What is masked out is zero, not anything.
    if (load.getMask() && !other)
      other = arith::ConstantOp::create(
          rewriter, load.getLoc(), cast<TypedAttr>(rewriter.getZeroAttr(type)));
    rewriter.replaceOpWithNewOp<tt::LoadOp>(
        load, type, pointersOf(rewriter, load), load.getMask(), other,
        load.getCachePolicyAttr(), rewriter.getBoolAttr(false),
        load.getCacheAttr(), tt::EvictionPolicyAttr(), DenseI32ArrayAttr(),
        tt::PaddingOptionAttr());
    return success();
  }
};

struct StoreByPointers : OpRewritePattern<amdg::BufferStoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(amdg::BufferStoreOp store,
                                PatternRewriter &rewriter) const final {
    rewriter.replaceOpWithNewOp<tt::StoreOp>(
        store, pointersOf(rewriter, store), store.getValue(), store.getMask(),
        store.getCachePolicyAttr(), UnitAttr(), store.getCacheAttr(),
        tt::EvictionPolicyAttr(), DenseI32ArrayAttr());
    return success();
  }
};

struct CombineByPointers : OpRewritePattern<amdg::BufferAtomicRMWOp> {
  CombineByPointers(MLIRContext *context, Instructions kept)
      : OpRewritePattern(context), kept(kept) {}

  LogicalResult matchAndRewrite(amdg::BufferAtomicRMWOp atomic,
                                PatternRewriter &rewriter) const final {
    if (kept != nullptr &&
        hasBufferAtomic(*kept, atomic.getAtomicRmwOp(),
                        getElementTypeOrSelf(atomic.getType())))
      return failure();
    rewriter.replaceOpWithNewOp<tt::AtomicRMWOp>(
        atomic, atomic.getType(), atomic.getAtomicRmwOp(),
        pointersOf(rewriter, atomic), atomic.getValue(), atomic.getMask(),
        atomic.getSem(), atomic.getScope());
    return success();
  }

private:
  Instructions kept;
};

struct SwapByPointers : OpRewritePattern<amdg::BufferAtomicCASOp> {
  SwapByPointers(MLIRContext *context, Instructions kept)
      : OpRewritePattern(context), kept(kept) {}

  LogicalResult matchAndRewrite(amdg::BufferAtomicCASOp atomic,
                                PatternRewriter &rewriter) const final {
    if (kept != nullptr &&
        hasBufferAtomic(*kept, tt::AtomicOp::Exchange,
                        getElementTypeOrSelf(atomic.getType())))
      return failure();
    rewriter.replaceOpWithNewOp<tt::AtomicCASOp>(
        atomic, atomic.getType(), pointersOf(rewriter, atomic), atomic.getCmp(),
        atomic.getVal(), atomic.getSem(), atomic.getScope());
    return success();
  }

private:
  Instructions kept;
};

struct TritonAMDGPUBufferOpsToPointers
    : impl::TritonAMDGPUBufferOpsToPointersBase<
          TritonAMDGPUBufferOpsToPointers> {
  using TritonAMDGPUBufferOpsToPointersBase::
      TritonAMDGPUBufferOpsToPointersBase;

  void runOnOperation() final {
    Instructions kept = nullptr;
    if (!target.empty()) {
      Result<const Target *> found = findTarget(target);
      if (!found) {
        getOperation().emitError() << found.error().text();
        return signalPassFailure();
      }
      kept = *found;
    }
    RewritePatternSet patterns(&getContext());
    if (kept == nullptr)
      patterns.add<LoadByPointers, StoreByPointers>(&getContext());
    patterns.add<CombineByPointers, SwapByPointers>(&getContext(), kept);
    // Constants stay where they are: layouts have been chosen.
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace heddle
