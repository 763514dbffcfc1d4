//===- OptimizeDotOperands.cpp - Views of operands in shared memory -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view of registers moves no data, but the tensor that comes out of it is
// stored from a layout that may suit neither the stores nor the copies that are
// to fill the buffer from global memory. A view of the buffer instead leaves
// the tensor as it is loaded.
//
//===----------------------------------------------------------------------===//

#include "ViewTypes.h"
#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/OperandMemory.h"
#include "heddle/encoding/MemoryViews.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttng.h"
#include "heddle/transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUOPTIMIZEDOTOPERANDS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

constexpr std::array<unsigned, 2> AxesSwapped = {1, 0};

bool swapsAxes(tt::TransOp trans) {
  return trans.getOrder() == ArrayRef<int32_t>({1, 0});
}

/// An operand in registers of `tt.dot` that is a transposed tensor.
struct TransposedOperand {
  ttg::ConvertLayoutOp convert;
  tt::TransOp trans;
  /// What is transposed, before conversions.
  Value source;

  static std::optional<TransposedOperand> match(ttg::ConvertLayoutOp convert);
};

std::optional<TransposedOperand>
TransposedOperand::match(ttg::ConvertLayoutOp convert) {
  auto trans = convert.getSrc().getDefiningOp<tt::TransOp>();
  if (!trans || !swapsAxes(trans) || convert->use_empty() ||
      !llvm::all_of(convert->getUsers(), llvm::IsaPred<tt::DotOp>))
    return std::nullopt;
  Result<LinearLayout> from = ir::linearLayoutOf(convert.getSrc().getType());
  Result<LinearLayout> to = ir::linearLayoutOf(convert.getType());
  if (!from || !to || reachOf(*from, *to) != Reach::Block)
    return std::nullopt;
  return TransposedOperand{convert, trans, beforeConversions(trans.getSrc())};
}

/// Erases views and conversions that nothing uses any longer.
void eraseUnused(Value value, RewriterBase &rewriter) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tt::TransOp, tt::ReshapeOp, ttg::ConvertLayoutOp>(op) ||
        !op->use_empty())
      return;
    value = op->getOperand(0);
    rewriter.eraseOp(op);
  }
}

ttg::MemDescType memoryLike(ttg::MemDescType type, ArrayRef<int64_t> shape,
                            const Encoding &encoding, bool isMutable) {
  return ttg::MemDescType::get(shape, type.getElementType(),
                               ir::layoutAttr(type.getContext(), encoding),
                               type.getMemorySpace(), isMutable, shape);
}

/// Stores what is transposed, and loads the operand from a transposed view.
/// Both where it was transposed: that may be before a loop.
void loadTransposed(ttg::ConvertLayoutOp convert, RewriterBase &rewriter) {
  std::optional<TransposedOperand> operand = TransposedOperand::match(convert);
  if (!operand)
    return;
  auto stored = cast<RankedTensorType>(operand->source.getType());
  ttg::MemDescType memory =
      operandMemory(stored, convert.getType(), OperandTranspose::Yes);
  if (!memory)
    return;
  Result<Encoding> seen =
      transposedMemory(*ir::encodingOf(memory.getEncoding()), AxesSwapped);
  if (!seen)
    return;
  tt::TransOp trans = operand->trans;
  Location loc = trans.getLoc();
  rewriter.setInsertionPoint(trans);
  auto buffer =
      ttg::LocalAllocOp::create(rewriter, loc, memory, operand->source);
  auto view = ttg::MemDescTransOp::create(
      rewriter, loc,
      memoryLike(memory, convert.getType().getShape(), *seen,
                 /*isMutable=*/false),
      buffer, trans.getOrder());
  auto load = ttg::LocalLoadOp::create(rewriter, convert.getLoc(),
                                       convert.getType(), view, Value());
  rewriter.replaceOp(convert, load);
  eraseUnused(trans, rewriter);
}

/// Is all that uses the buffer products that read it?
bool isOperandOnly(ttg::LocalAllocOp alloc) {
  return !alloc->use_empty() &&
         llvm::all_of(alloc->getUsers(),
                      llvm::IsaPred<ttng::WarpGroupDotOp, ttng::TCGen5MMAOp,
                                    ttng::TCGen5MMAScaledOp>);
}

