//===- Printing.cpp - Text for the host -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HIP's buffered printf: a kernel writes the arguments, with a hash of the
/// format, to a buffer that the runtime prints when the kernel has ended. The
/// formats are in the code object's metadata (`amdhsa.printf`), the buffer's
/// address among the hidden arguments. LLVM makes the records; room for them is
/// taken here, so that no device library has to be linked. (LLVM, "User Guide
/// for AMDGPU Backend", "Code Object V5 Metadata"; `-mprintf-kind=buffered`.)
///
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "Families.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/Transforms/Utils/AMDGPUEmitPrintf.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;

namespace {

/// Of the buffer's address among the hidden arguments, version 5.
constexpr unsigned PrintfBufferOffset = 72;
/// The buffer begins with how many bytes of records there are and how many
/// there may be, 32 bits each.
constexpr unsigned HeaderBytes = 8;

llvm::Value *printfBuffer(llvm::IRBuilder<> &builder) {
  constexpr unsigned ConstantSpace = 4;
  llvm::Value *hidden =
      builder.CreateIntrinsic(llvm::Intrinsic::amdgcn_implicitarg_ptr, {});
  return builder.CreateAlignedLoad(
      builder.getPtrTy(GlobalSpace),
      builder.CreatePtrAdd(
          builder.CreateAddrSpaceCast(hidden, builder.getPtrTy(ConstantSpace)),
          builder.getInt32(PrintfBufferOffset)),
      llvm::Align(sizeof(std::uint64_t)));
}

/// The body of `ptr __printf_alloc(i32 bytes)`, which LLVM's records begin
/// with: room behind the other records, or null if there is none left. What the
/// buffer has no room for is not counted, so threads exchange the count as long
/// as another is faster.
void defineAllocation(llvm::Function &function) {
  llvm::LLVMContext &context = function.getContext();
  auto *entry = llvm::BasicBlock::Create(context, "entry", &function),
       *tries = llvm::BasicBlock::Create(context, "try", &function),
       *takes = llvm::BasicBlock::Create(context, "take", &function),
       *taken = llvm::BasicBlock::Create(context, "taken", &function),
       *full = llvm::BasicBlock::Create(context, "full", &function);
  llvm::IRBuilder<> builder(entry);
  llvm::Type *i32 = builder.getInt32Ty();
  llvm::Value *buffer = printfBuffer(builder);
  llvm::Value *limit = builder.CreateAlignedLoad(
      i32,
      builder.CreatePtrAdd(buffer, builder.getInt64(sizeof(std::uint32_t))),
      llvm::Align(sizeof(std::uint32_t)));
  llvm::LoadInst *first = builder.CreateAlignedLoad(
      i32, buffer, llvm::Align(sizeof(std::uint32_t)));
  first->setAtomic(llvm::AtomicOrdering::Monotonic);
  builder.CreateBr(tries);

  builder.SetInsertPoint(tries);
  llvm::PHINode *used = builder.CreatePHI(i32, 2);
  used->addIncoming(first, entry);
  llvm::Value *end = builder.CreateAdd(used, function.getArg(0));
  builder.CreateCondBr(builder.CreateICmpUGT(end, limit), full, takes);

  builder.SetInsertPoint(takes);
  llvm::Value *exchanged = builder.CreateAtomicCmpXchg(
      buffer, used, end, llvm::Align(sizeof(std::uint32_t)),
      llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic);
  used->addIncoming(builder.CreateExtractValue(exchanged, 0), takes);
  builder.CreateCondBr(builder.CreateExtractValue(exchanged, 1), taken, tries);

  builder.SetInsertPoint(taken);
  llvm::Value *at =
      builder.CreateAdd(builder.CreateZExt(used, builder.getInt64Ty()),
                        builder.getInt64(HeaderBytes));
  builder.CreateRet(builder.CreateAddrSpaceCast(
      builder.CreatePtrAdd(buffer, at), function.getReturnType()));

  builder.SetInsertPoint(full);
  builder.CreateRet(llvm::Constant::getNullValue(function.getReturnType()));
}

void addAllocation(llvm::Module &module) {
  llvm::Function *function = module.getFunction("__printf_alloc");
  if (function == nullptr || !function->isDeclaration())
    return;
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  defineAllocation(*function);
}

llvm::GlobalVariable *textOf(llvm::Module &module, llvm::StringRef text) {
  auto *characters =
      llvm::ConstantDataArray::getString(module.getContext(), text);
  return new llvm::GlobalVariable(
      module, characters->getType(),
      /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage, characters);
}

void emitPrint(EmissionContext &context, simt::PrintOp op) {
  // LLVM reads the format, which is in memory no longer than that.
  llvm::GlobalVariable *format = textOf(context.module, op.getFormat());
  Registers operands = {format};
  for (Value argument : op.getArguments())
    operands.push_back(context.scalar(argument));
  llvm::Value *condition =
      op.getPredicate() ? context.scalar(op.getPredicate()) : nullptr;
  emitIf(context, condition, {}, [&] {
    llvm::emitAMDGPUPrintfCall(context.builder, operands, /*isBuffered=*/true);
    return Registers();
  });
  format->eraseFromParent();
  addAllocation(context.module);
}

} // namespace

void addPrinting(EmitterTable &table) { table.add<simt::PrintOp>(emitPrint); }

} // namespace heddle::codegen::amdgcn
