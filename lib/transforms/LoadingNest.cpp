//===- LoadingNest.cpp - Loops around loads of a product ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadingNest.h"
#include "BufferViews.h"
#include "CarriedProduct.h"
#include "FewerWarps.h"
#include "RegisterRoom.h"
#include "SharedRoom.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Traits.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle {

using namespace mlir;

namespace {

/// Numbers and descriptors go to other warps.
bool isNumber(Type type) {
  return type.isIntOrIndexOrFloat() ||
         isa<tt::PointerType, tt::TensorDescType>(type);
}

/// Does it load a number, or a tensor?
bool isLoad(Operation *op) { return isa<tt::LoadOp>(op) || isTensorLoad(op); }

/// Is what it loads put into a buffer?
bool isUsedByBuffers(Operation *load) {
  return llvm::any_of(load->getUsers(), llvm::IsaPred<ttg::LocalAllocOp>);
}

bool hasProductInLoop(Operation *op) {
  WalkResult result = op->walk([](Operation *each) {
    return isProduct(each) && each->getParentOfType<scf::ForOp>()
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Is the memory of the factor a buffer that one of the copies fills?
bool isCopied(Value factor, const LoadingNest::Group &group) {
  Operation *op = memoryOf(factor);
  return llvm::any_of(group.copies, [&](const CopiedLoad &copied) {
    return llvm::is_contained(copied.buffers, op);
  });
}

} // namespace

std::uint64_t LoadingNest::Group::bytes() const {
  std::uint64_t sum = 0;
  for (const CopiedLoad &copied : copies)
    sum += copied.bytes;
  return sum;
}

std::uint64_t LoadingNest::Group::bytesOfEngine() const {
  std::uint64_t sum = 0;
  for (const CopiedLoad &copied : copies)
    sum += copied.isOfEngine() ? copied.bytes : 0;
  return sum;
}

bool LoadingNest::Group::hasCopiesOfThreads() const {
  return llvm::any_of(
      copies, [](const CopiedLoad &copied) { return !copied.isOfEngine(); });
}

unsigned LoadingNest::loadingWarps() const {
  return llvm::any_of(groups, std::mem_fn(&Group::hasCopiesOfThreads))
             ? static_cast<unsigned>(WarpsOfGroup)
             : 1;
}

std::uint64_t LoadingNest::loadingThreads() const {
  return loadingWarps() *
         static_cast<std::uint64_t>(ir::lanesAt(inner).value_or(32));
}

// A thread has the addresses of all its copies of one load, and whether they
// read, before the first of them begins.
std::uint64_t LoadingNest::loadingRegisters() const {
  constexpr std::uint64_t Others = 32, OfCopy = 3, Unit = 8;
  if (loadingWarps() == 1)
    return LoadingRegisters;
  std::uint64_t most = 0;
  for (const CopiedLoad *copied : copies())
    if (!copied->isOfEngine()) {
      auto elements =
          static_cast<std::uint64_t>(copied->type().getNumElements());
      most = std::max(
          most, llvm::divideCeil(elements, loadingThreads() * copied->atOnce));
    }
  return llvm::alignTo(Others + OfCopy * most, Unit);
}

std::uint64_t LoadingNest::bytes() const {
  std::uint64_t sum = 0;
  for (const Group &group : groups)
    sum += group.bytes();
  return sum;
}

std::vector<const CopiedLoad *> LoadingNest::copies() const {
  std::vector<const CopiedLoad *> all;
  for (const Group &group : groups)
    for (const CopiedLoad &copied : group.copies)
      all.push_back(&copied);
  return all;
}

// With room for padding.
std::uint64_t LoadingNest::exchangedBytes() const {
  std::uint64_t sum = 0;
  auto add = [&](Operation *op) {
    if (isa<ttg::ConvertLayoutOp>(op))
      sum += 2 * bytesOfTensor(cast<ShapedType>(op->getResult(0).getType()));
  };
  llvm::for_each(prepared, add);
  llvm::for_each(makers, add);
  return sum;
}

OpSet LoadingNest::replaced() const {
  OpSet gone;
  for (const CopiedLoad *copied : copies()) {
    gone.insert(copied->load);
    gone.insert(copied->buffers.begin(), copied->buffers.end());
  }
  return gone;
}

llvm::SmallVector<Value> LoadingNest::handed() const {
  llvm::SetVector<Value> values;
  auto add = [&](Value value) {
    if (isNumber(value.getType()) &&
        !outer->isAncestor(value.getParentRegion()->getParentOp()))
      values.insert(value);
  };
  for (const CopiedLoad *copied : copies())
    llvm::for_each(copied->load->getOperands(), add);
  for (Operation *op : prepared)
    llvm::for_each(op->getOperands(), add);
  for (Operation *maker : makers)
    llvm::for_each(maker->getOperands(), add);
  for (scf::ForOp each : {inner, outer}) {
    scf::ForOp loop = each;
    llvm::for_each(
        ValueRange{loop.getLowerBound(), loop.getUpperBound(), loop.getStep()},
        add);
    for (BlockArgument argument : loop.getRegionIterArgs())
      if (carried.contains(argument)) {
        add(loop.getTiedLoopInit(argument)->get());
        add(loop.getTiedLoopYieldedValue(argument)->get());
      }
  }
  return values.takeVector();
}

std::optional<std::string> LoadingNest::addToGroups(CopiedLoad copied) {
  ttng::WarpGroupDotOp first, last;
  for (Operation *reader : copied.readersIn(inner)) {
    if (reader != nullptr &&
        (isView(reader) || llvm::is_contained(copied.buffers, reader)))
      continue;
    auto dot = dyn_cast_or_null<ttng::WarpGroupDotOp>(reader);
    if (!dot || dot->getBlock() != inner.getBody())
      return "not only its products use what is loaded";
    if (!first || dot->isBeforeInBlock(first))
      first = dot;
    if (!last || last->isBeforeInBlock(dot))
      last = dot;
  }
  if (!first)
    return "no product uses what is loaded";
  auto known = llvm::find_if(
      groups, [&](const Group &group) { return group.first == first; });
  if (known == groups.end()) {
    known = llvm::find_if(groups, [&](const Group &group) {
      return first->isBeforeInBlock(group.first);
    });
    known = groups.insert(known, {.copies = {}, .first = first, .last = last});
  }
  if (known->last->isBeforeInBlock(last))
    known->last = last;
  known->copies.push_back(std::move(copied));
  return std::nullopt;
}

std::optional<std::string> LoadingNest::matchLoads(const AxisFacts &facts,
                                                   const Target &target) {
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (auto dot = dyn_cast<ttng::WarpGroupDotOp>(op); dot && dot.getIsAsync())
      return "its products are under way behind them already";
    if (isa<ttng::WarpGroupDotOp, ttg::LocalAllocOp>(op) || isView(&op))
      continue;
    if (!isLoad(&op)) {
      if (!isMemoryEffectFree(&op))
        return "it contains " + nameOf(&op);
      continue;
    }
    if (!isUsedByBuffers(&op))
      continue;
    Result<CopiedLoad> copied = CopiedLoad::plan(&op, facts, target);
    if (!copied)
      return "a factor cannot be copied: " + copied.error().reason;
    if (llvm::range_size(op.getUsers()) != copied->buffers.size())
      return "a factor's buffers are of several layouts";
    if (!copied->isOfEngine() && ir::blocksAt(inner).value_or(1) > 1)
      return "the copy engine does not load all factors, and blocks share them";
    if (std::optional<std::string> reason = addToGroups(std::move(*copied)))
      return reason;
  }
  if (groups.empty())
    return "no factor of a product in it is loaded by copies";
  product = carriedProductOf(inner);
  if (product && !(isCopied(product.getA(), groups.front()) &&
                   isCopied(product.getB(), groups.front())))
    return "not all factors are loaded by copies";
  return std::nullopt;
}

/// What of the innermost loop's body the warps that multiply need of what
/// computes where copies read.
OpSet LoadingNest::neededByOthers() const {
  scf::ForOp loop = inner;
  OpSet needed, gone = replaced();
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> open;
  auto addOperands = [&](Operation *op) {
    op->walk([&](Operation *each) {
      llvm::append_range(open, each->getOperands());
    });
  };
  for (Operation &op : loop.getBody()->without_terminator())
    if (!makers.contains(&op) && !gone.contains(&op))
      addOperands(&op);
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (!carried.contains(argument) ||
        !loop.getTiedLoopResult(argument).use_empty())
      open.push_back(loop.getTiedLoopYieldedValue(argument)->get());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (carried.contains(value) && value.getParentBlock() == loop.getBody())
      open.push_back(
          loop.getTiedLoopYieldedValue(cast<BlockArgument>(value))->get());
    Operation *op = value.getDefiningOp();
    if (op != nullptr && makers.contains(op) &&
        op->getBlock() == loop.getBody()) {
      needed.insert(op);
      addOperands(op);
    }
  }
  return needed;
}

/// Checks what the warps that multiply do in the innermost loop.
std::optional<std::string> LoadingNest::matchRest(const Target &target) {
  OpSet needed = neededByOthers(), gone = replaced();
  for (Operation &op : *inner.getBody()) {
    if (gone.contains(&op) || (makers.contains(&op) && !needed.contains(&op)))
      continue;
    if (isLoad(&op))
      return "its warps need what " + nameOf(&op) + " loads, too";
    // Warps that exchange elements wait for each other anyway.
    if (!product && exchangesBetweenWarps(&op, target))
      return "its warps exchange elements";
  }
  return std::nullopt;
}

std::optional<std::string> LoadingNest::matchOuter() {
  outer = inner;
  if (auto around = dyn_cast<scf::ForOp>(inner->getParentOp())) {
    outer = around;
    for (Operation &op : around.getBody()->without_terminator())
      if (&op != inner && op.getNumRegions() != 0 && !isa<tt::ReduceOp>(op))
        return "there is more control flow around it";
  }
  auto function = dyn_cast<FunctionOpInterface>(outer->getParentOp());
  if (!function || !function.getFunctionBody().hasOneBlock())
    return "there is more control flow around it";
  if (inner.getUnsignedCmp() || outer.getUnsignedCmp())
    return "it counts in unsigned numbers";
  if (outer->getBlock()->getTerminator()->getNumOperands() != 0)
    return "its function returns a value";
  StoredMemory stored(outer);
  for (const CopiedLoad *copied : copies())
    if (Operation *writer = stored.writerOf(copied->load))
      return nameOf(writer) + " may write what it loads";
  return std::nullopt;
}

/// Checks that the warps that load can do what an op does.
std::optional<std::string> LoadingNest::addMaker(Operation *maker,
                                                 const StoredMemory &stored) {
  // A descriptor is free for the next one when what it describes has come.
  bool isOfPointers = isa<tt::LoadOp>(maker) && !isVolatile(maker);
  if (maker->getNumRegions() != 0 || isa<tt::MakeTensorDescOp>(maker) ||
      !(isOfPointers || isMemoryEffectFree(maker)))
    return "where it loads depends on " + nameOf(maker);
  if (isOfPointers)
    if (Operation *writer = stored.writerOf(maker))
      return nameOf(writer) + " may write what says where it loads";
  for (Value result : maker->getResults())
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      if (!layoutForWarps(type.getEncoding(), WarpsOfGroup))
        return "where it loads depends on tensors in layouts of products";
  if (outer->isAncestor(maker))
    makers.insert(maker);
  else
    prepared.push_back(maker);
  return std::nullopt;
}

std::optional<std::string> LoadingNest::findMakers() {
  // Of all that is in front of the loops, too.
  const StoredMemory stored(outer, StoredMemory::Span::KernelUntilLoopEnds);
  bool haveTensors = loadingWarps() != 1;
  llvm::SmallVector<Value> open;
  for (const CopiedLoad *copied : copies())
    llvm::append_range(open, copied->load->getOperands());
  llvm::append_range(open, ValueRange{inner.getLowerBound(),
                                      inner.getUpperBound(), inner.getStep()});
  llvm::DenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!haveTensors && !isNumber(value.getType()))
      return "where it loads depends on tensors";
    if (!seen.insert(value).second)
      continue;
    bool isInside = outer->isAncestor(value.getParentRegion()->getParentOp());
    if (!isInside && isNumber(value.getType()))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (!isInside)
        return "where it loads depends on a tensor that it is handed";
      auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (argument == loop.getInductionVar())
        continue;
      carried.insert(argument);
      open.push_back(loop.getTiedLoopInit(argument)->get());
      open.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *maker = value.getDefiningOp();
    if (makers.contains(maker) || llvm::is_contained(prepared, maker))
      continue;
    if (std::optional<std::string> reason = addMaker(maker, stored))
      return reason;
    llvm::append_range(open, maker->getOperands());
  }
  llvm::sort(prepared,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return std::nullopt;
}

