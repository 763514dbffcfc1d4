//===- DemandOrder.cpp - Computes values where they are needed ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DemandOrder.h"
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

/// The new order of one block.
class Order {
public:
  explicit Order(llvm::BasicBlock &block) : block(block) {
    for (llvm::Instruction &each : block)
      if (llvm::isa<llvm::PHINode>(each))
        done.insert(&each);
  }

  void apply() {
    for (llvm::Instruction &each : block) {
      if (each.isTerminator())
        break;
      if (!llvm::isa<llvm::PHINode>(each) && staysInOrder(each))
        add(each);
    }
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

  llvm::BasicBlock &block;
  llvm::SmallPtrSet<llvm::Instruction *, 32> done;
  std::vector<llvm::Instruction *> order;
};

} // namespace

void orderByDemand(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    Order(block).apply();
}

} // namespace heddle::codegen