/// The buffer that `alloc` becomes: of what its tensor is a view of, if the
/// layout can be seen the other way round.
ttg::LocalAllocOp allocSource(ttg::LocalAllocOp alloc, Value source,
                              const Encoding &encoding, bool isMutable,
                              RewriterBase &rewriter) {
  rewriter.setInsertionPoint(alloc);
  auto type = cast<RankedTensorType>(source.getType());
  return ttg::LocalAllocOp::create(
      rewriter, alloc.getLoc(),
      memoryLike(alloc.getType(), type.getShape(), encoding, isMutable), source,
      alloc.getAlignmentAttr());
}

/// The new buffer, or null if this is none of a transposed operand.
ttg::LocalAllocOp viewTransposed(ttg::LocalAllocOp alloc,
                                 RewriterBase &rewriter) {
  auto trans = beforeConversions(alloc.getSrc()).getDefiningOp<tt::TransOp>();
  const Encoding *encoding = ir::encodingOf(alloc.getType().getEncoding());
  if (!trans || !encoding || !swapsAxes(trans) || !isOperandOnly(alloc))
    return nullptr;
  Result<Encoding> inner = transposedMemory(*encoding, AxesSwapped);
  if (!inner)
    return nullptr;
  // Nobody writes it, so it need not be mutable.
  ttg::LocalAllocOp buffer =
      allocSource(alloc, beforeConversions(trans.getSrc()), *inner,
                  /*isMutable=*/false, rewriter);
  ttg::MemDescType seen =
      memoryLike(alloc.getType(), alloc.getType().getShape(), *encoding,
                 /*isMutable=*/false);
  Value unused = alloc.getSrc();
  rewriter.replaceOpWithNewOp<ttg::MemDescTransOp>(alloc, seen, buffer,
                                                   trans.getOrder());
  eraseUnused(unused, rewriter);
  return buffer;
}

/// May rows of a buffer take the place of the registers' order of elements? If
/// the order is free, only where nothing else sees it.
bool mayBeReadInRows(tt::ReshapeOp reshape, ttg::LocalAllocOp alloc) {
  if (!reshape.getAllowReorder())
    return true;
  for (Value value = alloc.getSrc(); value.hasOneUse();
       value = value.getDefiningOp()->getOperand(0))
    if (value == reshape.getResult())
      return true;
  return false;
}

/// The new buffer, or null if this is none of a tensor in another shape.
ttg::LocalAllocOp viewReshaped(ttg::LocalAllocOp alloc,
                               RewriterBase &rewriter) {
  auto reshape =
      beforeConversions(alloc.getSrc()).getDefiningOp<tt::ReshapeOp>();
  ttg::MemDescType type = alloc.getType();
  const Encoding *encoding = ir::encodingOf(type.getEncoding());
  if (!reshape || !encoding || type.getAllocShape() != type.getShape() ||
      !mayBeReadInRows(reshape, alloc))
    return nullptr;
  Value source = beforeConversions(reshape.getSrc());
  Result<Encoding> memory = reshapedMemory(
      *encoding, sizesOf(type), sizesOf(cast<ShapedType>(source.getType())),
      ir::releaseOf(type.getContext()));
  if (!memory)
    return nullptr;
  ttg::LocalAllocOp buffer =
      allocSource(alloc, source, *memory, type.getMutableMemory(), rewriter);
  Value unused = alloc.getSrc();
  rewriter.replaceOpWithNewOp<ttg::MemDescReshapeOp>(alloc, type, buffer);
  eraseUnused(unused, rewriter);
  return buffer;
}

/// Until the tensor that is stored is no view.
void viewBuffer(ttg::LocalAllocOp alloc, RewriterBase &rewriter) {
  while (alloc && alloc.getSrc()) {
    ttg::LocalAllocOp inner = viewTransposed(alloc, rewriter);
    alloc = inner ? inner : viewReshaped(alloc, rewriter);
  }
}

class TritonGPUOptimizeDotOperands
    : public impl::TritonGPUOptimizeDotOperandsBase<
          TritonGPUOptimizeDotOperands> {
public:
  using Base::Base;

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](ttg::ConvertLayoutOp convert) {
      loadTransposed(convert, rewriter);
    });
    getOperation().walk(
        [&](ttg::LocalAllocOp alloc) { viewBuffer(alloc, rewriter); });
  }
};

} // namespace

} // namespace heddle
