//===- Arithmetic.cpp - Arithmetic of registers ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle::codegen {

using namespace mlir;

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

bool isNumber(arith::ConstantOp constant, const Target &) {
  return isa<DenseElementsAttr, IntegerAttr, FloatAttr>(constant.getValue());
}

void emitConstant(EmissionContext &context, arith::ConstantOp constant) {
  llvm::Type *type = typeOf(context, constant.getType());
  Registers registers;
  if (auto list = dyn_cast<DenseElementsAttr>(constant.getValue()))
    for (Attribute each : list.getValues<Attribute>())
      registers.push_back(constantOf(each, type));
  else
    registers.push_back(constantOf(constant.getValue(), type));
  context.set(constant, std::move(registers));
}

// Any value will do; LLVM's poison would spread to what does not depend on it.
void emitPoison(EmissionContext &context, ub::PoisonOp poison) {
  unsigned count = simt::registerCount(poison.getType());
  llvm::Type *type = typeOf(context, poison.getType());
  context.set(poison, Registers(count, llvm::Constant::getNullValue(type)));
}

/// Sums and products of twice the width, in two halves.
void emitExtended(EmissionContext &context, Operation *op) {
  llvm::IRBuilder<> &builder = context.builder;
  const Registers left = context.get(op->getOperand(0)),
                  right = context.get(op->getOperand(1));
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
    high.push_back(
        builder.CreateTrunc(builder.CreateLShr(both, bits),
                            typeOf(context, op->getResult(1).getType())));
  }
  context.set(op->getResult(0), low);
  context.set(op->getResult(1), high);
}

using Operands = llvm::ArrayRef<llvm::Value *>;

template <llvm::Instruction::BinaryOps Kind>
llvm::Value *emitBinary(EmissionContext &context, Operation *,
                        Operands operands) {
  return context.builder.CreateBinOp(Kind, operands[0], operands[1]);
}

template <llvm::Intrinsic::ID Id>
llvm::Value *emitBinaryCall(EmissionContext &context, Operation *,
                            Operands operands) {
  return context.builder.CreateBinaryIntrinsic(Id, operands[0], operands[1]);
}

llvm::Value *emitNegation(EmissionContext &context, arith::NegFOp,
                          Operands operands) {
  return context.builder.CreateFNeg(operands[0]);
}

llvm::Value *emitCompare(EmissionContext &context, arith::CmpIOp compare,
                         Operands operands) {
  return context.builder.CreateICmp(predicateOf(compare.getPredicate()),
                                    operands[0], operands[1]);
}

llvm::Value *emitCompareFloats(EmissionContext &context, arith::CmpFOp compare,
                               Operands operands) {
  return context.builder.CreateFCmp(predicateOf(compare.getPredicate()),
                                    operands[0], operands[1]);
}

llvm::Value *emitSelect(EmissionContext &context, arith::SelectOp,
                        Operands operands) {
  return context.builder.CreateSelect(operands[0], operands[1], operands[2]);
}

void addIntegers(EmitterTable &table) {
  using Inst = llvm::Instruction;
  table.addElementwise<arith::AddIOp>(emitBinary<Inst::Add>);
  table.addElementwise<arith::SubIOp>(emitBinary<Inst::Sub>);
  table.addElementwise<arith::MulIOp>(emitBinary<Inst::Mul>);
  table.addElementwise<arith::DivSIOp>(emitBinary<Inst::SDiv>);
  table.addElementwise<arith::DivUIOp>(emitBinary<Inst::UDiv>);
  table.addElementwise<arith::RemSIOp>(emitBinary<Inst::SRem>);
  table.addElementwise<arith::RemUIOp>(emitBinary<Inst::URem>);
  table.addElementwise<arith::AndIOp>(emitBinary<Inst::And>);
  table.addElementwise<arith::OrIOp>(emitBinary<Inst::Or>);
  table.addElementwise<arith::XOrIOp>(emitBinary<Inst::Xor>);
  table.addElementwise<arith::ShLIOp>(emitBinary<Inst::Shl>);
  table.addElementwise<arith::ShRSIOp>(emitBinary<Inst::AShr>);
  table.addElementwise<arith::ShRUIOp>(emitBinary<Inst::LShr>);
  table.addElementwise<arith::MinSIOp>(emitBinaryCall<llvm::Intrinsic::smin>);
  table.addElementwise<arith::MaxSIOp>(emitBinaryCall<llvm::Intrinsic::smax>);
  table.addElementwise<arith::MinUIOp>(emitBinaryCall<llvm::Intrinsic::umin>);
  table.addElementwise<arith::MaxUIOp>(emitBinaryCall<llvm::Intrinsic::umax>);
  table.addElementwise<arith::CmpIOp>(emitCompare);
  table.add<arith::MulSIExtendedOp>(emitExtended);
  table.add<arith::MulUIExtendedOp>(emitExtended);
  table.add<arith::AddUIExtendedOp>(emitExtended);
}

void addFloats(EmitterTable &table) {
  using Inst = llvm::Instruction;
  namespace intrinsic = llvm::Intrinsic;
  table.addElementwise<arith::AddFOp>(emitBinary<Inst::FAdd>, areFloats);
  table.addElementwise<arith::SubFOp>(emitBinary<Inst::FSub>, areFloats);
  table.addElementwise<arith::MulFOp>(emitBinary<Inst::FMul>, areFloats);
  table.addElementwise<arith::DivFOp>(emitBinary<Inst::FDiv>, areFloats);
  table.addElementwise<arith::MaximumFOp>(emitBinaryCall<intrinsic::maximum>,
                                          areFloats);
  table.addElementwise<arith::MinimumFOp>(emitBinaryCall<intrinsic::minimum>,
                                          areFloats);
  table.addElementwise<arith::MaxNumFOp>(emitBinaryCall<intrinsic::maxnum>,
                                         areFloats);
  table.addElementwise<arith::MinNumFOp>(emitBinaryCall<intrinsic::minnum>,
                                         areFloats);
  table.addElementwise<arith::NegFOp>(emitNegation, areFloats);
  table.addElementwise<arith::CmpFOp>(emitCompareFloats, areFloats);
}

} // namespace

void addArithmetic(EmitterTable &table) {
  table.add<arith::ConstantOp>(emitConstant, isNumber);
  table.add<ub::PoisonOp>(emitPoison);
  table.addElementwise<arith::SelectOp>(emitSelect);
  addIntegers(table);
  addFloats(table);
}

} // namespace heddle::codegen
