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
#include "SharedRoom.h"
#include "StoredMemory.h"
#include "heddle/analysis/LoopLoads.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle {

using namespace mlir;

namespace {

/// Only numbers and descriptors go to other warps.
bool isNumber(Type type) {
  return type.isIntOrIndexOrFloat() ||
         isa<tt::PointerType, tt::TensorDescType>(type);
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
    if (!outer->isAncestor(value.getParentRegion()->getParentOp()))
      values.insert(value);
  };
  for (const CopiedLoad *copied : copies())
    llvm::for_each(copied->load->getOperands(), add);
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
    if (!isTensorLoad(&op)) {
      if (!isMemoryEffectFree(&op))
        return "it contains " + nameOf(&op);
      continue;
    }
    Result<CopiedLoad> copied = CopiedLoad::plan(&op, facts, target);
    if (!copied || !copied->isOfEngine() || copied->buffers.empty() ||
        llvm::range_size(op.getUsers()) != copied->buffers.size())
      return "the copy engine does not load all factors";
    if (std::optional<std::string> reason = addToGroups(std::move(*copied)))
      return reason;
  }
  if (groups.empty())
    return "the copy engine loads no factor of a product in it";
  product = carriedProductOf(inner);
  if (product) {
    bool areCopied = isCopied(product.getA(), groups.front()) &&
                     isCopied(product.getB(), groups.front());
    return areCopied ? std::nullopt
                     : std::optional<std::string>(
                           "the copy engine does not load all factors");
  }
  // Warps that exchange elements wait for each other anyway.
  OpSet gone = replaced();
  for (Operation &op : *inner.getBody())
    if (!gone.contains(&op) && exchangesBetweenWarps(&op, target))
      return "its warps exchange elements";
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

std::optional<std::string> LoadingNest::findMakers() {
  llvm::SmallVector<Value> open;
  for (const CopiedLoad *copied : copies())
    llvm::append_range(open, copied->load->getOperands());
  llvm::append_range(open, ValueRange{inner.getLowerBound(),
                                      inner.getUpperBound(), inner.getStep()});
  llvm::DenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!isNumber(value.getType()))
      return "where it loads depends on tensors";
    if (!outer->isAncestor(value.getParentRegion()->getParentOp()) ||
        !seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (argument == loop.getInductionVar())
        continue;
      carried.insert(argument);
      open.push_back(loop.getTiedLoopInit(argument)->get());
      open.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *maker = value.getDefiningOp();
    // A descriptor is free for the next one when what it describes has come.
    if (maker->getNumRegions() != 0 || !isMemoryEffectFree(maker) ||
        isa<tt::MakeTensorDescOp>(maker))
      return "where it loads depends on " + nameOf(maker);
    makers.insert(maker);
    llvm::append_range(open, maker->getOperands());
  }
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
    return one.type() == other.type() && one.memory == other.memory;
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
