//===- Accesses.cpp - Loads and stores ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "Copies.h"
#include "Families.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;

namespace {

/// What one instruction moves: words, or fewer bytes than one.
llvm::Type *unitsOf(EmissionContext &context, unsigned bytes) {
  llvm::IRBuilder<> &builder = context.builder;
  if (bytes <= WordBytes)
    return builder.getIntNTy(8 * bytes);
  return llvm::FixedVectorType::get(builder.getInt32Ty(), bytes / WordBytes);
}

/// The words of units, or the one that is smaller.
Registers wordsOfUnits(EmissionContext &context, llvm::Value *units) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(units->getType());
  if (vector == nullptr)
    return {units};
  Registers words;
  for (unsigned index = 0; index < vector->getNumElements(); ++index)
    words.push_back(context.builder.CreateExtractElement(units, index));
  return words;
}

llvm::Value *unitsOfWords(EmissionContext &context, const Registers &words,
                          unsigned bytes) {
  llvm::Type *type = unitsOf(context, bytes);
  if (!type->isVectorTy())
    return context.builder.CreateTrunc(words.front(), type);
  llvm::Value *units = llvm::PoisonValue::get(type);
  for (auto [index, word] : llvm::enumerate(words))
    units = context.builder.CreateInsertElement(units, word, index);
  return units;
}

/// The words of access `index`.
Registers wordsOfAccess(EmissionContext &context, Value value,
                        std::size_t index, unsigned width) {
  return toWords(context,
                 llvm::ArrayRef(context.get(value)).slice(index * width, width),
                 registerBytes(value));
}

/// Of an access to a buffer, where its predicate is true, and outside
/// elsewhere.
template <class Access>
llvm::Value *pointerOf(EmissionContext &context, Access access,
                       std::size_t index) {
  auto base = static_cast<std::size_t>(access.getAt()[index]);
  llvm::Value *address = context.get(access.getBases())[base];
  std::int32_t constant = access.getOffsets()[index];
  if (!access.getBuffer())
    return pointerTo(context, access.getSpace(), address, constant);
  return pointerIntoBuffer(
      context, context.scalar(access.getBuffer()),
      {.lane = address,
       .constant = constant,
       .condition = conditionOf(context, access.getPredicates(), index)});
}

/// What is not needed again is not kept. (CDNA3 ISA, "Memory Scopes and
/// Temporal Hints": nt.)
template <class Access>
void addHints(EmissionContext &context, Access access,
              llvm::Instruction &instruction) {
  bool isStreaming = access.getCache() == simt::CacheLevel::Streaming ||
                     access.getEviction() == simt::Eviction::First;
  if (!isStreaming)
    return;
  llvm::Metadata *one =
      llvm::ConstantAsMetadata::get(context.builder.getInt32(1));
  instruction.setMetadata(llvm::LLVMContext::MD_nontemporal,
                          llvm::MDNode::get(context.module.getContext(), one));
}

/// Behind the accesses from `first` on that have the same condition.
template <class Access>
std::size_t endOfCondition(EmissionContext &context, Access access,
                           std::size_t first) {
  auto condition = [&](std::size_t index) {
    return conditionOf(context, access.getPredicates(), index);
  };
  std::size_t end = first + 1;
  while (end < access.getAt().size() && condition(end) == condition(first))
    ++end;
  return end;
}

/// Each 16 lanes exchange what they load. (CDNA4 ISA, DS_READ_B64_TR_B16,
/// DS_READ_B64_TR_B8.)
void emitTransposedLoad(EmissionContext &context, simt::LoadOp load) {
  llvm::IRBuilder<> &builder = context.builder;
  constexpr unsigned Words = 2;
  llvm::Type *units = unitsOf(context, Words * WordBytes);
  bool isOfHalves = registerBytes(load) == 2;
  llvm::Type *type =
      isOfHalves ? llvm::FixedVectorType::get(builder.getInt16Ty(), 2 * Words)
                 : units;
  Registers words;
  for (std::size_t index = 0; index < load.getAt().size(); ++index) {
    llvm::CallInst *loaded = builder.CreateIntrinsic(
        isOfHalves ? llvm::Intrinsic::amdgcn_ds_read_tr16_b64
                   : llvm::Intrinsic::amdgcn_ds_read_tr8_b64,
        {type}, {pointerOf(context, load, index)});
    markApartFromCopies(context, *loaded);
    words.append(wordsOfUnits(context, builder.CreateBitCast(loaded, units)));
  }
  setWords(context, load, words);
}

