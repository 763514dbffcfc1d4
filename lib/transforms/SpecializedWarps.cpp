//===- SpecializedWarps.cpp - Warps that load, and that multiply ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecializedWarps.h"
#include "BufferViews.h"
#include "CarriedProduct.h"
#include "EngineCopies.h"
#include "FewerWarps.h"
#include "heddle/ir/Traits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;

namespace {

Value number(OpBuilder &builder, Location loc, std::int32_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

/// Which buffer's turn it is, and the parity of the phase in which its barriers
/// are: i32.
struct Turn {
  Value buffer, parity;

  static Turn first(OpBuilder &builder, Location loc) {
    return {number(builder, loc, 0), number(builder, loc, 0)};
  }
  Turn next(OpBuilder &builder, Location loc, std::int32_t buffers) const;
  Value bufferBefore(OpBuilder &builder, Location loc,
                     std::int32_t buffers) const;
};

Turn Turn::next(OpBuilder &builder, Location loc, std::int32_t buffers) const {
  Value zero = number(builder, loc, 0), one = number(builder, loc, 1);
  Value more = arith::AddIOp::create(builder, loc, buffer, one);
  Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       more, number(builder, loc, buffers));
  Value other = arith::XOrIOp::create(builder, loc, parity, one);
  return {arith::SelectOp::create(builder, loc, isLast, zero, more),
          arith::SelectOp::create(builder, loc, isLast, other, parity)};
}

Value Turn::bufferBefore(OpBuilder &builder, Location loc,
                         std::int32_t buffers) const {
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        buffer, number(builder, loc, 0));
  Value less =
      arith::SubIOp::create(builder, loc, buffer, number(builder, loc, 1));
  return arith::SelectOp::create(builder, loc, isFirst,
                                 number(builder, loc, buffers - 1), less);
}

//===----------------------------------------------------------------------===//
// The warp that loads
//===----------------------------------------------------------------------===//

class Producer {
public:
  Producer(LoadingNest &nest, const Rings &rings, const IRMapping &inside)
      : nest(nest), rings(rings), inside(inside) {}

  /// From a turn on; the result is the next one.
  Turn make(OpBuilder &builder, Turn turn) {
    return makeLoop(builder, nest.outer, turn);
  }

private:
  Turn makeLoop(OpBuilder &builder, scf::ForOp source, Turn turn);
  Turn makeBody(OpBuilder &builder, scf::ForOp source, Turn turn);
  void makeCopies(OpBuilder &builder, const LoadingNest::Group &group,
                  const Ring &ring, Turn turn);

  LoadingNest &nest;
  const Rings &rings;
  IRMapping inside;
};

Turn Producer::makeLoop(OpBuilder &builder, scf::ForOp source, Turn turn) {
  llvm::SmallVector<BlockArgument> carried;
  llvm::SmallVector<Value> first;
  for (BlockArgument argument : source.getRegionIterArgs())
    if (nest.carried.contains(argument)) {
      carried.push_back(argument);
      first.push_back(
          inside.lookupOrDefault(source.getTiedLoopInit(argument)->get()));
    }
  first.append({turn.buffer, turn.parity});
  Location loc = source.getLoc();
  auto loop = scf::ForOp::create(
      builder, loc, inside.lookupOrDefault(source.getLowerBound()),
      inside.lookupOrDefault(source.getUpperBound()),
      inside.lookupOrDefault(source.getStep()), first);
  inside.map(source.getInductionVar(), loop.getInductionVar());
  for (auto [from, to] : llvm::zip(carried, loop.getRegionIterArgs()))
    inside.map(from, to);
  OpBuilder body = OpBuilder::atBlockBegin(loop.getBody());
  auto turns = loop.getRegionIterArgs().take_back(2);
  Turn last = makeBody(body, source, {turns[0], turns[1]});
  llvm::SmallVector<Value> yielded;
  for (BlockArgument argument : carried)
    yielded.push_back(inside.lookupOrDefault(
        source.getTiedLoopYieldedValue(argument)->get()));
  yielded.append({last.buffer, last.parity});
  scf::YieldOp::create(body, loc, yielded);
  auto results = loop.getResults().take_back(2);
  return {results[0], results[1]};
}

Turn Producer::makeBody(OpBuilder &builder, scf::ForOp source, Turn turn) {
  for (Operation &op : source.getBody()->without_terminator())
    if (&op == nest.inner)
      turn = makeLoop(builder, nest.inner, turn);
    else if (nest.makers.contains(&op))
      cloneForWarps(builder, op, inside, nest.loadingWarps());
  if (source != nest.inner)
    return turn;
  for (auto [group, ring] : llvm::zip_equal(nest.groups, rings.each))
    makeCopies(builder, group, ring, turn);
  return turn.next(builder, source.getLoc(), rings.buffers);
}

