//===- FewerWarps.cpp - Layouts of tensors for fewer warps ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FewerWarps.h"
#include "ChangeLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Ttg.h"

#include <numeric>

namespace heddle {

using namespace mlir;

namespace {

unsigned product(const UnsignedList &factors) {
  return std::accumulate(factors.begin(), factors.end(), 1U,
                         std::multiplies<>());
}

// The upper bits of a warp's number count along the slowest dimensions.
BlockedEncoding forWarps(BlockedEncoding blocked, unsigned warps) {
  for (unsigned dim : llvm::reverse(blocked.order))
    while (blocked.warpsPerCTA[dim] > 1 && product(blocked.warpsPerCTA) > warps)
      blocked.warpsPerCTA[dim] /= 2;
  return blocked;
}

template <class Linear> Linear forWarpsOfBases(Linear linear, unsigned warps) {
  while ((std::size_t(1) << linear.warps.size()) > warps) {
    auto moved = std::move(linear.warps.back());
    linear.warps.pop_back();
    if (llvm::any_of(moved, [](auto each) { return each != 0; }))
      linear.registers.push_back(std::move(moved));
  }
  return linear;
}

Result<Encoding> forWarps(const Encoding &encoding, unsigned warps) {
  if (const auto *blocked = encoding.getIf<BlockedEncoding>())
    return Encoding(forWarps(*blocked, warps));
  if (const auto *linear = encoding.getIf<LinearEncoding>())
    return Encoding(forWarpsOfBases(*linear, warps));
  if (const auto *linear = encoding.getIf<GenericLinearEncoding>())
    return Encoding(forWarpsOfBases(*linear, warps));
  if (const auto *slice = encoding.getIf<SliceEncoding>()) {
    Result<Encoding> parent = forWarps(*slice->parent, warps);
    if (!parent)
      return parent;
    return Encoding(SliceEncoding{.dim = slice->dim, .parent = *parent});
  }
  return failure("its layout is one of products");
}

} // namespace

Result<Attribute> layoutForWarps(Attribute layout, unsigned warps) {
  const Encoding *encoding = ir::encodingOf(layout);
  if (encoding == nullptr)
    return failure("its layout is not known");
  Result<Encoding> changed = forWarps(*encoding, warps);
  if (!changed)
    return tl::unexpected(changed.error());
  return ir::layoutAttr(layout.getContext(), *changed);
}

namespace {

/// What the result of a clone has to have for the layout of its first operand
/// that is a tensor with one; null if it may have any.
Attribute layoutByOperand(OpResult result) {
  Operation *op = result.getOwner();
  if (isa<ttg::ConvertLayoutOp>(op))
    return {};
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
      return ir::layoutOfResult(op, operand.getOperandNumber(),
                                type.getEncoding(), result.getResultNumber());
  return {};
}

} // namespace

Operation *cloneForWarps(OpBuilder &builder, Operation &op, IRMapping &inside,
                         unsigned warps) {
  Operation *made = builder.clone(op, inside);
  for (OpResult result : made->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !type.getEncoding())
      continue;
    Attribute wanted = *layoutForWarps(type.getEncoding(), warps),
              byOperand = layoutByOperand(result);
    setLayout(result, byOperand ? byOperand : wanted);
    if (byOperand && byOperand != wanted)
      inside.map(op.getResult(result.getResultNumber()),
                 ttg::ConvertLayoutOp::create(builder, op.getLoc(),
                                              type.cloneWithEncoding(wanted),
                                              result)
                     .getResult());
  }
  setLayoutOfElements(made);
  return made;
}

} // namespace heddle
