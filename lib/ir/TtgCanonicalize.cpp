//===- TtgCanonicalize.cpp - Simpler forms of ttg ops ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion goes away where its producer or consumer can have the
// other layout at no cost, and captures of partitions where nothing reads them.
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "heddle/ir/Ttg.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle::ttg {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSrc()))
    return elements.reshape(getType());
  return {};
}

/// An op whose result may have any layout, independent of its operands'.
static bool choosesFreely(Operation *op) {
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return reshape.getAllowReorder() && !reshape.getEfficientLayout();
  return isa<tt::SplatOp, tt::MakeRangeOp, tt::HistogramOp, tt::CatOp>(op);
}

/// May be made once more: it costs nothing.
static bool isFree(Operation *op) {
  return isa<tt::SplatOp, tt::MakeRangeOp>(op);
}

/// Can a thread have the elements of two such operands in such a result?
static bool hasTwiceTheRegisters(Type operand, Type result) {
  Result<LinearLayout> from = ir::linearLayoutOf(operand);
  Result<LinearLayout> to = ir::linearLayoutOf(result);
  return from && to &&
         to->inBits(Dim::Register) == from->inBits(Dim::Register) + 1;
}

LogicalResult ConvertLayoutOp::canonicalize(ConvertLayoutOp op,
                                            PatternRewriter &rewriter) {
  Operation *source = op.getSrc().getDefiningOp();
  if (source == nullptr)
    return failure();
  if (auto inner = dyn_cast<ConvertLayoutOp>(source)) {
    rewriter.modifyOpInPlace(op, [&] { op.setOperand(inner.getSrc()); });
    return success();
  }
  if (!choosesFreely(source) || !(isFree(source) || source->hasOneUse()))
    return failure();
  // Elements that stay in their threads need equal shares.
  if (isa<tt::ReshapeOp>(source) &&
      !(ir::holdsOnce(op.getSrc().getType()) && ir::holdsOnce(op.getType())))
    return failure();
  if (auto cat = dyn_cast<tt::CatOp>(source);
      cat && !hasTwiceTheRegisters(cat.getLhs().getType(), op.getType()))
    return failure();
  // Where the source stands: memory may change up to the conversion.
  rewriter.setInsertionPoint(source);
  Operation *again = rewriter.clone(*source);
  again->getResult(0).setType(op.getType());
  rewriter.replaceOp(op, again);
  return success();
}

LogicalResult LocalAllocOp::canonicalize(LocalAllocOp op,
                                         PatternRewriter &rewriter) {
  auto convert = op.getSrc() ? op.getSrc().getDefiningOp<ConvertLayoutOp>()
                             : ConvertLayoutOp();
  if (!convert)
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSrcMutable().assign(convert.getSrc()); });
  return success();
}

LogicalResult LocalStoreOp::canonicalize(LocalStoreOp op,
                                         PatternRewriter &rewriter) {
  auto convert = op.getSrc().getDefiningOp<ConvertLayoutOp>();
  if (!convert)
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSrcMutable().assign(convert.getSrc()); });
  return success();
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

/// The view itself if it shows nothing else than its source.
template <class ViewOp> static OpFoldResult foldSameView(ViewOp view) {
  return view.getSrc().getType() == view.getType() ? OpFoldResult(view.getSrc())
                                                   : OpFoldResult();
}

OpFoldResult MemDescSubsliceOp::fold(FoldAdaptor) {
  if (auto inner = getSrc().getDefiningOp<MemDescSubsliceOp>()) {
    llvm::SmallVector<int32_t> offsets;
    for (auto [outside, inside] : llvm::zip(inner.getOffsets(), getOffsets()))
      offsets.push_back(outside + inside);
    setOffsets(offsets);
    setOperand(inner.getSrc());
    return getResult();
  }
  // Of equal types, so there is room for no other offsets than zeros.
  return foldSameView(*this);
}

OpFoldResult MemDescReshapeOp::fold(FoldAdaptor) { return foldSameView(*this); }

OpFoldResult MemDescReinterpretOp::fold(FoldAdaptor) {
  if (auto inner = getSrc().getDefiningOp<MemDescReinterpretOp>()) {
    setOperand(inner.getSrc());
    return getResult();
  }
  return foldSameView(*this);
}

OpFoldResult MemDescTransOp::fold(FoldAdaptor) {
  if (auto inner = getSrc().getDefiningOp<MemDescTransOp>()) {
    setOrder(ir::composedOrder(inner.getOrder(), getOrder()));
    setOperand(inner.getSrc());
    return getResult();
  }
  return ir::isIdentity(getOrder()) ? foldSameView(*this) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

/// Makes all partitions read the first of two equal captures.
static bool mergeCapture(WarpSpecializePartitionsOp op, unsigned index,
                         PatternRewriter &rewriter) {
  Value capture = op.getExplicitCaptures()[index];
  auto earlier = op.getExplicitCaptures().take_front(index);
  auto same = llvm::find(earlier, capture);
  if (same == earlier.end())
    return false;
  auto first = static_cast<unsigned>(same - earlier.begin());
  for (Region &region : op.getPartitionRegions())
    rewriter.replaceAllUsesWith(region.getArgument(index),
                                region.getArgument(first));
  return true;
}

LogicalResult
WarpSpecializePartitionsOp::canonicalize(WarpSpecializePartitionsOp op,
                                         PatternRewriter &rewriter) {
  bool changed = false;
  for (unsigned index = op.getExplicitCaptures().size(); index-- > 0;) {
    bool isUnused = llvm::all_of(op.getPartitionRegions(), [&](Region &region) {
      return region.getArgument(index).use_empty();
    });
    if (!isUnused && !mergeCapture(op, index, rewriter))
      continue;
    changed = true;
    rewriter.modifyOpInPlace(op, [&] {
      for (Region &region : op.getPartitionRegions())
        region.eraseArgument(index);
      op.getExplicitCapturesMutable().erase(index);
    });
  }
  return success(changed);
}

} // namespace heddle::ttg
