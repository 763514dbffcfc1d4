//===- Packed.cpp - Small elements in words -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle {

using namespace mlir;

namespace {

constexpr unsigned WordBytes = 4;

unsigned countIn(VectorType type) {
  return static_cast<unsigned>(type.getNumElements());
}

bool isBitwise(Operation *op) {
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

} // namespace

bool KernelEmitter::isPackable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && !vector.getElementType().isInteger(1) &&
         simt::bytesOf(vector.getElementType()) < WordBytes;
}

KernelEmitter::Registers KernelEmitter::wordsOf(Value value) {
  if (auto found = packed.find(value); found != packed.end())
    return found->second;
  return toWords(get(value),
                 simt::bytesOf(getElementTypeOrSelf(value.getType())));
}

// Nobody may ask for some of the two; LLVM drops what is not used.
void KernelEmitter::setWords(Value value, Registers words) {
  auto type = cast<VectorType>(value.getType());
  set(value, fromWords(words, typeOf(type),
                       simt::bytesOf(type.getElementType()), countIn(type)));
  if (isPackable(type))
    packed[value] = std::move(words);
}

void KernelEmitter::emitSplat(simt::SplatOp splat) {
  auto type = cast<VectorType>(splat.getType());
  llvm::Value *source = scalar(splat.getSrc());
  set(splat, Registers(countIn(type), source));
  if (!isPackable(type))
    return;
  unsigned bytes = simt::bytesOf(type.getElementType());
  Registers word = toWords(Registers(WordBytes / bytes, source), bytes);
  packed[splat] = Registers(simt::wordsOf(type), word.front());
}

// Words stay where their elements stay together.
void KernelEmitter::emitPermute(simt::PermuteOp permute) {
  Registers all, chosen;
  for (Value source : permute.getSrcs())
    all.append(get(source));
  llvm::ArrayRef<std::int32_t> indices = permute.getIndices();
  for (std::int32_t index : indices)
    chosen.push_back(all[static_cast<std::size_t>(index)]);
  set(permute, chosen);
  auto type = cast<VectorType>(permute.getType());
  if (!isPackable(type))
    return;
  std::size_t perWord = WordBytes / simt::bytesOf(type.getElementType());
  Registers words, chosenWords;
  for (Value source : permute.getSrcs()) {
    auto found = packed.find(source);
    if (found == packed.end() ||
        countIn(cast<VectorType>(source.getType())) % perWord != 0)
      return;
    words.append(found->second);
  }
  if (indices.size() % perWord != 0)
    return;
  for (std::size_t first = 0; first < indices.size(); first += perWord) {
    auto index = static_cast<std::size_t>(indices[first]);
    if (index % perWord != 0)
      return;
    for (std::size_t next = 1; next < perWord; ++next)
      if (static_cast<std::size_t>(indices[first + next]) != index + next)
        return;
    chosenWords.push_back(words[index / perWord]);
  }
  packed[permute] = std::move(chosenWords);
}

// A word at once; of floats two elements, which PTX has instructions for (PTX
// ISA, add.f16x2 and others; those of bf16 but fma from sm_90 on).
bool KernelEmitter::emitPacked(Operation *op) {
  if (op->getNumResults() != 1 || !isPackable(op->getResult(0).getType()))
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  bool isPair =
      isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op) && element.isF16();
  bool isFused = isa<math::FmaOp>(op) && element.isF16();
  if (!isBitwise(op) && !isPair && !isFused)
    return false;
  if (llvm::none_of(op->getOperands(),
                    [&](Value operand) { return packed.contains(operand); }))
    return false;
  llvm::SmallVector<Registers> operands;
  for (Value operand : op->getOperands())
    operands.push_back(wordsOf(operand));
  llvm::Type *word = builder.getInt32Ty();
  auto *halves = llvm::FixedVectorType::get(builder.getHalfTy(), 2);
  Registers words;
  for (std::size_t index = 0; index < operands.front().size(); ++index) {
    llvm::SmallVector<llvm::Value *> each;
    for (const Registers &operand : operands)
      each.push_back(isBitwise(op)
                         ? operand[index]
                         : builder.CreateBitCast(operand[index], halves));
    words.push_back(builder.CreateBitCast(emitScalar(op, each), word));
  }
  setWords(op->getResult(0), std::move(words));
  return true;
}

// A small whole number n behind the exponent of 2^23 is 2^23 + n, of which 2^23
// is taken: two instructions at full rate, where conversions are slow (CUDA C++
// Programming Guide, "Arithmetic Instructions").
bool KernelEmitter::emitFloatsOfWords(Operation *op) {
  if (!isa<arith::SIToFPOp, arith::UIToFPOp>(op) ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isF32() ||
      !packed.contains(op->getOperand(0)))
    return false;
  constexpr std::uint32_t Exponent = 0x4B000000;
  auto type = cast<VectorType>(op->getOperand(0).getType());
  unsigned bytes = simt::bytesOf(type.getElementType());
  std::uint32_t sign = bytes == 1 ? 0x80808080 : 0x80008000;
  double lifted = isa<arith::SIToFPOp>(op) ? (bytes == 1 ? 0x1p7 : 0x1p15) : 0;
  Registers floats;
  for (llvm::Value *word : wordsOf(op->getOperand(0))) {
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
  floats.resize(countIn(type));
  set(op->getResult(0), std::move(floats));
  return true;
}

bool KernelEmitter::comesInWords(Value value) {
  if (!isPackable(value.getType()))
    return false;
  if (packed.contains(value))
    return true;
  Operation *source = value.getDefiningOp();
  if (source != nullptr && isBitwise(source))
    return llvm::any_of(source->getOperands(),
                        [&](Value operand) { return comesInWords(operand); });
  return isa_and_nonnull<simt::FromWordsOp>(source);
}

} // namespace heddle
