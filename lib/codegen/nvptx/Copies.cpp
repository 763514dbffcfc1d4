//===- Copies.cpp - cp.async and cp.async.bulk ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PeerOrder.h"
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

//===----------------------------------------------------------------------===//
// Copies of boxes
//===----------------------------------------------------------------------===//

/// One copy's operands and how the text names them.
struct BoxText {
  Registers operands;
  std::string constraints, map, address, predicate;

  template <class Op> BoxText(EmissionContext &context, Op copy, unsigned box) {
    operands = {sharedAddress(context, context.scalar(copy.getAddress())),
                context.scalar(copy.getMap())};
    constraints = "r,l";
    address = addressText(0, copy.getOffsets()[box]);
    llvm::IRBuilder<> &builder = context.builder;
    auto rank = static_cast<unsigned>(copy.getCoordinates().size());
    for (auto [coordinate, step] :
         llvm::zip(copy.getCoordinates(), copy.stepsOf(box))) {
      operands.push_back(builder.CreateAdd(
          context.scalar(coordinate),
          builder.getInt32(static_cast<std::uint32_t>(step))));
      constraints += ",r";
    }
    map = "[$1, " + vectorText(2, rank) + "]";
  }
  void addPredicate(EmissionContext &context, Value predicates, unsigned box) {
    if (!predicates)
      return;
    predicate = predicateText(operands.size());
    operands.push_back(context.get(predicates)[box]);
    constraints += ",b";
  }
  void emit(EmissionContext &context, const std::string &text) {
    emitAssembly(context, predicate + text, constraints + ",~{memory}",
                 context.builder.getVoidTy(), operands);
  }
};

std::string dimensionsText(OperandRange coordinates) {
  return "." + std::to_string(coordinates.size()) + "d";
}

void emitBoxLoad(EmissionContext &context, simt::BoxLoadOp load) {
  for (unsigned box = 0; box < load.boxCount(); ++box) {
    BoxText text(context, load, box);
    std::string mbarrier = addressText(text.operands.size(), 0);
    text.operands.push_back(
        sharedAddress(context, context.scalar(load.getMbarrier())));
    text.constraints += ",r";
    std::string multicast, blocks;
    if (load.getBlocks()) {
      multicast = ".multicast::cluster";
      blocks = concat(", $", text.operands.size());
      text.operands.push_back(context.builder.CreateTrunc(
          context.scalar(load.getBlocks()), context.builder.getInt16Ty()));
      text.constraints += ",h";
    }
    text.addPredicate(context, load.getPredicates(), box);
    text.emit(context,
              concat("cp.async.bulk.tensor",
                     dimensionsText(load.getCoordinates()),
                     ".shared::cluster.global.mbarrier::complete_tx::bytes",
                     multicast, " ", text.address, ", ", text.map, ", ",
                     mbarrier, blocks, ";"));
  }
}

void emitBoxStore(EmissionContext &context, simt::BoxStoreOp store) {
  std::optional<simt::BoxReduction> reduction = store.getReduction();
  for (unsigned box = 0; box < store.boxCount(); ++box) {
    BoxText text(context, store, box);
    text.addPredicate(context, store.getPredicates(), box);
    std::string kind =
        reduction ? "." + simt::stringifyBoxReduction(*reduction).str() : "";
    text.emit(context, (reduction ? "cp.reduce" : "cp") +
                           (".async.bulk.tensor" +
                            dimensionsText(store.getCoordinates())) +
                           ".global.shared::cta" + kind + ".bulk_group " +
                           text.map + ", " + text.address + ";");
  }
}

void emitBoxCommit(EmissionContext &context, simt::BoxCommitOp) {
  emitPlain(context, "cp.async.bulk.commit_group;");
}

void emitBoxWait(EmissionContext &context, simt::BoxWaitOp wait) {
  emitPlain(context,
            concat("cp.async.bulk.wait_group",
                   wait.getIsRead() ? ".read " : " ", wait.getPending(), ";"));
  if (publishesCopies(wait))
    emitPlain(context, "fence.acq_rel.cluster;");
}

} // namespace

void addCopies(EmitterTable &table) {
  table.add<simt::BoxLoadOp>(emitBoxLoad, hasBoxCopies);
  table.add<simt::BoxStoreOp>(emitBoxStore, hasBoxCopies);
  table.add<simt::BoxCommitOp>(emitBoxCommit, hasBoxCopies);
  table.add<simt::BoxWaitOp>(emitBoxWait, hasBoxCopies);
  table.add<simt::AsyncCopyOp>(emitCopy, hasAsyncCopy);
  table.add<simt::AsyncCommitOp>(emitCommit);
  table.add<simt::AsyncWaitOp>(emitWait);
}

} // namespace heddle::codegen
