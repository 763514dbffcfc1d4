//===- Registers.cpp - Vectors of registers -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registers.h"

namespace heddle {

using namespace mlir;

unsigned countOf(Value registers) {
  return static_cast<unsigned>(
      cast<VectorType>(registers.getType()).getNumElements());
}

RegisterNumbers firstRegisters(unsigned count) {
  return llvm::to_vector(
      llvm::seq<std::int32_t>(0, static_cast<std::int32_t>(count)));
}

Value permute(OpBuilder &builder, Location loc, ValueRange sources,
              llvm::ArrayRef<std::int32_t> numbers) {
  if (sources.size() == 1 &&
      numbers == llvm::ArrayRef(firstRegisters(countOf(sources.front()))))
    return sources.front();
  return simt::PermuteOp::create(
      builder, loc,
      simt::registers(getElementTypeOrSelf(sources.front().getType()),
                      static_cast<unsigned>(numbers.size())),
      sources, numbers);
}

Value pick(OpBuilder &builder, Value registers,
           llvm::ArrayRef<std::int32_t> numbers) {
  return permute(builder, registers.getLoc(), registers, numbers);
}

Value asVector(OpBuilder &builder, Value value) {
  if (!value || isa<VectorType>(value.getType()))
    return value;
  return simt::SplatOp::create(builder, value.getLoc(),
                               simt::registers(value.getType(), 1), value);
}

Value splatPredicate(OpBuilder &builder, Location loc, Value predicate,
                     unsigned count) {
  if (!predicate || isa<VectorType>(predicate.getType()))
    return predicate;
  return simt::SplatOp::create(
      builder, loc, simt::registers(builder.getI1Type(), count), predicate);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Registers whose words have been moved one by one.
static Value shuffleBy(OpBuilder &builder, Value registers,
                       llvm::function_ref<Value(Value)> shuffle) {
  auto type = cast<VectorType>(registers.getType());
  Location loc = registers.getLoc();
  Type i32 = builder.getI32Type();
  unsigned words = simt::wordsOf(type);
  Value source = simt::ToWordsOp::create(
      builder, loc, simt::registers(i32, words), registers);
  llvm::SmallVector<Value> moved;
  for (unsigned word = 0; word < words; ++word)
    moved.push_back(
        shuffle(simt::ExtractOp::create(builder, loc, i32, source, word)));
  return simt::FromWordsOp::create(builder, loc, type,
                                   vectorOf(builder, loc, moved));
}

Value shuffleXor(OpBuilder &builder, Value registers, LaneDirection direction) {
  Value all = shuffleBy(builder, registers, [&](Value word) -> Value {
    return simt::ShuffleXorOp::create(builder, word.getLoc(), word.getType(),
                                      word, direction.lanes);
  });
  RegisterNumbers order = firstRegisters(countOf(all));
  for (std::int32_t &number : order)
    number ^= static_cast<std::int32_t>(direction.registers);
  return pick(builder, all, order);
}

Value shuffleFrom(OpBuilder &builder, Value registers, Value lane) {
  return shuffleBy(builder, registers, [&](Value word) -> Value {
    return simt::ShuffleIndexOp::create(builder, word.getLoc(), word.getType(),
                                        word, lane);
  });
}

} // namespace heddle
