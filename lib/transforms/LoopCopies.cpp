//===- LoopCopies.cpp - Copies, waits and reads of a loop -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "EngineCopies.h"
#include "LoopBody.h"
#include "LoopPipeline.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void LoopPipeline::makeMemory() {
  OpBuilder builder(source);
  for (Ring &ring : rings) {
    ttg::MemDescType memory =
        buffersFor(ring.copied.type(), ring.buffers, ring.copied.memory);
    Location loc = ring.copied.load->getLoc();
    ring.memory = ring.copied.isOfEngine()
                      ? allocateForEngine(builder, loc, memory)
                      : ttg::LocalAllocOp::create(builder, loc, memory, Value(),
                                                  IntegerAttr());
  }
  for (Refill &refill : refills)
    refill.memory = allocateLike(builder, refill.alloc, Refill::Buffers);
  for (Group &group : together)
    if (group.isOfEngine)
      group.barriers = allocateBarriers(
          builder, group.rings.front()->copied.load->getLoc(), group.buffers());
}

/// The buffer, or the barrier, of the iteration whose turn it is at an op.
Value LoopPipeline::elementAt(Value all, std::int32_t buffers, Operation *at) {
  unsigned stage = slots.stageOf(at);
  OpBuilder builder(at);
  Value view =
      elementOf(builder, at->getLoc(), all, counts.at({stage, buffers}));
  slots.insertBefore(at, view.getDefiningOp(), stage);
  return view;
}

//===----------------------------------------------------------------------===//
// Copies by threads
//===----------------------------------------------------------------------===//

void LoopPipeline::makeCopies(const Group &group) {
  llvm::SmallVector<Value> tokens;
  Operation *first = nullptr, *last = nullptr;
  for (Ring *ring : group.rings) {
    auto load = cast<tt::LoadOp>(ring->copied.load);
    Value buffer = bufferAt(*ring, load);
    OpBuilder builder(load);
    ttg::AsyncCopyGlobalToLocalOp copy =
        copyByThreads(builder, load, buffer, ring->copied);
    slots.insertBefore(load, copy, ring->copyStage);
    tokens.push_back(copy);
    Operation *view = buffer.getDefiningOp();
    if (first == nullptr || slots.positionOf(view) < slots.positionOf(first))
      first = view;
    if (last == nullptr || slots.positionOf(last) < slots.positionOf(copy))
      last = copy;
  }
  OpBuilder builder(last->getContext());
  builder.setInsertionPointAfter(last);
  auto commit = ttg::AsyncCommitGroupOp::create(
      builder, last->getLoc(), ttg::AsyncTokenType::get(builder.getContext()),
      tokens);
  slots.insertAfter(last, commit, group.copyStage());
  Value waited = makeWait(group, commit, first);
  for (Ring *ring : group.rings)
    makeReads(*ring, waited);
}

/// Before the first use, and before a copy of the same iteration that is before
/// that: behind the barrier that follows the wait everybody has read the buffer
/// that is copied to.
Value LoopPipeline::makeWait(const Group &group, Value token,
                             Operation *copies) {
  Operation *use = group.firstUse(slots);
  OpBuilder builder(use);
  auto wait = ttg::AsyncWaitOp::create(
      builder, use->getLoc(), ttg::AsyncTokenType::get(builder.getContext()),
      token, builder.getI32IntegerAttr(OpenWait));
  Operation *first =
      slots.positionOf(copies) < slots.positionOf(use) ? copies : use;
  slots.insertBefore(first, wait, group.useStage());
  return wait;
}

//===----------------------------------------------------------------------===//
// Copies by the engine
//===----------------------------------------------------------------------===//

void LoopPipeline::makeCopiesOfEngine(const Group &group) {
  Operation *first = group.rings.front()->copied.load;
  std::uint64_t bytes = 0;
  for (Ring *ring : group.rings) {
    Operation *load = ring->copied.load;
    bytes += ring->copied.bytes;
    if (slots.positionOf(load) < slots.positionOf(first))
      first = load;
  }
  Value barrier = elementAt(group.barriers, group.buffers(), first);
  OpBuilder builder(first);
  Value always = arith::ConstantOp::create(builder, first->getLoc(),
                                           builder.getBoolAttr(true));
  auto expect = ttng::BarrierExpectOp::create(
      builder, first->getLoc(), barrier, static_cast<std::uint32_t>(bytes),
      always, /*fromCTA=*/IntegerAttr());
  for (Operation *op : {always.getDefiningOp(), expect.getOperation()})
    slots.insertBefore(first, op, group.copyStage());
  for (Ring *ring : group.rings) {
    auto load = cast<tt::DescriptorLoadOp>(ring->copied.load);
    Value buffer = bufferAt(*ring, load);
    builder.setInsertionPoint(load);
    Operation *copy = copyByEngine(builder, load, buffer, barrier, always);
    slots.insertBefore(load, copy, ring->copyStage);
  }
  makeWaitOfEngine(group);
  for (Ring *ring : group.rings)
    makeReads(*ring, /*token=*/Value());
}

