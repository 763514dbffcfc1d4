//===- Scalars.cpp - Functions of each element ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/mathlib/MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

bool isNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

Term widened(Term x) {
  return x.unary<arith::ExtFOp>(x.typeOf(x.ops().getF32Type()));
}
Term narrowed(Term x, Type element) {
  return x.unary<arith::TruncFOp>(x.typeOf(element));
}

/// Ops of `math` that every target has for f32 and f64.
bool isPlain(llvm::StringRef name) {
  static const llvm::StringSet<> Names = {
      "absf", "absi",  "ceil",  "copysign",  "ctlz", "ctpop", "cttz",
      "fma",  "floor", "round", "roundeven", "sqrt", "trunc"};
  return Names.contains(name);
}

} // namespace

// Narrow floats are computed as f32: of what f32 has exactly, and of square
// roots, rounding twice gives what rounding once gives.
LogicalResult KernelLowering::emitMath(Operation *op) {
  llvm::StringRef name = op->getName().stripDialect();
  Value result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  bool isWide = isNarrow(element) && name != "fma" && name != "absf";
  if (isPlain(name) && !isWide)
    return emitElementwise(op);
  MathFunction function =
      mathFunction(name, isWide ? builder.getF32Type() : element);
  if (function == nullptr && !isPlain(name))
    return refuse(op) << "there is no program for it on " << result.getType();
  llvm::SmallVector<Term> arguments;
  for (Value operand : op->getOperands()) {
    Term argument(builder, op->getLoc(), get(operand));
    arguments.push_back(isWide ? widened(argument) : argument);
  }
  Term value = arguments.front();
  if (function != nullptr) {
    value = function(arguments);
  } else {
    OperationState state(op->getLoc(), op->getName());
    for (const Term &argument : arguments)
      state.addOperands(argument.get());
    state.addTypes(value.get().getType());
    value = value.with(builder.create(state)->getResult(0));
  }
  set(result, isWide ? narrowed(value, element).get() : value.get());
  return success();
}

LogicalResult KernelLowering::emitExtern(Operation *op) {
  auto call = cast<tt::ExternElementwiseOp>(op);
  MathFunction function = libraryFunction(call.getSymbol());
  if (function == nullptr)
    return refuse(op) << "there is no program for " << call.getSymbol();
  llvm::SmallVector<Term> arguments;
  for (Value operand : call.getSrcs())
    arguments.emplace_back(builder, op->getLoc(), get(operand));
  Term value = function(arguments);
  if (value.get().getType() != lowered(call.getType()))
    return refuse(op) << call.getSymbol() << " gives " << value.element()
                      << ", not " << getElementTypeOrSelf(call.getType());
  set(call, value.get());
  return success();
}

/// The op of `arith` or `math` that has the same meaning.
LogicalResult KernelLowering::emitRenamed(Operation *op) {
  llvm::StringRef name =
      llvm::StringSwitch<llvm::StringRef>(op->getName().stripDialect())
          .Case("precise_sqrt", math::SqrtOp::getOperationName())
          .Default(arith::DivFOp::getOperationName());
  OperationState state(op->getLoc(), name);
  for (Value operand : op->getOperands())
    state.addOperands(get(operand));
  state.addTypes(lowered(op->getResult(0).getType()));
  set(op->getResult(0), builder.create(state)->getResult(0));
  return success();
}

LogicalResult KernelLowering::emitHighProduct(Operation *op) {
  Value l = get(op->getOperand(0)), r = get(op->getOperand(1));
  auto product = make<arith::MulUIExtendedOp>(op->getLoc(), l, r);
  set(op->getResult(0), product.getHigh());
  return success();
}

LogicalResult KernelLowering::emitClamp(Operation *op) {
  auto clamp = cast<tt::ClampFOp>(op);
  Location place = op->getLoc();
  Value x = get(clamp.getX()), least = get(clamp.getMin()),
        most = get(clamp.getMax());
  if (clamp.getPropagateNan() == tt::NanPropagation::All) {
    Value raised = make<arith::MaximumFOp>(place, x, least);
    set(clamp, make<arith::MinimumFOp>(place, raised, most));
    return success();
  }
  Value raised = make<arith::MaxNumFOp>(place, x, least);
  set(clamp, make<arith::MinNumFOp>(place, raised, most));
  return success();
}

LogicalResult KernelLowering::emitPoison(Operation *op) {
  Type type = lowered(op->getResult(0).getType());
  Type element = getElementTypeOrSelf(type);
  TypedAttr zero = isa<FloatType>(element)
                       ? TypedAttr(builder.getFloatAttr(element, 0.0))
                       : TypedAttr(builder.getIntegerAttr(element, 0));
  if (auto vector = dyn_cast<VectorType>(type))
    zero = cast<TypedAttr>(Attribute(DenseElementsAttr::get(vector, zero)));
  set(op->getResult(0), make<arith::ConstantOp>(op->getLoc(), zero));
  return success();
}

/// What may be assumed is of no use here.
LogicalResult KernelLowering::emitNothing(Operation *) { return success(); }

} // namespace heddle
