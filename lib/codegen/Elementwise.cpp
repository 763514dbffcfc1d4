//===- Elementwise.cpp - Arithmetic of registers --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

llvm::Constant *constantOf(Attribute value, llvm::Type *type) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return llvm::ConstantInt::get(
        type, number.getValue().sextOrTrunc(type->getIntegerBitWidth()));
  auto number = cast<FloatAttr>(value);
  if (type->isFloatingPointTy())
    return llvm::ConstantFP::get(type, number.getValue());
  return llvm::ConstantInt::get(type, number.getValue().bitcastToAPInt());
}

llvm::CmpInst::Predicate predicateOf(arith::CmpIPredicate predicate) {
  using enum arith::CmpIPredicate;
  switch (predicate) {
  case eq:
    return llvm::CmpInst::ICMP_EQ;
  case ne:
    return llvm::CmpInst::ICMP_NE;
  case slt:
    return llvm::CmpInst::ICMP_SLT;
  case sle:
    return llvm::CmpInst::ICMP_SLE;
  case sgt:
    return llvm::CmpInst::ICMP_SGT;
  case sge:
    return llvm::CmpInst::ICMP_SGE;
  case ult:
    return llvm::CmpInst::ICMP_ULT;
  case ule:
    return llvm::CmpInst::ICMP_ULE;
  case ugt:
    return llvm::CmpInst::ICMP_UGT;
  case uge:
    return llvm::CmpInst::ICMP_UGE;
  }
  return llvm::CmpInst::BAD_ICMP_PREDICATE;
}

llvm::CmpInst::Predicate predicateOf(arith::CmpFPredicate predicate) {
  using enum arith::CmpFPredicate;
  switch (predicate) {
  case AlwaysFalse:
    return llvm::CmpInst::FCMP_FALSE;
  case OEQ:
    return llvm::CmpInst::FCMP_OEQ;
  case OGT:
    return llvm::CmpInst::FCMP_OGT;
  case OGE:
    return llvm::CmpInst::FCMP_OGE;
  case OLT:
    return llvm::CmpInst::FCMP_OLT;
  case OLE:
    return llvm::CmpInst::FCMP_OLE;
  case ONE:
    return llvm::CmpInst::FCMP_ONE;
  case ORD:
    return llvm::CmpInst::FCMP_ORD;
  case UEQ:
    return llvm::CmpInst::FCMP_UEQ;
  case UGT:
    return llvm::CmpInst::FCMP_UGT;
  case UGE:
    return llvm::CmpInst::FCMP_UGE;
  case ULT:
    return llvm::CmpInst::FCMP_ULT;
  case ULE:
    return llvm::CmpInst::FCMP_ULE;
  case UNE:
    return llvm::CmpInst::FCMP_UNE;
  case UNO:
    return llvm::CmpInst::FCMP_UNO;
  case AlwaysTrue:
    return llvm::CmpInst::FCMP_TRUE;
  }
  return llvm::CmpInst::BAD_FCMP_PREDICATE;
}

} // namespace

LogicalResult KernelEmitter::emitElementwise(Operation *op) {
  if (op->getNumResults() != 1)
    return refuse(op);
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  auto count = vector ? static_cast<unsigned>(vector.getNumElements()) : 1U;
  Registers registers;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto list = dyn_cast<DenseElementsAttr>(constant.getValue()))
      for (Attribute each : list.getValues<Attribute>())
        registers.push_back(constantOf(each, typeOf(type)));
    else
      registers.push_back(constantOf(constant.getValue(), typeOf(type)));
    set(op->getResult(0), registers);
    return success();
  }
  for (unsigned index = 0; index < count; ++index) {
    llvm::SmallVector<llvm::Value *> operands;
    for (Value operand : op->getOperands()) {
      const Registers &all = get(operand);
      // One condition may choose for all registers.
      operands.push_back(all[all.size() == 1 ? 0 : index]);
    }
    llvm::Value *value = emitScalar(op, operands);
    if (value == nullptr)
      return refuse(op);
    registers.push_back(value);
  }
  set(op->getResult(0), registers);
  return success();
}

