//===- LoopPipeline.cpp - A loop whose copies run ahead -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"
#include "CarriedProduct.h"
#include "LoopBody.h"
#include "heddle/ir/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

bool isView(Operation *op) {
  return isa<ttg::MemDescTransOp, ttg::MemDescReshapeOp, ttg::MemDescSubsliceOp,
             ttg::MemDescReinterpretOp>(op);
}

/// The ops of the body that read a buffer or one of its views, and the buffer's
/// own op.
OpSet readersOf(scf::ForOp loop, ttg::LocalAllocOp buffer) {
  OpSet views, readers;
  views.insert(buffer);
  readers.insert(buffer);
  for (unsigned i = 0; i < views.size(); ++i)
    for (Operation *user : views[i]->getUsers()) {
      if (isView(user))
        views.insert(user);
      readers.insert(isView(user) ? user : inBody(loop, user));
    }
  return readers;
}

/// All ops that read what is loaded, from memory or from registers.
OpSet readersOf(scf::ForOp loop, const CopiedLoad &copied) {
  OpSet readers;
  for (Operation *user : copied.load->getUsers()) {
    auto buffer = dyn_cast<ttg::LocalAllocOp>(user);
    if (buffer && llvm::is_contained(copied.buffers, buffer)) {
      OpSet more = readersOf(loop, buffer);
      readers.insert(more.begin(), more.end());
    } else {
      readers.insert(inBody(loop, user));
    }
  }
  return readers;
}

/// The op whose buffer a factor is.
Operation *bufferOf(Value factor) {
  Operation *op = factor.getDefiningOp();
  while (op != nullptr && isView(op))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

} // namespace

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

bool LoopPipeline::planUses(Ring &ring) const {
  scf::ForOp loop = source;
  ring.copyStage = slots.stageOf(ring.copied.load);
  OpSet readers = readersOf(loop, ring.copied);
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
  for (Operation *op : slots.order()) {
    auto load = dyn_cast<tt::LoadOp>(op);
    if (!load)
      continue;
    Result<CopiedLoad> copied = CopiedLoad::plan(load, facts, target);
    if (!copied)
      continue;
    Ring ring;
    ring.copied = std::move(*copied);
    if (planUses(ring))
      rings.push_back(std::move(ring));
  }
}

void LoopPipeline::findProduct() {
  product = carriedProductOf(source);
  if (!product)
    return;
  auto stays = [&](Value factor) {
    Operation *buffer = bufferOf(factor);
    if (buffer == nullptr || inBody(source, buffer) == nullptr)
      return true;
    return llvm::any_of(rings, [&](const Ring &ring) {
      return llvm::is_contained(ring.copied.buffers, buffer);
    });
  };
  if (!stays(product.getA()) || !stays(product.getB()))
    product = {};
}

