//===- Assembly.cpp - Inline assembly -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

// Assembly is given `packed_element` consecutive registers of each operand at a
// time, those of less than 32 bits packed into words, and gives as many of each
// result. A last group that is not full is filled with its last register.
LogicalResult KernelLowering::emitAssembly(Operation *op) {
  auto assembly = cast<tt::ElementwiseInlineAsmOp>(op);
  Location place = op->getLoc();
  Type i32 = builder.getI32Type();
  unsigned pack = assembly.getPackedElement();
  unsigned total = 1;
  llvm::SmallVector<VectorType> types;
  for (Type type : op->getResultTypes()) {
    Type registers = lowered(type);
    auto vector = dyn_cast<VectorType>(registers);
    types.push_back(vector ? vector : simt::registers(registers, 1));
    total = static_cast<unsigned>(types.back().getNumElements());
  }
  auto partOf = [&](Value value, unsigned first) -> Value {
    if (!isa<VectorType>(value.getType()))
      return gather({value}, place);
    llvm::SmallVector<std::int32_t> indices;
    for (unsigned index = 0; index < pack; ++index)
      indices.push_back(
          static_cast<std::int32_t>(std::min(first + index, total - 1)));
    return permuted(value, indices, place);
  };
  auto isNarrow = [](Type element) {
    return element.getIntOrFloatBitWidth() < 32;
  };
  auto group = [&](VectorType type) {
    return simt::registers(type.getElementType(), pack);
  };
  llvm::SmallVector<Type> results;
  for (VectorType type : types)
    if (isNarrow(type.getElementType()))
      results.append(simt::wordsOf(group(type)), i32);
    else
      results.append(pack, type.getElementType());
  llvm::SmallVector<llvm::SmallVector<Value>> parts(types.size());
  for (unsigned first = 0; first < total; first += pack) {
    llvm::SmallVector<Value> operands;
    for (Value argument : assembly.getArgs()) {
      Value part = partOf(get(argument), first);
      auto type = cast<VectorType>(part.getType());
      if (isNarrow(type.getElementType())) {
        type = simt::registers(i32, simt::wordsOf(type));
        part = make<simt::ToWordsOp>(place, type, part);
      }
      for (unsigned index = 0; index < type.getNumElements(); ++index)
        operands.push_back(
            make<simt::ExtractOp>(place, type.getElementType(), part, index));
    }
    auto made = make<simt::AssemblyOp>(place, results, assembly.getAsmString(),
                                       assembly.getConstraints(),
                                       assembly.getPure(), operands);
    llvm::ArrayRef<Value> left;
    llvm::SmallVector<Value> values(made.getResults());
    left = values;
    for (auto [type, list] : llvm::zip(types, parts)) {
      bool isPacked = isNarrow(type.getElementType());
      std::size_t count = isPacked ? simt::wordsOf(group(type)) : pack;
      Value part = gather(left.take_front(count), place);
      left = left.drop_front(count);
      list.push_back(
          isPacked
              ? make<simt::FromWordsOp>(place, group(type), part).getResult()
              : part);
    }
  }
  llvm::SmallVector<std::int32_t> order;
  for (unsigned index = 0; index < total; ++index)
    order.push_back(static_cast<std::int32_t>(index));
  for (auto [result, list] : llvm::zip(op->getResults(), parts)) {
    Value all = permuted(list, order, place);
    bool isScalar = !isa<VectorType>(lowered(result.getType()));
    set(result,
        isScalar
            ? make<simt::ExtractOp>(place, result.getType(), all, 0).getResult()
            : all);
  }
  return success();
}

} // namespace heddle
