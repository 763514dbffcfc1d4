//===- MathOps.cpp - Functions of numbers ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Emitters.h"
#include "heddle/mathlib/FastFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

using namespace mlir;

namespace {

bool isNarrow(Type element) { return element.isF16() || element.isBF16(); }

/// Every target has these ops of `math` for f32 and f64.
bool isNative(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CtPopOp,
             math::CountTrailingZerosOp, math::FmaOp, math::FloorOp,
             math::RoundOp, math::RoundEvenOp, math::SqrtOp, math::TruncOp>(op);
}

/// The same op on these arguments, which have the type of its result.
Term applied(Operation *op, llvm::ArrayRef<Term> arguments) {
  const Term &first = arguments.front();
  OperationState state(op->getLoc(), op->getName());
  for (const Term &argument : arguments)
    state.addOperands(argument.get());
  state.addTypes(first.get().getType());
  return first.with(first.ops().create(state)->getResult(0));
}

MathFunction fastFunctionIn(const ElementContext &context,
                            llvm::StringRef name) {
  return context.arithmetic.math == MathMode::Fast ? fastFunction(name)
                                                   : nullptr;
}

/// The program of a function of `math`, as exact as is asked for; null if there
/// is none.
MathFunction functionOf(const ElementContext &context, Operation *op,
                        Type element) {
  llvm::StringRef name = op->getName().stripDialect();
  MathFunction fast = element.isF32() ? fastFunctionIn(context, name) : nullptr;
  return fast != nullptr ? fast : mathFunction(name, element);
}

// Narrow floats are computed as f32: of what f32 has exactly, and of square
// roots, rounding twice gives what rounding once gives.
LogicalResult emitMath(ElementContext &context, Operation *op) {
  Value result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  bool isWidened = isNarrow(element) && !isa<math::FmaOp, math::AbsFOp>(op);
  Type f32 = context.builder.getF32Type();
  MathFunction function = functionOf(context, op, isWidened ? f32 : element);
  if (function == nullptr && isNative(op) && !isWidened)
    return emitSame(context, op);
  if (function == nullptr && !isNative(op))
    return refuse(op) << "there is no program for it on " << result.getType();
  llvm::SmallVector<Term> arguments;
  for (Value operand : op->getOperands()) {
    Term x(context.builder, op->getLoc(), context.get(operand));
    arguments.push_back(isWidened ? x.unary<arith::ExtFOp>(x.typeOf(f32)) : x);
  }
  Term value =
      function != nullptr ? function(arguments) : applied(op, arguments);
  if (isWidened)
    value = value.unary<arith::TruncFOp>(value.typeOf(element));
  context.set(result, value.get());
  return success();
}

/// What has no program is the library's, which is linked when code is made.
LogicalResult emitExternalCall(ElementContext &context,
                               tt::ExternElementwiseOp call) {
  llvm::SmallVector<Value> operands;
  for (Value operand : call.getSrcs())
    operands.push_back(context.get(operand));
  context.set(call, context.make<simt::ExternalCallOp>(
                        call.getLoc(), context.lowered(call.getType()),
                        call.getSymbol(), call.getPure(), operands));
  return success();
}

LogicalResult emitExtern(ElementContext &context,
                         tt::ExternElementwiseOp call) {
  MathFunction function = fastFunctionIn(context, call.getSymbol());
  if (function == nullptr)
    function = libraryFunction(call.getSymbol());
  if (function == nullptr)
    return emitExternalCall(context, call);
  llvm::SmallVector<Term> arguments;
  for (Value operand : call.getSrcs())
    arguments.emplace_back(context.builder, call.getLoc(),
                           context.get(operand));
  Term value = function(arguments);
  if (value.get().getType() != context.lowered(call.getType()))
    return refuse(call) << call.getSymbol() << " gives " << value.element()
                        << ", not " << getElementTypeOrSelf(call.getType());
  context.set(call, value.get());
  return success();
}

} // namespace

void registerMathEmitters(EmitterTable &table) {
  table.addDialect<math::MathDialect>(emitMath);
  table.add<tt::ExternElementwiseOp>(emitExtern);
}

} // namespace heddle
