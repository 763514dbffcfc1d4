//===- Approximations.cpp - What the hardware approximates ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

using Operands = llvm::ArrayRef<llvm::Value *>;

llvm::StringRef nameOf(simt::Approximation function) {
  switch (function) {
  case simt::Approximation::Exp2:
    return "ex2";
  case simt::Approximation::Log2:
    return "lg2";
  case simt::Approximation::Sin:
    return "sin";
  case simt::Approximation::Cos:
    return "cos";
  case simt::Approximation::Tanh:
    return "tanh";
  case simt::Approximation::Reciprocal:
    return "rcp";
  case simt::Approximation::Rsqrt:
    return "rsqrt";
  case simt::Approximation::Sqrt:
    return "sqrt";
  }
  return {};
}
void emitApproximate(EmissionContext &context, simt::ApproximateOp op) {
  std::string text = nameOf(op.getFunction()).str() +
                     (op.getFtz() ? ".approx.ftz" : ".approx") + ".f32 $0, $1;";
  Registers registers;
  for (llvm::Value *x : context.get(op.getX()))
    registers.push_back(emitPureAssembly(context, text, "=f,f",
                                         context.builder.getFloatTy(), {x}));
  context.set(op, registers);
}

/// min(max(x, 0), 1) of f32.
bool isSaturation(arith::MinNumFOp least) {
  auto most = least.getLhs().getDefiningOp<arith::MaxNumFOp>();
  return most && getElementTypeOrSelf(least.getType()).isF32() &&
         matchPattern(least.getRhs(), m_OneFloat()) &&
         matchPattern(most.getRhs(), m_PosZeroFloat());
}

/// a * (1 / (b * scale)) * scale, where the reciprocal is a normal number, to
/// two units in the last place. So does div.full; but here all but two products
/// are the divisor's alone, and many quotients often have one divisor. (PTX
/// ISA, rcp.approx: one unit.)
llvm::Value *emitQuotient(EmissionContext &context, llvm::Value *a,
                          llvm::Value *b) {
  llvm::IRBuilder<> &builder = context.builder;
  constexpr double Most = 0x1p126, Least = 0x1p-126;
  auto number = [&](double value) {
    return llvm::ConstantFP::get(a->getType(), value);
  };
  llvm::Value *size = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, b);
  llvm::Value *scale = builder.CreateSelect(
      builder.CreateFCmpOGT(size, number(Most)), number(0.25),
      builder.CreateSelect(builder.CreateFCmpOLT(size, number(Least)),
                           number(0x1p24), number(1)));
  llvm::Value *reciprocal =
      builder.CreateIntrinsic(llvm::Intrinsic::nvvm_rcp_approx_ftz_f, {},
                              {builder.CreateFMul(b, scale)});
  return builder.CreateFMul(builder.CreateFMul(a, reciprocal), scale);
}

llvm::Value *emitDivision(EmissionContext &context, arith::DivFOp divide,
                          Operands operands) {
  llvm::Value *a = operands[0], *b = operands[1];
  return isApproximate(divide) && a->getType()->isFloatTy()
             ? emitQuotient(context, a, b)
             : context.builder.CreateFDiv(a, b);
}

/// A saturation is part of the instruction before it.
llvm::Value *emitMinimum(EmissionContext &context, arith::MinNumFOp least,
                         Operands operands) {
  if (isSaturation(least))
    if (auto *lower = llvm::dyn_cast<llvm::IntrinsicInst>(operands[0]))
      return context.builder.CreateIntrinsic(llvm::Intrinsic::nvvm_saturate_f,
                                             {}, {lower->getArgOperand(0)});
  return context.builder.CreateBinaryIntrinsic(llvm::Intrinsic::minnum,
                                               operands[0], operands[1]);
}

} // namespace

void addApproximations(EmitterTable &table) {
  table.add<simt::ApproximateOp>(emitApproximate);
  table.addElementwise<arith::DivFOp>(emitDivision, areFloats);
  table.addElementwise<arith::MinNumFOp>(emitMinimum, areFloats);
}

} // namespace heddle::codegen
