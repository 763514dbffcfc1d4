//===- BoxCopies.cpp - Copies of blocks by descriptors --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A block is copied box by box (TensorBoxes.h), all by the first thread. In a
/// cluster each block's first thread copies the part that its memory has, and
/// of copies one is stored. With `multicast`, blocks that have copies of a part
/// load one box after the other in turn, for all of them.
///
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "Mbarriers.h"
#include "Registers.h"
#include "TensorBoxes.h"
#include "Threads.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// The innermost axis first, as the engine has them; in a cluster those of the
/// block's own part.
llvm::SmallVector<Value> coordinatesOf(LoweringContext &context, Location loc,
                                       ValueRange given,
                                       const TensorBoxes &boxes) {
  llvm::SmallVector<Value> coordinates = context.get(given);
  std::reverse(coordinates.begin(), coordinates.end());
  for (auto [coordinate, begins] : llvm::zip(coordinates, boxes.begins))
    if (llvm::any_of(begins, [](Word begin) { return begin != 0; }))
      coordinate = context.make<arith::AddIOp>(loc, coordinate,
                                               blockBits(context, loc, begins));
  return coordinates;
}

FailureOr<TensorBoxes> boxesOf(LoweringContext &context, Operation *op,
                               tt::TensorDescType type, Value memory) {
  auto buffer = cast<ttg::MemDescType>(memory.getType());
  FailureOr<simt::TensorMapArgument> map = tensorMapFor(op, type, buffer);
  if (failed(map))
    return failure();
  return boxesIn(op, type, *map, buffer, context.subviewOffsets.lookup(memory));
}

/// One thread's predicate for each box; the condition may be null.
Value predicatesOf(LoweringContext &context, Location loc,
                   const TensorBoxes &boxes, Value condition) {
  Value first = firstThreadIf(context, loc);
  if (condition)
    first = context.make<arith::AndIOp>(loc, first, condition);
  return splatPredicate(context.builder, loc, first,
                        static_cast<unsigned>(boxes.offsets.size()));
}

/// How the blocks of a cluster that have copies of a part load them together.
struct Multicast {
  /// One bit for each of these blocks, an i32.
  Value blocks;
  /// For each box, whether this is the block that loads it.
  llvm::SmallVector<Value> loads;
};

/// Number i of the sums of these bits.
Word sumOf(Word bits, Word i) {
  Word sum = 0;
  for (; bits != 0 && i != 0; bits &= bits - 1, i >>= 1)
    if ((i & 1) != 0)
      sum |= bits & (~bits + 1);
  return sum;
}

Multicast shareBoxes(LoweringContext &context, Location loc,
                     const TensorBoxes &boxes) {
  Type i32 = context.builder.getI32Type();
  auto number = [&](Word value) {
    return context.number(static_cast<std::int64_t>(value), i32);
  };
  Word count = f2::unit(static_cast<unsigned>(std::popcount(boxes.copies)));
  Word pattern = 0;
  for (Word i = 0; i < count; ++i)
    pattern |= f2::unit(static_cast<unsigned>(sumOf(boxes.copies, i)));
  Value rank = context.blockRank(loc);
  Word others = f2::lowMask(context.threads.block) & ~boxes.copies;
  Multicast multicast;
  multicast.blocks = number(pattern);
  if (others != 0)
    multicast.blocks = context.make<arith::ShLIOp>(
        loc, multicast.blocks,
        context.make<arith::AndIOp>(loc, rank, number(others)));
  Value own = context.make<arith::AndIOp>(loc, rank, number(boxes.copies));
  for (Word box = 0; box < boxes.offsets.size(); ++box)
    multicast.loads.push_back(
        context.make<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, own,
                                    number(sumOf(boxes.copies, box % count))));
  return multicast;
}

/// True in one of the blocks of a cluster that have copies of a part; null if
/// none has.
Value ownerOf(LoweringContext &context, Location loc,
              const TensorBoxes &boxes) {
  if (boxes.copies == 0)
    return {};
  return isZero(
      context, loc,
      f2::shiftLeft(boxes.copies, context.threads.lane + context.threads.warp));
}