llvm::Value *KernelEmitter::emitScalar(Operation *op,
                                       llvm::ArrayRef<llvm::Value *> operands) {
  using namespace llvm::Intrinsic;
  llvm::Value *a = operands.empty() ? nullptr : operands[0];
  llvm::Value *b = operands.size() < 2 ? nullptr : operands[1];
  auto binary = [&](llvm::Instruction::BinaryOps kind) {
    return [&, kind](auto) { return builder.CreateBinOp(kind, a, b); };
  };
  auto call = [&](ID id) {
    return [&, id](auto) { return builder.CreateBinaryIntrinsic(id, a, b); };
  };
  using Inst = llvm::Instruction;
  auto *value =
      llvm::TypeSwitch<Operation *, llvm::Value *>(op)
          .Case<arith::AddIOp>(binary(Inst::Add))
          .Case<arith::SubIOp>(binary(Inst::Sub))
          .Case<arith::MulIOp>(binary(Inst::Mul))
          .Case<arith::DivSIOp>(binary(Inst::SDiv))
          .Case<arith::DivUIOp>(binary(Inst::UDiv))
          .Case<arith::RemSIOp>(binary(Inst::SRem))
          .Case<arith::RemUIOp>(binary(Inst::URem))
          .Case<arith::AndIOp>(binary(Inst::And))
          .Case<arith::OrIOp>(binary(Inst::Or))
          .Case<arith::XOrIOp>(binary(Inst::Xor))
          .Case<arith::ShLIOp>(binary(Inst::Shl))
          .Case<arith::ShRSIOp>(binary(Inst::AShr))
          .Case<arith::ShRUIOp>(binary(Inst::LShr))
          .Case<arith::MinSIOp>(call(smin))
          .Case<arith::MaxSIOp>(call(smax))
          .Case<arith::MinUIOp>(call(umin))
          .Case<arith::MaxUIOp>(call(umax))
          .Case<arith::AddFOp>(binary(Inst::FAdd))
          .Case<arith::SubFOp>(binary(Inst::FSub))
          .Case<arith::MulFOp>(binary(Inst::FMul))
          .Case<arith::DivFOp>(binary(Inst::FDiv))
          .Case<arith::MaximumFOp>(call(maximum))
          .Case<arith::MinimumFOp>(call(minimum))
          .Case<arith::MaxNumFOp>(call(maxnum))
          .Case<arith::MinNumFOp>(call(minnum))
          .Case<arith::NegFOp>([&](auto) { return builder.CreateFNeg(a); })
          .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
            return builder.CreateICmp(predicateOf(compare.getPredicate()), a,
                                      b);
          })
          .Case<arith::CmpFOp>([&](arith::CmpFOp compare) {
            return builder.CreateFCmp(predicateOf(compare.getPredicate()), a,
                                      b);
          })
          .Case<arith::SelectOp>(
              [&](auto) { return builder.CreateSelect(a, b, operands[2]); })
          .Default([](Operation *) -> llvm::Value * { return nullptr; });
  if (value == nullptr && operands.size() == 1)
    value = emitCast(op, a);
  return value == nullptr ? emitMath(op, operands) : value;
}

llvm::Value *KernelEmitter::emitCast(Operation *op, llvm::Value *a) {
  llvm::Type *type = typeOf(op->getResult(0).getType());
  // Floats that are kept as bits have casts of their own.
  auto isPlain = [](llvm::Type *each) {
    return each->isHalfTy() || each->isBFloatTy() || each->isFloatTy() ||
           each->isDoubleTy();
  };
  bool fromFloat = isPlain(a->getType()), toFloat = isPlain(type);
  return llvm::TypeSwitch<Operation *, llvm::Value *>(op)
      .Case<arith::ExtSIOp>([&](auto) { return builder.CreateSExt(a, type); })
      .Case<arith::ExtUIOp>([&](auto) { return builder.CreateZExt(a, type); })
      .Case<arith::TruncIOp>([&](auto) { return builder.CreateTrunc(a, type); })
      .Case<arith::IndexCastOp>(
          [&](auto) { return builder.CreateSExtOrTrunc(a, type); })
      .Case<arith::IndexCastUIOp>(
          [&](auto) { return builder.CreateZExtOrTrunc(a, type); })
      .Case<arith::BitcastOp>(
          [&](auto) { return builder.CreateBitCast(a, type); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) -> llvm::Value * {
        return fromFloat && toFloat ? builder.CreateFPCast(a, type) : nullptr;
      })
      .Case<arith::SIToFPOp>([&](auto) -> llvm::Value * {
        return toFloat ? builder.CreateSIToFP(a, type) : nullptr;
      })
      .Case<arith::UIToFPOp>([&](auto) -> llvm::Value * {
        return toFloat ? builder.CreateUIToFP(a, type) : nullptr;
      })
      .Case<arith::FPToSIOp>([&](auto) -> llvm::Value * {
        return fromFloat ? builder.CreateFPToSI(a, type) : nullptr;
      })
      .Case<arith::FPToUIOp>([&](auto) -> llvm::Value * {
        return fromFloat ? builder.CreateFPToUI(a, type) : nullptr;
      })
      .Default([](Operation *) -> llvm::Value * { return nullptr; });
}

