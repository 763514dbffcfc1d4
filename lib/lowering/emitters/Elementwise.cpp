//===- Elementwise.cpp - Ops on each register -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Emitters.h"
#include "Registers.h"
#include "heddle/mathlib/MathFunctions.h"
#include "heddle/mathlib/PackedBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

/// Numbers that several registers are known to share, masks most of all, are
/// computed once. False if there are none.
static bool emitOnce(ElementContext &context, Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isIntOrIndex())
    return false;
  auto equal = context.equalRegisters(op->getResult(0));
  if (equal.empty())
    return false;
  RegisterNumbers first, position(equal.size());
  for (auto [index, same] : llvm::enumerate(equal)) {
    if (same == static_cast<std::int32_t>(index)) {
      position[index] = static_cast<std::int32_t>(first.size());
      first.push_back(same);
    }
    position[index] = position[static_cast<std::size_t>(same)];
  }
  OpBuilder &builder = context.builder;
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : context.get(op->getOperands()))
    // A select may take a scalar condition.
    state.addOperands(isa<VectorType>(operand.getType())
                          ? pick(builder, operand, first)
                          : operand);
  Type result = context.lowered(op->getResult(0).getType());
  state.addTypes(simt::registers(getElementTypeOrSelf(result),
                                 static_cast<unsigned>(first.size())));
  state.addAttributes(op->getAttrs());
  context.set(op->getResult(0),
              pick(builder, builder.create(state)->getResult(0), position));
  return true;
}

LogicalResult emitSame(ElementContext &context, Operation *op) {
  if (emitOnce(context, op))
    return success();
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(context.get(op->getOperands()));
  for (Type type : op->getResultTypes()) {
    Type lowered = context.lowered(type);
    if (!getElementTypeOrSelf(lowered).isIntOrIndexOrFloat())
      return refuse(op) << "it has a result of " << type;
    state.addTypes(lowered);
  }
  state.addAttributes(op->getAttrs());
  Operation *copy = context.builder.create(state);
  context.set(op->getResults(), copy->getResults());
  return success();
}

namespace {

/// Another op with the same meaning on registers.
template <class Op>
LogicalResult emitAs(ElementContext &context, Operation *op) {
  auto copy =
      context.make<Op>(op->getLoc(), context.lowered(op->getResultTypes()),
                       context.get(op->getOperands()));
  context.set(op->getResult(0), copy);
  return success();
}

/// Products and sums say whether they may be contracted.
template <class Op> LogicalResult emitRounded(ElementContext &context, Op op) {
  if (failed(emitSame(context, op)))
    return failure();
  if (context.arithmetic.fusesProducts)
    context.get(op).template getDefiningOp<Op>().setFastmath(
        arith::FastMathFlags::contract);
  return success();
}

// Triton's own quotients of f32 are to two units; exact ones are
// `tt.precise_divf`.
LogicalResult emitQuotient(ElementContext &context, arith::DivFOp divide) {
  if (failed(emitSame(context, divide)))
    return failure();
  if (getElementTypeOrSelf(divide.getType()).isF32())
    context.get(divide).getDefiningOp<arith::DivFOp>().setFastmath(
        arith::FastMathFlags::afn);
  return success();
}

/// Registers of constants that are the same everywhere, which all but a few
/// are.
LogicalResult emitConstant(ElementContext &context,
                           arith::ConstantOp constant) {
  auto registers = dyn_cast<VectorType>(context.lowered(constant.getType()));
  if (!registers)
    return emitSame(context, constant);
  Attribute value = constant.getValue();
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    value = splat.getSplatValue<Attribute>();
  else if (isa<ElementsAttr>(value))
    return refuse(constant) << "its elements differ";
  context.set(constant, context.make<arith::ConstantOp>(
                            constant.getLoc(),
                            cast<TypedAttr>(Attribute(
                                DenseElementsAttr::get(registers, value)))));
  return success();
}

LogicalResult emitBitcast(ElementContext &context, Operation *op) {
  Value source = context.get(op->getOperand(0));
  Type type = context.lowered(op->getResult(0).getType());
  if (source.getType() != type)
    source = context.make<arith::BitcastOp>(op->getLoc(), type, source);
  context.set(op->getResult(0), source);
  return success();
}

// Bytes are converted a word at a time.
LogicalResult emitSignedToFloat(ElementContext &context, arith::SIToFPOp op) {
  Value source = context.get(op.getIn());
  Type element = getElementTypeOrSelf(op.getType());
  if (!isa<VectorType>(source.getType()) ||
      !getElementTypeOrSelf(source.getType()).isInteger(8) ||
      !(element.isF16() || element.isBF16()))
    return emitSame(context, op);
  Term bytes(context.builder, op.getLoc(), source);
  context.set(op, floatsOfSigned(bytes, element).get());
  return success();
}

LogicalResult emitFloatCast(ElementContext &context, tt::FpToFpOp op) {
  Term x(context.builder, op.getLoc(), context.get(op.getSrc()));
  Type to = getElementTypeOrSelf(op.getType());
  bool isTowardZero =
      op.getRounding() && *op.getRounding() == tt::RoundingMode::TowardZero;
  std::optional<Term> result = castFloat(
      x, to,
      isTowardZero ? simt::Rounding::TowardZero : simt::Rounding::NearestEven,
      context.byteCasts());
  if (!result)
    return refuse(op) << "there is no cast of " << x.element() << " to " << to;
  context.set(op, result->get());
  return success();
}

LogicalResult emitRemainder(ElementContext &context, arith::RemFOp op) {
  Term x(context.builder, op.getLoc(), context.get(op.getLhs()));
  Term y = x.with(context.get(op.getRhs()));
  Type element = x.element();
  if (x.bits() > 16) {
    context.set(op, remainder(x, y).get());
    return success();
  }
  Type wide = x.typeOf(context.builder.getF32Type());
  Term result =
      remainder(x.unary<arith::ExtFOp>(wide), y.unary<arith::ExtFOp>(wide));
  context.set(op, result.unary<arith::TruncFOp>(x.typeOf(element)).get());
  return success();
}

LogicalResult emitHighProduct(ElementContext &context, tt::MulhiUIOp op) {
  auto product = context.make<arith::MulUIExtendedOp>(
      op.getLoc(), context.get(op->getOperand(0)),
      context.get(op->getOperand(1)));
  context.set(op, product.getHigh());
  return success();
}

LogicalResult emitClamp(ElementContext &context, tt::ClampFOp clamp) {
  Location loc = clamp.getLoc();
  Value x = context.get(clamp.getX()), minimum = context.get(clamp.getMin()),
        maximum = context.get(clamp.getMax());
  if (clamp.getPropagateNan() == tt::NanPropagation::All) {
    Value raised = context.make<arith::MaximumFOp>(loc, x, minimum);
    context.set(clamp, context.make<arith::MinimumFOp>(loc, raised, maximum));
    return success();
  }
  Value raised = context.make<arith::MaxNumFOp>(loc, x, minimum);
  context.set(clamp, context.make<arith::MinNumFOp>(loc, raised, maximum));
  return success();
}

/// A quotient that is rounded up or down: the truncated one, and one more or
/// less where that is on the other side. Signs matter as in MLIR's text of the
/// ops; no step overflows where the result does not.
template <class Op, class Quotient>
LogicalResult emitRoundedQuotient(ElementContext &context, Op op) {
  constexpr bool IsSigned = std::is_same_v<Quotient, arith::DivSIOp>;
  constexpr bool IsFloor = std::is_same_v<Op, arith::FloorDivSIOp>;
  Location loc = op.getLoc();
  Value left = context.get(op.getLhs()), right = context.get(op.getRhs());
  Type type = left.getType();
  Value zero = context.number(0, type);
  Value quotient = context.make<Quotient>(loc, left, right);
  Value product = context.make<arith::MulIOp>(loc, quotient, right);
  Value moves =
      context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, product, left);
  if (IsSigned) {
    // The signs of both are equal, or different.
    Value signs = context.make<arith::XOrIOp>(loc, left, right);
    Value isWanted = context.make<arith::CmpIOp>(
        loc, IsFloor ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sge,
        signs, zero);
    moves = context.make<arith::AndIOp>(loc, moves, isWanted);
  }
  Value step = context.make<arith::SelectOp>(
      loc, moves, context.number(IsFloor ? -1 : 1, type), zero);
  context.set(op, context.make<arith::AddIOp>(loc, quotient, step));
  return success();
}

