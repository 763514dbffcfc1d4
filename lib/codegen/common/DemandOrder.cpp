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

namespace {

bool staysInOrder(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return instruction.mayHaveSideEffects() ||
         instruction.mayReadOrWriteMemory() || instruction.isTerminator() ||
         llvm::isa<llvm::AllocaInst>(instruction) ||
         (call != nullptr && call->isConvergent());
}

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
    std::vector<llvm::Instruction *> inOrder;
    for (llvm::Instruction &each : block)
      if (!llvm::isa<llvm::PHINode>(each) && !each.isTerminator() &&
          staysInOrder(each))
        inOrder.push_back(&each);
    for (auto each = inOrder.begin(); each != inOrder.end(); ++each)
      if (!isDeferred(**each))
        addInOrder(inOrder.begin(), each, inOrder.end());
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

  using Place = std::vector<llvm::Instruction *>::const_iterator;

  bool isDeferred(const llvm::Instruction &instruction) const {
    return reads == Reads::OnDemand && isRead(instruction);
  }

  /// What stays in order, at `at`, behind all reads before it.
  void addInOrder(Place begin, Place at, Place end) {
    if (reads == Reads::OnDemand) {
      // What a row of stores needs comes before the first of them, since that
      // needs all reads to be done.
      for (Place next = at; next != end && isStore(**next); ++next)
        for (llvm::Value *operand : (*next)->operands())
          if (auto *needed = llvm::dyn_cast<llvm::Instruction>(operand);
              needed != nullptr && needed->getParent() == &block)
            add(*needed);
      for (Place before = begin; before != at; ++before)
        add(**before);
    }
    add(**at);
  }

  llvm::BasicBlock &block;
  Reads reads;
  llvm::SmallPtrSet<llvm::Instruction *, 32> done;
  std::vector<llvm::Instruction *> order;
};

} // namespace

static void order(llvm::Function &function, Reads reads) {
  for (llvm::BasicBlock &block : function)
    Order(block, reads).apply();
}

void reduceLiveWords(llvm::Function &function, unsigned registers) {
  order(function, Reads::InOrder);
  // Addresses and the like need some, too.
  if (liveWords(function) * 8 > registers * 7)
    order(function, Reads::OnDemand);
}

} // namespace heddle::codegen
