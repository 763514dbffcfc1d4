//===- TtFold.cpp - Folding ops of tt -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/Matchers.h"

namespace heddle::tt {

using namespace mlir;
using mlir::failure;

/// A constant tensor with this value everywhere; null if it is none.
static Attribute splatOf(Attribute value, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!value || !shaped || !isa<IntegerAttr, FloatAttr>(value))
    return {};
  return SplatElementsAttr::get(shaped, value);
}

/// A splat in another shape.
static Attribute resplat(Attribute value, Type type) {
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(value))
    return splat.resizeSplat(cast<ShapedType>(type));
  return {};
}

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  auto inverse = getSrc().getDefiningOp<PtrToIntOp>();
  return inverse && inverse.getSrc().getType() == getType()
             ? OpFoldResult(inverse.getSrc())
             : OpFoldResult();
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  auto inverse = getSrc().getDefiningOp<IntToPtrOp>();
  return inverse ? OpFoldResult(inverse.getSrc()) : OpFoldResult();
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  auto inner = getSrc().getDefiningOp<BitcastOp>();
  return inner && inner.getSrc().getType() == getType()
             ? OpFoldResult(inner.getSrc())
             : OpFoldResult();
}

/// The number in another format; nothing if it is rounded or has none there.
static std::optional<APFloat> inFormat(APFloat number, Type format) {
  const auto &semantics = cast<FloatType>(format).getFloatSemantics();
  bool isRounded = false;
  bool hasSign = number.isNegative();
  number.convert(semantics, APFloat::rmNearestTiesToEven, &isRounded);
  if (isRounded || !number.isFinite() || number.isNegative() != hasSign)
    return std::nullopt;
  return number;
}

OpFoldResult FpToFpOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  Type format = getElementTypeOrSelf(getType());
  if (auto scalar = dyn_cast_or_null<FloatAttr>(adaptor.getSrc()))
    if (std::optional<APFloat> number = inFormat(scalar.getValue(), format))
      return FloatAttr::get(format, *number);
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    if (std::optional<APFloat> number =
            inFormat(splat.getSplatValue<APFloat>(), format))
      return DenseElementsAttr::get(cast<ShapedType>(getType()), *number);
  return {};
}

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getOffset(), m_Zero()) ? OpFoldResult(getPtr())
                                                     : OpFoldResult();
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor) {
  if (getEndAttr().getInt() - getStartAttr().getInt() != 1)
    return {};
  return splatOf(getStartAttr(), getType());
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  return splatOf(adaptor.getSrc(), getType());
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return resplat(adaptor.getSrc(), getType());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  return resplat(adaptor.getSrc(), getType());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && !getAllowReorder())
    return getSrc();
  return resplat(adaptor.getSrc(), getType());
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  if (ir::isIdentity(getOrder()) && getSrc().getType() == getType())
    return getSrc();
  return resplat(adaptor.getSrc(), getType());
}

OpFoldResult JoinOp::fold(FoldAdaptor adaptor) {
  if (adaptor.getLhs() != adaptor.getRhs())
    return {};
  return resplat(adaptor.getLhs(), getType());
}

LogicalResult SplitOp::fold(FoldAdaptor adaptor,
                            llvm::SmallVectorImpl<OpFoldResult> &results) {
  if (auto join = getSrc().getDefiningOp<JoinOp>();
      join && join.getLhs().getType() == getOutLHS().getType()) {
    results.assign({join.getLhs(), join.getRhs()});
    return success();
  }
  Attribute half = resplat(adaptor.getSrc(), getOutLHS().getType());
  if (!half)
    return failure();
  results.assign({half, half});
  return success();
}

} // namespace heddle::tt
