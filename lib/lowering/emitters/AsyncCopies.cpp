//===- AsyncCopies.cpp - Copies that go on by themselves ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread copies what lies next to each other in both memories, 4, 8 or 16
/// bytes at once. Where fewer do, or the target has no such copies, it loads
/// and stores: who waits for the copy finds it done.
///
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "Emitters.h"
#include "GlobalMemory.h"
#include "LocalMemory.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/ir/Amdg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

class CopyEmitter {
public:
  CopyEmitter(LoweringContext &context, ttg::AsyncCopyGlobalToLocalOp copy)
      : context(context), copy(copy), loc(copy.getLoc()),
        layout(context.layoutOf(copy.getSrc())) {}

  LogicalResult emit();

private:
  /// Finds both sides of the widest copies; false if there are none. Copies are
  /// those of `to`, whose registers tell which of `from` they are.
  bool plan(const Buffer &buffer);
  LogicalResult loadAndStore();
  void emitCopies(const Buffer &buffer);
  /// One register of the mask for each copy; null without a mask.
  Value readPredicates();
  Value ownerPredicates();

  LoweringContext &context;
  ttg::AsyncCopyGlobalToLocalOp copy;
  Location loc;
  const LinearLayout &layout;
  unsigned width = 1, bytes = 1;
  AccessPlan from;
  LocalAccess to;
};

bool CopyEmitter::plan(const Buffer &buffer) {
  constexpr unsigned LeastBytes = 4, MostBytes = 16;
  if (!context.target.hasAsyncCopies || copy.getIsVolatile())
    return false;
  AxisInfo addresses = context.facts.of(copy.getSrc());
  std::optional<AxisInfo> mask;
  if (copy.getMask())
    mask = context.facts.of(copy.getMask());
  unsigned elementBytes = buffer.elementBits / 8;
  AccessBounds bounds = boundAccess(layout, addresses, mask ? &*mask : nullptr,
                                    elementBytes, MostBytes);
  Word start = context.subviewOffsets.lookup(copy.getResult());
  for (std::size_t bits = bounds.covered.size() + 1; bits-- > 0;) {
    width = 1U << bits;
    bytes = width * elementBytes;
    if (bytes < LeastBytes)
      return false;
    from = planAccess(layout, addresses,
                      std::span(bounds.covered).subspan(0, bits));
    std::optional<LocalAccess> found =
        planLocalVectors(layout, buffer.tensor(), start, from.registers, width);
    if (!found)
      continue;
    to = std::move(*found);
    bounds.width.op = copy;
    bounds.width.elements = width;
    context.record.accesses.push_back(bounds.width);
    return true;
  }
  return false;
}

Value CopyEmitter::readPredicates() {
  if (!copy.getMask())
    return {};
  llvm::SmallVector<std::int32_t> first;
  for (std::size_t at = 0; at < to.slots.size(); at += width)
    first.push_back(to.slots[at]);
  return pick(context.builder, context.get(copy.getMask()), first);
}

Value CopyEmitter::ownerPredicates() {
  return splatPredicate(context.builder, loc, isOwner(context, loc, layout),
                        static_cast<unsigned>(to.at.size()));
}

