//===- Casts.cpp - Conversions of registers -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

using Operands = llvm::ArrayRef<llvm::Value *>;

template <llvm::Instruction::CastOps Kind>
llvm::Value *emitCast(EmissionContext &context, Operation *op,
                      Operands operands) {
  return context.builder.CreateCast(
      Kind, operands[0], typeOf(context, op->getResult(0).getType()));
}

llvm::Value *emitIndexCast(EmissionContext &context, arith::IndexCastOp cast,
                           Operands operands) {
  return context.builder.CreateSExtOrTrunc(operands[0],
                                           typeOf(context, cast.getType()));
}

llvm::Value *emitIndexCastUnsigned(EmissionContext &context,
                                   arith::IndexCastUIOp cast,
                                   Operands operands) {
  return context.builder.CreateZExtOrTrunc(operands[0],
                                           typeOf(context, cast.getType()));
}

llvm::Value *emitFloatCast(EmissionContext &context, Operation *op,
                           Operands operands) {
  return context.builder.CreateFPCast(
      operands[0], typeOf(context, op->getResult(0).getType()));
}

bool takesFloat(Operation *op, const Target &) {
  return isArithmeticFloat(op->getOperand(0).getType());
}

bool makesFloat(Operation *op, const Target &) {
  return isArithmeticFloat(op->getResult(0).getType());
}

} // namespace

// Floats of 8 bits have casts of their own, in `simt`.
void addCasts(EmitterTable &table) {
  using Inst = llvm::Instruction;
  table.addElementwise<arith::ExtSIOp>(emitCast<Inst::SExt>);
  table.addElementwise<arith::ExtUIOp>(emitCast<Inst::ZExt>);
  table.addElementwise<arith::TruncIOp>(emitCast<Inst::Trunc>);
  table.addElementwise<arith::BitcastOp>(emitCast<Inst::BitCast>);
  table.addElementwise<arith::IndexCastOp>(emitIndexCast);
  table.addElementwise<arith::IndexCastUIOp>(emitIndexCastUnsigned);
  table.addElementwise<arith::ExtFOp>(emitFloatCast, areFloats);
  table.addElementwise<arith::TruncFOp>(emitFloatCast, areFloats);
  table.addElementwise<arith::SIToFPOp>(emitCast<Inst::SIToFP>, makesFloat);
  table.addElementwise<arith::UIToFPOp>(emitCast<Inst::UIToFP>, makesFloat);
  table.addElementwise<arith::FPToSIOp>(emitCast<Inst::FPToSI>, takesFloat);
  table.addElementwise<arith::FPToUIOp>(emitCast<Inst::FPToUI>, takesFloat);
}

} // namespace heddle::codegen
