//===- TtngVerifyBarriers.cpp - Rules of barriers and clusters ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "TtngVerify.h"
#include "Verify.h"

namespace heddle::ttng {

using namespace mlir;
using ir::expectShape;
using mlir::failure;

unsigned blocksOf(Operation *op) { return ir::blocksAt(op).value_or(1); }

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

LogicalResult expectBarrier(Operation *op, ttg::MemDescType barrier) {
  if (failed(ir::expectShared(op, barrier)))
    return failure();
  if (barrier.getShape().size() != 1 ||
      !barrier.getElementType().isSignlessInteger(64))
    return op->emitOpError()
           << "expects a barrier as an array of i64, but got " << barrier;
  if (barrier.getShape().front() > blocksOf(op))
    return op->emitOpError()
           << "expects at most " << blocksOf(op)
           << " barriers, as there are blocks, but got " << barrier;
  return expectSideBySide(op, barrier);
}

LogicalResult expectSideBySide(Operation *op, ttg::MemDescType barrier) {
  if (!ir::has(op->getContext(), ir::Feature::OwnBarriers) ||
      ir::encodingOf(barrier) == nullptr)
    return success();
  const auto *layout = ir::encodingOf(barrier)->getIf<SwizzledSharedEncoding>();
  if (layout == nullptr || layout->order.size() != 1 || layout->vec != 1 ||
      layout->perPhase != 1 || layout->maxPhase != 1)
    return op->emitOpError()
           << "expects a barrier with the layout swizzled_shared and vec, "
              "perPhase and maxPhase of 1, but got "
           << barrier;
  return ir::expectWhole(op, barrier);
}

/// Does block number i have barrier number i, of as many as there are?
static bool hasOwnBarriers(ttg::MemDescType barrier) {
  const auto *layout = ir::encodingOf(barrier)->getIf<SwizzledSharedEncoding>();
  if (layout == nullptr)
    return false;
  unsigned number = 1;
  for (const UnsignedList &basis : layout->cga) {
    if (basis.size() != 1 || basis.front() != number)
      return false;
    number *= 2;
  }
  return true;
}

LogicalResult expectOwnBarriers(Operation *op, ttg::MemDescType barrier) {
  unsigned blocks = blocksOf(op);
  if (blocks == 1 || hasOwnBarriers(barrier))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "expects a barrier of its own for each of "
                                  << blocks << " blocks, but got " << barrier;
  diagnostic.attachNote() << "CGALayout = [[1], [2], [4], ...] gives block i "
                             "barrier i";
  return diagnostic;
}

/// Texts have any number of 32 bits but 0.
static LogicalResult expectArrivals(Operation *op, int64_t count) {
  if (count != 0)
    return success();
  return op->emitOpError() << "expects at least one arrival, but got " << count;
}

/// A mask of bits of a block's number, `all` of them if it changes nothing.
static LogicalResult verifySender(Operation *op, ttg::MemDescType barrier,
                                  IntegerAttr mask) {
  if (!mask)
    return success();
  int64_t all = blocksOf(op) - 1;
  if (mask.getInt() < 0 || mask.getInt() > all)
    return op->emitOpError() << "expects 'fromCTA' from 0 to " << all
                             << ", but got " << mask.getInt();
  if (mask.getInt() == all &&
      !ir::has(op->getContext(), ir::Feature::OwnBarriers))
    return success();
  if (all != 0 && barrier.getShape().front() != all + 1)
    return op->emitOpError()
           << "expects with 'fromCTA' as many barriers as there are blocks, "
           << all + 1 << ", but got " << barrier;
  return expectOwnBarriers(op, barrier);
}

LogicalResult InitBarrierOp::verify() {
  if (failed(expectBarrier(*this, getAlloc().getType())))
    return failure();
  return expectArrivals(*this, getCountAttr().getInt());
}

LogicalResult InvalBarrierOp::verify() {
  return expectBarrier(*this, getAlloc().getType());
}

LogicalResult BarrierExpectOp::verify() {
  if (failed(expectBarrier(*this, getAlloc().getType())))
    return failure();
  return verifySender(*this, getAlloc().getType(), getFromCTAAttr());
}

LogicalResult WaitBarrierOp::verify() {
  return expectBarrier(*this, getAlloc().getType());
}

LogicalResult ArriveBarrierOp::verify() {
  ttg::MemDescType barrier = getAlloc().getType();
  if (failed(expectBarrier(*this, barrier)) ||
      failed(expectArrivals(*this, getCountAttr().getInt())) ||
      failed(verifySender(*this, barrier, getFromCTAAttr())))
    return failure();
  IntegerAttr multicast = getMulticastCTAAttr();
  if (!multicast || multicast.getInt() == 0)
    return success();
  int64_t all = blocksOf(*this) - 1;
  if (multicast.getInt() < 0 || multicast.getInt() > all)
    return emitOpError() << "expects 'multicastCTA' from 0 to " << all
                         << ", but got " << multicast.getInt();
  if (getFromCTAAttr() && getFromCTAAttr().getInt() != all)
    return emitOpError("expects one of 'fromCTA' and 'multicastCTA', but got "
                       "both");
  return expectOwnBarriers(*this, barrier);
}

LogicalResult AsyncCopyMbarrierArriveOp::verify() {
  return expectBarrier(*this, getBarrier().getType());
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

static LogicalResult expectSeveralBlocks(Operation *op) {
  if (blocksOf(op) > 1)
    return success();
  return op->emitOpError()
         << "expects a cluster of several blocks, but 'ttg.num-ctas' is 1";
}

LogicalResult FenceMBarrierInitReleaseClusterOp::verify() {
  return expectSeveralBlocks(*this);
}

LogicalResult ClusterBarrierOp::verify() { return expectSeveralBlocks(*this); }

//===----------------------------------------------------------------------===//
// Work of clusters that have not started
//===----------------------------------------------------------------------===//

/// As many words of i64 as an answer has.
constexpr int64_t AnswerWords = 2;

static LogicalResult expectAnswer(Operation *op, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    element = memory.getElementType();
  if (!element.isSignlessInteger(64))
    return op->emitOpError() << "expects an answer of i64, but got " << type;
  return expectShape(op, "an answer", type, AnswerWords);
}

static LogicalResult expectAnswerBuffer(Operation *op,
                                        ttg::MemDescType memory) {
  if (failed(ir::expectShared(op, memory)) || failed(expectAnswer(op, memory)))
    return failure();
  if (failed(ir::expectWhole(op, memory)))
    return failure();
  Result<LinearLayout> layout = ir::linearLayoutOf(memory);
  if (layout &&
      llvm::any_of(layout->bases(Dim::Block), [](Word w) { return w != 0; }))
    return op->emitOpError()
           << "expects the whole answer in each block, but got " << memory;
  return success();
}

LogicalResult CLCTryCancelSyncOp::verify() {
  return expectAnswer(*this, getResponse().getType());
}

LogicalResult CLCTryCancelOp::verify() {
  if (failed(expectAnswerBuffer(*this, getResult().getType())) ||
      failed(expectBarrier(*this, getMbarrier().getType())))
    return failure();
  return expectOwnBarriers(*this, getMbarrier().getType());
}

LogicalResult CLCLoadResultOp::verify() {
  return expectAnswerBuffer(*this, getSrc().getType());
}

} // namespace heddle::ttng
