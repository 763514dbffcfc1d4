//===- Copies.cpp - cp.async ----------------------------------------------===//
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

// PTX ISA, cp.async: what is not read is filled with zeros. Without a level,
// copies of 16 bytes go around the multiprocessor's own cache: shared memory is
// where their bytes are kept.
void emitCopy(EmissionContext &context, simt::AsyncCopyOp copy) {
  constexpr unsigned Widest = 16;
  unsigned bytes = copy.getBytes();
  simt::CacheLevel level = copy.getCache().value_or(
      bytes == Widest ? simt::CacheLevel::Global : simt::CacheLevel::All);
  llvm::IRBuilder<> &builder = context.builder;
  for (std::size_t index = 0; index < copy.getFrom().size(); ++index) {
    auto at = [&](Value addresses, llvm::ArrayRef<std::int32_t> numbers) {
      return context.get(addresses)[static_cast<std::size_t>(numbers[index])];
    };
    Registers operands = {
        sharedAddress(context, at(copy.getTargets(), copy.getTo())),
        at(copy.getSources(), copy.getFrom())};
    std::string text = "cp.async." + simt::stringifyCacheLevel(level).str() +
                       ".shared.global " +
                       addressText(0, copy.getToOffsets()[index]) + ", " +
                       addressText(1, copy.getFromOffsets()[index]) + ", " +
                       std::to_string(bytes);
    std::string constraints = "r,l", predicate;
    if (copy.getReads()) {
      text += ", $" + std::to_string(operands.size());
      operands.push_back(
          builder.CreateSelect(context.get(copy.getReads())[index],
                               builder.getInt32(bytes), builder.getInt32(0)));
      constraints += ",r";
    }
    if (copy.getPredicates()) {
      predicate = predicateText(operands.size());
      operands.push_back(context.get(copy.getPredicates())[index]);
      constraints += ",b";
    }
    emitAssembly(context, predicate + text + ";", constraints + ",~{memory}",
                 builder.getVoidTy(), operands);
  }
}

void emitCommit(EmissionContext &context, simt::AsyncCommitOp) {
  emitPlain(context, "cp.async.commit_group;");
}

void emitWait(EmissionContext &context, simt::AsyncWaitOp wait) {
  emitPlain(context,
            "cp.async.wait_group " + std::to_string(wait.getPending()) + ";");
}

} // namespace

void addCopies(EmitterTable &table) {
  table.add<simt::AsyncCopyOp>(emitCopy, hasAsyncCopy);
  table.add<simt::AsyncCommitOp>(emitCommit);
  table.add<simt::AsyncWaitOp>(emitWait);
}

} // namespace heddle::codegen