void LoopPipeline::makeWaitOfEngine(const Group &group) {
  Operation *use = group.firstUse(slots);
  Value barrier = elementAt(group.barriers, group.buffers(), use);
  OpBuilder builder(use);
  auto wait = ttng::WaitBarrierOp::create(
      builder, use->getLoc(), barrier,
      parities.at({group.useStage(), group.buffers()}), /*pred=*/Value(),
      /*deps=*/ValueRange());
  slots.insertBefore(use, wait, group.useStage());
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void LoopPipeline::giveBuffer(const Ring &ring, ttg::LocalAllocOp alloc) {
  Value buffer = bufferAt(ring, alloc);
  slots.erase(alloc);
  replaceBuffer(alloc, buffer);
}

/// Reads what was loaded in the layout to which it would be converted, in the
/// body or in a region of an op of it.
void LoopPipeline::readDirectly(const Ring &ring, Operation *convert,
                                Value token) {
  Operation *at = inBody(source, convert);
  Value buffer = bufferAt(ring, at);
  unsigned stage = slots.stageOf(at);
  OpBuilder builder(convert);
  auto read = ttg::LocalLoadOp::create(
      builder, convert->getLoc(), convert->getResult(0).getType(), buffer,
      stage == ring.useStage ? token : Value());
  convert->getResult(0).replaceAllUsesWith(read);
  if (at == convert) {
    slots.insertBefore(convert, read, stage);
    slots.erase(convert);
  }
  convert->erase();
}

/// Reads what was loaded in the layout in which it was, for all other users.
void LoopPipeline::readElements(const Ring &ring, Value token) {
  Operation *load = ring.copied.load;
  Operation *at = nullptr;
  auto slotOf = [&](Operation *op) {
    return std::pair(slots.stageOf(op), slots.positionOf(op));
  };
  for (Operation *user : usersInBody(source, load))
    if (at == nullptr || slotOf(user) < slotOf(at))
      at = user;
  Value buffer = bufferAt(ring, at);
  unsigned stage = slots.stageOf(at);
  OpBuilder builder(at);
  auto read = ttg::LocalLoadOp::create(
      builder, load->getLoc(), ring.copied.type(), buffer,
      stage == ring.useStage ? token : Value());
  slots.insertBefore(at, read, stage);
  Value result = read;
  if (ring.copied.needsOther()) {
    auto byThreads = cast<tt::LoadOp>(load);
    auto select =
        arith::SelectOp::create(builder, load->getLoc(), byThreads.getMask(),
                                read, byThreads.getOther());
    slots.insertBefore(at, select, stage);
    result = select;
  }
  load->getResult(0).replaceAllUsesWith(result);
}

void LoopPipeline::makeReads(const Ring &ring, Value token) {
  Operation *load = ring.copied.load;
  for (ttg::LocalAllocOp alloc : ring.copied.buffers)
    giveBuffer(ring, alloc);
  for (Operation *convert : ring.copied.directReads)
    readDirectly(ring, convert, token);
  if (!load->use_empty())
    readElements(ring, token);
  slots.erase(load);
  load->erase();
}

void LoopPipeline::makeRefill(const Refill &refill) {
  ttg::LocalAllocOp alloc = refill.alloc;
  unsigned stage = slots.stageOf(alloc);
  Value buffer = elementAt(refill.memory, Refill::Buffers, alloc);
  OpBuilder builder(alloc);
  Operation *store = ttg::LocalStoreOp::create(builder, alloc.getLoc(),
                                               alloc.getSrc(), buffer);
  slots.insertBefore(alloc, store, stage);
  slots.erase(alloc);
  replaceBuffer(alloc, buffer);
}

/// Copies by threads of iterations that do not exist still write zeros.
void LoopPipeline::finish() {
  OpBuilder builder(source->getContext());
  builder.setInsertionPointAfter(source);
  Location loc = source.getLoc();
  if (llvm::any_of(together,
                   [](const Group &group) { return !group.isOfEngine; }))
    ttg::AsyncWaitOp::create(builder, loc,
                             ttg::AsyncTokenType::get(builder.getContext()),
                             ValueRange(), builder.getI32IntegerAttr(0));
  for (const Group &group : together)
    if (group.isOfEngine)
      endBarriers(builder, loc, group.barriers);
  for (const Ring &ring : rings)
    ttg::LocalDeallocOp::create(builder, loc, ring.memory);
  for (const Refill &refill : refills)
    ttg::LocalDeallocOp::create(builder, loc, refill.memory);
}

} // namespace heddle