llvm::Value *loadAccess(EmissionContext &context, simt::LoadOp load,
                        std::size_t index) {
  unsigned bytes = load.getAccessBytes();
  llvm::LoadInst *instruction = context.builder.CreateAlignedLoad(
      unitsOf(context, bytes), pointerOf(context, load, index),
      llvm::Align(bytes), load.getIsVolatile());
  addHints(context, load, *instruction);
  if (load.getSpace() == simt::Space::Shared)
    markApartFromCopies(context, *instruction);
  return instruction;
}

/// What access `index` gets where it does not take place.
llvm::Value *otherOf(EmissionContext &context, simt::LoadOp load,
                     std::size_t index) {
  unsigned bytes = load.getAccessBytes();
  if (!load.getOther())
    return llvm::PoisonValue::get(unitsOf(context, bytes));
  return unitsOfWords(
      context, wordsOfAccess(context, load.getOther(), index, load.getWidth()),
      bytes);
}

/// All accesses to a buffer take place, some of them outside.
Registers loadFromBuffer(EmissionContext &context, simt::LoadOp load) {
  Registers loaded;
  for (std::size_t index = 0; index < load.getAt().size(); ++index) {
    llvm::Value *units = loadAccess(context, load, index);
    if (load.getOther())
      units = context.builder.CreateSelect(
          conditionOf(context, load.getPredicates(), index), units,
          otherOf(context, load, index));
    loaded.push_back(units);
  }
  return loaded;
}

Registers loadByPointers(EmissionContext &context, simt::LoadOp load) {
  Registers loaded;
  for (std::size_t first = 0, end = 0; first < load.getAt().size();
       first = end) {
    end = endOfCondition(context, load, first);
    Registers others;
    for (std::size_t index = first; index < end; ++index)
      others.push_back(otherOf(context, load, index));
    loaded.append(emitIf(context,
                         conditionOf(context, load.getPredicates(), first),
                         others, [&] {
                           Registers made;
                           for (std::size_t index = first; index < end; ++index)
                             made.push_back(loadAccess(context, load, index));
                           return made;
                         }));
  }
  return loaded;
}

void emitLoad(EmissionContext &context, simt::LoadOp load) {
  if (load.getIsTransposed())
    return emitTransposedLoad(context, load);
  unsigned bytes = load.getAccessBytes(), width = load.getWidth();
  unsigned element = registerBytes(load);
  Registers words;
  for (llvm::Value *units : load.getBuffer() ? loadFromBuffer(context, load)
                                             : loadByPointers(context, load))
    words.append(wordsOfUnits(context, units));
  llvm::Type *type = typeOf(context, load.getType());
  if (bytes >= WordBytes && element < WordBytes)
    return setWords(context, load, words);
  Registers registers;
  if (bytes >= WordBytes) {
    registers = fromWords(context, words, type, element,
                          simt::registerCount(load.getType()));
  } else {
    for (llvm::Value *each : words)
      registers.append(fromWords(
          context,
          {context.builder.CreateZExt(each, context.builder.getInt32Ty())},
          type, element, width));
  }
  context.set(load, registers);
}

void emitStore(EmissionContext &context, simt::StoreOp store) {
  unsigned bytes = store.getAccessBytes(), width = store.getWidth();
  // Those to a buffer all take place, some of them outside.
  auto guardOf = [&](std::size_t index) {
    return store.getBuffer()
               ? nullptr
               : conditionOf(context, store.getPredicates(), index);
  };
  for (std::size_t first = 0, end = 0; first < store.getAt().size();
       first = end) {
    end = endOfCondition(context, store, first);
    Registers values;
    for (std::size_t index = first; index < end; ++index)
      values.push_back(unitsOfWords(
          context, wordsOfAccess(context, store.getValue(), index, width),
          bytes));
    emitIf(context, guardOf(first), {}, [&] {
      for (std::size_t index = first; index < end; ++index)
        addHints(context, store,
                 *context.builder.CreateAlignedStore(
                     values[index - first], pointerOf(context, store, index),
                     llvm::Align(bytes)));
      return Registers();
    });
  }
}

} // namespace

llvm::Value *pointerTo(EmissionContext &context, simt::Space space,
                       llvm::Value *address, std::int32_t offset) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *base = builder.CreateIntToPtr(
      address, builder.getPtrTy(space == simt::Space::Shared ? SharedSpace
                                                             : GlobalSpace));
  if (offset == 0)
    return base;
  return builder.CreatePtrAdd(
      base, llvm::ConstantInt::getSigned(address->getType(), offset));
}

void addAccesses(EmitterTable &table) {
  table.add<simt::LoadOp>(emitLoad, hasLoad);
  table.add<simt::StoreOp>(emitStore, hasStore);
}

} // namespace heddle::codegen::amdgcn
