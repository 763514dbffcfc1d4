//===- SharedMemory.cpp - The block's own memory --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"

namespace heddle::codegen::amdgcn {

using namespace mlir;

namespace {

/// All of the kernel's: the local data share, of which it has the start.
llvm::GlobalVariable *sharedMemory(EmissionContext &context,
                                   simt::KernelOp kernel) {
  std::string name = (kernel.getSymName() + ".shared").str();
  if (llvm::GlobalVariable *memory =
          context.module.getGlobalVariable(name, /*AllowInternal=*/true))
    return memory;
  llvm::Type *type = llvm::ArrayType::get(context.builder.getInt8Ty(),
                                          kernel.getSharedBytes());
  auto *memory = new llvm::GlobalVariable(
      context.module, type, /*isConstant=*/false,
      llvm::GlobalValue::InternalLinkage, llvm::PoisonValue::get(type), name,
      nullptr, llvm::GlobalValue::NotThreadLocal, SharedSpace);
  memory->setAlignment(llvm::Align(16));
  return memory;
}

LogicalResult emitShared(EmissionContext &context, simt::SharedOp shared) {
  std::optional<std::uint32_t> at = shared.getAt();
  if (!at)
    return shared.emitOpError()
           << "expects an offset in shared memory, but got none";
  llvm::IRBuilder<> &builder = context.builder;
  llvm::GlobalVariable *memory =
      sharedMemory(context, shared->getParentOfType<simt::KernelOp>());
  memory->setAlignment(std::max(memory->getAlign().valueOrOne(),
                                llvm::Align(shared.getAlignment())));
  llvm::Value *start = builder.CreatePtrToInt(memory, builder.getInt32Ty());
  context.set(shared, {builder.CreateAdd(start, builder.getInt32(*at))});
  return success();
}

} // namespace

void addSharedMemory(EmitterTable &table) {
  table.add<simt::SharedOp>(emitShared);
}

} // namespace heddle::codegen::amdgcn