Result<LoadingNest> LoadingNest::match(scf::ForOp inner, const AxisFacts &facts,
                                       const Target &target) {
  LoadingNest nest;
  nest.inner = inner;
  std::optional<std::string> reason = nest.matchLoads(facts, target);
  if (!reason)
    reason = nest.matchOuter();
  if (!reason)
    reason = nest.findMakers();
  if (!reason)
    reason = nest.matchRest(target);
  if (reason)
    return failure(*reason);
  return nest;
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

namespace {

/// Do the copies of both go into the same buffers?
bool haveSameBuffers(const LoadingNest &a, const LoadingNest &b) {
  auto areSame = [](const CopiedLoad &one, const CopiedLoad &other) {
    return one.type() == other.type() && one.memory == other.memory &&
           one.isOfEngine() == other.isOfEngine();
  };
  return llvm::equal(
      a.groups, b.groups,
      [&](const LoadingNest::Group &one, const LoadingNest::Group &other) {
        return llvm::equal(one.copies, other.copies, areSame);
      });
}

} // namespace

llvm::SmallVector<Value> LoadingSequence::results() const {
  llvm::SmallVector<Value> values;
  for (Operation *op = first(); op != last()->getNextNode();
       op = op->getNextNode())
    for (Value value : op->getResults())
      if (llvm::any_of(value.getUsers(), [&](Operation *user) {
            Operation *outermost =
                first()->getBlock()->findAncestorOpInBlock(*user);
            return outermost == nullptr || last()->isBeforeInBlock(outermost);
          }))
        values.push_back(value);
  return values;
}

std::uint64_t LoadingSequence::loadingRegisters() const {
  std::uint64_t most = 0;
  for (const LoadingNest &nest : nests)
    most = std::max(most, nest.loadingRegisters());
  return most;
}

OpSet LoadingSequence::replaced() const {
  OpSet gone;
  for (const LoadingNest &nest : nests)
    gone.set_union(nest.replaced());
  return gone;
}

bool LoadingSequence::append(LoadingNest nest) {
  const LoadingNest &before = nests.back();
  if (before.inner != before.outer || nest.inner != nest.outer ||
      !haveSameBuffers(before, nest))
    return false;
  OpSet moved(between.begin(), between.end());
  llvm::SmallVector<Value> open = nest.handed();
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (op == nullptr || op->getBlock() != first()->getBlock() ||
        op->isBeforeInBlock(first()) || moved.contains(op))
      continue;
    if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
    moved.insert(op);
    llvm::append_range(open, op->getOperands());
  }
  between.assign(moved.begin(), moved.end());
  llvm::sort(between,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  nests.push_back(std::move(nest));
  return true;
}

Result<LoadingSequence> LoadingSequence::match(scf::ForOp inner,
                                               const AxisFacts &facts,
                                               const Target &target) {
  Result<LoadingNest> start = LoadingNest::match(inner, facts, target);
  if (!start)
    return failure(start.error().reason);
  LoadingSequence sequence;
  sequence.nests.push_back(std::move(*start));
  bool isOpen = true;
  for (Operation *op = sequence.first()->getNextNode(); op != nullptr;
       op = op->getNextNode()) {
    if (!hasProductInLoop(op)) {
      isOpen = isOpen && isMemoryEffectFree(op);
      continue;
    }
    auto loop = dyn_cast<scf::ForOp>(op);
    Result<LoadingNest> next =
        loop && isOpen && isInnermost(loop)
            ? LoadingNest::match(loop, facts, target)
            : Result<LoadingNest>(failure("it is no loop alone"));
    if (!next || !sequence.append(std::move(*next)))
      return failure("a loop with products behind it would not be pipelined");
  }
  return sequence;
}

} // namespace heddle