LogicalResult emitLoad(LoweringContext &context,
                       ttng::AsyncTMACopyGlobalToLocalOp load) {
  auto type = dyn_cast<tt::TensorDescType>(load.getDesc().getType());
  if (!type || !load.getOffsets().empty())
    return refuse(load) << "it copies windows (im2col)";
  FailureOr<TensorBoxes> boxes = boxesOf(context, load, type, load.getResult());
  FailureOr<Value> mbarrier = mbarrierAt(context, load, load.getBarrier());
  if (failed(boxes) || failed(mbarrier))
    return failure();
  Location loc = load.getLoc();
  Value predicates =
      predicatesOf(context, loc, *boxes, context.get(load.getPred()));
  Value blocks;
  if (load.getMulticast() && boxes->copies != 0) {
    Multicast multicast = shareBoxes(context, loc, *boxes);
    blocks = multicast.blocks;
    predicates = context.make<arith::AndIOp>(
        loc, predicates, vectorOf(context.builder, loc, multicast.loads));
  }
  context.make<simt::BoxLoadOp>(
      loc, context.get(load.getDesc()),
      coordinatesOf(context, loc, load.getCoord(), *boxes),
      context.get(load.getResult()), *mbarrier, blocks, predicates,
      boxes->offsets, boxes->steps, boxes->bytes);
  return success();
}

/// Each store is a group of its own, of which `ttng.async_tma_store_wait`
/// counts how many are under way.
LogicalResult storeBoxes(LoweringContext &context, Operation *op,
                         tt::TensorDescType type, Value descriptor,
                         ValueRange coordinates, Value source,
                         simt::BoxReductionAttr reduction) {
  FailureOr<TensorBoxes> boxes = boxesOf(context, op, type, source);
  if (failed(boxes))
    return failure();
  Location loc = op->getLoc();
  Value predicates =
      predicatesOf(context, loc, *boxes, ownerOf(context, loc, *boxes));
  context.make<simt::BoxStoreOp>(
      loc, context.get(descriptor),
      coordinatesOf(context, loc, coordinates, *boxes), context.get(source),
      reduction, predicates, boxes->offsets, boxes->steps, boxes->bytes);
  context.make<simt::BoxCommitOp>(loc);
  return success();
}

LogicalResult emitStore(LoweringContext &context,
                        ttng::AsyncTMACopyLocalToGlobalOp store) {
  return storeBoxes(context, store, store.getDesc().getType(), store.getDesc(),
                    store.getCoord(), store.getSrc(), simt::BoxReductionAttr());
}

constexpr bool isSame(simt::BoxReduction one, TensorMap::Reduction other) {
  return static_cast<int>(one) == static_cast<int>(other);
}
static_assert(isSame(simt::BoxReduction::Add, TensorMap::Reduction::Add) &&
              isSame(simt::BoxReduction::Min, TensorMap::Reduction::Min) &&
              isSame(simt::BoxReduction::Max, TensorMap::Reduction::Max) &&
              isSame(simt::BoxReduction::Increment,
                     TensorMap::Reduction::Increment) &&
              isSame(simt::BoxReduction::Decrement,
                     TensorMap::Reduction::Decrement) &&
              isSame(simt::BoxReduction::And, TensorMap::Reduction::And) &&
              isSame(simt::BoxReduction::Or, TensorMap::Reduction::Or) &&
              isSame(simt::BoxReduction::Xor, TensorMap::Reduction::Xor));

LogicalResult emitReduce(LoweringContext &context,
                         ttng::AsyncTMAReduceOp reduce) {
  auto kind =
      static_cast<simt::BoxReduction>(engineReduction(reduce.getKind()));
  return storeBoxes(context, reduce, reduce.getDesc().getType(),
                    reduce.getDesc(), reduce.getCoord(), reduce.getSrc(),
                    simt::BoxReductionAttr::get(reduce.getContext(), kind));
}

LogicalResult emitStoreWait(LoweringContext &context,
                            ttng::TMAStoreWaitOp wait) {
  context.make<simt::BoxWaitOp>(wait.getLoc(), wait.getPendings(),
                                wait.getReadOnly());
  return success();
}

} // namespace

void registerBoxCopyEmitters(EmitterTable &table) {
  table.add<ttng::AsyncTMACopyGlobalToLocalOp>(emitLoad);
  table.add<ttng::AsyncTMACopyLocalToGlobalOp>(emitStore);
  table.add<ttng::AsyncTMAReduceOp>(emitReduce);
  table.add<ttng::TMAStoreWaitOp>(emitStoreWait);
  table.refuse<ttng::AsyncTMAGatherOp, ttng::AsyncTMAScatterOp>(
      "copies of single rows (gather4, scatter4) exist from sm_100 on; compile "
      "the kernel's TTIR, whose descriptors become pointers");
}

} // namespace heddle
