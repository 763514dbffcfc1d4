//===- Registers.cpp - Registers and words of simt ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Words.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

void emitSplat(EmissionContext &context, simt::SplatOp splat) {
  auto type = cast<VectorType>(splat.getType());
  llvm::Value *source = context.scalar(splat.getSrc());
  context.set(splat, Registers(simt::registerCount(type), source));
  if (!isPackable(type))
    return;
  unsigned bytes = simt::bytesOf(type.getElementType());
  Registers word =
      toWords(context, Registers(WordBytes / bytes, source), bytes);
  context.words[splat] = Registers(simt::wordsOf(type), word.front());
}

/// Words of sources that all come in words, one after the other; empty if some
/// does not, or ends within a word.
Registers wordsOfAll(EmissionContext &context, ValueRange sources,
                     std::size_t perWord) {
  Registers words;
  for (Value source : sources) {
    auto found = context.words.find(source);
    if (found == context.words.end() ||
        simt::registerCount(source.getType()) % perWord != 0)
      return {};
    words.append(found->second);
  }
  return words;
}

/// A word of these elements: one that there is, or bytes of two. Null if they
/// come from more, and for pairs of others than bytes, which LLVM makes well.
llvm::Value *chosenWord(EmissionContext &context,
                        llvm::ArrayRef<llvm::Value *> words,
                        llvm::ArrayRef<std::int32_t> elements) {
  auto perWord = static_cast<std::int32_t>(elements.size());
  std::int32_t first = elements.front();
  if (first % perWord == 0 &&
      llvm::equal(elements, llvm::seq(first, first + perWord)))
    return words[static_cast<std::size_t>(first / perWord)];
  if (perWord != WordBytes)
    return nullptr;
  llvm::SmallVector<std::int32_t, WordBytes> from;
  llvm::SmallVector<int, WordBytes> mask;
  for (std::int32_t element : elements) {
    auto *known = llvm::find(from, element / perWord);
    auto place = static_cast<std::int32_t>(known - from.begin());
    if (known == from.end())
      from.push_back(element / perWord);
    mask.push_back(place * perWord + element % perWord);
  }
  if (from.size() > 2)
    return nullptr;
  llvm::IRBuilder<> &builder = context.builder;
  auto *vector = llvm::FixedVectorType::get(builder.getInt8Ty(), WordBytes);
  auto bytesOf = [&](std::int32_t word) {
    return builder.CreateBitCast(words[static_cast<std::size_t>(word)], vector);
  };
  return builder.CreateBitCast(
      builder.CreateShuffleVector(bytesOf(from.front()), bytesOf(from.back()),
                                  mask),
      builder.getInt32Ty());
}

// What comes in words stays in words where it can.
void emitPermute(EmissionContext &context, simt::PermuteOp permute) {
  Registers all, chosen;
  for (Value source : permute.getSrcs())
    all.append(context.get(source));
  llvm::ArrayRef<std::int32_t> indices = permute.getIndices();
  for (std::int32_t index : indices)
    chosen.push_back(all[static_cast<std::size_t>(index)]);
  context.set(permute, chosen);
  auto type = cast<VectorType>(permute.getType());
  if (!isPackable(type))
    return;
  std::size_t perWord = WordBytes / simt::bytesOf(type.getElementType());
  Registers words = wordsOfAll(context, permute.getSrcs(), perWord);
  if (words.empty() || indices.size() % perWord != 0)
    return;
  Registers made;
  for (std::size_t first = 0; first < indices.size(); first += perWord) {
    llvm::Value *word =
        chosenWord(context, words, indices.slice(first, perWord));
    if (word == nullptr)
      return;
    made.push_back(word);
  }
  context.words[permute] = std::move(made);
}

void emitExtract(EmissionContext &context, simt::ExtractOp extract) {
  context.set(extract, {context.get(extract.getSrc())[extract.getIndex()]});
}

void emitToWords(EmissionContext &context, simt::ToWordsOp words) {
  context.set(words, wordsOf(context, words.getSrc()));
}

void emitFromWords(EmissionContext &context, simt::FromWordsOp registers) {
  setWords(context, registers, context.get(registers.getSrc()));
}

// Types of operands are as wide as their constraints say; whatever is in them.
void emitUserAssembly(EmissionContext &context, simt::AssemblyOp op) {
  llvm::SmallVector<llvm::Value *> operands;
  llvm::SmallVector<llvm::Type *> types;
  for (Value operand : op.getOperands())
    operands.push_back(context.scalar(operand));
  for (Type type : op.getResultTypes())
    types.push_back(typeOf(context, type));
  llvm::Type *type =
      types.empty() ? context.builder.getVoidTy()
      : types.size() == 1
          ? types.front()
          : llvm::StructType::get(context.module.getContext(), types);
  // Operands are $0, $1 in Triton's as in LLVM's.
  auto emit = op.getPure() ? emitPureAssembly : emitAssembly;
  llvm::Value *made =
      emit(context, op.getText(), op.getConstraints(), type, operands);
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    context.set(result,
                {types.size() == 1 ? made
                                   : context.builder.CreateExtractValue(
                                         made, static_cast<unsigned>(index))});
}

} // namespace

void addRegisters(EmitterTable &table) {
  table.add<simt::SplatOp>(emitSplat);
  table.add<simt::ExtractOp>(emitExtract);
  table.add<simt::PermuteOp>(emitPermute);
  table.add<simt::ToWordsOp>(emitToWords);
  table.add<simt::FromWordsOp>(emitFromWords);
  table.add<simt::AssemblyOp>(emitUserAssembly);
}

} // namespace heddle::codegen
