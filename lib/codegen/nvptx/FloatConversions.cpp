//===- FloatConversions.cpp - Conversions to and from floats --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// To f16, toward zero.
void emitTowardZero(EmissionContext &context, simt::ConvertFloatOp op) {
  llvm::IRBuilder<> &builder = context.builder;
  Registers registers;
  for (llvm::Value *source : context.get(op.getSrc()))
    registers.push_back(builder.CreateBitCast(
        emitPureAssembly(context, "cvt.rz.f16.f32 $0, $1;", "=h,f",
                         builder.getInt16Ty(), {source}),
        builder.getHalfTy()));
  context.set(op, registers);
}

/// Two 8-bit floats, or what two of them are as f16; as integers. (PTX ISA,
/// cvt: conversions of 8-bit floats are of two at once.)
llvm::Value *emitPair(EmissionContext &context, simt::ConvertFloatOp op,
                      llvm::Value *low, llvm::Value *high) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Type *i16 = builder.getInt16Ty();
  Type from = getElementTypeOrSelf(op.getSrc().getType());
  Type to = getElementTypeOrSelf(op.getType());
  std::string pair =
      isa<Float8E5M2Type>(to.isF16() ? from : to) ? "e5m2x2" : "e4m3x2";
  if (!to.isF16())
    return emitPureAssembly(context,
                            "cvt.rn.satfinite." + pair + ".f32 $0, $1, $2;",
                            "=h,f,f", i16, {high, low});
  llvm::Value *both =
      builder.CreateOr(builder.CreateZExt(low, i16),
                       builder.CreateShl(builder.CreateZExt(high, i16), 8));
  return emitPureAssembly(context, "cvt.rn.f16x2." + pair + " $0, $1;", "=r,h",
                          builder.getInt32Ty(), {both});
}

void emitConvertFloat(EmissionContext &context, simt::ConvertFloatOp op) {
  if (op.getRounding() == simt::Rounding::TowardZero)
    return emitTowardZero(context, op);
  llvm::IRBuilder<> &builder = context.builder;
  const Registers sources = context.get(op.getSrc());
  auto *halves = llvm::FixedVectorType::get(typeOf(context, op.getType()), 2);
  Registers registers;
  for (std::size_t first = 0; first < sources.size(); first += 2) {
    bool hasHigh = first + 1 < sources.size();
    llvm::Value *both = emitPair(context, op, sources[first],
                                 sources[hasHigh ? first + 1 : first]);
    both = builder.CreateBitCast(both, halves);
    for (unsigned half = 0; half < (hasHigh ? 2U : 1U); ++half)
      registers.push_back(builder.CreateExtractElement(both, half));
  }
  context.set(op, registers);
}

/// A small whole number n behind the exponent of 2^23 is 2^23 + n, of which
/// 2^23 is taken: two instructions at full rate, where conversions are slow
/// (CUDA C++ Programming Guide, "Arithmetic Instructions").
bool emitFloatsOfWords(EmissionContext &context, Operation *op) {
  llvm::IRBuilder<> &builder = context.builder;
  if (!getElementTypeOrSelf(op->getResult(0).getType()).isF32() ||
      !context.words.contains(op->getOperand(0)))
    return false;
  constexpr std::uint32_t Exponent = 0x4B000000;
  auto type = cast<VectorType>(op->getOperand(0).getType());
  unsigned bytes = simt::bytesOf(type.getElementType());
  std::uint32_t sign = bytes == 1 ? 0x80808080 : 0x80008000;
  double lifted = isa<arith::SIToFPOp>(op) ? (bytes == 1 ? 0x1p7 : 0x1p15) : 0;
  Registers floats;
  for (llvm::Value *word : wordsOf(context, op->getOperand(0))) {
    if (lifted != 0)
      word = builder.CreateXor(word, sign);
    for (unsigned byte = 0; byte < WordBytes; byte += bytes) {
      // Bytes from the lowest on; those of the exponent are 4 to 7.
      unsigned pick = bytes == 1 ? 0x7440 + byte : 0x7410 + 0x11 * byte;
      llvm::Value *bits = builder.CreateIntrinsic(
          llvm::Intrinsic::nvvm_prmt, {},
          {word, builder.getInt32(Exponent), builder.getInt32(pick)});
      floats.push_back(builder.CreateFSub(
          builder.CreateBitCast(bits, builder.getFloatTy()),
          llvm::ConstantFP::get(builder.getFloatTy(), 0x1p23 + lifted)));
    }
  }
  floats.resize(simt::registerCount(type));
  context.set(op->getResult(0), std::move(floats));
  return true;
}

void emitFromInteger(EmissionContext &context, Operation *op) {
  if (!emitFloatsOfWords(context, op))
    emitElementwise(context, op);
}

} // namespace

void addFloatConversions(EmitterTable &table) {
  table.add<simt::ConvertFloatOp>(emitConvertFloat, hasFloatConversion);
  table.refine<arith::SIToFPOp>(emitFromInteger);
  table.refine<arith::UIToFPOp>(emitFromInteger);
}

} // namespace heddle::codegen
