//===- TranslateRegisters.cpp - Splats, permutes and words as instructions ===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"

namespace heddle::sim {

using namespace mlir;

namespace {

void translateSplat(Translator &translator, simt::SplatOp splat) {
  if (simt::registerCount(splat.getType()) == 1)
    return translator.registers.rename(splat, splat.getSrc());
  translator.addSimple(splat,
                       translator.runs.splatRun(bytesOf(splat.getType())),
                       translator.partsOf(splat.getSrc()));
}

void translateExtract(Translator &translator, simt::ExtractOp extract) {
  translator.registers.rename(extract, extract.getSrc(), extract.getIndex());
}

/// The first of registers of one value that follow on each other; nothing if
/// it is about others.
std::optional<unsigned> firstInOrder(simt::PermuteOp permute) {
  llvm::ArrayRef<std::int32_t> indices = permute.getIndices();
  if (permute.getSrcs().size() != 1)
    return std::nullopt;
  for (std::size_t index = 0; index < indices.size(); ++index)
    if (indices[index] != indices[0] + static_cast<std::int32_t>(index))
      return std::nullopt;
  return static_cast<unsigned>(indices[0]);
}

void translatePermute(Translator &translator, simt::PermuteOp permute) {
  if (std::optional<unsigned> first = firstInOrder(permute))
    return translator.registers.rename(permute, permute.getSrcs().front(),
                                       *first);
  Code &code = translator.code;
  unsigned bytes = bytesOf(permute.getType()), parts = 1;
  for (Value source : permute.getSrcs())
    parts = std::max(parts, translator.partsOf(source));
  llvm::SmallVector<Operand> all;
  for (Value source : permute.getSrcs()) {
    Operand first = translator.of(source, parts);
    for (unsigned index = 0; index < simt::registerCount(source.getType());
         ++index)
      all.push_back({.data = first.data + index * bytes * code.lanes,
                     .masks = first.masks + index * parts});
  }
  std::vector<Operand> from;
  for (std::int32_t index : permute.getIndices())
    from.push_back(all[static_cast<std::size_t>(index)]);
  Operand where = translator.define(permute, parts);
  Instruction &each =
      translator.add(permute, translator.runs.permuteRun(bytes));
  each.count = simt::registerCount(permute.getType());
  each.parts = parts;
  each.result = where;
  each.immediate = code.permutes.size();
  code.permutes.push_back(std::move(from));
}

void translateToWords(Translator &translator, simt::ToWordsOp words) {
  Value source = words.getSrc();
  unsigned bytes = bytesOf(source.getType());
  if (bytes == WordBytes && translator.partsOf(source) == 1)
    return translator.registers.rename(words, source);
  // What is known of each register is known of each of its bytes.
  Operand from = translator.of(source);
  Operand where = translator.define(words, 4);
  Instruction &each = translator.add(words, translator.runs.toWordsRun(bytes));
  each.count = simt::registerCount(words.getType());
  each.result = where;
  each.a = from;
  each.immediate = simt::registerCount(source.getType());
}

void translateFromWords(Translator &translator, simt::FromWordsOp registers) {
  Value source = registers.getSrc();
  unsigned bytes = bytesOf(registers.getType());
  if (bytes == WordBytes && translator.partsOf(source) == 1)
    return translator.registers.rename(registers, source);
  Operand from = translator.of(source, 4);
  Operand where = translator.define(registers);
  Instruction &each =
      translator.add(registers, translator.runs.fromWordsRun(bytes));
  each.count = simt::registerCount(registers.getType());
  each.result = where;
  each.a = from;
  bool isBits = getElementTypeOrSelf(registers.getType()).isInteger(1);
  each.immediate = isBits ? 1 : ~std::uint64_t(0);
}

void translateBytePermute(Translator &translator, simt::BytePermuteOp permute) {
  Operand a = translator.of(permute.getA(), 4);
  Operand b = translator.of(permute.getB(), 4);
  Operand selector = translator.of(permute.getSelector());
  Operand where = translator.define(permute, 4);
  Instruction &each = translator.add(permute, translator.runs.runBytePermute);
  each.result = where;
  each.a = a;
  each.b = b;
  each.c = selector;
}

} // namespace

void addRegisters(TranslatorTable &table) {
  table.add<simt::SplatOp>(translateSplat);
  table.add<simt::ExtractOp>(translateExtract);
  table.add<simt::PermuteOp>(translatePermute);
  table.add<simt::ToWordsOp>(translateToWords);
  table.add<simt::FromWordsOp>(translateFromWords);
  table.add<simt::BytePermuteOp>(translateBytePermute);
}

} // namespace heddle::sim