void LoopPipeline::countBuffers(Ring &ring) const {
  std::size_t copy = slots.positionOf(ring.copied.load);
  for (Operation *reader : readersOf(source, ring.copied)) {
    unsigned distance = slots.stageOf(reader) - ring.copyStage;
    if (reader == product)
      distance += copiesEarly ? 2 : 1;
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
  bool isEarly = loop->removeAttr(EarlyCopiesAttr) != nullptr;
  pipeline.planRings(facts, target);
  pipeline.findProduct();
  pipeline.copiesEarly = isEarly && pipeline.product;
  for (Ring &ring : pipeline.rings)
    pipeline.countBuffers(ring);
  return pipeline;
}

//===----------------------------------------------------------------------===//
// Groups of copies
//===----------------------------------------------------------------------===//

// Between the copies runs nothing of another stage, and between the uses no
// product, for which the second need not be there.
bool LoopPipeline::goTogether(const Ring &a, const Ring &b) const {
  if (a.copyStage != b.copyStage || a.useStage != b.useStage)
    return false;
  auto between = [&](Operation *first, Operation *second) {
    auto [from, to] =
        std::minmax(slots.positionOf(first), slots.positionOf(second));
    return slots.order().slice(from, to - from);
  };
  return llvm::all_of(
             between(a.copied.load, b.copied.load),
             [&](Operation *op) { return slots.stageOf(op) == a.copyStage; }) &&
         llvm::none_of(between(a.firstUse, b.firstUse),
                       llvm::IsaPred<tt::DotOp, ttng::WarpGroupDotOp>);
}

std::vector<LoopPipeline::Group> LoopPipeline::groups() {
  std::vector<Group> all;
  for (Ring &ring : rings) {
    auto found = llvm::find_if(all, [&](const Group &group) {
      return llvm::all_of(
          group, [&](Ring *other) { return goTogether(*other, ring); });
    });
    if (found != all.end())
      found->push_back(&ring);
    else
      all.push_back({&ring});
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts a new op in front of another, in the body and in an iteration.
void LoopPipeline::place(Operation *op, Operation *at, unsigned stage) {
  op->moveBefore(at);
  slots.insertBefore(at, op, stage);
}

void LoopPipeline::makeMemory() {
  OpBuilder builder(source);
  for (Ring &ring : rings) {
    auto type = cast<RankedTensorType>(ring.copied.load.getType());
    llvm::SmallVector<int64_t> shape = {ring.buffers};
    llvm::append_range(shape, type.getShape());
    auto memory =
        ttg::MemDescType::get(shape, type.getElementType(), ring.copied.memory,
                              ttg::SharedMemoryAttr::get(type.getContext()),
                              /*mutableMemory=*/true, shape);
    ring.memory = ttg::LocalAllocOp::create(builder, ring.copied.load.getLoc(),
                                            memory, Value(), IntegerAttr());
  }
}

// i = i + 1 < n ? i + 1 : 0, from -1 on.
void LoopPipeline::makeCounts() {
  std::vector<CountKey> keys;
  for (const Ring &ring : rings) {
    keys.emplace_back(ring.copyStage, ring.buffers);
    for (Operation *reader : readersOf(source, ring.copied))
      keys.emplace_back(slots.stageOf(reader), ring.buffers);
  }
  llvm::sort(keys);
  keys.erase(llvm::unique(keys), keys.end());
  OpBuilder builder(source);
  Location loc = source.getLoc();
  auto number = [&](std::int32_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value zero = number(0), one = number(1);
  llvm::SmallVector<Value> begin(keys.size(), number(-1)), ends;
  for (const CountKey &key : keys)
    ends.push_back(number(key.second));
  auto count = [&](OpBuilder &inner, Location, ArrayRef<BlockArgument> args) {
    llvm::SmallVector<Value> next;
    for (auto [key, end, last] : llvm::zip_equal(keys, ends, args)) {
      Value more = arith::AddIOp::create(inner, loc, last, one);
      Value isInside = arith::CmpIOp::create(
          inner, loc, arith::CmpIPredicate::slt, more, end);
      next.push_back(arith::SelectOp::create(inner, loc, isInside, more, zero));
      counts[key] = next.back();
    }
    return next;
  };
  IRRewriter rewriter(source.getContext());
  rewriter.setInsertionPoint(source);
  auto attributes = llvm::to_vector(source->getDiscardableAttrs());
  auto loop = cast<scf::ForOp>(*source.replaceWithAdditionalYields(
      rewriter, begin, /*replaceInitOperandUsesInLoop=*/false, count));
  source = loop;
  for (NamedAttribute attribute : attributes)
    source->setAttr(attribute.getName(), attribute.getValue());
  for (auto &[key, value] : counts) {
    Operation *first =
        *llvm::find_if(slots.order(), [&, stage = key.first](Operation *op) {
          return slots.stageOf(op) == stage;
        });
    auto select = value.getDefiningOp<arith::SelectOp>();
    for (Operation *op :
         {select.getTrueValue().getDefiningOp(),
          select.getCondition().getDefiningOp(), select.getOperation()})
      place(op, first, key.first);
  }
}

/// The buffer of the iteration whose turn it is at an op.
Value LoopPipeline::bufferAt(const Ring &ring, Operation *at) {
  auto all = cast<ttg::MemDescType>(ring.memory.getType());
  auto type = ttg::MemDescType::get(
      all.getShape().drop_front(), all.getElementType(), all.getEncoding(),
      all.getMemorySpace(), /*mutableMemory=*/true,
      all.getShape().drop_front());
  unsigned stage = slots.stageOf(at);
  OpBuilder builder(at);
  auto view =
      ttg::MemDescIndexOp::create(builder, at->getLoc(), type, ring.memory,
                                  counts.at({stage, ring.buffers}));
  slots.insertBefore(at, view, stage);
  return view;
}

void LoopPipeline::makeCopies(const Group &group) {
  llvm::SmallVector<Value> tokens;
  Operation *first = nullptr, *last = nullptr;
  for (Ring *ring : group) {
    tt::LoadOp load = ring->copied.load;
    Value buffer = bufferAt(*ring, load);
    OpBuilder builder(load);
    // Without `other` anything may be read, and zeros with it.
    auto copy = ttg::AsyncCopyGlobalToLocalOp::create(
        builder, load.getLoc(), ttg::AsyncTokenType::get(builder.getContext()),
        load.getPtr(), buffer, load.getMask(),
        ring->copied.needsOther() ? Value() : load.getOther(),
        load.getCachePolicyAttr(), load.getIsVolatileAttr(),
        builder.getI32IntegerAttr(
            static_cast<std::int32_t>(ring->copied.atOnce)),
        load.getCacheAttr(), load.getEvictAttr());
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
  slots.insertAfter(last, commit, group.front()->copyStage);
  Value waited = makeWait(group, commit, first);
  for (Ring *ring : group)
    makeReads(*ring, waited);
}

/// Before the first use, and before a copy of the same iteration that is before
/// that: behind the barrier that follows the wait everybody has read the buffer
/// that is copied to.
Value LoopPipeline::makeWait(const Group &group, Value token,
                             Operation *copies) {
  Operation *use = group.front()->firstUse;
  for (Ring *ring : group)
    if (slots.positionOf(ring->firstUse) < slots.positionOf(use))
      use = ring->firstUse;
  unsigned stage = group.front()->useStage;
  OpBuilder builder(use);
  auto wait = ttg::AsyncWaitOp::create(
      builder, use->getLoc(), ttg::AsyncTokenType::get(builder.getContext()),
      token, builder.getI32IntegerAttr(OpenWait));
  Operation *first =
      slots.positionOf(copies) < slots.positionOf(use) ? copies : use;
  slots.insertBefore(first, wait, stage);
  return wait;
}

void LoopPipeline::giveBuffer(const Ring &ring, ttg::LocalAllocOp alloc) {
  Value buffer = bufferAt(ring, alloc);
  // Views of memory that is written are of memory that is written.
  llvm::SmallVector<Operation *> open(alloc->getUsers());
  while (!open.empty()) {
    Operation *view = open.pop_back_val();
    if (!isView(view))
      continue;
    auto type = cast<ttg::MemDescType>(view->getResult(0).getType());
    view->getResult(0).setType(ttg::MemDescType::get(
        type.getShape(), type.getElementType(), type.getEncoding(),
        type.getMemorySpace(), /*mutableMemory=*/true, type.getAllocShape()));
    llvm::append_range(open, view->getUsers());
  }
  alloc.replaceAllUsesWith(buffer);
  slots.erase(alloc);
  alloc.erase();
}

/// Reads what was loaded in the layout to which it would be converted.
void LoopPipeline::readDirectly(const Ring &ring, Operation *convert,
                                Value token) {
  Value buffer = bufferAt(ring, convert);
  unsigned stage = slots.stageOf(convert);
  OpBuilder builder(convert);
  auto read = ttg::LocalLoadOp::create(
      builder, convert->getLoc(), convert->getResult(0).getType(), buffer,
      stage == ring.useStage ? token : Value());
  slots.insertBefore(convert, read, stage);
  convert->getResult(0).replaceAllUsesWith(read);
  slots.erase(convert);
  convert->erase();
}

/// Reads what was loaded in the layout in which it was, for all other users.
void LoopPipeline::readElements(const Ring &ring, Value token) {
  tt::LoadOp load = ring.copied.load;
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
  auto read =
      ttg::LocalLoadOp::create(builder, load.getLoc(), load.getType(), buffer,
                               stage == ring.useStage ? token : Value());
  slots.insertBefore(at, read, stage);
  Value result = read;
  if (ring.copied.needsOther()) {
    auto select = arith::SelectOp::create(
        builder, load.getLoc(), load.getMask(), read, load.getOther());
    slots.insertBefore(at, select, stage);
    result = select;
  }
  load.replaceAllUsesWith(result);
}

void LoopPipeline::makeReads(const Ring &ring, Value token) {
  tt::LoadOp load = ring.copied.load;
  for (ttg::LocalAllocOp alloc : ring.copied.buffers)
    giveBuffer(ring, alloc);
  for (Operation *convert : ring.copied.directReads)
    readDirectly(ring, convert, token);
  if (!load->use_empty())
    readElements(ring, token);
  slots.erase(load);
  load.erase();
}

void LoopPipeline::startProduct() {
  product.setIsAsync(true);
  OpBuilder builder(product->getContext());
  builder.setInsertionPointAfter(product);
  llvm::SmallVector<Value> held = {product.getD(), product.getA(),
                                   product.getB()};
  auto wait = ttng::WarpGroupDotWaitOp::create(
      builder, product.getLoc(), TypeRange(held), held, /*pendings=*/1);
  Operation *last = product;
  if (copiesEarly)
    for (Operation *op :
         slots.order().drop_front(slots.positionOf(product) + 1)) {
      if (slots.stageOf(op) == slots.stageOf(product))
        break;
      last = op;
    }
  slots.insertAfter(last, wait, slots.stageOf(product));
  OpOperand *sums = nullptr;
  for (OpOperand &use : source.getBody()->getTerminator()->getOpOperands())
    if (use.get() == product.getD())
      sums = &use;
  sums->set(wait.getResult(0));
  Value result = source.getResult(sums->getOperandNumber());
  builder.setInsertionPointAfter(source);
  auto end = ttng::WarpGroupDotWaitOp::create(
      builder, product.getLoc(), result.getType(), ValueRange(result),
      /*pendings=*/0);
  result.replaceAllUsesExcept(end.getResult(0), end);
}

/// Copies of iterations that do not exist still write zeros.
void LoopPipeline::finish() {
  OpBuilder builder(source->getContext());
  builder.setInsertionPointAfter(source);
  Location loc = source.getLoc();
  ttg::AsyncWaitOp::create(builder, loc,
                           ttg::AsyncTokenType::get(builder.getContext()),
                           ValueRange(), builder.getI32IntegerAttr(0));
  for (const Ring &ring : rings)
    ttg::LocalDeallocOp::create(builder, loc, ring.memory);
}

void LoopPipeline::lower() {
  slots.sortBody(source);
  if (rings.empty())
    return;
  std::vector<Group> together = groups();
  makeMemory();
  makeCounts();
  for (const Group &group : together)
    makeCopies(group);
  finish();
  if (product)
    startProduct();
}

} // namespace heddle
