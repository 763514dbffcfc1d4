//===- FitRelease.cpp - Says it as a release says it ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "Views.h"
#include "heddle/encoding/Views.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle::ir {

using namespace mlir;

namespace {

RankedTensorType withLayout(Type type, Attribute layout) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType(),
                               layout);
}

Attribute layoutOf(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? tensor.getEncoding() : Attribute();
}

/// The layout with one more axis is that of which it is the slice, in all
/// releases.
bool isSlice(Attribute layout) {
  const Encoding *encoding = layout ? encodingOf(layout) : nullptr;
  return encoding != nullptr && encoding->is<SliceEncoding>();
}

//===----------------------------------------------------------------------===//
// Barriers, quotients
//===----------------------------------------------------------------------===//

// Before there was `ttg.barrier`, `gpu.barrier` was for all kinds of memory.
void fitBarrier(ttg::BarrierOp barrier, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(barrier);
  if (barrier.getAddrSpace() == ttg::AddressSpaces::Local)
    rewriter.replaceOpWithNewOp<ttg::LocalBarrierOp>(barrier);
  else
    rewriter.replaceOpWithNewOp<gpu::BarrierOp>(barrier, ArrayAttr());
}

void fitBarrier(ttg::LocalBarrierOp barrier, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(barrier);
  rewriter.replaceOpWithNewOp<ttg::BarrierOp>(barrier,
                                              ttg::AddressSpaces::Local);
}

// There, quotients of `arith` are within two units in the last place.
void fitQuotient(tt::ApproxDivFOp quotient, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(quotient);
  rewriter.replaceOpWithNewOp<arith::DivFOp>(quotient, quotient.getX(),
                                             quotient.getY());
}

//===----------------------------------------------------------------------===//
// Layouts of views
//===----------------------------------------------------------------------===//

// One layout on both sides: what is smaller is converted.
void fitBroadcast(tt::BroadcastOp broadcast, IRRewriter &rewriter) {
  Attribute from = layoutOf(broadcast.getSrc()), to = layoutOf(broadcast);
  if (!from || !to || from == to)
    return;
  rewriter.setInsertionPoint(broadcast);
  Value source = ttg::ConvertLayoutOp::create(
      rewriter, broadcast.getLoc(),
      withLayout(broadcast.getSrc().getType(), to), broadcast.getSrc());
  rewriter.modifyOpInPlace(broadcast,
                           [&] { broadcast.getSrcMutable().assign(source); });
}

/// The layout that the release says follows from the source's: each register,
/// also those that only hold copies, has what it had. Null if there is none, or
/// if the result has it.
Attribute followingLayout(Operation *view, Attribute wanted) {
  auto source = cast<RankedTensorType>(view->getOperand(0).getType());
  auto result = cast<RankedTensorType>(view->getResult(0).getType());
  if (!wanted || !source.getEncoding() || areRenamed(source, result))
    return {};
  const Encoding *encoding = encodingOf(source.getEncoding());
  std::vector<std::uint64_t> from(source.getShape().begin(),
                                  source.getShape().end());
  std::vector<std::uint64_t> to(result.getShape().begin(),
                                result.getShape().end());
  MLIRContext *context = view->getContext();
  Result<Encoding> follows = reshaped(*encoding, from, to, releaseOf(context));
  if (!follows)
    return {};
  Attribute layout = layoutAttr(context, *follows);
  return areRenamed(source, withLayout(result, layout)) ? layout : Attribute();
}

// The same parameters stand for other copies in other releases: registers
// beyond the shape (until 3.8) or none. The conversion moves nothing.
void fitView(Operation *view, IRRewriter &rewriter) {
  Value result = view->getResult(0);
  Attribute wanted = layoutOf(result);
  Attribute follows = followingLayout(view, wanted);
  if (!follows)
    return;
  Type type = result.getType();
  rewriter.modifyOpInPlace(view,
                           [&] { result.setType(withLayout(type, follows)); });
  rewriter.setInsertionPointAfter(view);
  auto convert =
      ttg::ConvertLayoutOp::create(rewriter, view->getLoc(), type, result);
  rewriter.replaceAllUsesExcept(result, convert, convert);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

// Of one axis there is nothing to transpose; 3.6 says `transposed = true`
// there, which later releases refuse in copies by the copy engine.
void fitSharedLayouts(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](Attribute attribute) -> std::optional<Attribute> {
    const Encoding *encoding = encodingOf(attribute);
    const auto *shared =
        encoding == nullptr ? nullptr : encoding->getIf<NvmmaSharedEncoding>();
    if (shared == nullptr || !shared->transposed || encoding->rank() != 1)
      return std::nullopt;
    NvmmaSharedEncoding plain = *shared;
    plain.transposed = false;
    return layoutAttr(attribute.getContext(), plain);
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

} // namespace

void fitRelease(Operation *root) {
  MLIRContext *context = root->getContext();
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    if (auto barrier = dyn_cast<ttg::BarrierOp>(op);
        barrier && has(context, Feature::LocalBarriers))
      fitBarrier(barrier, rewriter);
    else if (auto local = dyn_cast<ttg::LocalBarrierOp>(op);
             local && !has(context, Feature::LocalBarriers))
      fitBarrier(local, rewriter);
    else if (auto quotient = dyn_cast<tt::ApproxDivFOp>(op);
             quotient && !has(context, Feature::ApproximateQuotients))
      fitQuotient(quotient, rewriter);
    else if (auto copy = dyn_cast<tt::BroadcastOp>(op);
             copy && !has(context, Feature::CopiesBetweenLayouts))
      fitBroadcast(copy, rewriter);
    else if (auto reshape = dyn_cast<tt::ReshapeOp>(op);
             reshape && !reshape.getAllowReorder())
      fitView(reshape, rewriter);
    else if (auto expand = dyn_cast<tt::ExpandDimsOp>(op);
             expand && !isSlice(layoutOf(expand.getSrc())))
      fitView(op, rewriter);
  });
  if (!has(context, Feature::TransposedRows))
    fitSharedLayouts(root);
}

} // namespace heddle::ir