void Producer::makeCopies(OpBuilder &builder, const LoadingNest::Group &group,
                          const Ring &ring, Turn turn) {
  Location loc = group.copies.front().load->getLoc();
  Value free = elementOf(builder, loc, ring.free, turn.buffer);
  Value filled = elementOf(builder, loc, ring.filled, turn.buffer);
  // A buffer is free at first, as if its phase of parity 1 were over.
  Value before =
      arith::XOrIOp::create(builder, loc, turn.parity, number(builder, loc, 1));
  ttng::WaitBarrierOp::create(builder, loc, free, before, /*pred=*/Value(),
                              /*deps=*/ValueRange());
  Value always =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  if (std::uint64_t bytes = group.bytesOfEngine())
    ttng::BarrierExpectOp::create(builder, loc, filled,
                                  static_cast<std::uint32_t>(bytes), always,
                                  /*fromCTA=*/IntegerAttr());
  for (auto [copied, memory] : llvm::zip_equal(group.copies, ring.memory)) {
    Value buffer = elementOf(builder, loc, memory, turn.buffer);
    Operation *load =
        cloneForWarps(builder, *copied.load, inside, nest.loadingWarps());
    if (copied.isOfEngine())
      copyByEngine(builder, cast<tt::DescriptorLoadOp>(load), buffer, filled,
                   always, /*isShared=*/true);
    else
      copyByThreads(builder, cast<tt::LoadOp>(load), buffer, copied);
    load->erase();
  }
  if (group.hasCopiesOfThreads())
    ttng::AsyncCopyMbarrierArriveOp::create(builder, loc, filled,
                                            /*noIncrement=*/true);
}

//===----------------------------------------------------------------------===//
// The warps that multiply
//===----------------------------------------------------------------------===//

class Consumers {
public:
  Consumers(LoadingNest &nest, const Rings &rings)
      : nest(nest), rings(rings), rewriter(nest.outer.getContext()) {}

  /// Rewrites the nest where it is, from a turn on; `first` is the next one
  /// then.
  std::vector<OpSet> rewrite(Turn &first);

private:
  void carryTurns(Turn first);
  scf::ForOp carryThrough(scf::ForOp loop, ValueRange first);
  Operation *useBuffers(const LoadingNest::Group &group, const Ring &ring,
                        Turn turn);
  Operation *freeBehind(const LoadingNest::Group &group, const Ring &ring,
                        Turn turn);
  void startCarriedProduct(const Ring &ring, Turn turn);
  void endCarriedProducts(const Ring &ring);
  Operation *free(OpBuilder &builder, Location loc, const Ring &ring,
                  Value buffer, Value condition);

  LoadingNest &nest;
  const Rings &rings;
  IRRewriter rewriter;
};

/// The loop with two more values, which it yields as they are.
scf::ForOp Consumers::carryThrough(scf::ForOp loop, ValueRange first) {
  rewriter.setInsertionPoint(loop);
  auto same = [](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    return llvm::SmallVector<Value>(carried);
  };
  return carryMore(rewriter, loop, first, same);
}

void Consumers::carryTurns(Turn first) {
  bool isAlone = nest.inner == nest.outer;
  nest.outer = carryThrough(nest.outer, {first.buffer, first.parity});
  if (isAlone) {
    nest.inner = nest.outer;
    return;
  }
  nest.inner =
      carryThrough(nest.inner, nest.outer.getRegionIterArgs().take_back(2));
  Operation *yield = nest.outer.getBody()->getTerminator();
  yield->setOperands(yield->getNumOperands() - 2, 2,
                     nest.inner.getResults().take_back(2));
}

/// Views of a buffer go to the product that reads it first, as the wait does.
void moveViews(Value memory, Operation *reader) {
  for (Operation *user : llvm::to_vector(memory.getUsers()))
    if (isView(user) && user->isBeforeInBlock(reader)) {
      user->moveBefore(reader);
      moveViews(user->getResult(0), reader);
    }
}

Operation *Consumers::useBuffers(const LoadingNest::Group &group,
                                 const Ring &ring, Turn turn) {
  OpBuilder builder(group.first);
  Location loc = group.copies.front().load->getLoc();
  Value filled = elementOf(builder, loc, ring.filled, turn.buffer);
  Operation *wait = ttng::WaitBarrierOp::create(builder, loc, filled,
                                                turn.parity, /*pred=*/Value(),
                                                /*deps=*/ValueRange());
  for (auto [copied, memory] : llvm::zip_equal(group.copies, ring.memory)) {
    Value buffer = elementOf(builder, loc, memory, turn.buffer);
    for (ttg::LocalAllocOp alloc : copied.buffers) {
      moveViews(alloc, group.first);
      replaceBuffer(alloc, buffer);
    }
    copied.load->erase();
  }
  return wait;
}

