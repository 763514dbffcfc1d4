//===- EqualPhis.cpp - One value for what goes on alike -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualPhis.h"
#include "DemandOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>
#include <unordered_map>

namespace heddle::codegen {

namespace {

/// What takes more of them is a row of phis each of which gets the value of the
/// next one: not worth a walk for each.
constexpr unsigned MaxRounds = 16;

/// Gives the same whenever its operands are the same.
bool isComputed(const llvm::Instruction &instruction) {
  return !staysInOrder(instruction) &&
         !llvm::isa<llvm::PHINode, llvm::FreezeInst>(instruction);
}

/// Numbers of values: equal values have the same one, if phis of a class are
/// equal.
class Numbering {
public:
  explicit Numbering(llvm::Function &function);

  /// Splits classes until the claim supports itself. False if no phis are
  /// equal, or if it takes too long.
  bool refine();

  /// True if something was replaced.
  bool replace();

private:
  struct Computed {
    const llvm::Instruction *instruction;
    std::vector<unsigned> operands;
    unsigned number;
  };

  void numberAll();
  unsigned numberOf(const llvm::Value *value);
  unsigned numberOfComputed(const llvm::Instruction &instruction);
  /// True if there are more classes than before.
  bool split();

  llvm::ReversePostOrderTraversal<llvm::Function *> order;
  llvm::MapVector<llvm::PHINode *, unsigned> classes;
  unsigned classCount = 0;
  // Of one round.
  llvm::DenseMap<const llvm::Value *, unsigned> numbers;
  std::unordered_multimap<std::size_t, Computed> computed;
  unsigned nextNumber = 0;
};

Numbering::Numbering(llvm::Function &function) : order(&function) {
  std::map<std::pair<llvm::BasicBlock *, llvm::Type *>, unsigned> known;
  for (llvm::BasicBlock *block : order)
    for (llvm::PHINode &phi : block->phis())
      classes[&phi] =
          known.try_emplace({block, phi.getType()}, known.size()).first->second;
  classCount = known.size();
}

bool Numbering::refine() {
  for (unsigned round = 0; round < MaxRounds && classCount < classes.size();
       ++round) {
    numberAll();
    if (!split())
      return true;
  }
  return false;
}

void Numbering::numberAll() {
  numbers.clear();
  computed.clear();
  for (auto [phi, number] : classes)
    numbers[phi] = number;
  nextNumber = classCount;
  for (const llvm::BasicBlock *block : order)
    for (const llvm::Instruction &each : *block)
      if (isComputed(each))
        numbers[&each] = numberOfComputed(each);
}

unsigned Numbering::numberOf(const llvm::Value *value) {
  auto [known, isNew] = numbers.try_emplace(value, nextNumber);
  nextNumber += isNew ? 1 : 0;
  return known->second;
}

unsigned Numbering::numberOfComputed(const llvm::Instruction &instruction) {
  std::vector<unsigned> operands;
  for (const llvm::Value *operand : instruction.operands())
    operands.push_back(numberOf(operand));
  std::size_t hash = llvm::hash_combine(
      instruction.getOpcode(), instruction.getType(),
      llvm::hash_combine_range(operands.begin(), operands.end()));
  auto [begin, end] = computed.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    const llvm::Instruction &other = *at->second.instruction;
    // Flags such as nsw and contract are not part of the operation.
    if (at->second.operands == operands &&
        other.isSameOperationAs(&instruction) &&
        other.getRawSubclassOptionalData() ==
            instruction.getRawSubclassOptionalData())
      return at->second.number;
  }
  computed.insert({hash, {&instruction, std::move(operands), nextNumber}});
  return nextNumber++;
}

bool Numbering::split() {
  std::map<std::vector<unsigned>, unsigned> known;
  for (auto &[phi, number] : classes) {
    // Phis of a block may name its predecessors in different orders.
    std::vector<unsigned> key = {number};
    for (llvm::BasicBlock *from : llvm::predecessors(phi->getParent()))
      key.push_back(numberOf(phi->getIncomingValueForBlock(from)));
    number = known.try_emplace(std::move(key), known.size()).first->second;
  }
  bool isFiner = known.size() > classCount;
  classCount = known.size();
  return isFiner;
}

bool Numbering::replace() {
  std::vector<llvm::Instruction *> replaced;
  for (llvm::BasicBlock *block : order) {
    llvm::DenseMap<unsigned, llvm::Instruction *> leaders;
    for (llvm::Instruction &each : *block) {
      // What is not computed has a number like no other.
      auto number = numbers.find(&each);
      if (number == numbers.end())
        continue;
      auto [leader, isNew] = leaders.try_emplace(number->second, &each);
      if (isNew)
        continue;
      llvm::combineMetadataForCSE(leader->second, &each, /*DoesKMove=*/false);
      each.replaceAllUsesWith(leader->second);
      replaced.push_back(&each);
    }
  }
  for (llvm::Instruction *each : replaced)
    each->eraseFromParent();
  return !replaced.empty();
}

} // namespace

llvm::PreservedAnalyses
MergeEqualPhis::run(llvm::Function &function,
                    llvm::FunctionAnalysisManager & /*analyses*/) {
  Numbering numbering(function);
  if (!numbering.refine() || !numbering.replace())
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace heddle::codegen
