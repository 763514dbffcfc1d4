//===- Words.cpp - Small elements in words --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/Words.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::codegen {

using namespace mlir;

unsigned registerBytes(Value value) {
  return simt::bytesOf(getElementTypeOrSelf(value.getType()));
}

llvm::Value *asInteger(EmissionContext &context, llvm::Value *value,
                       unsigned bytes) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Type *wanted = builder.getIntNTy(8 * bytes);
  if (value->getType()->isFloatingPointTy())
    return builder.CreateBitCast(value, wanted);
  return builder.CreateZExtOrTrunc(value, wanted);
}

llvm::Value *fromInteger(EmissionContext &context, llvm::Value *value,
                         llvm::Type *type) {
  llvm::IRBuilder<> &builder = context.builder;
  if (type->isFloatingPointTy())
    return builder.CreateBitCast(value, type);
  return builder.CreateZExtOrTrunc(value, type);
}

Registers toWords(EmissionContext &context,
                  llvm::ArrayRef<llvm::Value *> registers, unsigned bytes) {
  llvm::IRBuilder<> &builder = context.builder;
  Registers words;
  if (bytes >= 4) {
    for (llvm::Value *value : registers) {
      llvm::Value *bits = asInteger(context, value, bytes);
      for (unsigned byte = 0; byte < bytes; byte += 4)
        words.push_back(builder.CreateTrunc(
            byte == 0 ? bits
                      : builder.CreateLShr(bits, std::uint64_t(8) * byte),
            builder.getInt32Ty()));
    }
    return words;
  }
  // A vector that is cast, which is how LLVM knows a pair of halves.
  unsigned perWord = 4 / bytes;
  llvm::Type *part = builder.getIntNTy(8 * bytes);
  for (std::size_t first = 0; first < registers.size(); first += perWord) {
    llvm::Value *vector =
        llvm::Constant::getNullValue(llvm::FixedVectorType::get(part, perWord));
    for (unsigned index = 0;
         index < perWord && first + index < registers.size(); ++index)
      vector = builder.CreateInsertElement(
          vector, asInteger(context, registers[first + index], bytes), index);
    words.push_back(builder.CreateBitCast(vector, builder.getInt32Ty()));
  }
  return words;
}

Registers fromWords(EmissionContext &context,
                    llvm::ArrayRef<llvm::Value *> words, llvm::Type *type,
                    unsigned bytes, unsigned count) {
  llvm::IRBuilder<> &builder = context.builder;
  Registers registers;
  for (unsigned index = 0; index < count; ++index) {
    unsigned byte = index * bytes;
    if (bytes < 4) {
      llvm::Value *vector = builder.CreateBitCast(
          words[byte / 4],
          llvm::FixedVectorType::get(builder.getIntNTy(8 * bytes), 4 / bytes));
      registers.push_back(fromInteger(
          context, builder.CreateExtractElement(vector, byte % 4 / bytes),
          type));
      continue;
    }
    llvm::Type *wide = builder.getIntNTy(8 * bytes);
    llvm::Value *bits = builder.CreateZExt(words[byte / 4], wide);
    for (unsigned word = 1; word < bytes / 4; ++word)
      bits = builder.CreateOr(
          bits,
          builder.CreateShl(builder.CreateZExt(words[byte / 4 + word], wide),
                            std::uint64_t(32) * word));
    registers.push_back(fromInteger(context, bits, type));
  }
  return registers;
}

bool isBitwise(Operation *op) {
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

bool isPackable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && !vector.getElementType().isInteger(1) &&
         simt::bytesOf(vector.getElementType()) < WordBytes;
}

Registers wordsOf(EmissionContext &context, Value value) {
  if (auto found = context.words.find(value); found != context.words.end())
    return found->second;
  return toWords(context, context.get(value), registerBytes(value));
}

// Nobody may ask for some of the two; LLVM drops what is not used.
void setWords(EmissionContext &context, Value value, Registers words) {
  auto type = cast<VectorType>(value.getType());
  context.set(value, fromWords(context, words, typeOf(context, type),
                               simt::bytesOf(type.getElementType()),
                               simt::registerCount(type)));
  if (isPackable(type))
    context.words[value] = std::move(words);
}

Registers heldBy(EmissionContext &context, Value value) {
  return isPackable(value.getType()) ? wordsOf(context, value)
                                     : context.get(value);
}

void setHeld(EmissionContext &context, Value value, Registers registers) {
  if (isPackable(value.getType()))
    setWords(context, value, std::move(registers));
  else
    context.set(value, std::move(registers));
}

bool comesInWords(EmissionContext &context, Value value) {
  if (!isPackable(value.getType()))
    return false;
  if (context.words.contains(value))
    return true;
  Operation *source = value.getDefiningOp();
  if (source != nullptr && isBitwise(source))
    return llvm::any_of(source->getOperands(), [&](Value operand) {
      return comesInWords(context, operand);
    });
  return isa_and_nonnull<simt::FromWordsOp>(source);
}

} // namespace heddle::codegen
