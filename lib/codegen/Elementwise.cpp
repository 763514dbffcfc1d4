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
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/IntrinsicInst.h"
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

static bool isApproximate(arith::DivFOp divide) {
  return arith::bitEnumContainsAny(divide.getFastmath(),
                                   arith::FastMathFlags::afn);
}

/// min(max(x, 0), 1) of f32.
static bool isSaturation(arith::MinNumFOp least) {
  auto most = least.getLhs().getDefiningOp<arith::MaxNumFOp>();
  return most && getElementTypeOrSelf(least.getType()).isF32() &&
         matchPattern(least.getRhs(), m_OneFloat()) &&
         matchPattern(most.getRhs(), m_PosZeroFloat());
}

// Sums and products of twice the width, in two halves.
LogicalResult KernelEmitter::emitExtended(Operation *op) {
  const Registers left = get(op->getOperand(0)), right = get(op->getOperand(1));
  bool isSigned = isa<arith::MulSIExtendedOp>(op);
  bool isSum = isa<arith::AddUIExtendedOp>(op);
  Registers low, high;
  for (auto [l, r] : llvm::zip(left, right)) {
    unsigned bits = l->getType()->getIntegerBitWidth();
    llvm::Type *wide = builder.getIntNTy(2 * bits);
    auto extend = [&](llvm::Value *value) {
      return isSigned ? builder.CreateSExt(value, wide)
                      : builder.CreateZExt(value, wide);
    };
    llvm::Value *both = isSum ? builder.CreateAdd(extend(l), extend(r))
                              : builder.CreateMul(extend(l), extend(r));
    low.push_back(builder.CreateTrunc(both, l->getType()));
    high.push_back(builder.CreateTrunc(builder.CreateLShr(both, bits),
                                       typeOf(op->getResult(1).getType())));
  }
  set(op->getResult(0), low);
  set(op->getResult(1), high);
  return success();
}

LogicalResult KernelEmitter::emitApproximate(simt::ApproximateOp op) {
  auto nameOf = [](simt::Approximation function) -> llvm::StringRef {
    switch (function) {
    case simt::Approximation::Exp2:
    case simt::Approximation::Exp2Normal:
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
  };
  bool flushes = op.getFunction() == simt::Approximation::Exp2Normal;
  std::string text =
      nameOf(op.getFunction()).str() +
      (flushes ? ".approx.ftz.f32 $0, $1;" : ".approx.f32 $0, $1;");
  Registers registers;
  for (llvm::Value *x : get(op.getX()))
    registers.push_back(pureAssembly(text, "=f,f", builder.getFloatTy(), {x}));
  set(op, registers);
  return success();
}

// PTX ISA, cvt: conversions of 8-bit floats are of two at once.
LogicalResult KernelEmitter::emitConvertFloat(simt::ConvertFloatOp op) {
  const Registers sources = get(op.getSrc());
  Type from = getElementTypeOrSelf(op.getSrc().getType());
  Type to = getElementTypeOrSelf(op.getType());
  llvm::Type *i16 = builder.getInt16Ty(), *type = typeOf(to);
  Registers registers;
  if (to.isF16() && from.isF32()) {
    for (llvm::Value *source : sources)
      registers.push_back(builder.CreateBitCast(
          pureAssembly("cvt.rz.f16.f32 $0, $1;", "=h,f", i16, {source}), type));
    set(op, registers);
    return success();
  }
  std::string pair =
      isa<Float8E5M2Type>(to.isF16() ? from : to) ? "e5m2x2" : "e4m3x2";
  for (std::size_t first = 0; first < sources.size(); first += 2) {
    llvm::Value *low = sources[first];
    bool hasHigh = first + 1 < sources.size();
    llvm::Value *high = hasHigh ? sources[first + 1] : low;
    llvm::Value *both = nullptr;
    if (to.isF16()) {
      both =
          builder.CreateOr(builder.CreateZExt(low, i16),
                           builder.CreateShl(builder.CreateZExt(high, i16), 8));
      both = pureAssembly("cvt.rn.f16x2." + pair + " $0, $1;", "=r,h",
                          builder.getInt32Ty(), {both});
    } else {
      both = pureAssembly("cvt.rn.satfinite." + pair + ".f32 $0, $1, $2;",
                          "=h,f,f", i16, {high, low});
    }
    auto *halves = llvm::FixedVectorType::get(type, 2);
    both = builder.CreateBitCast(both, halves);
    for (unsigned half = 0; half < (hasHigh ? 2U : 1U); ++half)
      registers.push_back(builder.CreateExtractElement(both, half));
  }
  set(op, registers);
  return success();
}

LogicalResult KernelEmitter::emitElementwise(Operation *op) {
  if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp,
          arith::AddUIExtendedOp>(op))
    return emitExtended(op);
  if (op->getNumResults() != 1)
    return refuse(op);
  if (emitPacked(op) || emitFloatsOfWords(op))
    return success();
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
          .Case<arith::DivFOp>([&](arith::DivFOp divide) -> llvm::Value * {
            return isApproximate(divide) && a->getType()->isFloatTy()
                       ? emitQuotient(a, b)
                       : builder.CreateFDiv(a, b);
          })
          .Case<arith::MaximumFOp>(call(maximum))
          .Case<arith::MinimumFOp>(call(minimum))
          .Case<arith::MaxNumFOp>(call(maxnum))
          .Case<arith::MinNumFOp>([&](arith::MinNumFOp least) -> llvm::Value * {
            // Part of the instruction before it.
            if (isSaturation(least))
              if (auto *lower = llvm::dyn_cast<llvm::IntrinsicInst>(a))
                return builder.CreateIntrinsic(nvvm_saturate_f, {},
                                               {lower->getArgOperand(0)});
            return builder.CreateBinaryIntrinsic(minnum, a, b);
          })
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

// a * (1 / (b * scale)) * scale, where the reciprocal is a normal number, to
// two units in the last place. So does div.full; but here all but two products
// are the divisor's alone, and many quotients often have one divisor. (PTX ISA,
// rcp.approx: one unit.)
llvm::Value *KernelEmitter::emitQuotient(llvm::Value *a, llvm::Value *b) {
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
      .Case<math::TruncOp>([&](auto) { return unary(intrinsic::trunc); })
      .Case<math::RoundOp>([&](auto) { return unary(intrinsic::round); })
      .Case<math::RoundEvenOp>(
          [&](auto) { return unary(intrinsic::roundeven); })
      .Case<math::CopySignOp>([&](auto) {
        return builder.CreateBinaryIntrinsic(intrinsic::copysign, a,
                                             operands[1]);
      })
      .Case<math::CountLeadingZerosOp>([&](auto) {
        return builder.CreateBinaryIntrinsic(intrinsic::ctlz, a,
                                             builder.getFalse());
      })
      .Case<math::CountTrailingZerosOp>([&](auto) {
        return builder.CreateBinaryIntrinsic(intrinsic::cttz, a,
                                             builder.getFalse());
      })
      .Case<math::CtPopOp>([&](auto) { return unary(intrinsic::ctpop); })
      .Case<math::SqrtOp>([&](auto) { return unary(intrinsic::sqrt); })
      .Case<math::FmaOp>([&](auto) {
        return builder.CreateIntrinsic(intrinsic::fma, {a->getType()},
                                       {a, operands[1], operands[2]});
      })
      .Default([](Operation *) -> llvm::Value * { return nullptr; });
}

} // namespace heddle
