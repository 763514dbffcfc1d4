//===- LoopPipeline.cpp - A loop whose copies run ahead -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"
#include "BufferViews.h"
#include "CarriedProduct.h"
#include "LoopBody.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

bool LoopPipeline::planUses(Ring &ring) const {
  scf::ForOp loop = source;
  ring.copyStage = slots.stageOf(ring.copied.load);
  OpSet readers = ring.copied.readersIn(loop);
  if (readers.empty() || readers.contains(nullptr) ||
      readers.contains(loop.getBody()->getTerminator()))
    return false;
  auto isEarlier = [&](Operation *a, Operation *b) {
    return std::pair(slots.stageOf(a), slots.positionOf(a)) <
           std::pair(slots.stageOf(b), slots.positionOf(b));
  };
  ring.firstUse = *llvm::min_element(readers, isEarlier);
  ring.useStage = slots.stageOf(ring.firstUse);
  return ring.useStage > ring.copyStage;
}

void LoopPipeline::planRings(const AxisFacts &facts, const Target &target) {
  if (!target.asyncCopies.reachAnywhere())
    return;
  for (Operation *op : slots.order()) {
    if (!isTensorLoad(op))
      continue;
    Result<CopiedLoad> copied = CopiedLoad::plan(op, facts, target);
    if (!copied)
      continue;
    Ring ring;
    ring.copied = std::move(*copied);
    if (planUses(ring))
      rings.push_back(std::move(ring));
  }
}

/// Does the memory of the product's factor stay as it is until the next
/// iteration waits? Threads may have to fill another buffer then.
bool LoopPipeline::keepsUntilNext(Value factor) {
  Operation *buffer = memoryOf(factor);
  if (buffer == nullptr || inBody(source, buffer) == nullptr ||
      llvm::any_of(rings, [&](const Ring &ring) {
        return llvm::is_contained(ring.copied.buffers, buffer);
      }))
    return true;
  ttg::LocalAllocOp alloc = filledByThreads(source, factor);
  if (!alloc || slots.stageOf(alloc) != slots.stageOf(product))
    return false;
  if (llvm::none_of(
          refills, [&](const Refill &refill) { return refill.alloc == alloc; }))
    refills.push_back({.alloc = alloc, .memory = {}});
  return true;
}

void LoopPipeline::findProduct() {
  product = carriedProductOf(source);
  if (product && product->removeDiscardableAttr(WaitsAtOnceAttr))
    product = {};
  if (!product ||
      (keepsUntilNext(product.getA()) && keepsUntilNext(product.getB())))
    return;
  product = {};
  refills.clear();
}

void LoopPipeline::countBuffers(Ring &ring) const {
  std::size_t copy = slots.positionOf(ring.copied.load);
  for (Operation *reader : ring.copied.readersIn(source)) {
    unsigned distance = slots.stageOf(reader) - ring.copyStage;
    if (reader == product)
      ++distance;
    if (copy < slots.positionOf(reader))
      ++distance;
    ring.buffers = std::max(ring.buffers, static_cast<std::int32_t>(distance));
  }
}

FailureOr<LoopPipeline> LoopPipeline::plan(scf::ForOp loop,
                                           const AxisFacts &facts,
                                           const Target &target) {
  FailureOr<LoopSchedule> slots = LoopSchedule::take(loop);
  if (failed(slots))
    return failure();
  LoopPipeline pipeline(loop, std::move(*slots));
  pipeline.planRings(facts, target);
  pipeline.findProduct();
  for (Ring &ring : pipeline.rings)
    pipeline.countBuffers(ring);
  return pipeline;
}

//===----------------------------------------------------------------------===//
// Groups of copies
//===----------------------------------------------------------------------===//

// Between the copies runs nothing of another stage: they arrive together, too,
// whichever is needed first.
bool LoopPipeline::goTogether(const Ring &a, const Ring &b) const {
  if (a.copied.isOfEngine() != b.copied.isOfEngine() ||
      a.copyStage != b.copyStage || a.useStage != b.useStage)
    return false;
  auto between = [&](Operation *first, Operation *second) {
    auto [from, to] =
        std::minmax({slots.positionOf(first), slots.positionOf(second)});
    return slots.order().slice(from, to - from);
  };
  return llvm::all_of(
      between(a.copied.load, b.copied.load),
      [&](Operation *op) { return slots.stageOf(op) == a.copyStage; });
}

void LoopPipeline::makeGroups() {
  for (Ring &ring : rings) {
    auto found = llvm::find_if(together, [&](const Group &group) {
      return llvm::all_of(
          group.rings, [&](Ring *other) { return goTogether(*other, ring); });
    });
    if (found != together.end())
      found->rings.push_back(&ring);
    else
      together.push_back({.rings = {&ring},
                          .isOfEngine = ring.copied.isOfEngine(),
                          .barriers = {}});
  }
  // A barrier for each number of a buffer serves all of them.
  for (Group &group : together) {
    if (!group.isOfEngine)
      continue;
    std::int32_t most = 0;
    for (Ring *ring : group.rings)
      most = std::max(most, ring->buffers);
    for (Ring *ring : group.rings)
      ring->buffers = most;
  }
}

