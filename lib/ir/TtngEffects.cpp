//===- TtngEffects.cpp - Memory that ops of ttng touch --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Ttng.h"

namespace heddle::ttng {

using namespace mlir;
using Effects = llvm::SmallVectorImpl<MemoryEffects::EffectInstance>;

static SideEffects::Resource *memoryOf(Value memory) {
  if (cast<ttg::MemDescType>(memory.getType()).isInSharedMemory())
    return ir::SharedMemory::get();
  return ir::TensorMemory::get();
}

static void addRead(Effects &effects, OpOperand &memory) {
  effects.emplace_back(MemoryEffects::Read::get(), &memory,
                       memoryOf(memory.get()));
}

static void addWrite(Effects &effects, OpOperand &memory) {
  effects.emplace_back(MemoryEffects::Write::get(), &memory,
                       memoryOf(memory.get()));
}

void WarpGroupDotOp::getEffects(Effects &effects) {
  for (OpOperand *operand : {&getAMutable(), &getBMutable()})
    if (isa<ttg::MemDescType>(operand->get().getType()))
      addRead(effects, *operand);
}

/// Reads the operands, adds to d, tells the barriers.
template <class Product> static void addEffects(Product op, Effects &effects) {
  addRead(effects, op.getAMutable());
  addRead(effects, op.getBMutable());
  addRead(effects, op.getDMutable());
  addWrite(effects, op.getDMutable());
  for (OpOperand &barrier : op.getBarriersMutable())
    addWrite(effects, barrier);
}

void TCGen5MMAOp::getEffects(Effects &effects) { addEffects(*this, effects); }

void TCGen5MMAScaledOp::getEffects(Effects &effects) {
  addEffects(*this, effects);
  addRead(effects, getAScaleMutable());
  addRead(effects, getBScaleMutable());
}

void TMEMAllocOp::getEffects(Effects &effects) {
  auto result = cast<OpResult>(getResult());
  effects.emplace_back(MemoryEffects::Allocate::get(), result,
                       ir::TensorMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(), result,
                         ir::TensorMemory::get());
}

} // namespace heddle::ttng
