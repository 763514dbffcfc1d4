//===- Partitions.cpp - Warps with work of their own ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "GlobalScratch.h"
#include "LowerOps.h"
#include "PartitionWarps.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// What the lowering of a partition sees in the place of what the kernel has.
class PartitionState {
public:
  PartitionState(LoweringContext &context, unsigned warps)
      : context(context), threads(context.threads),
        scratchBase(context.globalScratch.base),
        numbers(context.enterPartition()) {
    context.threads.warp = llvm::Log2_32(warps);
  }
  ~PartitionState() {
    context.threads = threads;
    context.globalScratch.base = scratchBase;
    context.leavePartition(numbers);
  }
  PartitionState(const PartitionState &) = delete;
  PartitionState &operator=(const PartitionState &) = delete;

private:
  LoweringContext &context;
  ThreadBits threads;
  Value scratchBase;
  LoweringContext::ThreadNumbers numbers;
};

class PartitionsEmitter {
public:
  PartitionsEmitter(LoweringContext &context, ttg::WarpSpecializeOp op)
      : context(context), op(op), partitions(op.getPartitionOp()),
        loc(op.getLoc()) {}

  LogicalResult emit();

private:
  LogicalResult check();
  LogicalResult lowerFirst(simt::PartitionsOp made);
  LogicalResult lowerOthers(simt::PartitionsOp made);
  LogicalResult lowerPartition(Region &from, Region &to, unsigned warps);
  void acquireMaps(Block &block);
  void passScratch(simt::OtherPartitionsOp others);

  LoweringContext &context;
  ttg::WarpSpecializeOp op;
  ttg::WarpSpecializePartitionsOp partitions;
  Location loc;
  PartitionWarps warps;
};

LogicalResult PartitionsEmitter::check() {
  for (auto [number, capture] :
       llvm::enumerate(partitions.getExplicitCaptures())) {
    if (isa<RankedTensorType>(capture.getType()))
      return refuse(op) << "capture " << number << " is a tensor, "
                        << capture.getType()
                        << ", whose registers other warps do not have; store "
                           "it in shared memory, and capture that";
    if (context.subviewOffsets.lookup(capture) != 0)
      return refuse(op) << "capture " << number << " is a part of a buffer";
  }
  for (Region *region : op.getPartitionRegions())
    if (!region->hasOneBlock())
      return refuse(op) << "partition " << region->getRegionNumber() << " has "
                        << region->getBlocks().size()
                        << " blocks; branches within it have to be scf.if";
  if (!op.getDefaultRegion().hasOneBlock())
    return refuse(op) << "its default region has "
                      << op.getDefaultRegion().getBlocks().size()
                      << " blocks; branches within it have to be scf.if";
  if (op->getParentOfType<ttg::WarpSpecializeOp>())
    return refuse(op) << "it is within a partition of another one";
  return success();
}

LogicalResult PartitionsEmitter::lowerFirst(simt::PartitionsOp made) {
  OpBuilder::InsertionGuard guard(context.builder);
  context.builder.createBlock(&made.getFirst());
  return lowerBlock(context, op.getDefaultRegion().front());
}

/// Maps that the kernel has made are in the first warp's view of memory; the
/// host's need nothing.
void PartitionsEmitter::acquireMaps(Block &block) {
  for (auto [capture, argument] :
       llvm::zip(partitions.getExplicitCaptures(), block.getArguments())) {
    auto given = dyn_cast<BlockArgument>(capture);
    bool isOfHost = given && isa<tt::FuncOp>(given.getOwner()->getParentOp()) &&
                    given.getOwner()->isEntryBlock();
    if (isa<tt::TensorDescType>(capture.getType()) && !isOfHost)
      context.make<simt::TensorMapAcquireOp>(loc, argument);
  }
}

LogicalResult PartitionsEmitter::lowerPartition(Region &from, Region &to,
                                                unsigned count) {
  OpBuilder::InsertionGuard guard(context.builder);
  PartitionState state(context, count);
  Block *block = context.builder.createBlock(&to);
  for (BlockArgument argument : from.getArguments())
    context.set(argument,
                block->addArgument(context.lowered(argument.getType()),
                                   argument.getLoc()));
  context.globalScratch.base =
      block->addArgument(context.builder.getI64Type(), loc);
  acquireMaps(*block);
  return lowerBlock(context, from.front());
}

/// The last argument of each partition is where the program's global memory
/// begins, if one needs that.
void PartitionsEmitter::passScratch(simt::OtherPartitionsOp others) {
  auto lastOf = [](Region &region) { return region.getArguments().back(); };
  if (llvm::any_of(others.getRegions(), [&](Region &region) {
        return !lastOf(region).use_empty();
      })) {
    OpBuilder::InsertionGuard guard(context.builder);
    context.builder.setInsertionPoint(others->getParentOp());
    others.getCapturesMutable().append(globalScratchBase(context, loc));
    return;
  }
  for (Region &region : others.getRegions())
    region.front().eraseArgument(region.getNumArguments() - 1);
}

LogicalResult PartitionsEmitter::lowerOthers(simt::PartitionsOp made) {
  OpBuilder::InsertionGuard guard(context.builder);
  OpBuilder &builder = context.builder;
  builder.createBlock(&made.getOthers());
  auto others = context.make<simt::OtherPartitionsOp>(
      loc, context.get(partitions.getExplicitCaptures()),
      builder.getDenseI32ArrayAttr(op.getPartitionNumWarps()),
      builder.getDenseI32ArrayAttr(warps.first),
      warps.registers ? builder.getDenseI32ArrayAttr(*warps.registers)
                      : DenseI32ArrayAttr(),
      static_cast<unsigned>(warps.first.size()));
  for (auto [from, to, count] :
       llvm::zip(partitions.getPartitionRegions(), others.getRegions(),
                 op.getPartitionNumWarps()))
    if (failed(lowerPartition(from, to, static_cast<unsigned>(count))))
      return failure();
  passScratch(others);
  return success();
}

LogicalResult PartitionsEmitter::emit() {
  if (failed(check()))
    return failure();
  FailureOr<PartitionWarps> planned =
      planPartitionWarps(op, 1U << context.threads.warp);
  if (failed(planned))
    return failure();
  warps = *planned;
  auto made = context.make<simt::PartitionsOp>(
      loc, context.lowered(op.getResultTypes()),
      warps.kernelRegisters
          ? context.builder.getI32IntegerAttr(
                static_cast<std::int32_t>(*warps.kernelRegisters))
          : IntegerAttr());
  if (failed(lowerFirst(made)) || failed(lowerOthers(made)))
    return failure();
  context.set(op.getResults(), made.getResults());
  return success();
}

LogicalResult emitPartitions(LoweringContext &context,
                             ttg::WarpSpecializeOp op) {
  return PartitionsEmitter(context, op).emit();
}

/// The end of the default region, or of a partition.
LogicalResult emitPartitionEnd(LoweringContext &context, Operation *end) {
  for (Value value : end->getOperands())
    if (context.subviewOffsets.lookup(value) != 0)
      return refuse(end) << "it yields a part of a buffer";
  context.make<simt::PartitionYieldOp>(end->getLoc(),
                                       context.get(end->getOperands()));
  return success();
}

} // namespace

void registerPartitionEmitters(EmitterTable &table) {
  table.add<ttg::WarpSpecializeOp>(emitPartitions);
  table.add<ttg::WarpYieldOp, ttg::WarpReturnOp>(emitPartitionEnd);
}

} // namespace heddle