Operation *Consumers::free(OpBuilder &builder, Location loc, const Ring &ring,
                           Value buffer, Value condition) {
  Value barrier = elementOf(builder, loc, ring.free, buffer);
  std::int64_t warps = ir::warpsAt(nest.inner).value_or(1);
  auto arrive = ttng::ArriveBarrierOp::create(
      builder, loc, barrier, static_cast<std::uint32_t>(warps), condition,
      /*fromCTA=*/IntegerAttr(), rings.sharing);
  if (rings.sharing == 0)
    arrive->setAttr(ttng::EachWarpAttr, builder.getUnitAttr());
  return arrive;
}

Operation *Consumers::freeBehind(const LoadingNest::Group &group,
                                 const Ring &ring, Turn turn) {
  OpBuilder builder(group.last->getContext());
  builder.setInsertionPointAfter(group.last);
  return free(builder, group.last->getLoc(), ring, turn.buffer,
              /*condition=*/Value());
}

void Consumers::startCarriedProduct(const Ring &ring, Turn turn) {
  OpBuilder builder(nest.product->getContext());
  builder.setInsertionPointAfter(startCarried(nest.product));
  Location loc = nest.product.getLoc();
  Value hasBefore = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ne, nest.inner.getInductionVar(),
      nest.inner.getLowerBound());
  free(builder, loc, ring, turn.bufferBefore(builder, loc, rings.buffers),
       hasBefore);
}

void Consumers::endCarriedProducts(const Ring &ring) {
  OpBuilder builder(nest.inner->getContext());
  builder.setInsertionPointAfter(endCarried(nest.inner, nest.product));
  Location loc = nest.product.getLoc();
  auto turns = nest.inner.getResults().take_back(2);
  Turn turn = {turns[0], turns[1]};
  Value hasRun = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       nest.inner.getLowerBound(),
                                       nest.inner.getUpperBound());
  free(builder, loc, ring, turn.bufferBefore(builder, loc, rings.buffers),
       hasRun);
}

std::vector<OpSet> Consumers::rewrite(Turn &first) {
  carryTurns(first);
  auto turns = nest.inner.getRegionIterArgs().take_back(2);
  Turn turn = {turns[0], turns[1]};
  std::vector<OpSet> made;
  for (auto [group, ring] : llvm::zip_equal(nest.groups, rings.each)) {
    OpSet &ops = made.emplace_back();
    ops.insert(useBuffers(group, ring, turn));
    if (!nest.product)
      ops.insert(freeBehind(group, ring, turn));
  }
  if (nest.product)
    startCarriedProduct(rings.each.front(), turn);
  Operation *yield = nest.inner.getBody()->getTerminator();
  OpBuilder builder(yield);
  Turn next = turn.next(builder, nest.inner.getLoc(), rings.buffers);
  yield->setOperands(yield->getNumOperands() - 2, 2,
                     {next.buffer, next.parity});
  if (nest.product)
    endCarriedProducts(rings.each.front());
  auto last = nest.outer.getResults().take_back(2);
  first = {last[0], last[1]};
  return made;
}

} // namespace

void makeLoadingLoops(OpBuilder &builder, MutableArrayRef<LoadingNest> nests,
                      const Rings &rings, IRMapping &inside) {
  // Nests in a row may share some of it.
  llvm::SetVector<Operation *> prepared;
  for (const LoadingNest &nest : nests)
    prepared.insert(nest.prepared.begin(), nest.prepared.end());
  for (Operation *op : prepared)
    cloneForWarps(builder, *op, inside, nests.front().loadingWarps());
  Turn turn = Turn::first(builder, nests.front().outer.getLoc());
  for (LoadingNest &nest : nests)
    turn = Producer(nest, rings, inside).make(builder, turn);
}

std::vector<std::vector<OpSet>> useRings(MutableArrayRef<LoadingNest> nests,
                                         const Rings &rings) {
  OpBuilder builder(nests.front().outer);
  Turn turn = Turn::first(builder, nests.front().outer.getLoc());
  std::vector<std::vector<OpSet>> made;
  for (LoadingNest &nest : nests)
    made.push_back(Consumers(nest, rings).rewrite(turn));
  return made;
}

} // namespace heddle
