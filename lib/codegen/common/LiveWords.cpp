//===- LiveWords.cpp - How many registers code needs ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/LiveWords.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace heddle::codegen {

namespace {

using Values = llvm::DenseSet<const llvm::Value *>;

/// Of registers; conditions have their own.
unsigned wordsOf(const llvm::Type *type) {
  if (const auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    unsigned words = 0;
    for (const llvm::Type *element : record->elements())
      words += wordsOf(element);
    return words;
  }
  unsigned bits = type->isPointerTy()
                      ? 64
                      : static_cast<unsigned>(
                            type->getPrimitiveSizeInBits().getFixedValue());
  return bits == 1 ? 0 : (bits + 31) / 32;
}

bool needsRegister(const llvm::Value *value) {
  return llvm::isa<llvm::Instruction>(value) && wordsOf(value->getType()) > 0;
}

/// What is live behind a block, its own phis' operands not among it.
Values
liveBehind(const llvm::BasicBlock &block,
           const llvm::DenseMap<const llvm::BasicBlock *, Values> &liveBefore) {
  Values live;
  for (const llvm::BasicBlock *next : llvm::successors(&block)) {
    if (auto found = liveBefore.find(next); found != liveBefore.end())
      live.insert_range(found->second);
    for (const llvm::PHINode &phi : next->phis())
      if (const llvm::Value *source = phi.getIncomingValueForBlock(&block);
          needsRegister(source))
        live.insert(source);
  }
  return live;
}

/// Makes what is live behind a block what is live before it; the most words on
/// the way.
unsigned walkUp(const llvm::BasicBlock &block, Values &live) {
  unsigned words = 0;
  for (const llvm::Value *value : live)
    words += wordsOf(value->getType());
  unsigned most = words;
  for (const llvm::Instruction &each : llvm::reverse(block)) {
    if (live.erase(&each))
      words -= wordsOf(each.getType());
    if (llvm::isa<llvm::PHINode>(each))
      continue;
    for (const llvm::Value *operand : each.operands())
      if (needsRegister(operand) && live.insert(operand).second)
        words += wordsOf(operand->getType());
    most = std::max(most, words);
  }
  return most;
}

} // namespace

unsigned liveWords(const llvm::Function &function) {
  llvm::DenseMap<const llvm::BasicBlock *, Values> liveBefore;
  unsigned most = 0;
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const llvm::BasicBlock *block : llvm::post_order(&function)) {
      Values live = liveBehind(*block, liveBefore);
      most = std::max(most, walkUp(*block, live));
      Values &before = liveBefore[block];
      hasChanged = hasChanged || before.size() != live.size();
      before = std::move(live);
    }
  }
  return most;
}

} // namespace heddle::codegen
