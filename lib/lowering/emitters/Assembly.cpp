//===- Assembly.cpp - Inline assembly -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assembly is given `packed_element` consecutive registers of each operand at
/// a time, those of less than 32 bits packed into words, and gives as many of
/// each result. A last group that is not full is filled with its last register.
///
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "Registers.h"
#include "heddle/ir/Layout.h"
#include "heddle/simt/AssemblyText.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using Values = llvm::SmallVector<Value>;

bool isPacked(VectorType type) {
  return type.getElementType().getIntOrFloatBitWidth() < 32;
}

class Assembly {
public:
  Assembly(ElementContext &context, tt::ElementwiseInlineAsmOp op)
      : context(context), builder(context.builder), op(op), loc(op.getLoc()),
        pack(op.getPackedElement()) {
    for (Type type : op->getResultTypes()) {
      Type lowered = context.lowered(type);
      auto vector = dyn_cast<VectorType>(lowered);
      types.push_back(vector ? vector : simt::registers(lowered, 1));
    }
  }

  LogicalResult emit() {
    unsigned total = types.empty()
                         ? 1
                         : static_cast<unsigned>(types.back().getNumElements());
    llvm::SmallVector<Values> groups(types.size());
    for (unsigned first = 0; first < total; first += pack) {
      FailureOr<Values> made = emitOnce(first, total);
      if (failed(made))
        return failure();
      for (auto [list, group] : llvm::zip_equal(groups, *made))
        list.push_back(group);
    }
    if (isForEffects())
      return success();
    RegisterNumbers order = firstRegisters(total);
    for (auto [result, list] : llvm::zip(op->getResults(), groups)) {
      Value all = permute(builder, loc, list, order);
      if (!isa<VectorType>(context.lowered(result.getType())))
        all = context.make<simt::ExtractOp>(loc, result.getType(), all, 0);
      context.set(result, all);
    }
    return success();
  }

private:
  /// It need not write its results then.
  bool isForEffects() { return !op.getPure() && op->use_empty(); }
  /// One group of registers of each result, from those of the operands that
  /// begin with this one.
  FailureOr<Values> emitOnce(unsigned first, unsigned total) {
    Values operands;
    for (Value argument : op.getArgs())
      addOperands(group(context.get(argument), first, total), operands);
    const llvm::SmallVector<Type> results = resultTypes();
    // All groups have as many.
    if (first == 0 && failed(check(results.size(), operands.size())))
      return failure();
    auto assembly = context.make<simt::AssemblyOp>(
        loc, results, op.getAsmString(), op.getConstraints(), op.getPure(),
        operands);
    if (isForEffects())
      return Values(types.size());
    const Values all(assembly.getResults());
    llvm::ArrayRef<Value> left = all;
    Values groups;
    for (VectorType type : types) {
      VectorType ofGroup = simt::registers(type.getElementType(), pack);
      std::size_t count = isPacked(type) ? simt::wordsOf(ofGroup) : pack;
      Value group = vectorOf(builder, loc, left.take_front(count));
      if (isPacked(type))
        group = context.make<simt::FromWordsOp>(loc, ofGroup, group);
      left = left.drop_front(count);
      groups.push_back(group);
    }
    return groups;
  }

  LogicalResult check(std::size_t results, std::size_t operands) {
    Result<void> checked = simt::checkAssembly(
        op.getAsmString(), op.getConstraints(), static_cast<unsigned>(results),
        static_cast<unsigned>(operands));
    if (checked)
      return success();
    if (checked.error().remedy.empty())
      checked.error().remedy =
          concat("with packed_element = ", pack, " each tensor is ", pack,
                 pack == 1 ? " register"
                           : " registers, or, of elements below 32 "
                             "bits, as many words as hold these");
    return ir::report([&] { return op.emitOpError(); }, checked.error());
  }

  /// What one run of the assembly gives.
  llvm::SmallVector<Type> resultTypes() {
    llvm::SmallVector<Type> results;
    for (VectorType type : types) {
      Type element = type.getElementType();
      if (isPacked(type))
        results.append(simt::wordsOf(simt::registers(element, pack)),
                       builder.getI32Type());
      else
        results.append(pack, element);
    }
    return results;
  }

  Value group(Value value, unsigned first, unsigned total) {
    if (!isa<VectorType>(value.getType()))
      return vectorOf(builder, loc, {value});
    RegisterNumbers numbers;
    for (unsigned index = 0; index < pack; ++index)
      numbers.push_back(
          static_cast<std::int32_t>(std::min(first + index, total - 1)));
    return permute(builder, loc, value, numbers);
  }

  void addOperands(Value group, Values &operands) {
    auto type = cast<VectorType>(group.getType());
    if (isPacked(type)) {
      type = simt::registers(builder.getI32Type(), simt::wordsOf(type));
      group = context.make<simt::ToWordsOp>(loc, type, group);
    }
    for (unsigned index = 0; index < type.getNumElements(); ++index)
      operands.push_back(context.make<simt::ExtractOp>(
          loc, type.getElementType(), group, index));
  }

  ElementContext &context;
  OpBuilder &builder;
  tt::ElementwiseInlineAsmOp op;
  Location loc;
  unsigned pack;
  /// The registers of each result.
  llvm::SmallVector<VectorType> types;
};

LogicalResult emitAssembly(ElementContext &context,
                           tt::ElementwiseInlineAsmOp op) {
  return Assembly(context, op).emit();
}

} // namespace

void registerAssemblyEmitters(EmitterTable &table) {
  table.add<tt::ElementwiseInlineAsmOp>(emitAssembly);
}

} // namespace heddle
