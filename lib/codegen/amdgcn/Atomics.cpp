//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "Families.h"
#include "heddle/codegen/common/AccessOrder.h"
#include "heddle/codegen/common/Words.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;

namespace {

using Operation = llvm::AtomicRMWInst;

Operation::BinOp operationOf(simt::Atomic kind) {
  switch (kind) {
  case simt::Atomic::And:
    return Operation::And;
  case simt::Atomic::Or:
    return Operation::Or;
  case simt::Atomic::Xor:
    return Operation::Xor;
  case simt::Atomic::Add:
    return Operation::Add;
  case simt::Atomic::AddFloat:
    return Operation::FAdd;
  case simt::Atomic::Max:
    return Operation::Max;
  case simt::Atomic::Min:
    return Operation::Min;
  case simt::Atomic::MaxUnsigned:
    return Operation::UMax;
  case simt::Atomic::MinUnsigned:
    return Operation::UMin;
  case simt::Atomic::Exchange:
    return Operation::Xchg;
  case simt::Atomic::Increment:
    return Operation::UIncWrap;
  case simt::Atomic::Decrement:
    return Operation::UDecWrap;
  case simt::Atomic::MaxFloat:
    return Operation::FMax;
  case simt::Atomic::MinFloat:
    return Operation::FMin;
  case simt::Atomic::CompareAndSwap:
    break;
  }
  llvm_unreachable("a swap is another instruction");
}

llvm::AtomicOrdering orderOf(simt::Order order) {
  switch (order) {
  case simt::Order::Relaxed:
    return llvm::AtomicOrdering::Monotonic;
  case simt::Order::Acquire:
    return llvm::AtomicOrdering::Acquire;
  case simt::Order::Release:
    return llvm::AtomicOrdering::Release;
  case simt::Order::AcquireRelease:
    return llvm::AtomicOrdering::AcquireRelease;
  }
  llvm_unreachable("all orders are above");
}

llvm::SyncScope::ID scopeOf(EmissionContext &context, simt::Reach reach) {
  llvm::LLVMContext &llvm = context.module.getContext();
  switch (reach) {
  case simt::Reach::Gpu:
    return llvm.getOrInsertSyncScopeID("agent");
  case simt::Reach::Block:
    return llvm.getOrInsertSyncScopeID("workgroup");
  case simt::Reach::System:
    return llvm::SyncScope::System;
  }
  llvm_unreachable("all scopes are above");
}

llvm::Value *swap(EmissionContext &context, simt::AtomicOp op,
                  llvm::AtomicOrdering order, llvm::Value *pointer,
                  std::size_t index, unsigned bytes) {
  auto bits = [&](Value value) {
    return asInteger(context, context.get(value)[index], bytes);
  };
  // What it reads is ordered where it writes nothing, too.
  llvm::Value *pair = context.builder.CreateAtomicCmpXchg(
      pointer, bits(op.getExpected()), bits(op.getValue()), llvm::Align(bytes),
      order, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order),
      scopeOf(context, op.getReach()));
  return context.builder.CreateExtractValue(pair, 0);
}

/// What kernels work on is the GPU's own memory, where floats are added by
/// instructions. (LLVM, "User Guide for AMDGPU Backend", memory model.)
void assumeOwnMemory(EmissionContext &context, llvm::Instruction &atomic) {
  for (const char *kind :
       {"amdgpu.no.fine.grained.memory", "amdgpu.no.remote.memory"})
    atomic.setMetadata(kind,
                       llvm::MDNode::get(context.module.getContext(), {}));
}

/// Where it takes place, by a branch; in a buffer everywhere, but outside.
struct Site {
  llvm::Value *pointer, *guard;
};
Site siteOf(EmissionContext &context, simt::AtomicOp op, std::size_t index) {
  llvm::Value *condition = conditionOf(context, op.getPredicates(), index);
  llvm::Value *address = context.get(op.getAddresses())[index];
  if (!op.getBuffer())
    return {.pointer = pointerTo(context, op.getSpace(), address),
            .guard = condition};
  return {.pointer =
              pointerIntoBuffer(context, context.scalar(op.getBuffer()),
                                {.lane = address, .condition = condition}),
          .guard = nullptr};
}

void emitAtomic(EmissionContext &context, simt::AtomicOp op) {
  llvm::IRBuilder<> &builder = context.builder;
  Type element = op.getType().getElementType();
  llvm::Type *type = typeOf(context, element);
  unsigned bytes = simt::bytesOf(element);
  unsigned count = simt::registerCount(op.getType());
  AccessOrder order = AccessOrder::of(op, op.getOrder(), count > 1);
  llvm::SyncScope::ID scope = scopeOf(context, op.getReach());
  if (order.releasesBefore)
    builder.CreateFence(llvm::AtomicOrdering::Release, scope);
  Registers results;
  for (unsigned index = 0; index < count; ++index) {
    Site site = siteOf(context, op, index);
    results.append(
        emitIf(context, site.guard, {llvm::PoisonValue::get(type)},
               [&]() -> Registers {
                 if (op.getKind() == simt::Atomic::CompareAndSwap)
                   return {fromInteger(context,
                                       swap(context, op, orderOf(order.each),
                                            site.pointer, index, bytes),
                                       type)};
                 llvm::AtomicRMWInst *atomic = builder.CreateAtomicRMW(
                     operationOf(op.getKind()), site.pointer,
                     context.get(op.getValue())[index], llvm::Align(bytes),
                     orderOf(order.each), scope);
                 assumeOwnMemory(context, *atomic);
                 return {atomic};
               }));
  }
  if (order.acquiresBehind)
    builder.CreateFence(llvm::AtomicOrdering::Acquire, scope);
  context.set(op, results);
}

/// LLVM makes loops of what the chip has not, but not of bytes.
bool hasAtomic(simt::AtomicOp op, const Target & /*target*/) {
  unsigned bytes = simt::bytesOf(op.getType().getElementType());
  return bytes >= 2;
}

} // namespace

void addAtomics(EmitterTable &table) {
  table.add<simt::AtomicOp>(emitAtomic, hasAtomic);
}

} // namespace heddle::codegen::amdgcn