void CopyEmitter::emitCopies(const Buffer &buffer) {
  OpBuilder &builder = context.builder;
  llvm::DenseMap<std::int32_t, std::size_t> accessOf;
  for (auto [number, first] : llvm::enumerate(from.first()))
    accessOf[first] = number;
  llvm::SmallVector<std::int32_t> at, offsets;
  for (std::size_t slot = 0; slot < to.slots.size(); slot += width) {
    std::size_t number = accessOf.lookup(to.slots[slot]);
    at.push_back(from.at[number]);
    offsets.push_back(from.offsets[number]);
  }
  Value sources = pick(builder, context.get(copy.getSrc()), from.bases);
  Value targets = vectorOf(builder, loc,
                           localAddresses(context, loc, to.maps, buffer,
                                          context.get(copy.getResult())));
  Value reads = readPredicates(), owner = ownerPredicates(), copies = owner;
  // Zeros come with the copy; another value is stored where nothing is read.
  bool hasOther = reads && copy.getOther() && !isKnownZero(copy.getOther());
  if (hasOther) {
    Value truth = context.make<arith::ConstantOp>(
        loc, DenseElementsAttr::get(cast<ShapedType>(reads.getType()), true));
    Value others = context.make<arith::XOrIOp>(loc, reads, truth);
    copies = reads;
    if (owner) {
      copies = context.make<arith::AndIOp>(loc, reads, owner);
      others = context.make<arith::AndIOp>(loc, others, owner);
    }
    context.make<simt::StoreOp>(
        loc, simt::Space::Shared, targets, /*buffer=*/Value(),
        pick(builder, context.get(copy.getOther()), to.slots), others, to.at,
        to.offsets, width, simt::CacheLevelAttr(), simt::EvictionAttr());
    reads = {};
  }
  context.make<simt::AsyncCopyOp>(loc, sources, targets, copies, reads, at,
                                  offsets, to.at, to.offsets, bytes,
                                  simt::CacheLevelAttr());
}

LogicalResult CopyEmitter::loadAndStore() {
  FailureOr<Value> loaded =
      loadFrom(context, {.op = copy,
                         .addresses = copy.getSrc(),
                         .mask = copy.getMask(),
                         .other = copy.getOther(),
                         .cachePolicy = copy.getCachePolicyAttr(),
                         .isVolatile = copy.getIsVolatile()});
  if (failed(loaded))
    return failure();
  return storeTo(context, copy, *loaded, layout, copy.getResult());
}

/// Nobody reads a token: what waits for what is in the order of the ops.
void setToken(LoweringContext &context, Value token) {
  context.set(token, context.number(0, context.builder.getI32Type()));
}

LogicalResult CopyEmitter::emit() {
  FailureOr<Buffer> buffer = wholeBufferOf(copy, copy.getResult().getType());
  if (failed(buffer))
    return failure();
  if (plan(*buffer))
    emitCopies(*buffer);
  else if (failed(loadAndStore()))
    return failure();
  setToken(context, copy.getToken());
  return success();
}

LogicalResult emitCopy(LoweringContext &context,
                       ttg::AsyncCopyGlobalToLocalOp copy) {
  return CopyEmitter(context, copy).emit();
}

/// Done when it is emitted, so that whoever waits for it need not.
LogicalResult emitBufferCopy(LoweringContext &context,
                             amdg::BufferLoadToLocalOp copy) {
  FailureOr<Value> loaded =
      loadFrom(context, {.op = copy,
                         .addresses = {copy.getPtr(), copy.getOffsets()},
                         .mask = copy.getMask(),
                         .other = copy.getOther(),
                         .cachePolicy = copy.getCachePolicyAttr()});
  if (failed(loaded))
    return failure();
  auto offsets = cast<RankedTensorType>(copy.getOffsets().getType());
  if (failed(storeTo(context, copy, *loaded, context.layoutOf(offsets),
                     copy.getDest())))
    return failure();
  setToken(context, copy.getToken());
  return success();
}

LogicalResult emitCommit(LoweringContext &context,
                         ttg::AsyncCommitGroupOp commit) {
  if (context.target.hasAsyncCopies)
    context.make<simt::AsyncCommitOp>(commit.getLoc());
  setToken(context, commit.getAsyncToken());
  return success();
}

LogicalResult emitWait(LoweringContext &context, ttg::AsyncWaitOp wait) {
  if (context.target.hasAsyncCopies)
    context.make<simt::AsyncWaitOp>(wait.getLoc(), wait.getNum());
  setToken(context, wait.getRetToken());
  return success();
}

} // namespace

void registerAsyncCopyEmitters(EmitterTable &table) {
  table.add<ttg::AsyncCopyGlobalToLocalOp>(emitCopy);
  table.add<amdg::BufferLoadToLocalOp>(emitBufferCopy);
  table.add<ttg::AsyncCommitGroupOp>(emitCommit);
  table.add<ttg::AsyncWaitOp>(emitWait);
}

} // namespace heddle
