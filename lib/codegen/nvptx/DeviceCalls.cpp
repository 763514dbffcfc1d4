//===- DeviceCalls.cpp - Assertions and printing --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PtxText.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/simt/GroupProducts.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// A text in memory, as a pointer of no memory in particular.
llvm::Constant *textOf(EmissionContext &context, llvm::StringRef value) {
  llvm::IRBuilder<> &builder = context.builder;
  constexpr unsigned GlobalSpace = 1;
  auto *characters =
      llvm::ConstantDataArray::getString(builder.getContext(), value);
  auto *variable = new llvm::GlobalVariable(
      context.module, characters->getType(), /*isConstant=*/true,
      llvm::GlobalValue::InternalLinkage, characters, "text", nullptr,
      llvm::GlobalValue::NotThreadLocal, GlobalSpace);
  return llvm::ConstantExpr::getAddrSpaceCast(variable, builder.getPtrTy());
}

/// CUDA's __assertfail(message, file, line, function, size of a character).
/// Around calls ptxas lets products of warp groups wait for each other: beside
/// them the kernel only stops.
void emitAssert(EmissionContext &context, simt::AssertOp op) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *holds = builder.getTrue();
  for (llvm::Value *each : context.get(op.getCondition()))
    holds = builder.CreateAnd(holds, each);
  if (simt::hasGroupProducts(op->getParentOfType<simt::KernelOp>())) {
    emitAssembly(context, predicateText(0) + "trap;", "b", builder.getVoidTy(),
                 {builder.CreateNot(holds)});
    return;
  }
  auto *fails = addBlock(context, "fails"), *after = addBlock(context, "after");
  builder.CreateCondBr(holds, after, fails);
  builder.SetInsertPoint(fails);
  std::string file = "unknown";
  unsigned line = 0;
  if (auto location = op.getLoc()->findInstanceOf<FileLineColLoc>()) {
    file = location.getFilename().str();
    line = location.getLine();
  }
  llvm::Type *pointer = builder.getPtrTy();
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(),
      {pointer, pointer, builder.getInt32Ty(), pointer, builder.getInt64Ty()},
      false);
  builder.CreateCall(context.module.getOrInsertFunction("__assertfail", type),
                     {textOf(context, op.getMessage()), textOf(context, file),
                      builder.getInt32(line),
                      textOf(context, context.function->getName()),
                      builder.getInt64(1)});
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

/// CUDA's vprintf(format, arguments), which lie one after the other.
void emitPrint(EmissionContext &context, simt::PrintOp op) {
  llvm::IRBuilder<> &builder = context.builder;
  auto *after = addBlock(context, "after");
  if (Value predicate = op.getPredicate()) {
    auto *prints = addBlock(context, "prints");
    builder.CreateCondBr(context.scalar(predicate), prints, after);
    builder.SetInsertPoint(prints);
  } else {
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    after = nullptr;
  }
  llvm::SmallVector<llvm::Type *> types;
  for (Value argument : op.getArguments())
    types.push_back(typeOf(context, argument.getType()));
  auto *list = llvm::StructType::get(builder.getContext(), types);
  llvm::IRBuilder<> start(&context.function->getEntryBlock(),
                          context.function->getEntryBlock().begin());
  llvm::Value *memory = start.CreateAlloca(list);
  for (auto [index, argument] : llvm::enumerate(op.getArguments()))
    builder.CreateStore(
        context.scalar(argument),
        builder.CreateStructGEP(list, memory, static_cast<unsigned>(index)));
  llvm::Type *pointer = builder.getPtrTy();
  auto *type =
      llvm::FunctionType::get(builder.getInt32Ty(), {pointer, pointer}, false);
  builder.CreateCall(context.module.getOrInsertFunction("vprintf", type),
                     {textOf(context, op.getFormat()), memory});
  if (after == nullptr)
    return;
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

} // namespace

void addDeviceCalls(EmitterTable &table) {
  table.add<simt::AssertOp>(emitAssert);
  table.add<simt::PrintOp>(emitPrint);
}

} // namespace heddle::codegen
