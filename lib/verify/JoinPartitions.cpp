//===- JoinPartitions.cpp - One program for all warps ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinPartitions.h"
#include "PartitionTurns.h"
#include "mlir/IR/IRMapping.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

class Joiner {
public:
  explicit Joiner(PartitionPlan &plan) : plan(plan), builder(plan.op) {}

  void run();

private:
  void add(Block &loading, Block &reading, std::size_t level);
  void addLoop(std::size_t level);
  void addOps(Block &block, Operation *first, Operation *end);
  void addOp(Operation *op);
  void addTile(ttng::AsyncTMACopyGlobalToLocalOp copy);
  void addTileOfThreads(ttg::AsyncCopyGlobalToLocalOp copy);
  void addBuffer(Location loc, Value tile, Value slot);
  bool isOfBarriers(Operation *op) const;
  void removeArrays();

  PartitionPlan &plan;
  OpBuilder builder;
  /// From both programs to the new one.
  IRMapping made;
  /// The tile of the iteration that a ring holds.
  llvm::DenseMap<Operation *, Value> tiles;
};

bool Joiner::isOfBarriers(Operation *op) const {
  if (isa<ttng::BarrierExpectOp, ttng::AsyncCopyMbarrierArriveOp>(op))
    return true;
  if (isa<ttng::WaitBarrierOp, ttng::ArriveBarrierOp>(op)) {
    ttg::LocalAllocOp array = arrayUnder(op->getOperand(0));
    return array && plan.isOfBarriers(array);
  }
  auto index = dyn_cast<ttg::MemDescIndexOp>(op);
  return index && plan.isOfBarriers(index.getSrc().getDefiningOp());
}

ttg::MemDescType notMutable(ttg::MemDescType type) {
  return ttg::MemDescType::get(type.getShape(), type.getElementType(),
                               type.getEncoding(), type.getMemorySpace(),
                               /*mutableMemory=*/false, type.getAllocShape());
}

/// What is copied is loaded, and is a buffer of its own.
void Joiner::addTile(ttng::AsyncTMACopyGlobalToLocalOp copy) {
  llvm::SmallVector<Value> coordinates;
  for (Value each : copy.getCoord())
    coordinates.push_back(made.lookupOrDefault(each));
  ttg::MemDescType type = copy.getResult().getType();
  OperationState load(copy.getLoc(), tt::DescriptorLoadOp::getOperationName());
  load.addOperands(made.lookupOrDefault(copy.getDesc()));
  load.addOperands(coordinates);
  load.addTypes(RankedTensorType::get(type.getShape(), type.getElementType()));
  addBuffer(copy.getLoc(), builder.create(load)->getResult(0),
            copy.getResult());
}

void Joiner::addTileOfThreads(ttg::AsyncCopyGlobalToLocalOp copy) {
  auto mapped = [&](Value value) {
    return value ? made.lookupOrDefault(value) : Value();
  };
  ttg::MemDescType type = copy.getResult().getType();
  auto pointers = cast<RankedTensorType>(copy.getSrc().getType());
  Value tile = tt::LoadOp::create(
      builder, copy.getLoc(), pointers.clone(type.getElementType()),
      mapped(copy.getSrc()), mapped(copy.getMask()), mapped(copy.getOther()),
      /*cachePolicy=*/Attribute(), builder.getBoolAttr(false),
      tt::CacheModifierAttr(), tt::EvictionPolicyAttr(),
      /*boundaryCheck=*/DenseI32ArrayAttr(), tt::PaddingOptionAttr());
  addBuffer(copy.getLoc(), tile, copy.getResult());
}

/// That holds the tile of a ring's slot.
void Joiner::addBuffer(Location loc, Value tile, Value slot) {
  OperationState alloc(loc, ttg::LocalAllocOp::getOperationName());
  alloc.addOperands(tile);
  alloc.addTypes(notMutable(cast<ttg::MemDescType>(slot.getType())));
  tiles[arrayUnder(slot)] = builder.create(alloc)->getResult(0);
}

void Joiner::addOp(Operation *op) {
  if (isOfBarriers(op))
    return;
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op);
      copy && arrayUnder(copy.getResult()) &&
      plan.isRing(arrayUnder(copy.getResult())))
    return addTile(copy);
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op);
      copy && arrayUnder(copy.getResult()) &&
      plan.isRing(arrayUnder(copy.getResult())))
    return addTileOfThreads(copy);
  if (auto index = dyn_cast<ttg::MemDescIndexOp>(op))
    if (Operation *ring = index.getSrc().getDefiningOp();
        ring != nullptr && plan.isRing(ring)) {
      // The partition has it before it is filled, for the copy alone.
      if (Value tile = tiles.lookup(ring))
        made.map(index.getResult(), tile);
      return;
    }
  Operation *clone = builder.clone(*op, made);
  // Views of what is not mutable are not, either.
  clone->walk([](Operation *each) {
    for (OpResult result : each->getResults())
      if (auto type = dyn_cast<ttg::MemDescType>(result.getType());
          type && type.getMutableMemory() && each->getNumOperands() != 0 &&
          !isa<ttg::LocalAllocOp>(each)) {
        std::size_t from =
            isa<ttng::WarpGroupDotWaitOp>(each) ? result.getResultNumber() : 0;
        auto source =
            dyn_cast<ttg::MemDescType>(each->getOperand(from).getType());
        if (source && !source.getMutableMemory())
          result.setType(notMutable(type));
      }
  });
}

