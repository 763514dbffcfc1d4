//===- LayoutFlow.cpp - How layouts pass through ops ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/LayoutFlow.h"
#include "heddle/encoding/Views.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "heddle/ir/LayoutFlow.cpp.inc"

namespace heddle {

using namespace mlir;

namespace ir {

/// All tensors of one shape have one layout.
static Attribute sameIfSameShape(Type from, Type to, Attribute layout) {
  auto a = dyn_cast<RankedTensorType>(from);
  auto b = dyn_cast<RankedTensorType>(to);
  return a && b && a.getShape() == b.getShape() ? layout : Attribute();
}

/// Where control passes, each value has a type of its own, but for those that a
/// loop starts and ends with.
static bool areTied(Operation *op, unsigned operand, unsigned result) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return loop.getTiedLoopResult(&op->getOpOperand(operand)) ==
           op->getResult(result);
  return !isa<RegionBranchOpInterface, CallOpInterface>(op);
}

Attribute layoutOfResult(Operation *op, unsigned operand, Attribute layout,
                         unsigned result) {
  if (auto flow = dyn_cast<LayoutFlow>(op))
    return flow.layoutOfResult(operand, layout, result);
  if (!areTied(op, operand, result))
    return {};
  return sameIfSameShape(op->getOperand(operand).getType(),
                         op->getResult(result).getType(), layout);
}

Attribute layoutOfOperand(Operation *op, unsigned result, Attribute layout,
                          unsigned operand) {
  if (auto flow = dyn_cast<LayoutFlow>(op))
    return flow.layoutOfOperand(result, layout, operand);
  if (!areTied(op, operand, result))
    return {};
  return sameIfSameShape(op->getResult(result).getType(),
                         op->getOperand(operand).getType(), layout);
}

} // namespace ir

namespace {

llvm::SmallVector<std::uint64_t> sizes(Type type) {
  llvm::SmallVector<std::uint64_t> result;
  for (int64_t size : cast<RankedTensorType>(type).getShape())
    result.push_back(static_cast<std::uint64_t>(size));
  return result;
}

Attribute sliceOf(Attribute layout, unsigned axis) {
  const Encoding *encoding = ir::encodingOf(layout);
  if (encoding == nullptr)
    return {};
  SliceEncoding slice;
  slice.dim = axis;
  slice.parent = *encoding;
  return ir::layoutAttr(layout.getContext(), slice);
}

/// The layout of which this is the slice along the axis.
Attribute parentOf(Attribute layout, unsigned axis) {
  const Encoding *encoding = ir::encodingOf(layout);
  const auto *slice =
      encoding == nullptr ? nullptr : encoding->getIf<SliceEncoding>();
  if (slice == nullptr || slice->dim != axis)
    return {};
  return ir::layoutAttr(layout.getContext(), *slice->parent);
}

/// What the library makes of the layout; null if nothing.
template <class Change> Attribute changed(Attribute layout, Change &&change) {
  const Encoding *encoding = ir::encodingOf(layout);
  if (encoding == nullptr)
    return {};
  MLIRContext *context = layout.getContext();
  Result<Encoding> found = change(*encoding, ir::releaseOf(context));
  return found ? ir::layoutAttr(context, *found) : Attribute();
}

Attribute reshapedLike(Attribute layout, Type from, Type to) {
  return changed(layout, [&](const Encoding &encoding, TritonVersion release) {
    return reshaped(encoding, sizes(from), sizes(to), release);
  });
}

Attribute transposedLike(Attribute layout, Type type,
                         llvm::ArrayRef<unsigned> order) {
  return changed(layout, [&](const Encoding &encoding, TritonVersion release) {
    return transposed(encoding, sizes(type), order, release);
  });
}

Attribute joinedLike(Attribute layout, Type half) {
  return changed(layout, [&](const Encoding &encoding, TritonVersion release) {
    return joined(encoding, sizes(half), release);
  });
}

Attribute splitLike(Attribute layout, Type whole) {
  return changed(layout, [&](const Encoding &encoding, TritonVersion release) {
    return split(encoding, sizes(whole), release);
  });
}

Attribute dotOperand(Attribute layout, unsigned index) {
  const Encoding *encoding = ir::encodingOf(layout);
  if (encoding == nullptr || !encoding->is<BlockedEncoding>())
    return {};
  DotOperandEncoding operand;
  operand.opIdx = index;
  operand.parent = *encoding;
  return ir::layoutAttr(layout.getContext(), operand);
}

} // namespace

/// Of the ops that multiply matrices.
constexpr unsigned AccumulatorIndex = 2;

/// The accumulator and the result have one layout; factors are left open.
static Attribute ofAccumulator(unsigned operand, Attribute layout) {
  return operand == AccumulatorIndex ? layout : Attribute();
}

