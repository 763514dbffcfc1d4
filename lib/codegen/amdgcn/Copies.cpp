//===- Copies.cpp - Copies that go on by themselves -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `global_load_lds`: M0 has the wave's address in shared memory, past which
/// lane i writes i times the size of its copy. (CDNA3 ISA, "Global Memory
/// Instructions", "LDS Addressing".)
///
/// LLVM would have everything wait for a copy that might write the same bytes:
/// each load of shared memory, and each barrier. Waits say what has to be
/// waited for, so loads are told that copies write elsewhere, and barriers have
/// fences of the wave, which order the code but wait for nothing.
///
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Conditions.h"
#include "Families.h"
#include "LaterCopies.h"
#include "heddle/codegen/common/Requirements.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/MDBuilder.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;
namespace id = llvm::Intrinsic;

namespace {

/// Counters of `s_waitcnt`, with the largest number where nothing is waited
/// for. (CDNA3 ISA, "S_WAITCNT".)
constexpr unsigned MostVectorAccesses = 63, MostOtherAccesses = 15;
constexpr unsigned waitMask(unsigned vectorAccesses, unsigned otherAccesses) {
  constexpr unsigned Low = 0xF, HighShift = 14 - 4, Exports = 7U << 4,
                     OtherShift = 8;
  return (vectorAccesses & Low) | Exports | otherAccesses << OtherShift |
         (vectorAccesses & ~Low) << HighShift;
}

void emitWaitFor(EmissionContext &context, unsigned mask) {
  context.builder.CreateIntrinsic(id::amdgcn_s_waitcnt, {},
                                  {context.builder.getInt32(mask)});
}

/// Where the wave's first lane writes, also if it takes no part.
llvm::Value *waveAddress(EmissionContext &context, llvm::Value *ofLane,
                         unsigned bytes) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *past =
      builder.CreateMul(laneNumber(context), builder.getInt32(bytes));
  return builder.CreateIntrinsic(id::amdgcn_readfirstlane,
                                 {builder.getInt32Ty()},
                                 {builder.CreateSub(ofLane, past)});
}

void emitCopy(EmissionContext &context, simt::AsyncCopyOp copy) {
  llvm::IRBuilder<> &builder = context.builder;
  // The thread's own loads of what is overwritten stay before the copy.
  emitFence(context, Wavefront, llvm::AtomicOrdering::Release);
  Registers addresses;
  for (llvm::Value *each : Registers(context.get(copy.getTargets())))
    addresses.push_back(waveAddress(context, each, copy.getBytes()));
  for (auto [index, from] : llvm::enumerate(copy.getFrom())) {
    llvm::Value *source = pointerTo(
        context, simt::Space::Global,
        context.get(copy.getSources())[static_cast<std::size_t>(from)],
        copy.getFromOffsets()[index]);
    llvm::Value *target =
        pointerTo(context, simt::Space::Shared,
                  addresses[static_cast<std::size_t>(copy.getTo()[index])],
                  copy.getToOffsets()[index]);
    emitIf(context, conditionOf(context, copy.getPredicates(), index), {}, [&] {
      llvm::Value *none = builder.getInt32(0);
      llvm::CallInst *call = builder.CreateIntrinsic(
          id::amdgcn_global_load_lds, {},
          {source, target, builder.getInt32(copy.getBytes()), none, none});
      call->setMetadata(llvm::LLVMContext::MD_alias_scope,
                        context.copies.written);
      return Registers();
    });
  }
}

/// Later copies stay behind those of the group: waits count on it. Everything
/// else may be moved. (LLVM, "User Guide for AMDGPU Backend",
/// llvm.amdgcn.sched.barrier.)
void emitCommit(EmissionContext &context, simt::AsyncCommitOp /*op*/) {
  if (context.copies.written == nullptr)
    return;
  constexpr unsigned Arithmetic = 0x1 | 0x2 | 0x4 | 0x8 | 0x400,
                     SharedMemory = 0x80;
  context.builder.CreateIntrinsic(
      id::amdgcn_sched_barrier, {},
      {context.builder.getInt32(Arithmetic | SharedMemory)});
}

void emitWait(EmissionContext &context, simt::AsyncWaitOp wait) {
  if (context.copies.written == nullptr)
    return;
  unsigned later = context.copies.later.lookup(wait);
  emitWaitFor(context,
              waitMask(std::min(later, MostVectorAccesses), MostOtherAccesses));
  emitFence(context, Wavefront, llvm::AtomicOrdering::Acquire);
}

} // namespace

void beginCopies(EmissionContext &context, simt::KernelOp kernel) {
  context.copies = EmissionContext::CountedCopies();
  bool hasCopies =
      kernel.walk([](simt::AsyncCopyOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!hasCopies)
    return;
  llvm::MDBuilder builder(context.module.getContext());
  llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain();
  auto scope = [&] {
    return llvm::MDNode::get(context.module.getContext(),
                             builder.createAnonymousAliasScope(domain));
  };
  context.copies.written = scope();
  context.copies.accessed = scope();
  context.copies.later = laterCopiesOf(kernel);
}

void markApartFromCopies(EmissionContext &context, llvm::Instruction &load) {
  if (context.copies.written == nullptr)
    return;
  load.setMetadata(llvm::LLVMContext::MD_alias_scope, context.copies.accessed);
  load.setMetadata(llvm::LLVMContext::MD_noalias, context.copies.written);
}

void emitSharedWait(EmissionContext &context) {
  emitWaitFor(context, waitMask(MostVectorAccesses, 0));
}

void addCopies(EmitterTable &table) {
  table.add<simt::AsyncCopyOp>(emitCopy, hasAsyncCopy);
  table.add<simt::AsyncCommitOp>(emitCommit);
  table.add<simt::AsyncWaitOp>(emitWait);
}

} // namespace heddle::codegen::amdgcn
