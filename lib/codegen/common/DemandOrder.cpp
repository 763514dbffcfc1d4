//===- DemandOrder.cpp - Computes values where they are needed ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DemandOrder.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/LiveWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace heddle::codegen {

bool staysInOrder(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return instruction.mayHaveSideEffects() ||
         instruction.mayReadOrWriteMemory() || instruction.isTerminator() ||
         llvm::isa<llvm::AllocaInst>(instruction) ||
         (call != nullptr && call->isConvergent());
}

namespace {

bool isNeededElsewhere(const llvm::Instruction &instruction) {
  return llvm::any_of(instruction.users(), [&](const llvm::User *user) {
    const auto *other = llvm::cast<llvm::Instruction>(user);
    return other->getParent() != instruction.getParent() ||
           llvm::isa<llvm::PHINode>(other);
  });
}

/// Nothing that comes later needs what it gives.
bool isStore(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return instruction.getType()->isVoidTy() &&
         (call == nullptr || !call->isConvergent());
}

enum class Reads { InOrder, OnDemand };

/// The new order of one block.
class Order {
public:
  Order(llvm::BasicBlock &block, Reads reads) : block(block), reads(reads) {
    for (llvm::Instruction &each : block)
      if (llvm::isa<llvm::PHINode>(each))
        done.insert(&each);
  }

  void apply() {
    for (llvm::Instruction &each : block)
      if (!llvm::isa<llvm::PHINode>(each) && !each.isTerminator() &&
          staysInOrder(each))
        inOrder.push_back(&each);
    for (std::size_t at = 0; at < inOrder.size(); ++at)
      if (reads == Reads::InOrder || !isRead(*inOrder[at]))
        addInOrder(at);
    // What other blocks and the next iteration need, and what nobody does.
    for (llvm::Instruction &each : block)
      if (!each.isTerminator() && isNeededElsewhere(each))
        add(each);
    for (llvm::Instruction &each : block)
      add(each);
    for (llvm::Instruction *each : order)
      each->moveBefore(block, block.end());
  }

private:
  /// With all that it needs of this block, depth first.
  void add(llvm::Instruction &root) {
    struct Pending {
      llvm::Instruction *instruction;
      unsigned operand;
    };
    if (!done.insert(&root).second)
      return;
    std::vector<Pending> path = {{&root, 0}};
    while (!path.empty()) {
      auto &[instruction, operand] = path.back();
      if (operand == instruction->getNumOperands()) {
        order.push_back(instruction);
        path.pop_back();
        continue;
      }
      auto *needed =
          llvm::dyn_cast<llvm::Instruction>(instruction->getOperand(operand++));
      if (needed != nullptr && needed->getParent() == &block &&
          done.insert(needed).second)
        path.push_back({needed, 0});
    }
  }

  void addOperands(const llvm::Instruction &instruction) {
    for (llvm::Value *operand : instruction.operands())
      if (auto *needed = llvm::dyn_cast<llvm::Instruction>(operand);
          needed != nullptr && needed->getParent() == &block)
        add(*needed);
  }

  /// `inOrder[at]`, behind all reads before it.
  void addInOrder(std::size_t at) {
    if (reads == Reads::OnDemand) {
      // What a row of stores needs comes before the first of them, since that
      // needs all reads to be done.
      for (prepared = std::max(prepared, at);
           prepared < inOrder.size() && isStore(*inOrder[prepared]); ++prepared)
        addOperands(*inOrder[prepared]);
      for (; added < at; ++added)
        add(*inOrder[added]);
    }
    add(*inOrder[at]);
  }

  llvm::BasicBlock &block;
  Reads reads;
  llvm::SmallPtrSet<llvm::Instruction *, 32> done;
  std::vector<llvm::Instruction *> inOrder, order;
  /// Of `inOrder`, those below have their operands if they are stores, and have
  /// been added.
  std::size_t prepared = 0, added = 0;
};

} // namespace

static void order(llvm::Function &function, Reads reads) {
  for (llvm::BasicBlock &block : function)
    Order(block, reads).apply();
}

unsigned reduceLiveWords(llvm::Function &function, unsigned registers) {
  order(function, Reads::InOrder);
  unsigned words = liveWords(function);
  // Addresses and the like need some, too.
  if (words * 8 <= registers * 7)
    return words;
  order(function, Reads::OnDemand);
  return liveWords(function);
}

} // namespace heddle::codegen
