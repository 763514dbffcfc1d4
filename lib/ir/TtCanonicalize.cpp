//===- TtCanonicalize.cpp - Simpler forms of tt ops -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What these ops mean for every tensor, layout or not: views of views, views of
// one value everywhere, masks that are known.
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle::tt {

using namespace mlir;
using mlir::failure;

namespace {

unsigned addressSpaceOf(Type type) {
  return cast<PointerType>(getElementTypeOrSelf(type)).getAddressSpace();
}

/// However the elements of a splat are rearranged, it stays one.
template <class ViewOp>
LogicalResult moveSplatBehind(ViewOp view, PatternRewriter &rewriter) {
  auto splat = view.getSrc().template getDefiningOp<SplatOp>();
  if (!splat)
    return failure();
  rewriter.replaceOpWithNewOp<SplatOp>(view, view.getType(), splat.getSrc());
  return success();
}

/// What a mask is everywhere, if that is known.
std::optional<bool> everywhere(Value mask) {
  DenseIntElementsAttr elements;
  IntegerAttr scalar;
  if (mask && matchPattern(mask, m_Constant(&scalar)))
    return scalar.getValue().isOne();
  if (mask && matchPattern(mask, m_Constant(&elements)) && elements.isSplat())
    return elements.getSplatValue<bool>();
  return std::nullopt;
}

} // namespace

LogicalResult ExpandDimsOp::canonicalize(ExpandDimsOp op,
                                         PatternRewriter &rewriter) {
  return moveSplatBehind(op, rewriter);
}

LogicalResult BroadcastOp::canonicalize(BroadcastOp op,
                                        PatternRewriter &rewriter) {
  if (auto inner = op.getSrc().getDefiningOp<BroadcastOp>()) {
    rewriter.modifyOpInPlace(op, [&] { op.setOperand(inner.getSrc()); });
    return success();
  }
  return moveSplatBehind(op, rewriter);
}

/// A conversion that moves nothing: the same registers have the same elements.
static ttg::ConvertLayoutOp idleConversion(Value value) {
  auto convert = value.getDefiningOp<ttg::ConvertLayoutOp>();
  if (!convert)
    return {};
  Result<LinearLayout> from = ir::linearLayoutOf(convert.getSrc().getType());
  Result<LinearLayout> to = ir::linearLayoutOf(convert.getType());
  return from && to && *from == *to ? convert : ttg::ConvertLayoutOp();
}

/// Views rename what threads hold, whatever their layout is called.
template <class ViewOp>
static LogicalResult skipIdleConversion(ViewOp view,
                                        PatternRewriter &rewriter) {
  ttg::ConvertLayoutOp convert = idleConversion(view.getSrc());
  if (!convert)
    return failure();
  rewriter.modifyOpInPlace(view,
                           [&] { view->setOperand(0, convert.getSrc()); });
  return success();
}

// The bits of one pointer as another.
LogicalResult IntToPtrOp::canonicalize(IntToPtrOp op,
                                       PatternRewriter &rewriter) {
  auto inverse = op.getSrc().getDefiningOp<PtrToIntOp>();
  if (!inverse || addressSpaceOf(inverse.getSrc().getType()) !=
                      addressSpaceOf(op.getType()))
    return failure();
  rewriter.replaceOpWithNewOp<BitcastOp>(op, op.getType(), inverse.getSrc());
  return success();
}

LogicalResult SplitOp::canonicalize(SplitOp op, PatternRewriter &rewriter) {
  if (succeeded(skipIdleConversion(op, rewriter)))
    return success();
  auto convert = op.getSrc().getDefiningOp<ttg::ConvertLayoutOp>();
  if (!convert ||
      !ir::arePairsOf(op.getOutLHS().getType(), convert.getSrc().getType()))
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op.setOperand(convert.getSrc()); });
  return success();
}

LogicalResult TransOp::canonicalize(TransOp op, PatternRewriter &rewriter) {
  if (succeeded(skipIdleConversion(op, rewriter)))
    return success();
  auto inner = op.getSrc().getDefiningOp<TransOp>();
  if (!inner)
    return moveSplatBehind(op, rewriter);
  rewriter.replaceOpWithNewOp<TransOp>(
      op, op.getType(), inner.getSrc(),
      ir::composedOrder(inner.getOrder(), op.getOrder()));
  return success();
}

LogicalResult ReshapeOp::canonicalize(ReshapeOp op, PatternRewriter &rewriter) {
  if (succeeded(skipIdleConversion(op, rewriter)))
    return success();
  bool keepsLayout = op.getEfficientLayout();
  if (auto inner = op.getSrc().getDefiningOp<ReshapeOp>();
      inner && !inner.getEfficientLayout()) {
    rewriter.replaceOpWithNewOp<ReshapeOp>(
        op, op.getType(), inner.getSrc(),
        op.getAllowReorder() || inner.getAllowReorder(), keepsLayout);
    return success();
  }
  // In any order: so from any layout, if threads have equal shares in both.
  auto convert = op.getSrc().getDefiningOp<ttg::ConvertLayoutOp>();
  if (convert && op.getAllowReorder() && !keepsLayout &&
      ir::holdsOnce(convert.getType()) &&
      ir::holdsOnce(convert.getSrc().getType())) {
    rewriter.modifyOpInPlace(op, [&] { op.setOperand(convert.getSrc()); });
    return success();
  }
  return moveSplatBehind(op, rewriter);
}

LogicalResult LoadOp::canonicalize(LoadOp op, PatternRewriter &rewriter) {
  std::optional<bool> mask = everywhere(op.getMask());
  if (!mask)
    return failure();
  if (*mask) {
    rewriter.modifyOpInPlace(op, [&] {
      op.getOtherMutable().clear();
      op.getMaskMutable().clear();
    });
    return success();
  }
  if (!op.getOther())
    return failure();
  rewriter.replaceOp(op, op.getOther());
  return success();
}

LogicalResult StoreOp::canonicalize(StoreOp op, PatternRewriter &rewriter) {
  std::optional<bool> mask = everywhere(op.getMask());
  if (!mask)
    return failure();
  if (*mask)
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
  else
    rewriter.eraseOp(op);
  return success();
}

LogicalResult AtomicRMWOp::canonicalize(AtomicRMWOp op,
                                        PatternRewriter &rewriter) {
  std::optional<bool> mask = everywhere(op.getMask());
  if (mask == true) {
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
  if (mask == false && op->use_empty()) {
    rewriter.eraseOp(op);
    return success();
  }
  return failure();
}

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (everywhere(op.getCondition()) != true)
    return failure();
  rewriter.eraseOp(op);
  return success();
}

// Each element counts wherever it is.
LogicalResult HistogramOp::canonicalize(HistogramOp op,
                                        PatternRewriter &rewriter) {
  if (everywhere(op.getMask()) == true) {
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
  auto convert = op.getSrc().getDefiningOp<ttg::ConvertLayoutOp>();
  if (!convert || op.getMask())
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSrcMutable().assign(convert.getSrc()); });
  return success();
}

// Elements are looked up wherever they are.
LogicalResult GatherOp::canonicalize(GatherOp op, PatternRewriter &rewriter) {
  auto convert = op.getSrc().getDefiningOp<ttg::ConvertLayoutOp>();
  if (!convert || op.getEfficientLayout())
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSrcMutable().assign(convert.getSrc()); });
  return success();
}

} // namespace heddle::tt
