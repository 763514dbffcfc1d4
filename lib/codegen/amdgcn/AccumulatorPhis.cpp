//===- AccumulatorPhis.cpp - Sums of matrices go around whole -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccumulatorPhis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::codegen::amdgcn {

using namespace llvm;

namespace {

using Elements = SmallVector<Value *, 16>;

/// The elements that are inserted one by one; nothing if some are not.
Elements elementsOf(Value *vector) {
  auto *type = cast<FixedVectorType>(vector->getType());
  Elements elements(type->getNumElements(), nullptr);
  unsigned missing = type->getNumElements();
  while (auto *insertion = dyn_cast<InsertElementInst>(vector)) {
    auto *at = dyn_cast<ConstantInt>(insertion->getOperand(2));
    if (at == nullptr || at->getZExtValue() >= elements.size())
      return {};
    Value *&element = elements[at->getZExtValue()];
    if (element == nullptr) {
      element = insertion->getOperand(1);
      --missing;
    }
    vector = insertion->getOperand(0);
  }
  return missing == 0 ? elements : Elements();
}

/// The vector whose elements these are, in their order; null if there is none.
Value *vectorOf(ArrayRef<Value *> elements) {
  Value *vector = nullptr;
  for (auto [index, element] : enumerate(elements)) {
    auto *extraction = dyn_cast<ExtractElementInst>(element);
    auto *at = extraction == nullptr
                   ? nullptr
                   : dyn_cast<ConstantInt>(extraction->getIndexOperand());
    if (at == nullptr || at->getZExtValue() != index ||
        (vector != nullptr && vector != extraction->getVectorOperand()))
      return nullptr;
    vector = extraction->getVectorOperand();
  }
  auto *type = cast<FixedVectorType>(vector->getType());
  return type->getNumElements() == elements.size() ? vector : nullptr;
}

bool arePhisOfOneBlock(ArrayRef<Value *> elements) {
  auto *first =
      elements.empty() ? nullptr : dyn_cast<PHINode>(elements.front());
  return first != nullptr && all_of(elements, [&](Value *element) {
           auto *phi = dyn_cast<PHINode>(element);
           return phi != nullptr && phi->getParent() == first->getParent();
         });
}

Value *vectorFrom(BasicBlock *block, ArrayRef<Value *> elements, Type *type) {
  if (Value *vector = vectorOf(elements))
    return vector;
  IRBuilder<> builder(block->getTerminator());
  Value *vector = PoisonValue::get(type);
  for (auto [index, element] : enumerate(elements))
    vector = builder.CreateInsertElement(vector, element, index);
  return vector;
}

/// What phis get from a block.
Elements incomingFrom(BasicBlock *block, ArrayRef<Value *> phis) {
  Elements incoming;
  for (Value *phi : phis)
    incoming.push_back(cast<PHINode>(phi)->getIncomingValueForBlock(block));
  return incoming;
}

/// One phi for them; of the vector that is made of them, if there is one.
void joinPhis(ArrayRef<Value *> elements, Instruction *vector) {
  auto *first = cast<PHINode>(elements.front());
  BasicBlock *block = first->getParent();
  IRBuilder<> builder(block, block->begin());
  Type *type = FixedVectorType::get(first->getType(),
                                    static_cast<unsigned>(elements.size()));
  PHINode *joined = builder.CreatePHI(type, first->getNumIncomingValues());
  for (BasicBlock *from : first->blocks())
    joined->addIncoming(vectorFrom(from, incomingFrom(from, elements), type),
                        from);
  if (vector != nullptr)
    vector->replaceAllUsesWith(joined);
  builder.SetInsertPoint(block, block->getFirstInsertionPt());
  for (auto [index, element] : enumerate(elements))
    if (!element->use_empty())
      element->replaceAllUsesWith(builder.CreateExtractElement(joined, index));
  // An element may be there twice.
  SmallPtrSet<Value *, 16> phis(elements.begin(), elements.end());
  for (Value *phi : phis)
    cast<PHINode>(phi)->eraseFromParent();
  if (vector != nullptr)
    RecursivelyDeleteTriviallyDeadInstructions(vector);
}

/// What is used as a whole, by an instruction for matrices or by another phi.
bool isWhole(InsertElementInst &insertion) {
  return any_of(insertion.users(),
                [](User *user) { return isa<CallInst, PHINode>(user); });
}

/// The phis of one block that get the elements of a vector from another one:
/// nothing if some are missing, or if what they get from elsewhere is neither
/// constant nor a vector.
Elements phisOf(BasicBlock &block, BasicBlock *from, Value *vector) {
  Elements phis(cast<FixedVectorType>(vector->getType())->getNumElements(),
                nullptr);
  for (PHINode &phi : block.phis()) {
    auto *extraction =
        dyn_cast<ExtractElementInst>(phi.getIncomingValueForBlock(from));
    if (extraction == nullptr || extraction->getVectorOperand() != vector)
      continue;
    auto *at = dyn_cast<ConstantInt>(extraction->getIndexOperand());
    if (at != nullptr && at->getZExtValue() < phis.size())
      phis[at->getZExtValue()] = &phi;
  }
  if (is_contained(phis, nullptr))
    return {};
  bool areSimple = all_of(predecessors(&block), [&](BasicBlock *other) {
    Elements incoming = incomingFrom(other, phis);
    return all_of(incoming, IsaPred<Constant>) || vectorOf(incoming) != nullptr;
  });
  return areSimple ? phis : Elements();
}

/// Of a result of instructions for matrices, or of what has been joined.
Elements phisOfResult(PHINode &phi) {
  for (auto [value, from] : zip(phi.incoming_values(), phi.blocks()))
    if (auto *extraction = dyn_cast<ExtractElementInst>(value);
        extraction != nullptr &&
        isa<CallInst, PHINode>(extraction->getVectorOperand()))
      if (Elements phis =
              phisOf(*phi.getParent(), from, extraction->getVectorOperand());
          !phis.empty())
        return phis;
  return {};
}

/// True if some were joined.
bool joinOne(Function &function) {
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      if (Elements phis = phisOfResult(phi); !phis.empty()) {
        joinPhis(phis, nullptr);
        return true;
      }
  for (Instruction &instruction : instructions(function))
    if (auto *insertion = dyn_cast<InsertElementInst>(&instruction);
        insertion != nullptr && isWhole(*insertion)) {
      Elements elements = elementsOf(insertion);
      if (!arePhisOfOneBlock(elements))
        continue;
      joinPhis(elements, insertion);
      return true;
    }
  return false;
}

} // namespace

// Each has fewer phis than the one before.
void joinAccumulators(Function &function) {
  while (joinOne(function)) {
  }
}

} // namespace heddle::codegen::amdgcn