namespace tt {

Attribute ExpandDimsOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  return parentOf(layout, getAxis());
}
Attribute ExpandDimsOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  return sliceOf(layout, getAxis());
}

// The same parameters mean the same threads on either shape.
Attribute BroadcastOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  return layout;
}
Attribute BroadcastOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  return layout;
}

Attribute ReshapeOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  if (getAllowReorder())
    return {};
  return reshapedLike(layout, getSrc().getType(), getType());
}
Attribute ReshapeOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  if (getAllowReorder())
    return {};
  return reshapedLike(layout, getType(), getSrc().getType());
}

Attribute TransOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  llvm::SmallVector<unsigned> order(getOrder().begin(), getOrder().end());
  return transposedLike(layout, getSrc().getType(), order);
}
Attribute TransOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  llvm::SmallVector<unsigned> inverse(getOrder().size());
  for (auto [axis, old] : llvm::enumerate(getOrder()))
    inverse[static_cast<size_t>(old)] = static_cast<unsigned>(axis);
  return transposedLike(layout, getType(), inverse);
}

Attribute JoinOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  return joinedLike(layout, getLhs().getType());
}
Attribute JoinOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  return splitLike(layout, getType());
}

Attribute SplitOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  return splitLike(layout, getSrc().getType());
}
Attribute SplitOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  return joinedLike(layout, getOutLHS().getType());
}

// Any thread may have any of the elements.
Attribute CatOp::layoutOfResult(unsigned, Attribute, unsigned) { return {}; }
Attribute CatOp::layoutOfOperand(unsigned, Attribute, unsigned) { return {}; }

Attribute ReduceOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  return sliceOf(layout, getAxis());
}
Attribute ReduceOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  return parentOf(layout, getAxis());
}

// The indices decide; the source may have any layout.
Attribute GatherOp::layoutOfResult(unsigned operand, Attribute layout,
                                   unsigned) {
  return operand == 1 ? layout : Attribute();
}
Attribute GatherOp::layoutOfOperand(unsigned, Attribute layout,
                                    unsigned operand) {
  return operand == 1 ? layout : Attribute();
}

Attribute HistogramOp::layoutOfResult(unsigned, Attribute, unsigned) {
  return {};
}
Attribute HistogramOp::layoutOfOperand(unsigned, Attribute, unsigned) {
  return {};
}

Attribute DotOp::layoutOfResult(unsigned operand, Attribute layout, unsigned) {
  return ofAccumulator(operand, layout);
}
Attribute DotOp::layoutOfOperand(unsigned, Attribute layout, unsigned operand) {
  return operand == AccumulatorIndex ? layout : dotOperand(layout, operand);
}

Attribute DotScaledOp::layoutOfResult(unsigned operand, Attribute layout,
                                      unsigned) {
  return ofAccumulator(operand, layout);
}
// Matrix instructions are chosen later, and the factors' layouts with them.
Attribute DotScaledOp::layoutOfOperand(unsigned, Attribute layout,
                                       unsigned operand) {
  return ofAccumulator(operand, layout);
}

} // namespace tt

namespace ttng {

Attribute WarpGroupDotOp::layoutOfResult(unsigned operand, Attribute layout,
                                         unsigned) {
  return ofAccumulator(operand, layout);
}
// The first factor's layout depends on its elements' width too.
Attribute WarpGroupDotOp::layoutOfOperand(unsigned, Attribute layout,
                                          unsigned operand) {
  return ofAccumulator(operand, layout);
}

} // namespace ttng

namespace amdg {

// Its purpose is to change the layout.
Attribute InThreadTransposeOp::layoutOfResult(unsigned, Attribute, unsigned) {
  return {};
}
Attribute InThreadTransposeOp::layoutOfOperand(unsigned, Attribute, unsigned) {
  return {};
}

} // namespace amdg

namespace ttg {

Attribute ConvertLayoutOp::layoutOfResult(unsigned, Attribute, unsigned) {
  return {};
}
Attribute ConvertLayoutOp::layoutOfOperand(unsigned, Attribute, unsigned) {
  return {};
}

Attribute Fp4ToFpOp::layoutOfResult(unsigned, Attribute layout, unsigned) {
  return changed(layout, [&](const Encoding &encoding, TritonVersion release) {
    return unpacked(encoding, sizes(getSrc().getType()), getAxis(), release);
  });
}
Attribute Fp4ToFpOp::layoutOfOperand(unsigned, Attribute layout, unsigned) {
  return changed(layout, [&](const Encoding &encoding, TritonVersion release) {
    return packed(encoding, sizes(getType()), getAxis(), release);
  });
}

} // namespace ttg
} // namespace heddle