Operation *LoopPipeline::Group::firstUse(const LoopSchedule &slots) const {
  Operation *first = rings.front()->firstUse;
  for (Ring *ring : rings)
    if (slots.positionOf(ring->firstUse) < slots.positionOf(first))
      first = ring->firstUse;
  return first;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts a new op in front of another, in the body and in an iteration.
void LoopPipeline::place(Operation *op, Operation *at, unsigned stage) {
  op->moveBefore(at);
  slots.insertBefore(at, op, stage);
}

std::vector<LoopPipeline::CountKey> LoopPipeline::countedKeys() {
  std::vector<CountKey> keys;
  for (const Ring &ring : rings) {
    keys.emplace_back(ring.copyStage, ring.buffers);
    for (Operation *reader : ring.copied.readersIn(source))
      keys.emplace_back(slots.stageOf(reader), ring.buffers);
  }
  for (const Refill &refill : refills)
    keys.emplace_back(slots.stageOf(refill.alloc), Refill::Buffers);
  llvm::sort(keys);
  keys.erase(llvm::unique(keys), keys.end());
  return keys;
}

std::vector<LoopPipeline::CountKey> LoopPipeline::phasedKeys() {
  std::vector<CountKey> keys;
  for (const Group &group : together)
    if (group.isOfEngine)
      keys.emplace_back(group.useStage(), group.buffers());
  llvm::sort(keys);
  keys.erase(llvm::unique(keys), keys.end());
  return keys;
}

// i = i + 1 < n ? i + 1 : 0, from -1 on; the parity changes with each 0 but the
// first.
void LoopPipeline::makeCounts() {
  std::vector<CountKey> keys = countedKeys(), phased = phasedKeys();
  OpBuilder builder(source);
  Location loc = source.getLoc();
  auto number = [&](std::int32_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value zero = number(0), one = number(1);
  llvm::SmallVector<Value> begin(keys.size(), number(-1)), ends;
  begin.append(phased.size(), zero);
  for (const CountKey &key : keys)
    ends.push_back(number(key.second));
  auto count = [&](OpBuilder &inner, Location, ArrayRef<BlockArgument> args) {
    llvm::SmallVector<Value> next;
    std::map<CountKey, Value> isInside;
    for (auto [key, end, last] :
         llvm::zip_equal(keys, ends, args.take_front(keys.size()))) {
      Value more = arith::AddIOp::create(inner, loc, last, one);
      isInside[key] = arith::CmpIOp::create(
          inner, loc, arith::CmpIPredicate::slt, more, end);
      next.push_back(
          arith::SelectOp::create(inner, loc, isInside[key], more, zero));
      counts[key] = next.back();
    }
    for (auto [key, last] :
         llvm::zip_equal(phased, args.drop_front(keys.size()))) {
      Value other = arith::XOrIOp::create(inner, loc, last, one);
      next.push_back(
          arith::SelectOp::create(inner, loc, isInside[key], last, other));
      parities[key] = next.back();
    }
    return next;
  };
  IRRewriter rewriter(source.getContext());
  rewriter.setInsertionPoint(source);
  source = carryMore(rewriter, source, begin, count);
  for (const CountKey &key : keys) {
    Operation *first =
        *llvm::find_if(slots.order(), [&, stage = key.first](Operation *op) {
          return slots.stageOf(op) == stage;
        });
    auto select = counts[key].getDefiningOp<arith::SelectOp>();
    llvm::SmallVector<Operation *> ops = {select.getTrueValue().getDefiningOp(),
                                          select.getCondition().getDefiningOp(),
                                          select};
    if (auto parity = parities.find(key); parity != parities.end()) {
      auto phase = parity->second.getDefiningOp<arith::SelectOp>();
      ops.append({phase.getFalseValue().getDefiningOp(), phase});
    }
    for (Operation *op : ops)
      place(op, first, key.first);
  }
}

// Of copies by the engine mbarriers tell that they have arrived: there is one
// barrier of the block in either order.
void LoopPipeline::startProduct() {
  bool areOfThreads = llvm::none_of(
      together, [](const Group &group) { return group.isOfEngine; });
  unsigned stage = slots.stageOf(product);
  endCarried(source, product);
  if (!areOfThreads || !refills.empty() || !isShort(product)) {
    slots.insertAfter(product, startCarried(product), stage);
    return;
  }
  slots.insertBefore(product, startAfterLast(product), stage);
  if (isShorterThanCopies(product))
    moveProductBehindCopies();
}

// The waits and their barrier stay; only the product moves. The copies write
// the buffers that the product before has read, which is done by then. Where
// the threads load an address themselves, the product runs meanwhile.
void LoopPipeline::moveProductBehindCopies() {
  auto behind = slots.order().drop_front(slots.positionOf(product));
  auto last = llvm::find_if(llvm::reverse(behind), [](Operation *op) {
    return isa<ttg::AsyncCommitGroupOp>(op);
  });
  if (last == behind.rend())
    return;
  Operation *commit = *last;
  auto copies = behind.take_while([&](Operation *op) { return op != commit; });
  if (llvm::any_of(copies, llvm::IsaPred<tt::LoadOp>))
    return;
  unsigned stage = slots.stageOf(product);
  slots.erase(product);
  slots.insertAfter(commit, product, stage);
}

void LoopPipeline::lower() {
  slots.sortBody(source);
  if (rings.empty())
    return;
  makeGroups();
  makeMemory();
  makeCounts();
  for (Group &group : together)
    if (group.isOfEngine)
      makeCopiesOfEngine(group);
    else
      makeCopies(group);
  for (const Refill &refill : refills)
    makeRefill(refill);
  finish();
  if (product)
    startProduct();
}

} // namespace heddle
