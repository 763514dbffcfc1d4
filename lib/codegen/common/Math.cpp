//===- Math.cpp - Functions that LLVM has ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "Families.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

using Operands = llvm::ArrayRef<llvm::Value *>;

template <llvm::Intrinsic::ID Id>
llvm::Value *emitUnary(EmissionContext &context, Operation *,
                       Operands operands) {
  return context.builder.CreateUnaryIntrinsic(Id, operands[0]);
}

/// An integer's, defined for the least number and for zero, too.
template <llvm::Intrinsic::ID Id>
llvm::Value *emitTotal(EmissionContext &context, Operation *,
                       Operands operands) {
  return context.builder.CreateBinaryIntrinsic(Id, operands[0],
                                               context.builder.getFalse());
}

llvm::Value *emitCopySign(EmissionContext &context, math::CopySignOp,
                          Operands operands) {
  return context.builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign,
                                               operands[0], operands[1]);
}

llvm::Value *emitFma(EmissionContext &context, math::FmaOp, Operands operands) {
  return context.builder.CreateIntrinsic(
      llvm::Intrinsic::fma, {operands[0]->getType()},
      {operands[0], operands[1], operands[2]});
}

} // namespace

void addMath(EmitterTable &table) {
  namespace id = llvm::Intrinsic;
  table.addElementwise<math::AbsFOp>(emitUnary<id::fabs>, areFloats);
  table.addElementwise<math::FloorOp>(emitUnary<id::floor>, areFloats);
  table.addElementwise<math::CeilOp>(emitUnary<id::ceil>, areFloats);
  table.addElementwise<math::TruncOp>(emitUnary<id::trunc>, areFloats);
  table.addElementwise<math::RoundOp>(emitUnary<id::round>, areFloats);
  table.addElementwise<math::RoundEvenOp>(emitUnary<id::roundeven>, areFloats);
  table.addElementwise<math::SqrtOp>(emitUnary<id::sqrt>, areFloats);
  table.addElementwise<math::CopySignOp>(emitCopySign, areFloats);
  table.addElementwise<math::FmaOp>(emitFma, areFloats);
  table.addElementwise<math::AbsIOp>(emitTotal<id::abs>);
  table.addElementwise<math::CountLeadingZerosOp>(emitTotal<id::ctlz>);
  table.addElementwise<math::CountTrailingZerosOp>(emitTotal<id::cttz>);
  table.addElementwise<math::CtPopOp>(emitUnary<id::ctpop>);
}

} // namespace heddle::codegen