LogicalResult emitPoison(ElementContext &context, ub::PoisonOp poison) {
  Type type = context.lowered(poison.getType());
  context.set(poison, context.make<ub::PoisonOp>(poison.getLoc(), type));
  return success();
}

/// What may be assumed is of no use here.
LogicalResult emitAssumption(LoweringContext &, LLVM::AssumeOp) {
  return success();
}

} // namespace

void registerElementwiseEmitters(EmitterTable &table) {
  table.addDialect<arith::ArithDialect>(emitSame);
  table.add<arith::ConstantOp>(emitConstant);
  table.add<arith::AddFOp>(emitRounded<arith::AddFOp>);
  table.add<arith::SubFOp>(emitRounded<arith::SubFOp>);
  table.add<arith::MulFOp>(emitRounded<arith::MulFOp>);
  table.add<arith::DivFOp>(emitQuotient);
  table.add<arith::CeilDivSIOp>(
      emitRoundedQuotient<arith::CeilDivSIOp, arith::DivSIOp>);
  table.add<arith::CeilDivUIOp>(
      emitRoundedQuotient<arith::CeilDivUIOp, arith::DivUIOp>);
  table.add<arith::FloorDivSIOp>(
      emitRoundedQuotient<arith::FloorDivSIOp, arith::DivSIOp>);
  table.add<arith::RemFOp>(emitRemainder);
  table.add<arith::SIToFPOp>(emitSignedToFloat);
  table.add<tt::BitcastOp, tt::PtrToIntOp, tt::IntToPtrOp>(emitBitcast);
  table.add<tt::FpToFpOp>(emitFloatCast);
  table.add<tt::ClampFOp>(emitClamp);
  table.add<tt::MulhiUIOp>(emitHighProduct);
  table.add<tt::PreciseSqrtOp>(emitAs<math::SqrtOp>);
  table.add<tt::PreciseDivFOp, tt::ApproxDivFOp>(emitAs<arith::DivFOp>);
  table.add<ub::PoisonOp>(emitPoison);
  table.add<LLVM::AssumeOp>(emitAssumption);
}

} // namespace heddle
