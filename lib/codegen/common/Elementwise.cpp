//===- Elementwise.cpp - Ops on registers one by one ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/Elementwise.h"
#include "heddle/codegen/common/EmitterTable.h"
#include "heddle/codegen/common/Words.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// A word at once, if an operand comes in words and the op is one of those; of
/// floats two elements, which vendors have instructions for (PTX ISA, add.f16x2
/// and others, those of bf16 but fma from sm_90 on, before as an fma; CDNA3
/// ISA, V_PK_ADD_F16).
bool emitPacked(EmissionContext &context, Operation *op,
                const EmitScalar &emitScalar) {
  if (!isPackable(op->getResult(0).getType()))
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  bool isPair = isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op) &&
                (element.isF16() || element.isBF16());
  bool isFused = isa<math::FmaOp>(op) && element.isF16();
  if (!isBitwise(op) && !isPair && !isFused)
    return false;
  if (llvm::none_of(op->getOperands(), [&](Value operand) {
        return context.words.contains(operand);
      }))
    return false;
  llvm::SmallVector<Registers> operands;
  for (Value operand : op->getOperands())
    operands.push_back(wordsOf(context, operand));
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Type *word = builder.getInt32Ty();
  auto *halves = llvm::FixedVectorType::get(
      element.isBF16() ? builder.getBFloatTy() : builder.getHalfTy(), 2);
  Registers words;
  for (std::size_t index = 0; index < operands.front().size(); ++index) {
    llvm::SmallVector<llvm::Value *> each;
    for (const Registers &operand : operands)
      each.push_back(isBitwise(op)
                         ? operand[index]
                         : builder.CreateBitCast(operand[index], halves));
    words.push_back(builder.CreateBitCast(emitScalar(context, op, each), word));
  }
  setWords(context, op->getResult(0), std::move(words));
  return true;
}

/// Words of small integers that are all shifted as far, if they come in words:
/// what an element would get of its neighbour is cut off.
bool emitPackedShift(EmissionContext &context, Operation *op) {
  Value result = op->getResult(0);
  llvm::APInt distance;
  if (!isa<arith::ShLIOp, arith::ShRUIOp>(op) ||
      !isPackable(result.getType()) ||
      !context.words.contains(op->getOperand(0)) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&distance)) ||
      distance.uge(distance.getBitWidth()))
    return false;
  bool isLeft = isa<arith::ShLIOp>(op);
  llvm::APInt kept = llvm::APInt::getAllOnes(distance.getBitWidth());
  kept = isLeft ? kept.shl(distance) : kept.lshr(distance);
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *mask =
      builder.getInt(llvm::APInt::getSplat(8 * WordBytes, kept));
  Registers words;
  for (llvm::Value *word : wordsOf(context, op->getOperand(0)))
    words.push_back(builder.CreateAnd(
        isLeft ? builder.CreateShl(word, distance.getZExtValue())
               : builder.CreateLShr(word, distance.getZExtValue()),
        mask));
  setWords(context, result, std::move(words));
  return true;
}

/// Two of f32 at once as a word of f16 or bf16 (PTX ISA, cvt.rn.bf16x2.f32).
bool emitNarrowPairs(EmissionContext &context, Operation *op) {
  Type type = op->getResult(0).getType();
  Type element = getElementTypeOrSelf(type);
  unsigned count = simt::registerCount(type);
  if (!isa<arith::TruncFOp>(op) || count < 2 ||
      !getElementTypeOrSelf(op->getOperand(0)).isF32() ||
      !(element.isF16() || element.isBF16()))
    return false;
  llvm::IRBuilder<> &builder = context.builder;
  auto *wide = llvm::FixedVectorType::get(builder.getFloatTy(), 2);
  auto *narrow = llvm::FixedVectorType::get(typeOf(context, type), 2);
  const Registers &source = context.get(op->getOperand(0));
  Registers words;
  for (unsigned index = 0; index < count; index += 2) {
    llvm::Value *pair = builder.CreateInsertElement(
        llvm::Constant::getNullValue(wide), source[index], std::uint64_t(0));
    if (index + 1 < count)
      pair = builder.CreateInsertElement(pair, source[index + 1],
                                         std::uint64_t(1));
    words.push_back(builder.CreateBitCast(builder.CreateFPTrunc(pair, narrow),
                                          builder.getInt32Ty()));
  }
  setWords(context, op->getResult(0), std::move(words));
  return true;
}

/// Words of two bf16, each of which is the upper half of an f32: taken from
/// them as integers, so that LLVM leaves in one what makes two.
bool emitWidePairs(EmissionContext &context, Operation *op) {
  Value source = op->getOperand(0);
  Type type = op->getResult(0).getType();
  if (!isa<arith::ExtFOp>(op) || !context.words.contains(source) ||
      !getElementTypeOrSelf(source.getType()).isBF16() ||
      !getElementTypeOrSelf(type).isF32())
    return false;
  constexpr unsigned HalfBits = 16;
  constexpr std::uint32_t Upper = 0xFFFF0000;
  llvm::IRBuilder<> &builder = context.builder;
  Registers words = wordsOf(context, source), registers;
  for (unsigned index = 0; index < simt::registerCount(type); ++index) {
    llvm::Value *word = words[index / 2];
    registers.push_back(
        builder.CreateBitCast(index % 2 == 0 ? builder.CreateShl(word, HalfBits)
                                             : builder.CreateAnd(word, Upper),
                              builder.getFloatTy()));
  }
  context.set(op->getResult(0), std::move(registers));
  return true;
}

} // namespace

void emitElementwise(EmissionContext &context, Operation *op) {
  const EmitScalar &emitScalar = context.emitters.find(op)->scalar;
  if (emitPacked(context, op, emitScalar) || emitPackedShift(context, op) ||
      emitNarrowPairs(context, op) || emitWidePairs(context, op))
    return;
  Registers registers;
  for (unsigned index = 0;
       index < simt::registerCount(op->getResult(0).getType()); ++index) {
    llvm::SmallVector<llvm::Value *> operands;
    for (Value operand : op->getOperands()) {
      const Registers &all = context.get(operand);
      // One condition may choose for all registers.
      operands.push_back(all[all.size() == 1 ? 0 : index]);
    }
    registers.push_back(emitScalar(context, op, operands));
  }
  context.set(op->getResult(0), std::move(registers));
}

bool isArithmeticFloat(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16() || element.isF32() ||
         element.isF64();
}

bool areFloats(Operation *op, const Target &) {
  return llvm::all_of(op->getOperandTypes(), isArithmeticFloat) &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           return isArithmeticFloat(type) ||
                  getElementTypeOrSelf(type).isInteger(1);
         });
}

bool isApproximate(arith::DivFOp divide) {
  return arith::bitEnumContainsAny(divide.getFastmath(),
                                   arith::FastMathFlags::afn);
}

} // namespace heddle::codegen
