//===- Approximations.cpp - What the hardware approximates ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/MDBuilder.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;
namespace id = llvm::Intrinsic;

namespace {

/// Units in the last place that a division or a root may be wrong by: so
/// LLVM takes the hardware's reciprocal or root, and scales what is subnormal.
constexpr float DivisionUlps = 2.5F, RootUlps = 3.0F;

llvm::Value *withError(EmissionContext &context, llvm::Value *value,
                       float ulps) {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    instruction->setMetadata(
        llvm::LLVMContext::MD_fpmath,
        llvm::MDBuilder(context.module.getContext()).createFPMath(ulps));
  return value;
}

llvm::Value *number(llvm::Value *like, double value) {
  return llvm::ConstantFP::get(like->getType(), value);
}

llvm::Value *reciprocal(EmissionContext &context, llvm::Value *x) {
  return withError(context, context.builder.CreateFDiv(number(x, 1), x),
                   DivisionUlps);
}

/// Subnormal numbers keep their place: 1 / sqrt(x) = 2^12 / sqrt(2^24 * x).
llvm::Value *reciprocalRoot(EmissionContext &context, llvm::Value *x) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *isSmall = builder.CreateFCmpOLT(x, number(x, 0x1p-126));
  auto scaled = [&](llvm::Value *value, double by) {
    return builder.CreateFMul(
        value,
        builder.CreateSelect(isSmall, number(value, by), number(value, 1)));
  };
  llvm::Value *root =
      builder.CreateUnaryIntrinsic(id::amdgcn_rsq, scaled(x, 0x1p24));
  return scaled(root, 0x1p12);
}

/// Of an angle in turns. (CDNA3 ISA, V_SIN_F32; V_FRACT_F32 keeps it where the
/// instruction has all of its bits.)
llvm::Value *ofTurns(EmissionContext &context, id::ID function,
                     llvm::Value *x) {
  constexpr double PerRadian = 0.15915494309189535;
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *turns = builder.CreateFMul(x, number(x, PerRadian));
  return builder.CreateUnaryIntrinsic(
      function, builder.CreateUnaryIntrinsic(id::amdgcn_fract, turns));
}

/// LLVM's function, by the hardware's and with scaled subnormal numbers.
llvm::Value *withSubnormals(EmissionContext &context, id::ID function,
                            llvm::Value *x) {
  llvm::FastMathFlags flags;
  flags.setApproxFunc();
  return context.builder.CreateUnaryIntrinsic(function, x, flags);
}

llvm::Value *approximate(EmissionContext &context, simt::ApproximateOp op,
                         llvm::Value *x) {
  llvm::IRBuilder<> &builder = context.builder;
  auto instruction = [&](id::ID name) {
    return builder.CreateUnaryIntrinsic(name, x);
  };
  switch (op.getFunction()) {
  case simt::Approximation::Exp2:
    return op.getFtz() ? instruction(id::amdgcn_exp2)
                       : withSubnormals(context, id::exp2, x);
  case simt::Approximation::Log2:
    return op.getFtz() ? instruction(id::amdgcn_log)
                       : withSubnormals(context, id::log2, x);
  case simt::Approximation::Sin:
    return ofTurns(context, id::amdgcn_sin, x);
  case simt::Approximation::Cos:
    return ofTurns(context, id::amdgcn_cos, x);
  case simt::Approximation::Reciprocal:
    return op.getFtz() ? instruction(id::amdgcn_rcp) : reciprocal(context, x);
  case simt::Approximation::Rsqrt:
    return op.getFtz() ? instruction(id::amdgcn_rsq)
                       : reciprocalRoot(context, x);
  case simt::Approximation::Sqrt:
    return op.getFtz() ? instruction(id::amdgcn_sqrt)
                       : withError(context, instruction(id::sqrt), RootUlps);
  case simt::Approximation::Tanh:
    break;
  }
  llvm_unreachable("there is no such instruction");
}

void emitApproximate(EmissionContext &context, simt::ApproximateOp op) {
  Registers registers;
  for (llvm::Value *x : context.get(op.getX()))
    registers.push_back(approximate(context, op, x));
  context.set(op, registers);
}

bool hasApproximation(simt::ApproximateOp op, const Target & /*target*/) {
  return op.getFunction() != simt::Approximation::Tanh;
}

llvm::Value *emitDivision(EmissionContext &context, arith::DivFOp divide,
                          llvm::ArrayRef<llvm::Value *> operands) {
  llvm::Value *quotient = context.builder.CreateFDiv(operands[0], operands[1]);
  return isApproximate(divide) && quotient->getType()->isFloatTy()
             ? withError(context, quotient, DivisionUlps)
             : quotient;
}

/// Toward zero, of f32 to f16. (CDNA3 ISA, V_CVT_PKRTZ_F16_F32.)
void emitConvertFloat(EmissionContext &context, simt::ConvertFloatOp convert) {
  llvm::IRBuilder<> &builder = context.builder;
  Registers registers;
  for (llvm::Value *x : context.get(convert.getSrc())) {
    llvm::Value *pair =
        builder.CreateIntrinsic(id::amdgcn_cvt_pkrtz, {}, {x, number(x, 0)});
    registers.push_back(builder.CreateExtractElement(pair, std::uint64_t(0)));
  }
  context.set(convert, registers);
}

bool isTowardZero(simt::ConvertFloatOp convert, const Target & /*target*/) {
  return convert.getRounding() == simt::Rounding::TowardZero;
}

} // namespace

void addApproximations(EmitterTable &table) {
  table.add<simt::ApproximateOp>(emitApproximate, hasApproximation);
  table.addElementwise<arith::DivFOp>(emitDivision, areFloats);
  table.add<simt::ConvertFloatOp>(emitConvertFloat, isTowardZero);
}

} // namespace heddle::codegen::amdgcn
