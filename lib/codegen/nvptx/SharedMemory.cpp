//===- SharedMemory.cpp - Shared memory of a block ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include "Families.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// Dynamic shared memory, aligned as its allocations are.
llvm::GlobalVariable *sharedMemory(EmissionContext &context) {
  constexpr unsigned SharedSpace = 3;
  llvm::GlobalVariable *memory = context.module.getNamedGlobal("shared_memory");
  if (memory == nullptr) {
    memory = new llvm::GlobalVariable(
        context.module, llvm::ArrayType::get(context.builder.getInt8Ty(), 0),
        /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr,
        "shared_memory", nullptr, llvm::GlobalValue::NotThreadLocal,
        SharedSpace);
    memory->setAlignment(llvm::Align(16));
  }
  return memory;
}

LogicalResult emitShared(EmissionContext &context, simt::SharedOp shared) {
  if (!shared.getAt())
    return shared.emitOpError()
           << "expects an offset in shared memory, but got none";
  llvm::GlobalVariable *memory = sharedMemory(context);
  memory->setAlignment(std::max(memory->getAlign().valueOrOne(),
                                llvm::Align(shared.getAlignment())));
  context.set(shared, {context.builder.getInt32(*shared.getAt())});
  return success();
}

} // namespace

llvm::Value *sharedAddress(EmissionContext &context, llvm::Value *offset) {
  llvm::IRBuilder<> &builder = context.builder;
  return builder.CreateAdd(
      offset,
      builder.CreatePtrToInt(sharedMemory(context), builder.getInt32Ty()));
}

void addSharedMemory(EmitterTable &table) {
  table.add<simt::SharedOp>(emitShared);
}

} // namespace heddle::codegen
