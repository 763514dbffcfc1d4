//===- LayoutRules.cpp - Triton's rules for layouts -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutRules.h"
#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Ttng.h"
#include "heddle/plan/Cost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::rules {

using namespace mlir;

namespace {

constexpr Price Access = 8, LongInstruction = 8, Conversion = 32;
/// Of what a conversion moves at least: a warp's words.
constexpr std::int64_t FewestElements = 32;
constexpr unsigned FewestBits = 32;

/// Pointers count as words.
Price bytesOf(RankedTensorType type, std::int64_t fewestElements = 1,
              unsigned fewestBits = 1) {
  Type element = type.getElementType();
  std::int64_t elements = std::max(type.getNumElements(), fewestElements);
  unsigned bits =
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : FewestBits;
  return elements * std::max(bits, fewestBits) / 8;
}

bool isLong(Operation *op) {
  return isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
             arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
             arith::CeilDivUIOp, arith::FloorDivSIOp, math::AcosOp,
             math::AcoshOp, math::AsinOp, math::AsinhOp, math::AtanOp,
             math::Atan2Op, math::AtanhOp, math::CbrtOp, math::CosOp,
             math::CoshOp, math::ErfOp, math::ErfcOp, math::ExpOp, math::Exp2Op,
             math::ExpM1Op, math::LogOp, math::Log10Op, math::Log1pOp,
             math::Log2Op, math::PowFOp, math::RsqrtOp, math::SinOp,
             math::SinhOp, math::SqrtOp, math::TanOp, math::TanhOp>(op);
}

bool isArithmetic(Operation *op) {
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::ConstantLike>();
}

/// Registers of a thread that hold the tensor; one where nothing is known.
std::int64_t registersOf(RankedTensorType type) {
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  return layout && layout->hasIn(Dim::Register)
             ? std::int64_t(1) << layout->inBits(Dim::Register)
             : 1;
}

/// Sums and products of floats, of more than two, depend on the order.
bool dependsOnOrder(tt::ReduceOp reduce) {
  auto type = cast<RankedTensorType>(reduce.getOperand(0).getType());
  if (type.getDimSize(reduce.getAxis()) <= 2)
    return false;
  return reduce.getRegion()
      .walk([](Operation *op) {
        return isa<arith::AddFOp, arith::MulFOp>(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Lanes and, eight times, warps that have different elements along the axis.
Price reducePrice(tt::ReduceOp reduce, Attribute resultLayout) {
  auto type = cast<RankedTensorType>(reduce.getOperand(0).getType());
  Result<LinearLayout> map = ir::linearLayoutOf(
      type.cloneWithEncoding(ir::layoutOfOperand(reduce, 0, resultLayout, 0)));
  if (!map)
    return 0;
  Dim axis = Dim::standard(reduce.getAxis());
  auto unitsAlong = [&](Dim unit) {
    Price units = 1;
    if (map->hasIn(unit))
      for (unsigned bit = 0; bit < map->inBits(unit); ++bit)
        if (map->basis(unit, bit, axis) != 0)
          units *= 2;
    return units;
  };
  constexpr Price BetweenWarps = 8;
  return unitsAlong(Dim::Lane) + BetweenWarps * unitsAlong(Dim::Warp);
}

} // namespace

bool isCostlyAccess(Operation *op) {
  Value pointers;
  if (auto load = dyn_cast<tt::LoadOp>(op))
    pointers = load.getPtr();
  else if (auto store = dyn_cast<tt::StoreOp>(op))
    pointers = store.getPtr();
  auto type = pointers ? dyn_cast<RankedTensorType>(pointers.getType())
                       : RankedTensorType();
  if (!type || type.getNumElements() == 1)
    return false;
  std::int64_t threads =
      std::int64_t(ir::warpsAt(op).value_or(1)) * ir::lanesAt(op).value_or(1);
  return type.getNumElements() >= threads;
}

bool isAnchor(Operation *op) {
  if (isa<tt::LoadOp, tt::StoreOp>(op))
    return isCostlyAccess(op);
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    return gather.getEfficientLayout();
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return reshape.getAllowReorder() || reshape.getEfficientLayout();
  return isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp, tt::AtomicRMWOp,
             tt::AtomicCASOp, tt::DescriptorLoadOp, tt::DescriptorStoreOp,
             tt::DescriptorReduceOp, tt::DescriptorGatherOp,
             tt::DescriptorScatterOp, ttng::TMEMLoadOp>(op);
}

bool canBeRematerialized(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return !load.getIsVolatile() && !isCostlyAccess(load);
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    return !gather.getEfficientLayout();
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return !reshape.getEfficientLayout();
  if (isa<ttg::LocalLoadOp>(op))
    return true;
  return isMemoryEffectFree(op) && !isa<RegionBranchOpInterface>(op) &&
         !isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op);
}

bool isWidening(Operation *op) {
  if (isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, tt::BroadcastOp,
          tt::ExpandDimsOp>(op))
    return true;
  return isa<tt::FpToFpOp>(op) &&
         ir::elementBits(op->getResult(0).getType()) >
             ir::elementBits(op->getOperand(0).getType());
}

/// The layout, or that of the tensor if both are the same map; null if the
/// tensor cannot have it.
static Attribute fitted(Value value, Attribute layout) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!layout || !type || type.getEncoding() == layout)
    return layout;
  Result<LinearLayout> now = ir::linearLayoutOf(type);
  Result<LinearLayout> other =
      ir::linearLayoutOf(type.cloneWithEncoding(layout));
  if (!other)
    return {};
  return now && *now == *other ? type.getEncoding() : layout;
}

/// Where layouts are inferred that are not there already.
static bool isView(Operation *op) {
  return isa<tt::ReshapeOp, tt::TransOp, tt::JoinOp, tt::SplitOp,
             tt::ExpandDimsOp, tt::ReduceOp, tt::BroadcastOp, ttg::Fp4ToFpOp>(
      op);
}

/// Of operands that need one layout, which is what the first of them has if
/// that is the same map.
static OpOperand &firstLike(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return isa<tt::JoinOp, tt::ReduceOp>(op) ? op->getOpOperand(0) : operand;
}

Attribute layoutOfResult(OpOperand &operand, Attribute layout,
                         OpResult result) {
  Operation *op = operand.getOwner();
  Attribute found = ir::layoutOfResult(op, operand.getOperandNumber(), layout,
                                       result.getResultNumber());
  return isView(op) ? fitted(result, found) : found;
}

Attribute layoutOfOperand(OpResult result, Attribute layout,
                          OpOperand &operand) {
  Operation *op = operand.getOwner();
  Attribute found = ir::layoutOfOperand(op, result.getResultNumber(), layout,
                                        operand.getOperandNumber());
  return isView(op) ? fitted(firstLike(operand).get(), found) : found;
}

Price conversionPrice(RankedTensorType from, Attribute to) {
  Result<LinearLayout> source = ir::linearLayoutOf(from);
  Result<LinearLayout> result = ir::linearLayoutOf(from.cloneWithEncoding(to));
  if (source && result && staysInThreads(*source, *result))
    return 0;
  return Conversion * bytesOf(from, FewestElements, FewestBits);
}

std::optional<Price> clonePrice(Operation *op, Attribute layout,
                                bool replaces) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (isa<tt::LoadOp, ttg::LocalLoadOp>(op))
    return replaces ? 0 : Access * bytesOf(type);
  if (auto reduce = dyn_cast<tt::ReduceOp>(op)) {
    if (!replaces && dependsOnOrder(reduce))
      return std::nullopt;
    return reducePrice(reduce, layout);
  }
  if (!isArithmetic(op))
    return 0;
  Price once = bytesOf(type) * (isLong(op) ? LongInstruction : 1);
  Price copies = std::max<Price>(
      1, registersOf(type.cloneWithEncoding(layout)) / registersOf(type));
  return once * (copies - (replaces ? 1 : 0));
}

} // namespace heddle::rules