void Joiner::addOps(Block &block, Operation *first, Operation *end) {
  for (Operation *op = first == nullptr ? &block.front() : first; op != end;
       op = op->getNextNode())
    addOp(op);
}

/// What is in front of the loops, the loop, and what is behind them.
void Joiner::add(Block &loading, Block &reading, std::size_t level) {
  if (level == plan.loading.size()) {
    addOps(loading, nullptr, loading.getTerminator());
    addOps(reading, nullptr, reading.getTerminator());
    return;
  }
  scf::ForOp one = plan.loading[level], other = plan.reading[level];
  addOps(loading, nullptr, one);
  addOps(reading, nullptr, other);
  addLoop(level);
  addOps(loading, one->getNextNode(), loading.getTerminator());
  addOps(reading, other->getNextNode(), reading.getTerminator());
}

void Joiner::addLoop(std::size_t level) {
  scf::ForOp loading = plan.loading[level], reading = plan.reading[level];
  auto mapped = [&](ValueRange values) {
    llvm::SmallVector<Value> all;
    for (Value value : values)
      all.push_back(made.lookupOrDefault(value));
    return all;
  };
  llvm::SmallVector<Value> starts = mapped(loading.getInitArgs());
  llvm::append_range(starts, mapped(reading.getInitArgs()));
  auto loop = scf::ForOp::create(
      builder, reading.getLoc(), made.lookupOrDefault(reading.getLowerBound()),
      made.lookupOrDefault(reading.getUpperBound()),
      made.lookupOrDefault(reading.getStep()), starts);
  loop.setUnsignedCmp(reading.getUnsignedCmp());
  std::size_t count = loading.getNumRegionIterArgs();
  for (scf::ForOp each : {loading, reading})
    made.map(each.getInductionVar(), loop.getInductionVar());
  made.map(loading.getRegionIterArgs(),
           loop.getRegionIterArgs().take_front(count));
  made.map(reading.getRegionIterArgs(),
           loop.getRegionIterArgs().drop_front(count));
  // Without carried values the loop has its end already.
  Block *body = loop.getBody();
  if (body->mightHaveTerminator() && !body->empty())
    body->back().erase();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(body);
  add(*loading.getBody(), *reading.getBody(), level + 1);
  llvm::SmallVector<Value> yielded = mapped(loading.getYieldedValues());
  llvm::append_range(yielded, mapped(reading.getYieldedValues()));
  scf::YieldOp::create(builder, reading.getLoc(), yielded);
  made.map(loading.getResults(), loop.getResults().take_front(count));
  made.map(reading.getResults(), loop.getResults().drop_front(count));
}

/// Memory of rings and mbarriers.
void Joiner::removeArrays() {
  llvm::SmallVector<Operation *> arrays;
  for (const PartitionPlan::Group &group : plan.groups) {
    llvm::append_range(arrays, group.rings);
    arrays.append({group.filled, group.free});
  }
  for (Operation *array : arrays) {
    llvm::SmallVector<Operation *> users(array->getUsers());
    for (Operation *user : users) {
      for (Operation *each : llvm::make_early_inc_range(user->getUsers()))
        each->erase();
      user->erase();
    }
    array->erase();
  }
}

void Joiner::run() {
  Block &loading = plan.op.getPartitionRegions().front()->front(),
        &reading = plan.op.getDefaultRegion().front();
  add(loading, reading, 0);
  for (auto [result, value] :
       llvm::zip(plan.op.getResults(), reading.getTerminator()->getOperands()))
    result.replaceAllUsesWith(made.lookupOrDefault(value));
  plan.op.erase();
  removeArrays();
}

/// What is handed to partitions is what they see.
void replaceArguments(ttg::WarpSpecializeOp op) {
  ttg::WarpSpecializePartitionsOp partitions = op.getPartitionOp();
  for (Region *region : op.getPartitionRegions())
    for (auto [argument, value] :
         llvm::zip(region->getArguments(), partitions.getExplicitCaptures()))
      argument.replaceAllUsesWith(value);
}

bool hasPartitions(tt::FuncOp function) {
  return function
      .walk([](ttg::WarpSpecializeOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

} // namespace

JoinedFunction::JoinedFunction(tt::FuncOp function) : joined(function) {
  if (!hasPartitions(function))
    return;
  Operation *around = function->getParentOp();
  auto name = function.getSymName();
  copy = OwningOpRef<Operation *>(around->clone());
  joined = SymbolTable::lookupSymbolIn(*copy, name) != nullptr
               ? cast<tt::FuncOp>(SymbolTable::lookupSymbolIn(*copy, name))
               : tt::FuncOp();
  llvm::SmallVector<ttg::WarpSpecializeOp> all;
  joined.walk([&](ttg::WarpSpecializeOp op) { all.push_back(op); });
  for (ttg::WarpSpecializeOp op : all) {
    replaceArguments(op);
    std::optional<PartitionPlan> plan = PartitionPlan::match(op, why);
    if (!plan) {
      joined = {};
      return;
    }
    Joiner(*plan).run();
  }
}

} // namespace heddle::equivalence
