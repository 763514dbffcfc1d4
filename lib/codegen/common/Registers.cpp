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

// Words stay where their elements stay together.
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
  Registers words, chosenWords;
  for (Value source : permute.getSrcs()) {
    auto found = context.words.find(source);
    if (found == context.words.end() ||
        simt::registerCount(source.getType()) % perWord != 0)
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
  context.words[permute] = std::move(chosenWords);
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