llvm::Value *KernelEmitter::emitMath(Operation *op,
                                     llvm::ArrayRef<llvm::Value *> operands) {
  namespace intrinsic = llvm::Intrinsic;
  llvm::Value *a = operands.empty() ? nullptr : operands[0];
  bool isSingle = a != nullptr && a->getType()->isFloatTy();
  auto unary = [&](intrinsic::ID id) {
    return builder.CreateUnaryIntrinsic(id, a);
  };
  return llvm::TypeSwitch<Operation *, llvm::Value *>(op)
      .Case<math::AbsFOp>([&](auto) { return unary(intrinsic::fabs); })
      .Case<math::AbsIOp>([&](auto) {
        return builder.CreateBinaryIntrinsic(intrinsic::abs, a,
                                             builder.getFalse());
      })
      .Case<math::FloorOp>([&](auto) { return unary(intrinsic::floor); })
      .Case<math::CeilOp>([&](auto) { return unary(intrinsic::ceil); })
      .Case<math::CtPopOp>([&](auto) { return unary(intrinsic::ctpop); })
      .Case<math::SqrtOp>([&](auto) { return unary(intrinsic::sqrt); })
      .Case<math::FmaOp>([&](auto) {
        return builder.CreateIntrinsic(intrinsic::fma, {a->getType()},
                                       {a, operands[1], operands[2]});
      })
      .Case<math::ExpOp>([&](auto) -> llvm::Value * {
        return isSingle ? emitExp(a) : nullptr;
      })
      .Default([](Operation *) -> llvm::Value * { return nullptr; });
}

// e^x = 2^n * e^r with n the whole number next to x / ln 2, so that |r| is at
// most 0.35 and rounding in front of ex2.approx costs nothing. (PTX ISA,
// ex2.approx.f32: relative error at most 2^-22.5.) 2^n is multiplied in two
// steps, since it may be out of range where the product is not.
llvm::Value *KernelEmitter::emitExp(llvm::Value *x) {
  namespace intrinsic = llvm::Intrinsic;
  llvm::Type *f32 = builder.getFloatTy();
  llvm::Type *i32 = builder.getInt32Ty();
  auto number = [&](double value) { return llvm::ConstantFP::get(f32, value); };
  auto fused = [&](llvm::Value *l, llvm::Value *r, llvm::Value *s) {
    return builder.CreateIntrinsic(intrinsic::fma, {f32}, {l, r, s});
  };
  // Beyond, results are zero or infinite all the same. NaN stays.
  constexpr double Most = 128, Log2OfE = 1.4426950408889634;
  constexpr double Ln2High = 0.693145751953125, Ln2Low = 1.42860682030941723e-6;
  llvm::Value *bounded = builder.CreateSelect(
      builder.CreateFCmpOGT(x, number(Most)), number(Most), x);
  bounded = builder.CreateSelect(builder.CreateFCmpOLT(bounded, number(-Most)),
                                 number(-Most), bounded);
  llvm::Value *whole = builder.CreateUnaryIntrinsic(
      intrinsic::rint, builder.CreateFMul(bounded, number(Log2OfE)));
  llvm::Value *rest = fused(whole, number(-Ln2High), bounded);
  rest = fused(whole, number(-Ln2Low), rest);
  llvm::Value *power =
      builder.CreateIntrinsic(intrinsic::nvvm_ex2_approx, {f32},
                              {builder.CreateFMul(rest, number(Log2OfE))});
  llvm::Value *n =
      builder.CreateIntrinsic(intrinsic::fptosi_sat, {i32, f32}, {whole});
  llvm::Value *half = builder.CreateAShr(n, 1);
  auto powerOfTwo = [&](llvm::Value *exponent) {
    constexpr unsigned Bias = 127, MantissaBits = 23;
    return builder.CreateBitCast(
        builder.CreateShl(builder.CreateAdd(exponent, builder.getInt32(Bias)),
                          MantissaBits),
        f32);
  };
  return builder.CreateFMul(builder.CreateFMul(power, powerOfTwo(half)),
                            powerOfTwo(builder.CreateSub(n, half)));
}

} // namespace heddle
