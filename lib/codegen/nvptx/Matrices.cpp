//===- Matrices.cpp - ldmatrix and stmatrix -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PtxText.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// PTX ISA, ldmatrix and stmatrix: "ldmatrix.sync.aligned.m8n8.x4.shared.b16".
std::string nameOf(llvm::StringRef name, std::size_t count, bool isTransposed) {
  return (name + ".sync.aligned.m8n8.x" + llvm::Twine(count) +
          (isTransposed ? ".trans" : "") + ".shared.b16 ")
      .str();
}

void emitMatrixLoad(EmissionContext &context, simt::MatrixLoadOp load) {
  unsigned count = simt::registerCount(load.getType());
  std::string constraints;
  for (unsigned index = 0; index < count; ++index)
    constraints += "=r,";
  llvm::Type *word = context.builder.getInt32Ty(), *result = word;
  if (count > 1)
    result =
        llvm::StructType::get(context.module.getContext(),
                              llvm::SmallVector<llvm::Type *>(count, word));
  std::string text = nameOf("ldmatrix", count, load.getTransposed()) +
                     vectorText(0, count) + ", " +
                     addressText(count, load.getOffset()) + ";";
  llvm::Value *address =
      sharedAddress(context, context.scalar(load.getAddress()));
  llvm::Value *call =
      emitAssembly(context, text, constraints + "r", result, {address});
  Registers words;
  for (unsigned index = 0; index < count; ++index)
    words.push_back(
        count == 1 ? call : context.builder.CreateExtractValue(call, index));
  context.set(load, words);
}

void emitMatrixStore(EmissionContext &context, simt::MatrixStoreOp store) {
  Registers operands = {
      sharedAddress(context, context.scalar(store.getAddress()))};
  operands.append(context.get(store.getValue()));
  unsigned count = simt::registerCount(store.getValue().getType());
  std::string constraints = "r", predicate;
  for (unsigned index = 0; index < count; ++index)
    constraints += ",r";
  if (store.getPredicate()) {
    predicate = predicateText(operands.size());
    operands.push_back(context.scalar(store.getPredicate()));
    constraints += ",b";
  }
  std::string text =
      predicate + nameOf("stmatrix", count, store.getTransposed()) +
      addressText(0, store.getOffset()) + ", " + vectorText(1, count) + ";";
  emitAssembly(context, text, constraints + ",~{memory}",
               context.builder.getVoidTy(), operands);
}

} // namespace

void addMatrices(EmitterTable &table) {
  table.add<simt::MatrixLoadOp>(emitMatrixLoad, hasMatrixLoad);
  table.add<simt::MatrixStoreOp>(emitMatrixStore, hasMatrixStore);
}

} // namespace heddle::codegen
