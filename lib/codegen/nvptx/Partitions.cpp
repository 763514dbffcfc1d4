//===- Partitions.cpp - Parts of a program with warps of their own --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The warps that are not the kernel's wait at the block's barrier, 0. Where
/// the kernel's warps come to partitions, one of them writes into shared memory
/// which these are and what they capture, and all arrive at the barrier. The
/// others find their partition by their numbers, execute it, and arrive once
/// more. When the kernel ends, they are told so.
///
///     start:  threads of the kernel go on, others to idle
///     idle:   barrier.sync 0; switch on the number of the partitions, or
///     return choose: read the captures; branch on the number of the thread
///     ...     the partition; then to join
///     join:   barrier.sync 0; to idle
///
/// Where they give and take registers heddle/simt/RegisterExchange.h says.
///
/// At a barrier of the cluster the kernel's warps tell them to come to it, too.
///
/// The kernel's threads have barrier 1, partition i of an op barrier 2 + i.
///
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Parts.h"
#include "heddle/codegen/common/ControlFlow.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/simt/RegisterExchange.h"
#include "heddle/simt/RegisterLimit.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::codegen {

using namespace mlir;
using mlir::failure;

namespace {

constexpr unsigned BlockBarrier = 0, KernelBarrier = 1, FirstBarrier = 2,
                   Barriers = 16;
constexpr unsigned Lanes = 32, GroupThreads = simt::GroupWarps * Lanes;
/// What the others are told when the kernel ends, where it waits for the
/// cluster, and of partitions, from this number on.
constexpr std::uint64_t TheEnd = 0, TheCluster = 1, FirstPartitions = 2;

llvm::Value *threadOfBlock(EmissionContext &context) {
  return context.builder.CreateIntrinsic(
      llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
}

/// Partitions wait for each other at different instructions, which
/// compute-sanitizer's synccheck takes for a mistake of `bar.sync`, even with a
/// number of threads.
void emitBlockBarrier(EmissionContext &context) {
  std::uint64_t threads =
      context.function->getFnAttributeAsParsedInteger(ThreadsAttr);
  emitPlain(context, concat("barrier.sync ", BlockBarrier, ", ", threads, ";"));
}

//===----------------------------------------------------------------------===//
// What the others are told
//===----------------------------------------------------------------------===//

/// Words of 64 bits in shared memory: the number of the partitions, and their
/// captures.
class Message {
public:
  explicit Message(EmissionContext &context) : context(context) {}

  void write(unsigned word, llvm::Value *value) {
    llvm::IRBuilder<> &builder = context.builder;
    builder.CreateStore(toWord(value), at(word), /*isVolatile=*/true);
  }
  llvm::Value *read(unsigned word, llvm::Type *type) {
    llvm::IRBuilder<> &builder = context.builder;
    llvm::Value *value =
        builder.CreateLoad(builder.getInt64Ty(), at(word), /*isVolatile=*/true);
    unsigned bits = type->getScalarSizeInBits();
    return builder.CreateBitCast(
        builder.CreateTrunc(value, builder.getIntNTy(bits)), type);
  }

private:
  llvm::Value *toWord(llvm::Value *value) {
    llvm::IRBuilder<> &builder = context.builder;
    unsigned bits = value->getType()->getScalarSizeInBits();
    return builder.CreateZExt(
        builder.CreateBitCast(value, builder.getIntNTy(bits)),
        builder.getInt64Ty());
  }
  llvm::Value *at(unsigned word) {
    return context.builder.CreateConstGEP1_32(context.builder.getInt64Ty(),
                                              memory(word + 1), word);
  }
  /// As large as is needed until now.
  llvm::GlobalVariable *memory(unsigned words) {
    constexpr unsigned SharedSpace = 3;
    constexpr const char *Name = "partition_message";
    llvm::GlobalVariable *found = context.module.getNamedGlobal(Name);
    auto *type = llvm::ArrayType::get(context.builder.getInt64Ty(), words);
    if (found != nullptr &&
        found->getValueType()->getArrayNumElements() >= words)
      return found;
    auto *memory = new llvm::GlobalVariable(
        context.module, type, /*isConstant=*/false,
        llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type), "",
        nullptr, llvm::GlobalValue::NotThreadLocal, SharedSpace);
    memory->setAlignment(llvm::Align(8));
    if (found != nullptr) {
      found->replaceAllUsesWith(memory);
      memory->takeName(found);
      found->eraseFromParent();
    } else {
      memory->setName(Name);
    }
    return memory;
  }

  EmissionContext &context;
};

/// The kernel's first thread writes the number, and what else they are told,
/// and all threads of the block wait for it.
template <class Fn>
void tell(EmissionContext &context, std::uint64_t number, Fn writeMore) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *isFirst =
      builder.CreateICmpEQ(threadNumber(context), builder.getInt32(0));
  emitWhere(context, isFirst, [&] {
    Message(context).write(0, builder.getInt64(number));
    writeMore();
  });
  emitBlockBarrier(context);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void setRegisters(EmissionContext &context, const simt::RegisterChange &each) {
  emitPlain(context, concat("setmaxnreg.", each.isGiven() ? "dec" : "inc",
                            ".sync.aligned.u32 ", each.to, ";"));
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

class PartitionEmitter {
public:
  PartitionEmitter(EmissionContext &context, simt::PartitionsOp op)
      : context(context), builder(context.builder), op(op), others(op.others()),
        kernelWarps(op->getParentOfType<simt::KernelOp>().getWarps()),
        exchange(simt::registerExchangeOf(op)), message(context) {}

  LogicalResult emit() {
    if (others.getRegions().size() + FirstBarrier > Barriers)
      return op.emitOpError()
             << "expects at most " << Barriers - FirstBarrier
             << " partitions, which have a barrier each, but got "
             << others.getRegions().size();
    tellOthers();
    llvm::BasicBlock *here = builder.GetInsertBlock();
    EmissionContext::Part part = context.part;
    if (failed(emitOthers()))
      return failure();
    context.part = part;
    builder.SetInsertPoint(here);
    return emitFirst();
  }

private:
  /// The number that the others know the op by.
  std::uint64_t number() const {
    return FirstPartitions + context.partitions->getNumCases();
  }
  void tellOthers() {
    tell(context, number(), [&] {
      for (auto [index, value] : llvm::enumerate(others.getCaptures()))
        message.write(1 + static_cast<unsigned>(index), context.scalar(value));
    });
  }
  LogicalResult emitFirst() {
    changeOwn(exchange.entering);
    if (failed(emitBlock(context, op.getFirst().front())))
      return failure();
    changeOwn(exchange.leaving);
    emitBlockBarrier(context);
    changeOwn(exchange.behind);
    auto yield = cast<simt::PartitionYieldOp>(op.getFirst().front().back());
    for (auto [result, value] : llvm::zip(op.getResults(), yield.getResults()))
      context.set(result, Registers(context.get(value)));
    return success();
  }

  LogicalResult emitOthers() {
    auto *choose = addBlock(context, "choose");
    std::uint64_t known = number();
    context.partitions->addCase(builder.getInt64(known), choose);
    builder.SetInsertPoint(choose);
    changeOthers(exchange.entering);
    readCaptures();
    auto *join = addBlock(context, "join");
    for (auto [index, region] : llvm::enumerate(others.getRegions()))
      if (failed(emitPartition(static_cast<unsigned>(index), region, join)))
        return failure();
    builder.CreateBr(join);
    builder.SetInsertPoint(join);
    changeOthers(exchange.leaving);
    emitBlockBarrier(context);
    changeOthers(exchange.behind);
    builder.CreateBr(context.partitions->getParent());
    return success();
  }
  void readCaptures() {
    for (auto [index, value] : llvm::enumerate(others.getCaptures())) {
      llvm::Value *word = message.read(1 + static_cast<unsigned>(index),
                                       typeOf(context, value.getType()));
      for (Region &region : others.getRegions())
        context.set(region.getArgument(static_cast<unsigned>(index)), {word});
    }
  }
  void changeOwn(ArrayRef<simt::RegisterChange> changes) {
    for (const simt::RegisterChange &each : changes)
      if (each.first < kernelWarps)
        setRegisters(context, each);
  }
  void changeOthers(ArrayRef<simt::RegisterChange> changes) {
    llvm::Value *group = nullptr;
    for (const simt::RegisterChange &each : changes) {
      if (each.first < kernelWarps)
        continue;
      if (group == nullptr)
        group = builder.CreateUDiv(threadOfBlock(context),
                                   builder.getInt32(GroupThreads));
      llvm::Value *isOfGroup = builder.CreateICmpEQ(
          group, builder.getInt32(each.first / simt::GroupWarps));
      emitWhere(context, isOfGroup, [&] { setRegisters(context, each); });
    }
  }
  LogicalResult emitPartition(unsigned index, Region &region,
                              llvm::BasicBlock *join) {
    unsigned first = static_cast<unsigned>(others.getFirst()[index]) * Lanes;
    unsigned threads = static_cast<unsigned>(others.getWarps()[index]) * Lanes;
    llvm::Value *number =
        builder.CreateSub(threadOfBlock(context), builder.getInt32(first));
    auto *body = addBlock(context, "partition"),
         *next = addBlock(context, "next");
    builder.CreateCondBr(
        builder.CreateICmpULT(number, builder.getInt32(threads)), body, next);
    builder.SetInsertPoint(body);
    context.part = {.first = first,
                    .threads = threads,
                    .barrier = FirstBarrier + index,
                    .end = join};
    if (failed(emitBlocks(context, region)))
      return failure();
    builder.SetInsertPoint(next);
    return success();
  }

  EmissionContext &context;
  llvm::IRBuilder<> &builder;
  simt::PartitionsOp op;
  simt::OtherPartitionsOp others;
  unsigned kernelWarps;
  simt::RegisterExchange exchange;
  Message message;
};

LogicalResult emitPartitions(EmissionContext &context, simt::PartitionsOp op) {
  return PartitionEmitter(context, op).emit();
}

/// What is yielded, the op around it reads.
void emitYield(EmissionContext &context, simt::PartitionYieldOp) {
  if (context.part.end != nullptr)
    context.builder.CreateBr(context.part.end);
}

/// The op around it has emitted it.
void emitNothing(EmissionContext &, Operation *) {}

void emitReturn(EmissionContext &context, simt::ReturnOp) {
  if (context.partitions != nullptr)
    tell(context, TheEnd, [] {});
  context.builder.CreateRetVoid();
}

void arriveAtCluster(EmissionContext &context, bool isOwn) {
  if (isOwn)
    emitPlain(context, "fence.release.sync_restrict::shared::cta.cluster;");
  emitPlain(context, isOwn ? "barrier.cluster.arrive.relaxed.aligned;"
                           : "barrier.cluster.arrive.aligned;");
}

} // namespace

llvm::Value *threadNumber(EmissionContext &context) {
  llvm::Value *thread = threadOfBlock(context);
  llvm::IRBuilder<> &builder = context.builder;
  return context.part.first == 0
             ? thread
             : builder.CreateSub(thread, builder.getInt32(context.part.first));
}

void emitWarpBarrier(EmissionContext &context) {
  emitPlain(context, "bar.warp.sync 0xffffffff;");
}

void emitPartBarrier(EmissionContext &context) {
  const EmissionContext::Part &part = context.part;
  if (part.threads == 0)
    emitPlain(context, concat("bar.sync ", BlockBarrier, ";"));
  else if (part.threads == context.target.lanes)
    emitWarpBarrier(context);
  else
    emitPlain(context,
              concat("bar.sync ", part.barrier, ", ", part.threads, ";"));
}

void emitClusterArrive(EmissionContext &context, bool isOwn) {
  if (context.partitions != nullptr)
    tell(context, TheCluster, [] {});
  arriveAtCluster(context, isOwn);
}

void emitClusterWait(EmissionContext &context, bool isOwn) {
  emitPlain(context, "barrier.cluster.wait.aligned;");
  if (isOwn)
    emitPlain(context, "fence.acquire.sync_restrict::shared::cluster.cluster;");
}

void beginParts(EmissionContext &context, simt::KernelOp kernel) {
  unsigned threads = kernel.getWarps() * Lanes;
  if (simt::blockWarps(kernel) == kernel.getWarps())
    return;
  context.part = {.first = 0, .threads = threads, .barrier = KernelBarrier};
  llvm::IRBuilder<> &builder = context.builder;
  auto *idle = addBlock(context, "idle"), *end = addBlock(context, "end"),
       *body = addBlock(context, "kernel");
  builder.CreateCondBr(
      builder.CreateICmpULT(threadOfBlock(context), builder.getInt32(threads)),
      body, idle);
  builder.SetInsertPoint(idle);
  emitBlockBarrier(context);
  context.partitions =
      builder.CreateSwitch(Message(context).read(0, builder.getInt64Ty()), end);
  if (kernel.getClusterBlocks() != 1) {
    auto *cluster = addBlock(context, "cluster");
    context.partitions->addCase(builder.getInt64(TheCluster), cluster);
    builder.SetInsertPoint(cluster);
    arriveAtCluster(context, /*isOwn=*/false);
    emitClusterWait(context, /*isOwn=*/false);
    builder.CreateBr(idle);
  }
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
  builder.SetInsertPoint(body);
}

void addPartitions(EmitterTable &table) {
  table.refine<simt::ReturnOp>(emitReturn);
  table.add<simt::PartitionsOp>(emitPartitions, hasBoxCopies);
  table.add<simt::OtherPartitionsOp>(emitNothing);
  table.add<simt::PartitionYieldOp>(emitYield);
}

} // namespace heddle::codegen
