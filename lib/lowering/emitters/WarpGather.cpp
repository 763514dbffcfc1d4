//===- WarpGather.cpp - Gathers by shuffles -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpGather.h"
#include "Registers.h"
#include "Threads.h"

namespace heddle {

using namespace mlir;

namespace {

class WarpGather {
public:
  WarpGather(LoweringContext &context, const GatherPlan &plan, Value registers,
             Term indices)
      : context(context), plan(plan), loc(indices.at()), indices(indices),
        source(indices), lanes(indices),
        element(getElementTypeOrSelf(registers.getType())) {
    addWords(registers);
  }

  Value emit();

private:
  void addWords(Value registers);
  Type i32() { return context.builder.getI32Type(); }
  /// log2 of the elements that a word has room for.
  unsigned roomBits() const {
    unsigned bytes = simt::bytesOf(element);
    return bytes >= 4 ? 0 : f2::highestBit(4 / bytes);
  }
  unsigned count() const {
    return static_cast<unsigned>(plan.source.registers.size());
  }
  Term constants(llvm::function_ref<Word(unsigned)> of) const;
  Term variable(const GatherMap &map);
  Value extract(Term vector, unsigned reg) const {
    return context.make<simt::ExtractOp>(loc, vector.element(), vector.get(),
                                         reg);
  }
  Value read(unsigned reg, Word word, unsigned part);
  Value choose(unsigned reg, std::size_t choices, Word word, unsigned part);
  Value unpack(Term words);

  LoweringContext &context;
  const GatherPlan &plan;
  Location loc;
  Term indices;
  /// Without the part of the result's register.
  Term source;
  Term lanes;
  Type element;
  llvm::SmallVector<Value> sourceWords;
  /// Of each choice, for each register, whether its bit is set.
  llvm::SmallVector<Term> isSet;
};

/// Narrow elements that are read on their own become the lowest of a word each.
void WarpGather::addWords(Value registers) {
  auto type = cast<VectorType>(registers.getType());
  Value words = context.make<simt::ToWordsOp>(
      loc, simt::registers(i32(), simt::wordsOf(type)), registers);
  unsigned splitBits = roomBits() - plan.packedBits;
  unsigned count = splitBits == 0 ? simt::wordsOf(type) : countOf(registers);
  for (unsigned number = 0; number < count; ++number) {
    Value word =
        context.make<simt::ExtractOp>(loc, i32(), words, number >> splitBits);
    unsigned place = number & static_cast<unsigned>(f2::lowMask(splitBits));
    if (place != 0)
      word = context.make<arith::ShRUIOp>(
          loc, word,
          context.number(std::int64_t{place} * (32 >> splitBits), i32()));
    sourceWords.push_back(word);
  }
}

/// A number for each register of the result.
Term WarpGather::constants(llvm::function_ref<Word(unsigned)> of) const {
  llvm::SmallVector<std::int32_t> numbers;
  for (unsigned reg = 0; reg < count(); ++reg)
    numbers.push_back(static_cast<std::int32_t>(of(reg)));
  auto type = cast<VectorType>(indices.get().getType());
  return indices.with(context.make<arith::ConstantOp>(
      loc, DenseElementsAttr::get(type, llvm::ArrayRef(numbers))));
}

/// The part of the thread and of the index.
Term WarpGather::variable(const GatherMap &map) {
  Term sum = indices.with(context.make<simt::SplatOp>(
      loc, indices.get().getType(), evaluate(context, loc, map.thread)));
  for (auto [distance, bits] : ThreadMap{.columns = map.index}.moves()) {
    Term moved = indices & static_cast<double>(bits);
    if (distance > 0)
      moved = moved << distance;
    if (distance < 0)
      moved = shiftRight(moved, -distance);
    sum = sum ^ moved;
  }
  return sum;
}

/// A word of the lane that has the element of this register.
Value WarpGather::read(unsigned reg, Word word, unsigned part) {
  Value mine = sourceWords[word * plan.wordsOfElement + part];
  if (plan.staysInThread)
    return mine;
  return context.make<simt::ShuffleIndexOp>(loc, i32(), mine,
                                            extract(lanes, reg));
}

/// The word that is meant, of those that the first choices leave.
Value WarpGather::choose(unsigned reg, std::size_t choices, Word word,
                         unsigned part) {
  if (choices == 0)
    return read(reg, word, part);
  const WordChoice &choice = plan.choices[choices - 1];
  Value unset = choose(reg, choices - 1, word, part);
  Value set = choose(reg, choices - 1, word ^ choice.difference, part);
  return context.make<arith::SelectOp>(loc, extract(isSet[choices - 1], reg),
                                       set, unset);
}

/// The element that is meant of each word, as the lowest one of it.
Value WarpGather::unpack(Term words) {
  unsigned perWord = 1U << roomBits();
  if (plan.packedBits > 0) {
    Word inWord = f2::lowMask(plan.packedBits);
    unsigned bits = 32U >> plan.packedBits;
    Term shift = constants([&](unsigned reg) {
      return (plan.source.registers[reg] & inWord) * bits;
    });
    if (plan.movesInWord)
      shift = shift ^ ((source & static_cast<double>(inWord)) *
                       static_cast<double>(bits));
    words = shiftRight(words, shift);
  }
  Value elements = context.make<simt::FromWordsOp>(
      loc, simt::registers(element, count() * perWord), words.get());
  RegisterNumbers lowest;
  for (unsigned reg = 0; reg < count(); ++reg)
    lowest.push_back(static_cast<std::int32_t>(reg * perWord));
  return permute(context.builder, loc, elements, lowest);
}

Value WarpGather::emit() {
  if (!plan.choices.empty() || plan.movesInWord)
    source = variable(plan.source);
  if (!plan.staysInThread)
    lanes = variable(plan.lane) ^
            constants([&](unsigned reg) { return plan.lane.registers[reg]; });
  for (const WordChoice &choice : plan.choices)
    isSet.push_back((source & static_cast<double>(f2::unit(choice.bit))) != 0);
  llvm::SmallVector<Value> words;
  for (unsigned reg = 0; reg < count(); ++reg)
    for (unsigned part = 0; part < plan.wordsOfElement; ++part)
      words.push_back(
          choose(reg, plan.choices.size(), plan.firstWord(reg), part));
  Value all = vectorOf(context.builder, loc, words);
  if (roomBits() > 0)
    return unpack(indices.with(all));
  return context.make<simt::FromWordsOp>(loc, simt::registers(element, count()),
                                         all);
}

} // namespace

Value gatherInWarp(LoweringContext &context, const GatherPlan &plan,
                   Value registers, Term indices) {
  return WarpGather(context, plan, registers, indices).emit();
}

} // namespace heddle
